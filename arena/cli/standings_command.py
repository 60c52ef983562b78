"""`arena standings`: who stands where, and who took how much from whom."""

from __future__ import annotations

from typing import Any

import click
from tabulate import tabulate

from arena.cli.event_results import fault_counts, ladder_result
from arena.cli.shared import csv_option, json_option, store_option, write_json
from arena.cli.stores import stored_event
from arena.storage.store import Store
from arena.storage.values import StoredResult
from ladder import render
from ladder.tables import cross_table, standings


@click.command("standings")
@click.argument("event", metavar="EVENT")
@store_option
@json_option
@csv_option
def standings_command(event: str, store: str | None, as_json: bool, as_csv: bool) -> None:
    """Show the standings and the cross table of an event (a file, or a name in the store)."""
    opened, name = stored_event(event, store)
    with opened:
        if as_json:
            write_json(standings_json(opened, name))
        elif as_csv:
            results = opened.results(name)
            click.echo(render.as_csv(_standings(results)), nl=False)
        else:
            click.echo(standings_text(opened, name))


def standings_json(store: Store, event: str) -> dict[str, Any]:
    """Standings, cross table and faults of an event as plain values."""
    results = store.results(event)
    rated = [ladder_result(result) for result in results]
    return {
        "event": event,
        "matches": len(results),
        "finished": store.event(event).finished_at is not None,
        **render.as_json(_standings(results)),
        **render.as_json(cross_table(rated)),
        "faults": [
            {"match": result.identity, "bot": result.seats[fault.seat], **fault._asdict()}
            for result in results
            for fault in result.faults
        ],
    }


def standings_text(store: Store, event: str) -> str:
    """Standings, cross table and faults of an event for a person."""
    results = store.results(event)
    state = "over" if store.event(event).finished_at else "going on"
    parts = [f"{event}: {len(results)} matches played, {state}", render.text(_standings(results))]
    crossed = cross_table([ladder_result(result) for result in results])
    if crossed.names:
        parts.append("Points share (meetings), row against column:\n" + render.text(crossed))
    if faults := _fault_table(results):
        parts.append("Faults, with the first of each kind:\n" + faults)
    return "\n\n".join(parts)


def _standings(results: list[StoredResult]) -> Any:
    return standings([ladder_result(result) for result in results], fault_counts(results))


def _fault_table(results: list[StoredResult]) -> str:
    rows: dict[tuple[str, str], list[Any]] = {}
    for result in results:
        for fault in result.faults:
            bot = result.seats[fault.seat]
            row = rows.setdefault((bot, fault.kind), [bot, fault.kind, 0, result.identity, fault.sentence])
            row[2] += 1
    heads = ["bot", "fault", "times", "first in match", "what happened"]
    shown = [rows[key] for key in sorted(rows)]
    return (
        tabulate(shown, heads, maxcolwidths=[24, None, None, None, 60], disable_numparse=[0]) if rows else ""
    )
