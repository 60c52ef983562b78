"""Interleaved pairs: what is measured and its baseline in turn, so that the machine's moods hit both."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

PAIRS = 5


class Figure(NamedTuple):
    """One line of the report.

    measured, baseline: medians, in `unit`; baseline None: what is measured is judged by itself.
    judged: the median of the pairs' ratios, or `measured`; lowest and highest of the repeats say how
    far to trust it. bar: what is asked for, None where nothing is; at_most: whether it is a ceiling
    and not a floor."""

    name: str
    unit: str
    measured: float
    baseline: float | None
    judged: float
    lowest: float
    highest: float
    bar: float | None = None
    at_most: bool = False

    @property
    def holds(self) -> bool:
        """Whether the bar is met."""
        if self.bar is None:
            return True
        return self.judged <= self.bar if self.at_most else self.judged >= self.bar


class Course(NamedTuple):
    """How to measure. seconds: how long each time. progress: takes a line about each."""

    pairs: int
    seconds: float
    progress: Callable[[str], None] = lambda line: None


def ratio(
    name: str,
    unit: str,
    measured: Callable[[], float],
    baseline: Callable[[], float],
    *,
    bar: float,
    course: Course,
) -> Figure:
    """Measure both in turn; each callable gives a rate, more is better."""
    found: list[tuple[float, float]] = []
    for number in range(course.pairs):
        found.append((measured(), baseline()))
        mine, theirs = found[-1]
        course.progress(f"{name} {number + 1}/{course.pairs}: {mine:,.0f} against {theirs:,.0f} {unit}")
    ratios = [mine / theirs for mine, theirs in found]
    return Figure(
        name,
        unit,
        statistics.median(mine for mine, _ in found),
        statistics.median(theirs for _, theirs in found),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
        bar,
    )


def ceiling(name: str, unit: str, values: Sequence[float], *, bar: float | None = None) -> Figure:
    """A figure that has no baseline and that should be small."""
    middle = statistics.median(values)
    return Figure(name, unit, middle, None, middle, min(values), max(values), bar, at_most=True)


def total(name: str, unit: str, counts: Sequence[int], *, bar: int | None = None) -> Figure:
    """Something that was counted, over all repeats together."""
    together = sum(counts)
    return Figure(name, unit, together, None, together, min(counts), max(counts), bar, at_most=True)
