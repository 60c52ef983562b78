"""`arena show`: one match for a person to read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import click

from arena.cli.mistakes import Failed, Wrong
from arena.cli.records import find_record
from arena.cli.shared import json_option, store_option
from arena.games import catalog
from arena.games.contract import Game
from arena.referee.record import Record
from arena.referee.replay import Difference, Step, replay


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
    if found.secret is None and step is not None:
        raise Failed(f"{record}: the event is not over, so its deals and with them its tables are secret")
    lines = _choices(found) if found.secret is None else _steps(found, step)
    for line in chain(_head(found), lines):
        click.echo(line)


def _head(record: Record) -> Iterator[str]:
    teams = f" {record.split}" if record.split else ""
    options = ", ".join(f"{key}={value}" for key, value in record.options.items())
    yield f"{record.game}{teams}, {record.seats} seats, rules {record.rules_version}, {options}"
    for seat, (player, side) in enumerate(zip(record.players, record.sides, strict=True)):
        rank, score = record.ranks[side], record.scores[side]
        yield f"  seat {seat}: {player}, side {side}, rank {rank}, score {score:g}"
    yield f"  {record.reason}\n"


def _choices(record: Record) -> Iterator[str]:
    yield "The event is not over: its deals are secret, so only choices are shown.\n"
    for seat, option in record.choices:
        yield f"seat {seat}: {option}"


def _steps(record: Record, wanted: int | None) -> Iterator[str]:
    """All steps told, or the table after one of them."""
    game = catalog.load(record.game)
    if wanted is None:
        yield from _faults(record, -1)
    try:
        for step in replay(record, game):
            if wanted is None:
                yield from _told(record, game, step)
            elif step.number == wanted:
                yield from _table(record, game, step)
                return
    except Difference as difference:
        raise Failed(f"here the record and the rules part ways: {difference}") from difference
    if wanted is not None:
        raise Wrong(f"--step {wanted}: the match has {step.number + 1} steps, from 0")


def _told(record: Record, game: Game[Any], step: Step) -> Iterator[str]:
    for place, event in enumerate(step.events):
        yield f"{'' if place else step.number:>5} {game.tell(event)}"
    yield from _faults(record, step.number)


def _faults(record: Record, step: int) -> Iterator[str]:
    for fault in record.faults:
        if fault.step == step:
            yield f"      fault of seat {fault.seat}: {fault.kind}, {fault.sentence}"


def _table(record: Record, game: Game[Any], step: Step) -> Iterator[str]:
    yield game.render(game.view(step.state, None))
    for seat, player in enumerate(record.players):
        yield f"\nseat {seat} ({player}):"
        yield game.render(game.view(step.state, seat))
