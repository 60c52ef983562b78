"""What must hold for every game at every table: plays at random and keeps all that happened.

A new game of the catalog is covered without a line here; what only it can promise (its cards are
conserved, say) is a hook in INVARIANTS."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from arena.games import catalog
from arena.games.chance import KeyedChance, derive
from arena.games.contract import Decision, Event, Game, Outcome, Seat, Split, Table, split_text
from arena.games.options import resolve

SEEDS = range(2)
MOST_STEPS = 5000


class Match(NamedTuple):
    """One match to play at random."""

    game: str
    seats: int
    split: Split | None
    seed: int

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{split_text(self.split) or 'single'}-{self.seed}"


class Step(NamedTuple):
    """One step of a match: a state, what was asked there, what was chosen, what happened.

    text: the repr of the state when it was new."""

    state: Any
    text: str
    pending: Mapping[Seat, Decision]
    choices: Mapping[Seat, int]
    events: tuple[Event, ...]


class Playthrough(NamedTuple):
    """A match played to its end, or stopped at MOST_STEPS."""

    steps: tuple[Step, ...]
    last: Any
    last_text: str
    outcome: Outcome | None


def matches() -> Iterator[Match]:
    """All table sizes and team formats of all games, with every seed."""
    for name in catalog.names():
        game = catalog.load(name)
        for seats in game.seats:
            for split in (None, *game.splits(seats)):
                for seed in SEEDS:
                    yield Match(name, seats, split, seed)


def table_of(game: Game[Any], match: Match) -> Table:
    """The table of a match, under the game's default options."""
    sides = game.seating(match.seats, match.split)
    return Table(match.seats, sides, resolve(game.options(), {}), match.split)


def chance_of(match: Match) -> KeyedChance:
    """The chance of a match; the same every time."""
    return KeyedChance(derive(b"battery of tests", match))


@cache
def played(match: Match) -> Playthrough:
    """The match with random choices, played once for all tests."""
    return play(match, random.Random(str(match)))


def play(match: Match, dice: random.Random) -> Playthrough:
    """Play a match with the choices that the dice give."""
    game, chance = catalog.load(match.game), chance_of(match)
    state, steps = game.setup(table_of(game, match), chance), []
    while (pending := game.pending(state)) and len(steps) < MOST_STEPS:
        choices = {seat: dice.choice(decision.menu) for seat, decision in pending.items()}
        text = repr(state)
        after, events = game.advance(state, choices, chance)
        steps.append(Step(state, text, pending, choices, tuple(events)))
        state = after
    return Playthrough(tuple(steps), state, repr(state), game.outcome(state))
