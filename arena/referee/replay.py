"""Play a record again from its choices, and say where it first differs from what it claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arena.games.chance import KeyedChance
from arena.games.contract import Code, Decision, Event, Game, Seat, Table, split_text
from arena.games.options import OptionError, resolve
from arena.referee.chain import Chain
from arena.referee.outcome import final_outcome, reason_text
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
    if split_text(split) != record.split:
        raise Difference(f"split: {record.split!r} is no team format")
    try:
        if record.seats not in game.seats:
            raise ValueError(f"{game.name} has no table of {record.seats}")
        sides = game.seating(record.seats, split)
        table = Table(record.seats, sides, resolve(game.options(), record.options), split)
    except (OptionError, ValueError) as error:
        raise Difference(str(error)) from error
    if refusal := game.refusal(table):
        raise Difference(f"this table of {record.seats} cannot be played: {refusal}")
    return table


def replay(record: Record, game: Game[Any]) -> Iterator[Step]:
    """The steps of a record. Raises Difference at the first that the rules do not allow."""
    if record.secret is None:
        raise Difference("the secret of its event is not revealed yet")
    table = table_of(record, game)
    _check_lengths(record)
    chance = KeyedChance(bytes.fromhex(record.secret))
    state = game.setup(table, chance)
    chain, rows, number = Chain(state), list(reversed(record.choices)), 0
    while pending := game.pending(state):
        taken = [rows.pop() for _ in range(min(len(pending), len(rows)))]
        if len(taken) < len(pending):
            raise Difference("the record ends where the game goes on", number)
        choices = {
            seat: _code(game, row, seat, decision, number)
            for row, (seat, decision) in zip(taken, pending.items(), strict=True)
        }
        times_ms = record.times_ms[len(record.choices) - len(rows) - len(taken) :][: len(taken)]
        _check_faults(record, number, pending, choices, times_ms)
        state, events = game.advance(state, choices, chance)
        link = chain.add(taken, events)
        if record.chain[number : number + 1] != (link,):
            found = record.chain[number] if number < len(record.chain) else "nothing"
            shown = ", ".join(f"seat {seat} chose {option}" for seat, option in taken)
            raise Difference(f"{shown}; its digest is {link}, the record has {found}", number)
        yield Step(number, pending, choices, events, state)
        number += 1
    if rows:
        raise Difference(f"{len(rows)} choices are left over when the game has ended", number)
    if len(record.chain) > number + 1:
        raise Difference(f"chain: {len(record.chain) - number - 1} digests are left over", number)
    if record.chain[number:] != (chain.add((), (), state),):
        raise Difference(f"chain: after {number} steps it ends in another state than the record's")
    _check_end(record, game, table, state, number)


def verify(record: Record, game: Game[Any]) -> int:
    """Play a record again and return its number of steps. Raises Difference where it differs."""
    if record.game != game.name:
        raise Difference(f"this is a record of {record.game}, not of {game.name}")
    if record.rules_version != game.rules_version:
        raise Difference(f"it was played under rules {record.rules_version}, these are {game.rules_version}")
    return sum(1 for _ in replay(record, game))


def _code(game: Game[Any], row: tuple[int, str], seat: Seat, decision: Decision, number: int) -> Code:
    if row[0] != seat:
        raise Difference(f"seat {seat} was to choose, the record has seat {row[0]}", number)
    texts = [game.text(code) for code in decision.menu]
    if row[1] not in texts:
        raise Difference(f"seat {seat} chose {row[1]!r}, allowed were {', '.join(texts)}", number)
    return decision.menu[texts.index(row[1])]


def _check_faults(
    record: Record,
    number: int,
    pending: Mapping[Seat, Decision],
    choices: Mapping[Seat, Code],
    times_ms: Sequence[float | None],
) -> None:
    """Hold what was chosen, and in what time, to the faults on record."""
    now = {fault.seat for fault in record.faults if fault.step == number}
    ever = {fault.seat for fault in record.faults if fault.step <= number}
    out = {fault.seat for fault in record.faults if fault.step <= number and fault.forfeit}
    if idle := now - pending.keys():
        raise Difference(f"seat {min(idle)} is at fault where it had nothing to choose", number)
    for (seat, decision), time_ms in zip(pending.items(), times_ms, strict=True):
        asked = (len(decision.menu) > 1 or decision.always_ask) and seat not in out
        if time_ms is not None and not asked:
            raise Difference(f"times_ms: seat {seat} has a time where it was not asked", number)
        if time_ms is None and asked and seat not in ever:
            raise Difference(f"times_ms: seat {seat} has no time and no fault", number)
        if time_ms is not None and seat in now:
            raise Difference(f"times_ms: seat {seat} has a time though it was at fault", number)
        if seat in now | out and choices[seat] != decision.default:
            raise Difference(f"seat {seat} was at fault, yet its choice is not the default", number)


def _check_lengths(record: Record) -> None:
    for key, wanted in (("players", record.seats), ("times_ms", len(record.choices))):
        if len(getattr(record, key)) != wanted:
            raise Difference(f"{key}: expected {wanted} entries, the record has {len(getattr(record, key))}")


def _check_end(record: Record, game: Game[Any], table: Table, state: Any, steps: int) -> None:
    outcome = game.outcome(state)
    if outcome is None:
        raise Difference("the game asks nobody but has no outcome")
    for fault in record.faults:
        if not (-1 <= fault.step < steps and 0 <= fault.seat < record.seats):
            raise Difference(f"faults: there is no seat {fault.seat} at a step {fault.step}")
    out = {fault.seat for fault in record.faults if fault.forfeit}
    forfeits = tuple(any(seat in out for seat in side.seats) for side in table.sides)
    side_of = {seat: number for number, side in enumerate(table.sides) for seat in side.seats}
    for key, right in (
        ("sides", tuple(side_of[seat] for seat in range(record.seats))),
        ("forfeits", forfeits),
        ("ranks", final_outcome(outcome.ranks, forfeits)),
        ("scores", tuple(float(score) for score in outcome.scores)),
    ):
        if getattr(record, key) != right:
            raise Difference(
                f"{key}: the rules give {list(right)}, the record has {list(getattr(record, key))}"
            )
    if record.reason != reason_text(record.faults):
        raise Difference(f"reason: its faults give {reason_text(record.faults)!r}")
