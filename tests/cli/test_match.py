"""`arena match`, with its record shown and verified."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from .commands import Done, arena

SPLITS = ("2-2", "2-2-1", "3-2", "2-2-2", "3-3", "2-2-2-1", "3-2-2", "2-2-2-2", "4-4")
KEYS = ["game", "players", "sides", "ranks", "scores", "forfeits", "faults", "reason", "decisions"]


def match(*words: object) -> Done:
    """A short match, its result as JSON."""
    return arena("match", "gorus", *words, "--seed", 7, "--option", "target=1", "--json")


@pytest.fixture
def record() -> Path:
    """The record of a match."""
    path = Path("m.json")
    done = arena("match", "gorus", "random", "random", "greedy", "--seed", 7, "--record", path)
    assert done.status == 0
    return path


@pytest.mark.parametrize("seats", range(2, 9))
def test_each_bot_of_a_match_has_a_seat_and_a_side(seats: int) -> None:
    result = match(*["random"] * seats).json
    assert list(result) == KEYS
    assert result["players"] == ["random", *(f"random-{number}" for number in range(2, seats + 1))]
    assert result["sides"] == list(range(seats))
    assert sorted(result["ranks"])[0] == 1


def test_who_plays_alone_plays_against_a_side_without_a_seat() -> None:
    result = match("greedy").json
    assert (result["players"], result["sides"], len(result["ranks"])) == (["greedy"], [0], 2)


@pytest.mark.parametrize("split", SPLITS)
def test_one_bot_a_side_has_all_seats_of_its_side(split: str) -> None:
    sides = split.split("-")
    result = match("--teams", split, *["random"] * len(sides)).json
    names = [f"random-{number + 1}" if number else "random" for number in range(len(sides))]
    assert result["players"] == [names[side] for side in result["sides"]]
    assert [result["sides"].count(side) for side in range(len(sides))] == list(map(int, sides))


@pytest.mark.parametrize("split", SPLITS)
def test_one_bot_a_seat_may_sit_in_a_team_too(split: str) -> None:
    seats = sum(map(int, split.split("-")))
    result = match("--teams", split, *["random"] * seats).json
    assert len(set(result["players"])) == seats


def test_the_result_is_a_table_with_a_row_for_each_seat() -> None:
    out = arena("match", "gorus", "greedy", "random", "--seed", 7).out
    assert [line.split()[:2] for line in out.splitlines()[2:4]] == [["0", "greedy"], ["1", "random"]]
    assert out.endswith("gorus, no teams: played to its end\n")


def test_an_option_changes_the_match() -> None:
    one, three = match("random", "random"), arena("match", "gorus", "random", "random", "--seed", 7, "--json")
    assert one.json["decisions"] < three.json["decisions"]


def test_the_same_seed_gives_the_same_match(record: Path) -> None:
    again = Path("again.json")
    arena("match", "gorus", "random", "random", "greedy", "--seed", 7, "--record", again)
    assert choices(again) == choices(record)


def test_without_a_seed_each_match_has_a_secret_of_its_own(record: Path) -> None:
    for file in ("one.json", "two.json"):
        arena("match", "gorus", "random", "random", "--record", file)
    assert (
        json.loads(Path("one.json").read_text())["secret"]
        != json.loads(Path("two.json").read_text())["secret"]
    )


def test_a_record_is_identical_to_its_replay(record: Path) -> None:
    done = arena("verify", record)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("m.json: identical, ")


def test_verify_as_json_says_identical(record: Path) -> None:
    assert arena("verify", record, "--json").json == {"identical": True, "differences": []}


def test_after_one_choice_is_changed_verify_fails_and_says_where(record: Path) -> None:
    step = change_a_choice(record)
    done = arena("verify", record)
    assert done.status == 1
    assert done.sentence.startswith(f"m.json: differs at step {step}: seat ")


def test_after_one_choice_is_changed_verify_says_where_as_json(record: Path) -> None:
    step = change_a_choice(record)
    done = arena("verify", record, "--json")
    assert done.status == 1
    assert done.json["identical"] is False
    assert f"step {step}: " in done.json["differences"][0]


def test_show_tells_every_step(record: Path) -> None:
    lines = arena("show", record).out.splitlines()
    assert lines[0].startswith("gorus, 3 seats, rules ")
    assert lines[1].startswith("  seat 0: random, side 0, rank ")
    told = [line.split()[0] for line in lines if line[:5].strip().isdigit()]
    assert told == [str(step) for step in range(len(choices(record)))]


def test_show_step_shows_the_table_and_each_hand(record: Path) -> None:
    out = arena("show", record, "--step", 5).out
    assert out.count("you hold ") == 3
    assert "seat 2 (greedy):" in out


def test_show_as_json_is_the_record(record: Path) -> None:
    assert arena("show", record, "--json").out == record.read_text("utf-8")


def test_show_of_a_changed_record_goes_as_far_as_the_rules_do(record: Path) -> None:
    step = change_a_choice(record)
    done = arena("show", record)
    assert done.status == 1
    assert f"\n{step - 1:>5} seat " in done.out
    assert done.err.startswith(f"Error: here the record and the rules part ways: step {step}: ")


def test_show_refuses_a_step_after_the_last(record: Path) -> None:
    done = arena("show", record, "--step", 9999)
    assert (done.status, done.err) == (
        2,
        f"Error: --step 9999: the match has {len(choices(record))} steps, from 0\n",
    )


WRONG = {
    "an unknown game": (["chess", "random"], "there is no game 'chess'; there are gorus"),
    "too many bots": (["gorus", *["random"] * 9], "gorus is for 1 to 8 players, these are 9"),
    "an unknown split": (
        ["gorus", "--teams", "3-1", "random", "random"],
        "--teams 3-1: expected one of 2-2, ",
    ),
    "too few bots for a split": (
        ["gorus", "--teams", "2-2", "random", "random", "random"],
        "--teams 2-2: expected 2 bots (one a side) or 4, got 3",
    ),
    "an unknown option": (
        ["gorus", "random", "--option", "colour=red"],
        "colour: expected one of the options of gorus: edition, target, got 'red'",
    ),
    "an option that is no pair": (["gorus", "random", "--option", "red"], "--option red: expected KEY=VALUE"),
    "a value that an option may not have": (
        ["gorus", "random", "--option", "target=99"],
        "target: expected a whole number from 1 to 9, got 99",
    ),
    "a bot that is not there": (
        ["gorus", "random", "bots/nobody"],
        "bots/nobody: expected a built-in (greedy, random), NAME=COMMAND or a folder, but there is no folder "
        "bots/nobody",
    ),
    "a table that an option rules out": (
        ["gorus", "random", "--option", "edition=french"],
        'this table of 1 cannot be played: expected edition "english" for a solo game, ',
    ),
    "a record in a folder that is not there": (
        ["gorus", "random", "--record", "no/m.json"],
        "--record no/m.json: there is no folder no",
    ),
    "an address that others could reach": (
        ["gorus", "random", "--listen", "0.0.0.0:4000"],
        '--listen 0.0.0.0:4000: expected "unix" or HOST:PORT with a host of this machine only (127.0.0.1)',
    ),
    "an address that is none": (["gorus", "random", "--listen", "here"], "--listen here: expected "),
}


@pytest.mark.parametrize("words_and_sentence", WRONG.values(), ids=WRONG.keys())
def test_wrong_words_are_told_in_one_sentence(words_and_sentence: tuple[list[str], str]) -> None:
    words, sentence = words_and_sentence
    done = arena("match", *words)
    assert done.status == 2
    assert done.sentence.startswith(sentence)
    assert list(Path().iterdir()) == []


def test_a_port_that_is_taken_is_told_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = arena("match", "gorus", "random", "random", "--listen", address)
    assert (done.status, done.sentence) == (1, f"cannot listen on {address}: it is taken or not allowed")


RECORDS = {
    "a file that is not there": ("none.json", "none.json: expected a record's file or EVENT/MATCH "),
    "no record": ("text.json", "text.json: not JSON: "),
    "no text": ("bytes.json", "bytes.json: "),
    "a match of a store that is not there": ("cup/1/1/3p.0/0/0/0", "there is no store arena.db"),
}


@pytest.mark.parametrize("command", ["show", "verify"])
@pytest.mark.parametrize("word_and_sentence", RECORDS.values(), ids=RECORDS.keys())
def test_what_is_no_record_is_told_in_one_sentence(command: str, word_and_sentence: tuple[str, str]) -> None:
    Path("text.json").write_text("a record")
    Path("bytes.json").write_bytes(b"\xff")
    word, sentence = word_and_sentence
    done = arena(command, word)
    assert done.status == (1 if "store" in sentence else 2)
    assert done.sentence.startswith(sentence)


def choices(record: Path) -> list[list[object]]:
    rows: list[list[object]] = json.loads(record.read_text())["choices"]
    return rows


def change_a_choice(record: Path) -> int:
    """Give one choice in the middle of a record another option; return its step."""
    plain = json.loads(record.read_text())
    step = len(plain["choices"]) // 2
    seat, option = plain["choices"][step]
    plain["choices"][step] = [seat, next(other for _, other in plain["choices"] if other != option)]
    record.write_text(json.dumps(plain))
    return step
