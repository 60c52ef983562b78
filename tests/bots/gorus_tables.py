"""Plays Gorus Maximus between policies in this process, in sets of rotations, to compare them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from arena.games.chance import KeyedChance, derive
from arena.games.contract import Side, Split, Table, View
from arena.games.gorus import GORUS
from arena.games.options import resolve
from arena_bot import Event, Match
from arena_bot.policies import Policy


class ValueQuestion(NamedTuple):
    """A question whose view and own are the engine's values, as its built-in bots are asked."""

    match: Match
    options: tuple[str, ...]
    view: Any
    own: Any
    random: random.Random
    kind: str = "play"
    events: tuple[Event, ...] = ()
    bank_ms: int = 0
    answer_ms: int = 0

    @property
    def seat(self) -> int:
        return self.match.seat


def match_of(seat: int, sides: Sequence[Side], seed: bytes = b"") -> Match:
    """The match as a seat is told of it."""
    seats = {at: number for number, side in enumerate(sides) for at in side.seats}
    by_seat = tuple(seats[at] for at in sorted(seats))
    return Match("gorus", GORUS.rules_version, seat, by_seat, ("",) * len(by_seat), "", {}, seed)


def play(policies: Sequence[Policy], sides: Sequence[Side], secret: bytes) -> tuple[int, ...]:
    """The ranks by side of one match between policies by seat; the secret settles deal and choices."""
    seats = len(policies)
    matches = [match_of(seat, sides) for seat in range(seats)]
    chances = [random.Random(derive(secret, "bot", seat)) for seat in range(seats)]
    chance = KeyedChance(derive(secret, "deal"))
    state = GORUS.setup(Table(seats, tuple(sides), resolve(GORUS.options(), {})), chance)
    while pending := GORUS.pending(state):
        ((seat, decision),) = pending.items()
        view: View = GORUS.view(state, seat)
        texts = tuple(map(GORUS.text, decision.menu))
        question = ValueQuestion(matches[seat], texts, view.public, view.own, chances[seat])
        state, _ = GORUS.advance(state, {seat: decision.menu[policies[seat](question)]}, chance)
    outcome = GORUS.outcome(state)
    assert outcome is not None
    return outcome.ranks


def set_margin(one: Policy, others: Policy, seats: int, split: Split | None, secret: bytes) -> float:
    """How much better `one` places than the others in one set, from −1 (always last) to 1 (first).

    A set is one deal with `one` at each side in turn."""
    sides = GORUS.seating(seats, split)
    margins = []
    for place, side in enumerate(sides):
        ranks = play([one if seat in side.seats else others for seat in range(seats)], sides, secret)
        rest = [rank for other, rank in enumerate(ranks) if other != place]
        beaten = sum((rank > ranks[place]) - (rank < ranks[place]) for rank in rest)
        margins.append(beaten / len(rest))
    return sum(margins) / len(margins)
