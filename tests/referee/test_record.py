"""Records as text: what is written is read back, what is broken is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.faults import KINDS, Fault
from arena.referee.memory import Reply
from arena.referee.record import Record, RecordError, loads

from .playing import at, first, played

texts = st.text(max_size=12)
whole = st.integers(-(2**40), 2**40)
numbers = st.floats(allow_nan=False, allow_infinity=False)


def rows_of(items: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(items, max_size=5).map(tuple)


records = st.builds(
    Record,
    game=texts,
    rules_version=texts,
    options=st.dictionaries(texts, st.one_of(texts, whole, st.booleans()), max_size=4),
    seats=whole,
    split=texts,
    players=rows_of(texts),
    sides=rows_of(whole),
    secret=st.none() | st.binary(min_size=16, max_size=64).map(bytes.hex),
    choices=rows_of(st.tuples(whole, texts)),
    times_ms=rows_of(st.none() | numbers),
    faults=rows_of(st.builds(Fault, whole, whole, st.sampled_from(KINDS), texts, st.booleans())),
    chain=rows_of(texts),
    ranks=rows_of(whole),
    scores=rows_of(numbers),
    forfeits=rows_of(st.booleans()),
    reason=texts,
    identity=texts,
)


@settings(deadline=None, max_examples=50)
@given(records)
def test_what_is_written_is_read_back(record: Record) -> None:
    assert loads(record.dumps()) == record


@settings(deadline=None, max_examples=50)
@given(records)
def test_a_record_has_one_line_a_choice(record: Record) -> None:
    lines = record.dumps().split("\n")
    choices = [json.loads(line.strip().removesuffix(",")) for line in lines[1:-2] if line.strip()]
    assert choices == [list(choice) for choice in record.choices]


def plain() -> dict[str, Any]:
    """A match with a fault, as the JSON of its record."""
    parsed: dict[str, Any] = json.loads(played(at(1, Reply(9)), first).dumps())
    return parsed


@pytest.mark.parametrize("key", Record._fields)
def test_a_missing_key_is_named(key: str) -> None:
    broken = plain()
    del broken[key]
    with pytest.raises(RecordError, match=f"^{key}: missing"):
        loads(json.dumps(broken))


@pytest.mark.parametrize("key", Record._fields)
def test_a_key_of_the_wrong_form_is_named(key: str) -> None:
    with pytest.raises(RecordError, match=f"^{key}: expected "):
        loads(json.dumps(plain() | {key: 1.5}))


FAULT = {"step": 0, "seat": 0, "kind": "late", "sentence": "", "forfeit": False}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("options", {"edition": 1.5}),
        ("options", {"edition": None}),
        ("seats", True),
        ("players", ["a", 1]),
        ("sides", [True]),
        ("secret", "abc"),
        ("secret", "ab" * 15),
        ("secret", "ab" * 65),
        ("secret", "no hex digits" * 4),
        ("choices", [[0]]),
        ("choices", [[0, "a", 1]]),
        ("choices", [["0", "a"]]),
        ("choices", ["0a"]),
        ("times_ms", [True]),
        ("times_ms", [float("nan")]),
        ("scores", [float("inf")]),
        ("scores", [None]),
        ("ranks", [1.0]),
        ("forfeits", [0]),
        ("chain", [1]),
        ("faults", ["late"]),
        ("faults", [FAULT | {"kind": "lazy"}]),
        ("faults", [FAULT | {"kind": ["late"]}]),
        ("faults", [FAULT | {"step": "0"}]),
        ("faults", [FAULT | {"seat": None}]),
        ("faults", [FAULT | {"sentence": 1}]),
        ("faults", [FAULT | {"forfeit": 0}]),
        ("faults", [FAULT | {"more": 0}]),
        ("faults", [{"step": 0}]),
    ],
)
def test_a_value_of_the_wrong_form_inside_a_key_is_named(key: str, value: object) -> None:
    with pytest.raises(RecordError, match=f"^{key}: expected "):
        loads(json.dumps(plain() | {key: value}))


@pytest.mark.parametrize("number", ["1e999", "-1e999", "1" + "0" * 400])
def test_a_number_too_large_to_be_one_is_named(number: str) -> None:
    text = json.dumps(plain() | {"scores": [0.125]}).replace("0.125", number)
    with pytest.raises(RecordError, match=r"^scores: expected "):
        loads(text)


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(RecordError, match=r"^shoes: not a key"):
        loads(json.dumps(plain() | {"shoes": 1}))


@pytest.mark.parametrize("text", ["", "{", "\x00", "[" * 100_000, '{"a": 9' + "9" * 5000 + "}"])
def test_what_is_not_json_is_called_so(text: str) -> None:
    with pytest.raises(RecordError, match=r"^not JSON"):
        loads(text)


@pytest.mark.parametrize("text", ["1", "[]", "null", "{}", '{"format": 2}', '{"format": "1"}'])
def test_what_is_not_of_this_format_is_called_so(text: str) -> None:
    with pytest.raises(RecordError, match=r"^format"):
        loads(text)
