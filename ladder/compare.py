"""The Elo difference of two entrants from their meetings alone, with an interval.

Matches of one duplicate set share their deal, so they are not independent; sets are. The interval
therefore resamples whole sets: the percentile bootstrap of B. Efron and R. J. Tibshirani, An
Introduction to the Bootstrap (Chapman and Hall, 1993), chapter 13, with the set as the unit drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ladder.elo import SCALE
from ladder.result import Result, SideResult, points, rated_sides

RESAMPLES = 2000
SEED = 0
COVERAGE = 0.95

_DRAWS_AT_ONCE = 1 << 21
_Numbers = npt.NDArray[np.float64]


class Comparison(NamedTuple):
    """How one entrant did against another.

    matches, sets: in which they met, on different sides. meetings: pairs of such sides.
    points: what `first` took of the meetings. share: the same as a part, None if they never met.
    difference: in Elo points, above 0 if `first` is the stronger; None if they never met.
    interval: the 95 % interval of the difference; None with fewer than two sets.
    note: what a reader must know before trusting the numbers, or "".
    """

    first: str
    second: str
    matches: int
    sets: int
    meetings: int
    points: float
    share: float | None
    difference: float | None
    interval: tuple[float, float] | None
    resamples: int
    seed: int
    note: str


def compare(
    results: Iterable[Result], first: str, second: str, *, seed: int = SEED, resamples: int = RESAMPLES
) -> Comparison:
    """Compare two entrants by the matches in which they sat on different sides.

    seed: of the resampling, from 0; the same results in any order and the same seed give the same
    interval. resamples: how many, at least 1.
    Raises ValueError if both names are one, or for a seed or number out of bounds."""
    if first == second:
        raise ValueError("an entrant cannot be compared with itself")
    if resamples < 1 or seed < 0:
        raise ValueError("resamples is at least 1 and seed at least 0")
    matches, by_set = _by_set(results, first, second)
    rows = np.array(list(by_set.values()), dtype=np.float64).reshape(-1, 2)
    taken, met = float(rows[:, 0].sum()), int(rows[:, 1].sum())
    return Comparison(
        first=first,
        second=second,
        matches=matches,
        sets=len(rows),
        meetings=met,
        points=taken,
        share=taken / met if met else None,
        difference=float(_difference(rows.sum(axis=0))) if met else None,
        interval=_interval(rows, seed, resamples) if len(rows) > 1 else None,
        resamples=resamples,
        seed=seed,
        note=_note(len(rows), taken, met),
    )


def _by_set(results: Iterable[Result], first: str, second: str) -> tuple[int, dict[str, tuple[float, int]]]:
    """The number of matches in which they met; by set, what `first` took and the meetings."""
    matches, by_set = 0, dict[str, tuple[float, int]]()
    for result in results:
        sides = rated_sides(result)
        own = [side for side in sides if _stands_for(side, first, second)]
        others = [side for side in sides if _stands_for(side, second, first)]
        if own and others:
            matches += 1
            taken, met = by_set.get(result.set, (0.0, 0))
            taken += sum(points(mine, other) for mine in own for other in others)
            by_set[result.set] = taken, met + len(own) * len(others)
    return matches, by_set


def _stands_for(side: SideResult, name: str, other: str) -> bool:
    return name in side.players and other not in side.players


def _difference(totals: _Numbers) -> _Numbers:
    """Elo difference from points taken and meetings, both in the last axis.

    The inverse of the logistic curve. Where one took every point the curve has no value, so half a
    point is added to each of the two (points + ½ of meetings + 1)."""
    taken, met = totals[..., 0], totals[..., 1]
    half = np.where((taken == 0.0) | (taken == met), 0.5, 0.0)
    return SCALE * np.log10((taken + half) / (met - taken + half))


def _interval(rows: _Numbers, seed: int, resamples: int) -> tuple[float, float]:
    """The percentile interval over resamples of the sets.

    Sets with the same points and meetings are interchangeable, so it is drawn how often each kind of
    set occurs: the same distribution as drawing single sets, at a cost that does not grow with them.
    """
    kinds, counts = np.unique(rows, axis=0, return_counts=True)
    chance = np.random.default_rng(seed)
    differences = np.empty(resamples)
    step = max(1, _DRAWS_AT_ONCE // len(kinds))
    for start in range(0, resamples, step):
        part = differences[start : start + step]
        drawn = chance.multinomial(len(rows), counts / len(rows), size=len(part))
        part[:] = _difference(drawn @ kinds)
    tail = (1.0 - COVERAGE) / 2.0
    low, high = np.quantile(differences, [tail, 1.0 - tail])
    return float(low), float(high)


def _note(sets: int, taken: float, met: int) -> str:
    notes = []
    if sets == 0:
        notes.append("they never met on different sides, so there is no difference")
    if sets == 1:
        notes.append("they met in one set only, and an interval needs two")
    if sets > 0 and taken in (0.0, met):
        notes.append("one took every point, so half a point was added to each")
    if sets > 1 and taken in (0.0, met):
        notes.append("the interval is too narrow, because no resample differs")
    return "; ".join(notes)
