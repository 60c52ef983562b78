"""Elo ratings, match after match, for tables of any size and for teams.

Sources. The rating, its scale and its step: A. E. Elo, The Rating of Chessplayers, Past and Present
(Arco, 1978), with the logistic curve in the place of the normal one, as is common today. More than
two sides: every side is compared with every other and moves by the average step; R. Herbrich,
T. Minka and T. Graepel, "TrueSkill: A Bayesian Skill Rating System" (NIPS 19, 2007) describe this as
the "duelling" use of Elo.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from ladder.result import Result, SideResult, points, rated_sides
from ladder.tally import Record, records

START = 1500.0
K = 24.0
HIGHEST_K = 1000.0

SCALE = 400.0
"""The difference at which the odds are ten to one."""


class Rating(NamedTuple):
    """One entrant's rating and what it rests on."""

    name: str
    rating: float
    record: Record


class Ratings(NamedTuple):
    """The ratings of all entrants who were rated, highest first, equals by name.

    matches: all results given. rated: those of them that moved ratings.
    """

    model: str
    k: float
    start: float
    matches: int
    rated: int
    rows: tuple[Rating, ...]


def expectation(difference: float) -> float:
    """The share of points that a side expects against one rated lower by `difference`.

    The logistic curve 1 / (1 + 10^(−difference/400)), written by the hyperbolic tangent, which
    never overflows.

    >>> round(expectation(200.0), 2)
    0.76
    """
    return 0.5 + _advantage(difference)


def _advantage(difference: float) -> float:
    """What is expected beyond one half; for the negated difference it is exactly the negative."""
    return 0.5 * math.tanh(difference * math.log(10.0) / (2.0 * SCALE))


def rate(results: Iterable[Result], *, k: float = K, start: float = START) -> Ratings:
    """Rate everyone from the results, taken in the order given.

    k: how far one match can move a rating, above 0, at most 1000. start: everyone's first rating.
    Raises ValueError for a k or start out of these bounds."""
    if not 0.0 < k <= HIGHEST_K:
        raise ValueError(f"k: expected a number above 0, at most {HIGHEST_K:g}, got {k!r}")
    if not math.isfinite(start):
        raise ValueError(f"start: expected a finite number, got {start!r}")
    played = tuple(results)
    matches = [sides for sides in map(rated_sides, played) if sides]
    found = records(played)
    ratings = dict.fromkeys(found, start)
    for sides in matches:
        _play(ratings, sides, k)
    rows = (Rating(name, ratings[name], record) for name, record in found.items())
    ordered = sorted(rows, key=lambda row: (-row.rating, row.name))
    return Ratings("elo", k, start, len(played), len(matches), tuple(ordered))


def _play(ratings: dict[str, float], sides: Sequence[SideResult], k: float) -> None:
    """Move the ratings by one match. All steps are taken from the ratings before it."""
    steps = _steps(sides, [_strength(ratings, side) for side in sides], k)
    for side, step in zip(sides, steps, strict=True):
        for name in dict.fromkeys(side.players):
            ratings[name] += step


def _strength(ratings: Mapping[str, float], side: SideResult) -> float:
    """The mean rating over the side's seats."""
    return math.fsum(ratings[name] for name in side.players) / len(side.players)


def _steps(sides: Sequence[SideResult], strengths: Sequence[float], k: float) -> list[float]:
    """For each side K times the mean, over the other sides, of points taken less points expected."""
    surpluses: list[list[float]] = [[] for _ in sides]
    for place, other in combinations(range(len(sides)), 2):
        # Both taken from one half, so that what one side gains the other loses to the last bit.
        taken = points(sides[place], sides[other]) - 0.5
        surplus = taken - _advantage(strengths[place] - strengths[other])
        surpluses[place].append(surplus)
        surpluses[other].append(-surplus)
    # fsum rounds once, at the end, so that the order of the sides changes nothing.
    return [k * math.fsum(own) / (len(sides) - 1) for own in surpluses]
