"""Results files: two forms of the same results, and mistakes told by file, line, key and expectation."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from ladder_results import NASTY_NAMES, any_results

from ladder import csv_form, jsonl_form
from ladder.elo import rate
from ladder.errors import FileMistake
from ladder.files import results_from
from ladder.result import Result, SideResult

GOOD = {
    "match": "main/1/0/0/0/1",
    "set": "main/1/0/0",
    "sides": [
        {"players": ["alice"], "rank": 1, "score": 21, "forfeit": False},
        {"players": ["bob"], "rank": 2, "score": 3.5, "forfeit": True},
    ],
    "void": False,
}
HEADER = "match,set,side,players,rank,score,forfeit,void"


def from_jsonl(text: str) -> tuple[Result, ...]:
    return results_from(text.encode(), "r.jsonl", ".jsonl")


def from_csv(text: str) -> tuple[Result, ...]:
    return results_from(text.encode(), "r.csv", ".csv")


def test_a_line_of_json_is_a_result() -> None:
    sides = (SideResult(("alice",), 1, 21.0, False), SideResult(("bob",), 2, 3.5, True))
    assert from_jsonl(json.dumps(GOOD)) == (Result("main/1/0/0/0/1", "main/1/0/0", sides, False),)


def test_the_rows_of_a_match_are_a_result() -> None:
    text = f'{HEADER}\nm,s,0,"[""alice""]",1,21,false,false\nm,s,1,"[""bob""]",2,3.5,true,false\n'
    sides = (SideResult(("alice",), 1, 21.0, False), SideResult(("bob",), 2, 3.5, True))
    assert from_csv(text) == (Result("m", "s", sides, False),)


def test_nasty_names_come_back_from_both_forms() -> None:
    results = (Result("m", "s", (SideResult(NASTY_NAMES, 1, 0.1), SideResult((), 2, -3.0))),)
    assert from_jsonl(jsonl_form.write(results)) == results
    assert from_csv(csv_form.write(results)) == results


@pytest.mark.parametrize("text", ["a\rb", "\r", "\n", 'say "so"', "a,b", " a "])
def test_nasty_identities_come_back_from_csv(text: str) -> None:
    results = (Result(text, text, (SideResult(("alice",), 1, 0.0),)),)
    assert from_csv(csv_form.write(results)) == results


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_all_results_come_back_from_json_lines(results: tuple[Result, ...]) -> None:
    assert from_jsonl(jsonl_form.write(results)) == results


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_all_results_come_back_from_csv(results: tuple[Result, ...]) -> None:
    assert from_csv(csv_form.write(results)) == results


@settings(deadline=None, max_examples=30)
@given(any_results())
def test_both_forms_give_the_same_ratings(results: tuple[Result, ...]) -> None:
    assert rate(from_csv(csv_form.write(results))) == rate(from_jsonl(jsonl_form.write(results)))


def test_without_an_ending_the_form_is_told_by_the_content() -> None:
    results = (Result("m", "s", (SideResult(("alice",), 1, 0.0),)),)
    for form in (jsonl_form, csv_form):
        assert results_from(form.write(results).encode(), "standard input") == results


def test_a_spreadsheets_byte_order_mark_and_line_ends_do_no_harm() -> None:
    results = (Result("m", "s", (SideResult(("alice",), 1, 0.0),)),)
    content = "\ufeff" + csv_form.write(results).replace("\n", "\r\n")
    assert from_csv(content) == results


def test_empty_lines_are_passed_over() -> None:
    assert len(from_jsonl(f"\n{json.dumps(GOOD)}\n\n")) == 1
    assert len(from_csv(f'{HEADER}\n\nm,s,0,"[""alice""]",1,0,false,false\n\n')) == 1


def test_an_empty_json_lines_file_holds_no_results() -> None:
    assert from_jsonl("") == ()


def side_with(**changed: object) -> dict[str, object]:
    first, second = GOOD["sides"]  # type: ignore[misc]
    return GOOD | {"sides": [first, second | changed]}  # type: ignore[operator]


def without(key: str) -> dict[str, object]:
    return {name: value for name, value in GOOD.items() if name != key}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([], "r.jsonl, line 2: expected an object with the keys match, set, sides, void, got []"),
        (without("set"), "r.jsonl, line 2, set: expected this key, got ['match', 'sides', 'void']"),
        (GOOD | {"elo": 1}, "r.jsonl, line 2: expected only the keys match, set, sides, void, got 'elo'"),
        (GOOD | {"match": ""}, "r.jsonl, line 2, match: expected a text that is not empty, got ''"),
        (GOOD | {"set": 3}, "r.jsonl, line 2, set: expected a text that is not empty, got 3"),
        (GOOD | {"void": 0}, "r.jsonl, line 2, void: expected true or false, got 0"),
        (GOOD | {"sides": []}, "r.jsonl, line 2, sides: expected a list of one side or more, got []"),
        (side_with(rank=0), "r.jsonl, line 2, sides[1].rank: expected a whole number from 1, got 0"),
        (side_with(rank=True), "r.jsonl, line 2, sides[1].rank: expected a whole number from 1, got True"),
        (side_with(rank=1.5), "r.jsonl, line 2, sides[1].rank: expected a whole number from 1, got 1.5"),
        (side_with(score="9"), "r.jsonl, line 2, sides[1].score: expected a finite number, got '9'"),
        (side_with(score=float("nan")), "r.jsonl, line 2, sides[1].score: expected a finite number, got nan"),
        (side_with(players="bob"), "r.jsonl, line 2, sides[1].players: expected a list of names, got 'bob'"),
        (
            side_with(players=["bob", "\ud800"]),
            "r.jsonl, line 2, sides[1].players[1]: expected a text that is not empty, got '\\ud800'",
        ),
        (side_with(forfeit="no"), "r.jsonl, line 2, sides[1].forfeit: expected true or false, got 'no'"),
    ],
)
def test_a_mistake_in_json_lines_is_told_by_line_key_and_expectation(value: object, told: str) -> None:
    with pytest.raises(FileMistake) as caught:
        from_jsonl("\n" + json.dumps(value))
    assert str(caught.value) == told


@pytest.mark.parametrize("line", ["{", '{"match": "a", "match": "b"}', "nothing", "[" * 100_000])
def test_a_line_that_is_not_one_object_is_told(line: str) -> None:
    with pytest.raises(FileMistake, match="line 1: expected one JSON object, no key twice"):
        from_jsonl(line)


def test_a_number_too_large_to_be_one_is_told() -> None:
    text = json.dumps(GOOD).replace("3.5", "9" * 400)
    with pytest.raises(FileMistake, match="score: expected a finite number"):
        from_jsonl(text)


def test_a_match_that_stands_twice_is_told_with_both_lines() -> None:
    line = json.dumps(GOOD)
    with pytest.raises(FileMistake, match=r"line 3, match: expected each match once \(see line 1\)"):
        from_jsonl(f"{line}\n\n{line}\n")


def test_what_is_not_utf_8_is_told_by_its_line() -> None:
    with pytest.raises(FileMistake, match="line 2: expected UTF-8"):
        results_from(b"\n\xff", "r.jsonl", ".jsonl")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ("m,s,0", "r.csv, line 2: expected 8 cells, got 3"),
        ("m,s,1,[],1,0,false,false", "r.csv, line 2, side: expected 0, the next side of its match, got '1'"),
        ("m,s,0,a+b,1,0,false,false", "r.csv, line 2, players: expected a list of names as JSON"),
        ("m,s,0,[],one,0,false,false", "r.csv, line 2, rank: expected a whole number from 1, got 'one'"),
        ("m,s,0,[],1,,false,false", "r.csv, line 2, score: expected a finite number, got ''"),
        ("m,s,0,[],1,0,FALSE,false", "r.csv, line 2, forfeit: expected true or false, got 'FALSE'"),
        (",s,0,[],1,0,false,false", "r.csv, line 2, match: expected a text that is not empty, got ''"),
        (
            "m,s,0,[],1,0,false,false\nm,t,1,[],1,0,false,false",
            "r.csv, line 3, set: expected the same as on line 2, got 't'",
        ),
        (
            "m,s,0,[],1,0,false,false\nm,s,1,[],1,0,false,true",
            "r.csv, line 3, void: expected the same as on line 2, got 'true'",
        ),
        ('"m,s', "r.csv, line 2: expected a row of CSV"),
        (
            '"m\n1",s,0,[],1,0,false,false\nn,s,0,[],0,0,false,false',
            "r.csv, line 4, rank: expected a whole number from 1, got 0",
        ),
        (
            "m,s,0,[],1,0,false,false\nn,s,0,[],1,0,false,false\nm,s,0,[],1,0,false,false",
            "r.csv, line 4, match: expected each match once (see line 2), got 'm'",
        ),
    ],
)
def test_a_mistake_in_csv_is_told_by_line_column_and_expectation(rows: str, told: str) -> None:
    with pytest.raises(FileMistake) as caught:
        from_csv(f"{HEADER}\n{rows}\n")
    assert str(caught.value).startswith(told)


def test_another_header_is_told() -> None:
    with pytest.raises(FileMistake, match="line 1: expected the header match,set,side"):
        from_csv("match,players\n")


def test_what_stands_there_is_shown_shortened() -> None:
    with pytest.raises(FileMistake) as caught:
        from_jsonl(json.dumps(side_with(score="9" * 1000)))
    assert len(str(caught.value)) < 200
