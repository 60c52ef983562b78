"""What a figure of the benchmarks says of its repeats."""

from __future__ import annotations

import pytest

from bench.pairs import Course, Figure, ceiling, ratio, total


def measured_in_turn(mine: list[float], theirs: list[float], bar: float) -> tuple[Figure, list[str]]:
    """A figure from scripted rates, and the order in which they were asked for."""
    asked: list[str] = []

    def next_of(name: str, rates: list[float]) -> float:
        asked.append(name)
        return rates.pop(0)

    figure = ratio(
        "echo",
        "a second",
        lambda: next_of("mine", mine),
        lambda: next_of("theirs", theirs),
        bar=bar,
        course=Course(len(mine), 1.0),
    )
    return figure, asked


def test_a_ratio_is_measured_in_interleaved_pairs() -> None:
    _, asked = measured_in_turn([1.0, 1.0], [2.0, 2.0], bar=0.5)

    assert asked == ["mine", "theirs", "mine", "theirs"]


def test_a_ratio_is_the_median_of_the_pairs_and_not_that_of_the_medians() -> None:
    figure, _ = measured_in_turn([10.0, 30.0, 20.0], [10.0, 60.0, 80.0], bar=0.5)

    assert (figure.lowest, figure.judged, figure.highest) == (0.25, 0.5, 1.0)
    assert (figure.measured, figure.baseline) == (20.0, 60.0)


@pytest.mark.parametrize(("bar", "holds"), [(0.5, True), (0.51, False)])
def test_a_ratio_holds_from_its_bar_upwards(bar: float, holds: bool) -> None:
    figure, _ = measured_in_turn([1.0], [2.0], bar)

    assert figure.holds is holds


@pytest.mark.parametrize(("bar", "holds"), [(2.0, True), (1.9, False), (None, True)])
def test_a_ceiling_holds_up_to_its_bar(bar: float | None, holds: bool) -> None:
    assert ceiling("lateness", "ms", [1.0, 2.0, 9.0], bar=bar).holds is holds


def test_one_wrong_among_all_repeats_breaks_a_total_of_none() -> None:
    assert not total("wronged", "answers", [0, 1, 0, 0, 0], bar=0).holds
