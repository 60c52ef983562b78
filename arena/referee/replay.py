"""Play a record again from its choices, and say where it first differs from what it claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arena.games.chance import KeyedChance
from arena.games.contract import Code, Decision, Event, Game, Seat, Table
from arena.games.options import OptionError, resolve
from arena.referee.chain import Chain
from arena.referee.outcome import final_outcome
from arena.referee.record import Record


class Difference(Exception):
    """The record and the rules part ways. step: the first that differs, None when no step does."""

    def __init__(self, sentence: str, step: int | None = None) -> None:
        super().__init__(sentence if step is None else f"step {step}: {sentence}")
        self.step = step


class Step(NamedTuple):
    """One step of a replay, with the state that it led to."""

    number: int
    pending: Mapping[Seat, Decision]
    choices: Mapping[Seat, Code]
    events: Sequence[Event]
    state: Any


def table_of(record: Record, game: Game[Any]) -> Table:
    """The table that a record tells of. Raises Difference when the game has none such."""
    split = tuple(int(size) for size in record.split.split("-") if size.isdecimal()) or None
    try:
        if record.seats not in game.seats:
            raise ValueError(f"{game.name} has no table of {record.seats}")
        sides = game.seating(record.seats, split)
        return Table(record.seats, sides, resolve(game.options(), record.options), split)
    except (OptionError, ValueError) as error:
        raise Difference(str(error)) from error


def replay(record: Record, game: Game[Any]) -> Iterator[Step]:
    """The steps of a record. Raises Difference at the first that the rules do not allow."""
    if record.secret is None:
        raise Difference("the secret of its event is not revealed yet")
    chance = KeyedChance(bytes.fromhex(record.secret))
    state = game.setup(table_of(record, game), chance)
    chain, rows = Chain(state), list(reversed(record.choices))
    number, forfeited = 0, {fault.seat for fault in record.faults if fault.forfeit and fault.step < 0}
    while pending := game.pending(state):
        forfeited |= {fault.seat for fault in record.faults if fault.forfeit and fault.step == number}
        taken = [rows.pop() for _ in range(min(len(pending), len(rows)))]
        if len(taken) < len(pending):
            raise Difference("the record ends where the game goes on", number)
        choices = {
            seat: _code(game, row, seat, decision, number, forced=seat in forfeited)
            for row, (seat, decision) in zip(taken, pending.items(), strict=True)
        }
        state, events = game.advance(state, choices, chance)
        link = chain.add(taken, events, state)
        if record.chain[number : number + 1] != (link,):
            found = record.chain[number] if number < len(record.chain) else "nothing"
            shown = ", ".join(f"seat {seat} chose {option}" for seat, option in taken)
            raise Difference(f"{shown}; its digest is {link}, the record has {found}", number)
        yield Step(number, pending, choices, events, state)
        number += 1
    if rows:
        raise Difference(f"{len(rows)} choices are left over when the game has ended", number)
    _check_end(record, game, state)


def verify(record: Record, game: Game[Any]) -> int:
    """Play a record again and return its number of steps. Raises Difference where it differs."""
    if record.game != game.name:
        raise Difference(f"this is a record of {record.game}, not of {game.name}")
    if record.rules_version != game.rules_version:
        raise Difference(f"it was played under rules {record.rules_version}, these are {game.rules_version}")
    return sum(1 for _ in replay(record, game))


def _code(
    game: Game[Any], row: tuple[int, str], seat: Seat, decision: Decision, number: int, *, forced: bool
) -> Code:
    if row[0] != seat:
        raise Difference(f"seat {seat} was to choose, the record has seat {row[0]}", number)
    texts = [game.text(code) for code in decision.menu]
    if row[1] not in texts:
        raise Difference(f"seat {seat} chose {row[1]!r}, allowed were {', '.join(texts)}", number)
    code = decision.menu[texts.index(row[1])]
    if forced and code != decision.default:
        raise Difference(f"seat {seat} had forfeited, yet {row[1]!r} is not the default", number)
    return code


def _check_end(record: Record, game: Game[Any], state: Any) -> None:
    outcome = game.outcome(state)
    if outcome is None:
        raise Difference("the game asks nobody but has no outcome")
    out = {fault.seat for fault in record.faults if fault.forfeit}
    sides = table_of(record, game).sides
    forfeits = tuple(any(seat in out for seat in side.seats) for side in sides)
    side_of = {seat: number for number, side in enumerate(sides) for seat in side.seats}
    for key, right in (
        ("forfeits", forfeits),
        ("ranks", final_outcome(outcome.ranks, forfeits)),
        ("scores", tuple(float(score) for score in outcome.scores)),
        ("sides", tuple(side_of[seat] for seat in range(record.seats))),
    ):
        if getattr(record, key) != right:
            raise Difference(
                f"{key}: the rules give {list(right)}, the record has {list(getattr(record, key))}"
            )
    for key in ("players", "times_ms"):
        wanted = record.seats if key == "players" else len(record.choices)
        if len(getattr(record, key)) != wanted:
            raise Difference(f"{key}: expected {wanted} entries, the record has {len(getattr(record, key))}")
