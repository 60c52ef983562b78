"""Elo: the published numbers, hand-made ones, and what must hold for all results."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ladder_results import any_results, free_for_alls, result

from ladder.elo import Ratings, expectation, rate
from ladder.result import Result


def ratings_of(ratings: Ratings) -> dict[str, float]:
    return {row.name: row.rating for row in ratings.rows}


# FIDE Handbook B.02, table 8.1.2: the scoring probability for a difference in rating.
@pytest.mark.parametrize(("difference", "share"), [(0, 0.50), (50, 0.57), (100, 0.64), (200, 0.76)])
def test_the_expectation_agrees_with_the_published_table(difference: float, share: float) -> None:
    assert round(expectation(difference), 2) == share


def test_at_a_difference_of_400_the_odds_are_ten_to_one() -> None:
    assert expectation(400.0) == pytest.approx(10 / 11, abs=1e-12)


@given(st.floats(-4000, 4000))
def test_the_expectation_is_the_logistic_curve(difference: float) -> None:
    assert expectation(difference) == pytest.approx(1 / (1 + 10 ** (-difference / 400)), abs=1e-12)


def test_a_difference_beyond_all_bounds_is_a_certainty() -> None:
    assert expectation(1e300) == 1.0


def test_a_win_between_equals_moves_each_by_half_of_k() -> None:
    assert ratings_of(rate([result("a 1", "b 2")])) == {"a": 1512.0, "b": 1488.0}


def test_a_draw_between_equals_moves_nobody() -> None:
    assert ratings_of(rate([result("a 1", "b 1")])) == {"a": 1500.0, "b": 1500.0}


def test_a_second_win_against_the_same_player_earns_less() -> None:
    # 1512 against 1488: expected 1 / (1 + 10^(-24/400)) = 0.534484, so 24 × 0.465516 = 11.1724.
    ratings = ratings_of(rate([result("a 1", "b 2", match="1"), result("a 1", "b 2", match="2")]))
    assert ratings["a"] == pytest.approx(1523.1724, abs=1e-4)


def test_a_table_of_three_equals_moves_by_the_mean_of_the_pairs() -> None:
    # a beats two: 24/2 × (½ + ½) = 12; b and c lose one pair and draw the other: 24/2 × −½ = −6.
    assert ratings_of(rate([result("a 1", "b 2", "c 2")])) == {"a": 1512.0, "b": 1494.0, "c": 1494.0}


def test_a_table_of_three_unequals_comes_out_as_computed_by_hand() -> None:
    # After a beat b: a 1512, b 1488, c 1500. Then c, a, b in this order.
    # E(c,a) = E(−12) = 0.482737, E(c,b) = E(12) = 0.517263, E(a,b) = E(24) = 0.534484.
    # c: 12 × (2 − 1.000000) = +12; a: 12 × (1 − 0.517263 − 0.534484) = −0.620958; b: −11.379042.
    ratings = ratings_of(rate([result("a 1", "b 2", match="1"), result("c 1", "a 2", "b 3", match="2")]))
    assert ratings == pytest.approx({"c": 1512.0, "a": 1511.379042, "b": 1476.620958}, abs=1e-5)


def test_a_side_is_as_strong_as_the_mean_over_its_seats() -> None:
    # a 1512, b 1488; then a with two seats and b with one, mean 1504, lose to c of 1500:
    # expected E(4) = 0.505756, so each of a and b loses 24 × 0.505756 = 12.138146.
    matches = [result("a 1", "b 2", match="1"), result("a+a+b 2", "c 1", match="2")]
    assert ratings_of(rate(matches))["a"] == pytest.approx(1512 - 12.138146, abs=1e-5)


def test_each_entrant_of_a_side_gets_the_step_once_however_many_seats_it_has() -> None:
    assert ratings_of(rate([result("a+a+b 1", "c 2")])) == {"a": 1512.0, "b": 1512.0, "c": 1488.0}


def test_a_side_without_players_is_not_rated() -> None:
    assert ratings_of(rate([result("a 2", "b 3", " 1")])) == {"a": 1512.0, "b": 1488.0}


@pytest.mark.parametrize(
    "unrated",
    [result("a 1", "b 2", void=True), result("a 1"), result("a 2", " 1")],
    ids=["void", "bye", "solo"],
)
def test_void_matches_and_matches_of_one_side_are_not_rated(unrated: Result) -> None:
    assert rate([unrated]).rows == ()


def test_the_count_tells_how_many_of_the_matches_were_rated() -> None:
    ratings = rate([result("a 1", "b 2", match="1"), result("a 1", match="2")])
    assert (ratings.matches, ratings.rated) == (2, 1)


def test_a_record_counts_matches_sets_wins_and_meetings() -> None:
    matches = [
        result("a 1", "b 1", "c 3", match="1", set_name="s"),
        result("a 2", "b 1", "c 3", match="2", set_name="s"),
        result("a 2", "b 1", match="3", set_name="t"),
    ]
    record = next(row.record for row in rate(matches).rows if row.name == "a")
    counted = (record.matches, record.sets, record.wins, record.won, record.drawn, record.lost)
    assert counted == (3, 2, 1, 2, 1, 2)


def test_k_and_the_start_are_the_callers_choice() -> None:
    assert ratings_of(rate([result("a 1", "b 2")], k=10, start=1000)) == {"a": 1005.0, "b": 995.0}


@pytest.mark.parametrize("k", [0.0, -1.0, 1001.0, float("nan"), float("inf")])
def test_a_k_out_of_bounds_is_refused(k: float) -> None:
    with pytest.raises(ValueError, match="k: expected"):
        rate([], k=k)


def test_equal_ratings_stand_in_the_order_of_names() -> None:
    assert [row.name for row in rate([result("b 1", "a 1")]).rows] == ["a", "b"]


@settings(deadline=None, max_examples=30)
@given(free_for_alls())
def test_without_teams_the_sum_of_all_ratings_stays(results: tuple[Result, ...]) -> None:
    ratings = ratings_of(rate(results))
    assert sum(ratings.values()) == pytest.approx(1500.0 * len(ratings), abs=1e-6)


@settings(deadline=None, max_examples=30)
@given(free_for_alls(), st.randoms(use_true_random=False))
def test_the_order_of_the_sides_changes_nothing(results: tuple[Result, ...], order: random.Random) -> None:
    turned = [each._replace(sides=tuple(order.sample(each.sides, len(each.sides)))) for each in results]
    assert rate(turned) == rate(results)


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_sides_changes_no_last_bit_after_any_match(seed: int) -> None:
    draw = random.Random(seed)
    results = [
        result(*(f"{name} {draw.randint(1, 3)}" for name in draw.sample("abcdef", 4)), match=str(place))
        for place in range(60)
    ]
    turned = [each._replace(sides=each.sides[::-1]) for each in results]
    there = [ratings_of(rate(results[:number])) for number in range(60)]
    assert [ratings_of(rate(turned[:number])) for number in range(60)] == there


@settings(deadline=None, max_examples=30)
@given(free_for_alls())
def test_new_names_change_nothing_but_the_names(results: tuple[Result, ...]) -> None:
    renamed = [
        each._replace(
            sides=tuple(side._replace(players=tuple(f"new {n}" for n in side.players)) for side in each.sides)
        )
        for each in results
    ]
    assert ratings_of(rate(renamed)) == {f"new {n}": r for n, r in ratings_of(rate(results)).items()}


@settings(deadline=None, max_examples=30)
@given(free_for_alls())
def test_with_the_ranks_turned_around_a_first_match_moves_everyone_the_other_way(
    results: tuple[Result, ...],
) -> None:
    first = results[0]
    turned = first._replace(sides=tuple(side._replace(rank=6 - side.rank) for side in first.sides))
    there, back = ratings_of(rate([first])), ratings_of(rate([turned]))
    assert {name: 3000.0 - rating for name, rating in back.items()} == pytest.approx(there)


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_whatever_the_results_every_rating_is_a_number_and_highest_come_first(
    results: tuple[Result, ...],
) -> None:
    found = [row.rating for row in rate(results).rows]
    assert found == sorted(found, reverse=True)
    assert all(abs(rating) < 10_000 for rating in found)
