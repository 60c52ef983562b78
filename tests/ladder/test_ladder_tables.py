"""Standings and cross tables: who is listed, in which order, with which numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from ladder_results import any_results, free_for_alls, result

from ladder.result import Result, SideResult
from ladder.tables import Meetings, cross_table, standings


def alone(name: str, score: float, match: str) -> Result:
    return Result(match, match, (SideResult((name,), 1, score), SideResult((), 2, 0.0)))


def test_the_share_is_the_mean_over_matches_whatever_the_size_of_the_table() -> None:
    # 1 of 1, then ½ + 0 of 3: (1 + 1/6) / 2
    matches = [result("a 1", "b 2", match="1"), result("c 1", "a 3", "b 3", "d 2", match="2")]
    share = {row.name: row.share for row in standings(matches).rows}
    assert share["a"] == pytest.approx(7 / 12)


def test_standings_are_by_share_even_where_elo_would_order_otherwise() -> None:
    # b wins one of one; a wins three of four and so has the higher rating.
    matches = [result(f"a {rank}", f"c{i} {3 - rank}", match=str(i)) for i, rank in enumerate((1, 1, 1, 2))]
    rows = standings([*matches, result("b 1", "d 2", match="5")]).rows
    place = {row.name: row for row in rows}
    assert (place["a"].elo or 0.0) > (place["b"].elo or 0.0)
    assert rows.index(place["b"]) < rows.index(place["a"])


def test_equal_shares_share_a_rank_and_stand_by_name() -> None:
    rows = standings([result("c 1", "b 2", "a 2")]).rows
    assert [(row.rank, row.name) for row in rows] == [(1, "c"), (2, "a"), (2, "b")]


def test_shares_that_are_equal_on_paper_are_equal() -> None:
    # In tables of four a takes 0, 1/3 and 2/3 and b takes 1/3 three times: a mean of 1/3 each.
    a_in = [result("x 1", "y 1", "z 1", "a 4", match="1")]
    a_in += [result("x 1", "y 1", "a 3", "z 4", match="2"), result("x 1", "a 2", "y 3", "z 4", match="3")]
    b_in = [result("x 1", "y 1", "b 3", "z 4", match=str(i)) for i in (4, 5, 6)]
    ranks = {row.name: row.rank for row in standings(a_in + b_in).rows}
    assert ranks["a"] == ranks["b"]


def test_whoever_played_void_matches_only_stands_last_without_numbers() -> None:
    rows = standings([result("a 1", "b 2", match="1"), result("c 1", "a 2", match="2", void=True)]).rows
    assert (rows[-1].name, rows[-1].rank, rows[-1].share, rows[-1].elo) == ("c", None, None, None)


def test_who_played_alone_stands_in_a_table_of_its_own_by_mean_score() -> None:
    found = standings([alone("a", 3.0, "1"), alone("a", 4.0, "2"), alone("b", 5.0, "3")])
    assert found.rows == ()
    assert [(row.rank, row.name, row.matches, row.score) for row in found.solo] == [
        (1, "b", 1, 5.0),
        (2, "a", 2, 3.5),
    ]


def test_a_void_match_alone_is_not_scored() -> None:
    assert standings([alone("a", 3.0, "1")._replace(void=True)]).solo == ()


def test_extra_columns_stand_beside_in_both_tables_and_are_empty_where_nothing_is_known() -> None:
    found = standings(
        [result("a 1", "b 2"), alone("a", 1.0, "s")], {"faults": {"a": 2}, "note": {"b": "new", "zoe": "?"}}
    )
    assert found.extra_columns == ("faults", "note")
    assert {row.name: row.extra for row in found.rows} == {"a": (2, None), "b": (None, "new")}
    assert found.solo[0].extra == (2, None)


def test_a_cross_table_tells_points_and_meetings_of_every_pair() -> None:
    table = cross_table([result("a 1", "b 2", "c 2", match="1"), result("a 1", "b 1", match="2")])
    assert table.names == ("a", "b", "c")
    assert table.cells[0] == (None, Meetings(1.5, 2), Meetings(1.0, 1))


def test_in_a_cross_table_each_entrant_of_a_side_meets_each_of_the_other_once() -> None:
    table = cross_table([result("a+a+b 1", "c+d 2")])
    assert table.cells[table.names.index("a")][table.names.index("d")] == Meetings(1.0, 1)


def test_who_sits_on_both_sides_meets_neither() -> None:
    table = cross_table([result("a+b 1", "a+c 2")])
    assert set(table.cells[table.names.index("a")]) == {None}


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_what_one_takes_of_a_meeting_the_other_leaves(results: tuple[Result, ...]) -> None:
    cells = cross_table(results).cells
    for row in range(len(cells)):
        for column in range(len(cells)):
            there, back = cells[row][column], cells[column][row]
            assert (there is None) == (back is None)
            assert there is None or back is None or there.points + back.points == there.meetings


@settings(deadline=None, max_examples=30)
@given(free_for_alls())
def test_in_every_match_half_of_the_points_are_shared_out(results: tuple[Result, ...]) -> None:
    rows = standings(results).rows
    seats = sum(row.matches for row in rows)
    assert sum((row.share or 0.0) * row.matches for row in rows) == pytest.approx(seats / 2)


@settings(deadline=None, max_examples=30)
@given(free_for_alls())
def test_the_order_of_the_results_changes_elo_but_no_share(results: tuple[Result, ...]) -> None:
    there, back = standings(results).rows, standings(results[::-1]).rows
    assert [(row.rank, row.name, row.share) for row in there] == [
        (row.rank, row.name, row.share) for row in back
    ]
