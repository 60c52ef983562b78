"""Comparisons: the difference, its interval by sets, and what is said when there is none."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from ladder_results import result

import ladder.compare
from ladder.compare import compare
from ladder.result import Result


def duel(taken: str, *, set_name: str, place: int = 0) -> Result:
    """One match of a against b: "+" won by a, "=" drawn, "-" lost."""
    ranks = {"+": ("a 1", "b 2"), "=": ("a 1", "b 1"), "-": ("a 2", "b 1")}[taken]
    return result(*ranks, match=f"{set_name}/{place}", set_name=set_name)


def duels(*sets: str) -> list[Result]:
    return [
        duel(taken, set_name=f"s{number}", place=place)
        for number, matches in enumerate(sets)
        for place, taken in enumerate(matches)
    ]


def test_three_quarters_of_the_points_are_191_elo() -> None:
    # 400 × log10(3) = 190.85
    assert compare(duels("++", "=="), "a", "b").difference == pytest.approx(190.85, abs=0.01)


def test_equal_points_are_no_difference() -> None:
    assert compare(duels("+-", "=="), "a", "b").difference == 0.0


def test_turned_around_the_difference_changes_its_sign() -> None:
    results = duels("++", "+-", "=+")
    there, back = compare(results, "a", "b").difference, compare(results, "b", "a").difference
    assert there == pytest.approx(-1.0 * (back or 0.0))


def test_every_pair_of_sides_on_which_they_sit_is_a_meeting() -> None:
    table = result("a+x 1", "b 2", "a+y 3", "c 4")
    found = compare([table], "a", "b")
    assert (found.matches, found.meetings, found.points) == (1, 2, 1.0)


def test_a_match_as_team_mates_is_no_meeting() -> None:
    assert compare([result("a+b 1", "c 2")], "a", "b").meetings == 0


def test_void_matches_are_no_meetings() -> None:
    assert compare([result("a 1", "b 2", void=True)], "a", "b").meetings == 0


def test_who_never_met_has_no_difference_and_is_told_so() -> None:
    found = compare([result("a 1", "c 2"), result("b 1", "c 2")], "a", "b")
    assert (found.difference, found.interval) == (None, None)
    assert "never met" in found.note


def test_one_set_gives_a_difference_without_an_interval_and_says_so() -> None:
    found = compare(duels("+-=+"), "a", "b")
    assert found.difference is not None
    assert found.interval is None
    assert "one set" in found.note


def test_where_one_takes_every_point_half_a_point_is_added_to_each() -> None:
    # 4½ of 5 points: 400 × log10(9) = 381.70
    found = compare(duels("++", "++"), "a", "b")
    assert found.difference == pytest.approx(381.70, abs=0.01)
    assert "half a point" in found.note


def test_a_player_cannot_be_compared_with_itself() -> None:
    with pytest.raises(ValueError, match="itself"):
        compare([], "a", "a")


def test_the_same_seed_gives_the_same_interval_in_any_order_of_results() -> None:
    results = duels("++", "+-", "=+", "--", "+=")
    assert compare(results[::-1], "a", "b", seed=7) == compare(results, "a", "b", seed=7)


def test_another_seed_gives_another_interval() -> None:
    results = duels(*itertools.islice(itertools.cycle(["+-=", "++=", "=-+", "-=-"]), 40))
    assert compare(results, "a", "b", seed=1).interval != compare(results, "a", "b", seed=2).interval


def test_the_interval_agrees_with_a_plain_resampling_of_single_sets() -> None:
    sets = ["++", "+-", "=+", "--", "+=", "==", "-+", "++", "+-", "++"] * 6
    worth = np.array([sum({"+": 1.0, "=": 0.5, "-": 0.0}[each] for each in matches) for matches in sets])
    drawn = np.random.default_rng(5).integers(0, len(sets), size=(4000, len(sets)))
    shares = worth[drawn].sum(axis=1) / (2 * len(sets))
    plain = np.quantile(400 * np.log10(shares / (1 - shares)), [0.025, 0.975])
    assert compare(duels(*sets), "a", "b", resamples=4000).interval == pytest.approx(tuple(plain), abs=6.0)


def test_matches_that_repeat_their_set_do_not_narrow_the_interval() -> None:
    once = compare(duels("+", "-", "=", "+", "+", "-"), "a", "b").interval
    tenfold = compare(duels("+" * 10, "-" * 10, "=" * 10, "+" * 10, "+" * 10, "-" * 10), "a", "b").interval
    assert tenfold == pytest.approx(once)


def test_about_95_of_100_intervals_hold_the_truth_though_matches_of_a_set_agree() -> None:
    chance = np.random.default_rng(20261128)
    truth = 400 * np.log10(0.6 / 0.4)
    held = 0
    for _ in range(150):
        # Both matches of a set go to the same player: the deal decides.
        sets = ["++" if won else "--" for won in chance.random(60) < 0.6]
        low, high = compare(duels(*sets), "a", "b", resamples=500).interval or (0.0, 0.0)
        held += low <= truth <= high
    assert 0.90 <= held / 150 <= 0.99


def test_the_interval_is_the_same_however_many_draws_are_made_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = duels("++", "+-", "=+", "--", "+=")
    together = compare(results, "a", "b").interval
    monkeypatch.setattr(ladder.compare, "_DRAWS_AT_ONCE", 21)
    assert compare(results, "a", "b").interval == together
