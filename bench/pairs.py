"""Interleaved pairs: what is measured and its baseline in turn, so that the machine's moods hit both."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import NamedTuple

PAIRS = 5


class Ratio(NamedTuple):
    """One line of the report.

    measured, baseline: medians, in `unit`. ratio: the median of the pairs' ratios; lowest and
    highest of them say how far to trust it. bar: what the issue asks for; at_most: whether it is a
    ceiling and not a floor.
    """

    name: str
    unit: str
    measured: float
    baseline: float
    ratio: float
    lowest: float
    highest: float
    bar: float
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Whether the bar is met."""
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar


def ratio(
    name: str,
    unit: str,
    measured: Callable[[], float],
    baseline: Callable[[], float],
    *,
    bar: float,
    pairs: int = PAIRS,
    progress: Callable[[str], None] = lambda line: None,
) -> Ratio:
    """Measure `pairs` times in turn; each callable gives a rate, more is better."""
    found: list[tuple[float, float]] = []
    for number in range(pairs):
        found.append((measured(), baseline()))
        progress(
            f"{name}, pair {number + 1} of {pairs}: {found[-1][0]:,.0f} against {found[-1][1]:,.0f} {unit}"
        )
    ratios = [mine / theirs for mine, theirs in found]
    return Ratio(
        name,
        unit,
        statistics.median(mine for mine, _ in found),
        statistics.median(theirs for _, theirs in found),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
        bar,
    )
