"""Counts of what each entrant did in the rated matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from ladder.result import Result, SideResult, rated_sides


class Record(NamedTuple):
    """What one entrant did in the rated matches. A match counts once for each side it sat on.

    matches, sets: how many were rated.
    wins: matches ranked first, alone or shared.
    won, drawn, lost: meetings, one for each other side of each match.
    share: mean over the matches of the part of the points it took there, from 0 to 1, exactly.
    forfeits: rated matches in which its side forfeited.
    """

    matches: int
    sets: int
    wins: int
    won: int
    drawn: int
    lost: int
    share: Fraction
    forfeits: int


def records(results: Iterable[Result]) -> Mapping[str, Record]:
    """The record of everyone who was rated, by name, in the order in which they first appear."""
    counts: dict[str, _Count] = {}
    for result in results:
        sides = rated_sides(result)
        for place, side in enumerate(sides):
            others = sides[:place] + sides[place + 1 :]
            for name in dict.fromkeys(side.players):
                counts.setdefault(name, _Count()).add(result.set, side, others)
    return {name: count.record() for name, count in counts.items()}


class _Count:
    """A record in the making."""

    def __init__(self) -> None:
        self.sets: set[str] = set()
        self.matches = self.wins = self.forfeits = 0
        self.won = self.drawn = self.lost = 0
        # Whole half points by number of opponents: equal shares come out equal, whatever the order.
        self.half_points: Counter[int] = Counter()

    def add(self, set_name: str, side: SideResult, others: tuple[SideResult, ...]) -> None:
        won = sum(side.rank < other.rank for other in others)
        drawn = sum(side.rank == other.rank for other in others)
        self.sets.add(set_name)
        self.matches += 1
        self.wins += side.rank == 1
        self.forfeits += side.forfeit
        self.won += won
        self.drawn += drawn
        self.lost += len(others) - won - drawn
        self.half_points[len(others)] += 2 * won + drawn

    def record(self) -> Record:
        shares = (Fraction(halves, 2 * others) for others, halves in self.half_points.items())
        return Record(
            matches=self.matches,
            sets=len(self.sets),
            wins=self.wins,
            won=self.won,
            drawn=self.drawn,
            lost=self.lost,
            share=sum(shares, Fraction(0)) / self.matches,
            forfeits=self.forfeits,
        )
