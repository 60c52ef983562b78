"""What is shown: names that cannot break a table, and full values in JSON and CSV."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given, settings
from ladder_results import NASTY_NAMES, any_results, result

from ladder import render
from ladder.compare import compare
from ladder.elo import rate
from ladder.names import shown_name
from ladder.result import Result, SideResult
from ladder.tables import cross_table, standings

NASTY = Result("m", "s", tuple(SideResult((name,), 1 + i, 0.0) for i, name in enumerate(NASTY_NAMES)))


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_short_name_is_shown_as_it_is() -> None:
    assert shown_name("alice") == "alice"


def test_a_name_of_300_letters_loses_its_middle() -> None:
    assert shown_name("a" * 150 + "b" * 150) == "a" * 21 + "…" + "b" * 10


@pytest.mark.parametrize(
    ("name", "shown"), [("a\nb", r"a\nb"), ("\x1b[31m", r"\x1b[31m"), ("\u202eevil", r"\u202eevil")]
)
def test_what_would_steer_a_terminal_is_escaped(name: str, shown: str) -> None:
    assert shown_name(name) == shown


def test_a_right_to_left_name_is_isolated_from_the_numbers_beside_it() -> None:
    assert shown_name("שלום") == "\u2068שלום\u2069"


def test_a_table_is_one_line_an_entrant_whatever_the_names() -> None:
    for value in (standings([NASTY]), rate([NASTY]), cross_table([NASTY])):
        lines = render.text(value).splitlines()
        assert len(lines) == len(NASTY_NAMES) + 2


def test_no_name_shifts_the_numbers_of_its_row() -> None:
    header, rule, *rows = render.text(standings([NASTY])).splitlines()
    start = header.index("name")
    assert {row[start - 2 : start] for row in (rule, *rows)} == {"  "}


def test_standings_read_as_a_table() -> None:
    text = render.text(standings([result("alice 1", "bob 2")], {"faults": {"bob": "1 late"}}))
    assert text.splitlines()[2].split() == ["1", "1", "1", "1.000", "1", "1512", "–", "alice"]
    assert text.splitlines()[3].split() == ["2", "1", "1", "0.000", "0", "1488", "1", "late", "bob"]


def test_a_cross_table_shows_share_and_number_of_meetings_under_the_others_number() -> None:
    lines = render.text(cross_table([result("alice 1", "bob 2")])).splitlines()
    assert lines[0].split() == ["#", "1", "2", "name"]
    assert lines[2].split() == ["1", "–", "1.00", "(1)", "alice"]


def test_solo_play_has_a_table_of_its_own() -> None:
    assert "Played alone: scored, not rated" in render.text(standings([result("a 1")]))


def test_nothing_is_said_in_words() -> None:
    assert render.text(standings([])) == "no matches to show"


def test_json_and_csv_hold_names_in_full() -> None:
    for value in (standings([NASTY]), rate([NASTY]), cross_table([NASTY])):
        rows = next(rows for rows in render.as_json(value).values() if isinstance(rows, list))
        assert {row["name"] for row in rows} == set(NASTY_NAMES)
        assert {row["name"] for row in rows_of(render.as_csv(value))} == set(NASTY_NAMES)


def test_the_csv_of_standings_tells_rated_from_solo_rows() -> None:
    rows = rows_of(render.as_csv(standings([result("a 1", "b 2", match="1"), result("a 1", match="2")])))
    assert [(row["table"], row["name"]) for row in rows] == [
        ("standings", "a"),
        ("standings", "b"),
        ("solo", "a"),
    ]


def test_ratings_as_json_tell_how_they_were_made() -> None:
    made = render.as_json(rate([result("a 1", "b 2")], k=10))
    assert (made["model"], made["k"], made["start"], made["rated"]) == ("elo", 10, 1500.0, 1)


def test_an_extra_column_called_as_one_of_ours_is_refused() -> None:
    with pytest.raises(ValueError, match="extra column"):
        render.as_csv(standings([result("a 1", "b 2")], {"elo": {}}))


def test_a_comparison_is_told_in_two_lines() -> None:
    results = [result(f"a {rank}", f"b {3 - rank}", match=str(i)) for i, rank in enumerate((1, 2, 1, 2))]
    first, second = render.text(compare(results, "a", "b")).splitlines()
    assert first.startswith("a against b: +0 Elo, 95 % interval -")
    assert second == "2 of 4 points (0.500) in 4 matches of 4 sets; 2000 resamples of sets, seed 0"


def test_a_comparison_of_strangers_says_that_they_never_met() -> None:
    assert render.text(compare([], "a", "b")).startswith("a against b: they never met")


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_whatever_the_results_everything_can_be_shown(results: tuple[Result, ...]) -> None:
    for value in (standings(results, {"faults": {"alice": 1}}), rate(results), cross_table(results)):
        json.dumps(render.as_json(value), allow_nan=False)
        assert render.as_csv(value)
        assert all(letter == "\n" or letter.isprintable() for letter in _plain(render.text(value)))


def _plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")
