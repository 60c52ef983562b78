"""The `ladder` command: what it writes and with which exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from ladder_results import result

from ladder import csv_form, jsonl_form
from ladder.command import main

RESULTS = (
    result("alice 1", "bob 2", match="1"),
    result("alice 2", "bob 1", match="2"),
    result("alice 1", "bob 2", match="3"),
    result("carol 1", match="4"),
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "results.jsonl"
    path.write_text(jsonl_form.write(RESULTS), encoding="utf-8")
    return str(path)


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, words, input=stdin)


def test_rate_orders_by_rating_and_tells_what_was_rated(file: str) -> None:
    done = run("rate", file)
    assert done.exit_code == 0
    assert done.output.index("alice") < done.output.index("bob") < done.output.index("carol")
    assert done.output.endswith("3 of 4 matches rated, K 24, start 1500\n")


def test_rate_reads_csv_as_well(file: str, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(csv_form.write(RESULTS), encoding="utf-8")
    assert run("rate", str(path), "--json").output == run("rate", file, "--json").output


def test_rate_reads_standard_input() -> None:
    assert run("rate", "-", stdin=csv_form.write(RESULTS)).exit_code == 0


def test_rate_writes_json_with_solo_play(file: str) -> None:
    written = json.loads(run("rate", file, "--k", "10", "--start", "1000", "--json").output)
    assert (written["k"], written["start"], written["ratings"][0]["name"]) == (10.0, 1000.0, "alice")
    assert written["solo"][0]["name"] == "carol"


def test_rate_writes_csv(file: str) -> None:
    header = run("rate", file, "--csv").output.splitlines()[0]
    assert header == "name,rating,matches,sets,wins,won,drawn,lost,forfeits"


def test_rate_of_no_results_is_no_mistake() -> None:
    done = run("rate", "-", stdin="")
    assert (done.exit_code, done.output) == (0, "0 of 0 matches rated, K 24, start 1500\n")


def test_compare_tells_the_difference(file: str) -> None:
    done = run("compare", file, "alice", "bob", "--seed", "7")
    assert done.exit_code == 0
    assert done.output.startswith("alice against bob: +120 Elo, 95 % interval")
    assert "seed 7" in done.output


def test_compare_writes_json(file: str) -> None:
    written = json.loads(run("compare", file, "alice", "bob", "--json", "--resamples", "100").output)
    assert (written["sets"], written["resamples"]) == (3, 100)
    assert written["low"] <= written["difference"] <= written["high"]


def test_a_mistake_in_the_file_is_one_sentence_and_exit_status_2(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(jsonl_form.write(RESULTS).replace('"rank": 2', '"rank": 0', 1), encoding="utf-8")
    done = run("rate", str(path))
    assert done.exit_code == 2
    assert done.output.endswith(
        f"Error: {path}, line 1, sides[1].rank: expected a whole number from 1, got 0\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("rate", "missing.jsonl"),
        ("rate", "results.txt"),
        ("rate", "FILE", "--model", "glicko"),
        ("rate", "FILE", "--k", "nan"),
        ("rate", "FILE", "--k", "0"),
        ("rate", "FILE", "--start", "inf"),
        ("rate", "FILE", "--json", "--csv"),
        ("compare", "FILE", "alice"),
        ("compare", "FILE", "alice", "alice"),
        ("compare", "FILE", "alice", "zoe"),
        ("compare", "FILE", "alice", "bob", "--resamples", "0"),
    ],
)
def test_wrong_words_have_exit_status_2(file: str, words: tuple[str, ...]) -> None:
    done = run(*(file if word == "FILE" else word for word in words))
    assert done.exit_code == 2
    assert "Error: " in done.output


def test_a_file_that_cannot_be_read_has_exit_status_1(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    done = run("rate", file)
    assert (done.exit_code, done.output) == (1, f"Error: {file}: Permission denied\n")
