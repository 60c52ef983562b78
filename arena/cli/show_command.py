"""`arena show`: one match for a person to read."""

from __future__ import annotations

import click

from arena.cli.records import find_record
from arena.cli.shared import json_option, store_option
from arena.games import catalog
from arena.games.contract import Event
from arena.referee.record import Record
from arena.referee.replay import Difference, replay


@click.command("show")
@click.argument("record", metavar="RECORD")
@click.option("--step", type=click.IntRange(0), help="Show the table as it stood after this step.")
@store_option
@json_option
def show_command(record: str, step: int | None, store: str | None, as_json: bool) -> None:
    """Show a match step by step: a record's file, or EVENT/MATCH of the store."""
    found = find_record(record, store)
    if as_json:
        click.echo(found.dumps(), nl=False)
        return
    click.echo("\n".join(_head(found)))
    if found.secret is None:
        click.echo("The event is not over: its deals are secret, so only choices are shown.\n")
        click.echo("\n".join(f"seat {seat}: {option}" for seat, option in found.choices))
        return
    _show_steps(found, step)


def _head(record: Record) -> list[str]:
    teams = f" {record.split}" if record.split else ""
    options = ", ".join(f"{key}={value}" for key, value in record.options.items())
    lines = [f"{record.game}{teams}, {record.seats} seats, rules {record.rules_version}, {options}"]
    for seat, (player, side) in enumerate(zip(record.players, record.sides, strict=True)):
        lines.append(
            f"  seat {seat}: {player}, side {side}, rank {record.ranks[side]}, score {record.scores[side]:g}"
        )
    lines.append(f"  {record.reason}")
    return [*lines, ""]


def _show_steps(record: Record, wanted: int | None) -> None:
    game = catalog.load(record.game)
    faults = {fault.step: [] for fault in record.faults}  # type: dict[int, list[str]]
    for fault in record.faults:
        faults[fault.step].append(f"      fault of seat {fault.seat}: {fault.kind}, {fault.sentence}")
    try:
        for step in replay(record, game):
            if wanted is None:
                click.echo("\n".join([*_told(game, step.number, step.events), *faults.get(step.number, [])]))
            elif step.number == wanted:
                click.echo(game.render(game.view(step.state, None)))
                for seat in range(record.seats):
                    click.echo(f"\nseat {seat} ({record.players[seat]}):")
                    click.echo(game.render(game.view(step.state, seat)))
                return
    except Difference as difference:
        click.echo(f"here the record and the rules part ways: {difference}")
        raise click.exceptions.Exit(1) from difference
    if wanted is not None:
        raise click.UsageError(f"--step {wanted}: the match has {len(record.chain)} steps, from 0")


def _told(game: object, number: int, events: object) -> list[str]:
    lines = [game.tell(event) for event in events]  # type: ignore[attr-defined]
    return [f"{number if place == 0 else '':>5} {line}" for place, line in enumerate(lines)]


__all__ = ["Event", "show_command"]
