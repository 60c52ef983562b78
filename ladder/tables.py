"""Standings and cross tables, as values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import permutations, product
from types import MappingProxyType
from typing import NamedTuple

from ladder.elo import rate
from ladder.result import Result, points, rated_sides, solo_side
from ladder.tally import Record, records

Cell = str | int | float | None

ExtraColumns = Mapping[str, Mapping[str, Cell]]
"""By the column's name, then by the entrant's."""

NO_COLUMNS: ExtraColumns = MappingProxyType({})


class Standing(NamedTuple):
    """One entrant's row. An entrant whose every match was void has no rank, share or Elo.

    rank: by share; equal shares have equal ranks. share: the mean over its rated matches of the
    part of the points that its side took from the others, from 0 to 1. wins: matches ranked first,
    alone or shared. extra: a value for each of the standings' extra columns, None where not given.
    """

    rank: int | None
    name: str
    matches: int
    sets: int
    share: float | None
    wins: int
    elo: float | None
    extra: tuple[Cell, ...] = ()


class SoloStanding(NamedTuple):
    """One entrant's row for the matches that it played alone: ranked by mean score, never rated."""

    rank: int
    name: str
    matches: int
    sets: int
    score: float
    extra: tuple[Cell, ...] = ()


class Standings(NamedTuple):
    """Everyone's row, best first, equals by name; those who played alone in a table of their own."""

    extra_columns: tuple[str, ...]
    rows: tuple[Standing, ...]
    solo: tuple[SoloStanding, ...]


class Meetings(NamedTuple):
    """What one entrant took of its meetings with another: pairs of sides of one match."""

    points: float
    meetings: int

    @property
    def share(self) -> float:
        """The mean of the points a meeting, from 0 to 1."""
        return self.points / self.meetings


class CrossTable(NamedTuple):
    """Everyone against everyone, in the order of the standings.

    cells: cells[a][b] is what names[a] took of its meetings with names[b]; None if they never met.
    """

    names: tuple[str, ...]
    cells: tuple[tuple[Meetings | None, ...], ...]


def standings(results: Iterable[Result], extra_columns: ExtraColumns = NO_COLUMNS) -> Standings:
    """Everyone's standing, with Elo as `ladder.elo.rate` gives it by default.

    extra_columns: values of the caller's to be shown beside (faults, say); they order nothing and
    bring nobody into the tables."""
    played = tuple(results)
    return Standings(
        tuple(extra_columns), _standings(played, extra_columns), _solo_standings(played, extra_columns)
    )


def cross_table(results: Iterable[Result]) -> CrossTable:
    """Who took how much from whom, over all rated matches."""
    played = tuple(results)
    names = tuple(name for name, _ in _by_share(records(played)))
    met = _meetings(played)
    return CrossTable(names, tuple(tuple(met.get((name, other)) for other in names) for name in names))


def _standings(results: tuple[Result, ...], extra_columns: ExtraColumns) -> tuple[Standing, ...]:
    found = records(results)
    elo = {row.name: row.rating for row in rate(results).rows}
    shares = sorted((record.share for record in found.values()), reverse=True)
    rated = (
        Standing(
            rank=1 + shares.index(record.share),
            name=name,
            matches=record.matches,
            sets=record.sets,
            share=float(record.share),
            wins=record.wins,
            elo=elo[name],
            extra=_extra(extra_columns, name),
        )
        for name, record in _by_share(found)
    )
    unrated = (
        Standing(None, name, 0, 0, None, 0, None, _extra(extra_columns, name))
        for name in sorted(_opponents(results) - found.keys())
    )
    return (*rated, *unrated)


def _by_share(found: Mapping[str, Record]) -> list[tuple[str, Record]]:
    return sorted(found.items(), key=lambda item: (-item[1].share, item[0]))


def _opponents(results: Iterable[Result]) -> set[str]:
    """Everyone who sat against others, void matches included."""
    return {
        name
        for result in results
        for side in rated_sides(result._replace(void=False))
        for name in side.players
    }


def _solo_standings(results: Iterable[Result], extra_columns: ExtraColumns) -> tuple[SoloStanding, ...]:
    scores: dict[str, list[float]] = {}
    sets: dict[str, set[str]] = {}
    for result in results:
        if side := solo_side(result):
            for name in dict.fromkeys(side.players):
                scores.setdefault(name, []).append(side.score)
                sets.setdefault(name, set()).add(result.set)
    means = {name: math.fsum(own) / len(own) for name, own in scores.items()}
    best = sorted(means.values(), reverse=True)
    return tuple(
        SoloStanding(
            rank=1 + best.index(means[name]),
            name=name,
            matches=len(scores[name]),
            sets=len(sets[name]),
            score=means[name],
            extra=_extra(extra_columns, name),
        )
        for name in sorted(means, key=lambda name: (-means[name], name))
    )


def _extra(extra_columns: ExtraColumns, name: str) -> tuple[Cell, ...]:
    return tuple(column.get(name) for column in extra_columns.values())


def _meetings(results: Iterable[Result]) -> Mapping[tuple[str, str], Meetings]:
    met: Counter[tuple[str, str]] = Counter()
    half_points: Counter[tuple[str, str]] = Counter()
    for result in results:
        for side, other in permutations(rated_sides(result), 2):
            halves = int(2 * points(side, other))
            for pair in _pairs(side.players, other.players):
                met[pair] += 1
                half_points[pair] += halves
    return {pair: Meetings(half_points[pair] / 2, number) for pair, number in met.items()}


def _pairs(own: tuple[str, ...], others: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    """Who meets whom between two sides; nobody meets a side on which it sits itself."""
    met = product(dict.fromkeys(own), dict.fromkeys(others))
    return (pair for pair in met if pair[0] not in others and pair[1] not in own)
