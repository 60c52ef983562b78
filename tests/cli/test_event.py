"""`arena run` and what can be asked of an event afterwards, with one referee in this process."""

from __future__ import annotations

import csv
import hashlib
import io
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from ladder.result import Result

from .commands import Done, arena, ladder
from .in_process import Opener

Play = Callable[..., Done]
MATCH = "cup/1/1/3p.0/0/0/0"


def test_run_ends_with_the_standings(played: Play) -> None:
    out = played(format="players = [3]\ndeals = 2").out
    assert out.startswith("cup: 6 matches played, over\n")
    assert out == arena("standings", "cup.toml").out


def test_an_event_is_found_by_its_file_or_by_its_name(played: Play) -> None:
    played()
    assert arena("standings", "cup.toml") == arena("standings", "cup")


def test_the_store_of_the_command_wins_over_that_of_the_file(played: Play, folder: Path) -> None:
    played("--store", "sqlite:///mine.db")
    assert (folder / "mine.db").exists()
    assert not (folder / "arena.db").exists()
    assert arena("standings", "cup.toml", "--store", "sqlite:///mine.db").status == 0


def test_run_again_plays_nothing_and_says_the_same(played: Play, executors: Opener) -> None:
    first = played()
    assert arena("run", "cup.toml") == first
    assert executors.opened == 1


def test_run_goes_on_where_it_was_stopped(event: Callable[..., Path], executors: Opener) -> None:
    event(format="players = [3]\ndeals = 4")
    executors.matches = 5
    stopped = arena("run", "cup.toml")
    assert (stopped.status, stopped.sentence) == (1, "the machine of the test has failed")
    assert len(arena("results", "cup").json_lines) == 5
    executors.matches = 7
    assert arena("run", "cup.toml").out.startswith("cup: 12 matches played, over")


def test_what_is_stopped_and_goes_on_ends_as_if_undisturbed(played: Play, executors: Opener) -> None:
    undisturbed = played("--store", "sqlite:///other.db", format="players = [2, 3]\ndeals = 2").out
    executors.matches = 4
    while arena("run", "cup.toml").status:
        pass
    assert arena("standings", "cup.toml").out == undisturbed
    assert executors.opened > 3


def test_a_standing_of_an_event_that_goes_on_says_so(event: Callable[..., Path], executors: Opener) -> None:
    event()
    executors.matches = 1
    arena("run", "cup.toml")
    assert arena("standings", "cup").out.startswith("cup: 1 matches played, going on")
    assert arena("standings", "cup", "--json").json["finished"] is False


def test_standings_as_json_have_keys_that_stay(played: Play) -> None:
    standing = played("--json").json
    assert standing.keys() == {"event", "matches", "finished", "standings", "solo", "cross_table", "faults"}
    assert (standing["event"], standing["matches"], standing["finished"]) == ("cup", 3, True)
    assert standing["standings"][0]["name"] == "a"
    assert standing["standings"][0].keys() == {
        *("rank", "name", "matches", "sets", "share", "wins", "elo", "faults", "forfeits")
    }
    assert arena("standings", "cup", "--json").json == standing


def test_standings_as_csv_are_those_as_json(played: Play) -> None:
    rows = played("--json").json["standings"]
    table = list(csv.DictReader(io.StringIO(arena("standings", "cup", "--csv").out)))
    assert [row["name"] for row in table] == [row["name"] for row in rows]
    assert [float(row["elo"]) for row in table] == [row["elo"] for row in rows]


def test_results_are_in_schedule_order_with_keys_that_stay(played: Play) -> None:
    played(format="players = [3]\ndeals = 2")
    results = arena("results", "cup").json_lines
    assert [result["match"] for result in results] == [
        f"1/1/3p.0/{deal}/{rotation}/0" for deal in range(2) for rotation in range(3)
    ]
    assert all(tuple(result) == Result._fields for result in results)


def test_results_as_csv_rate_as_results_as_json_do(played: Play, folder: Path) -> None:
    played(format="players = [2, 3]")
    (folder / "r.jsonl").write_text(arena("results", "cup").out)
    (folder / "r.csv").write_text(arena("results", "cup", "--csv").out)
    rated = ladder("rate", "r.jsonl", "--json")
    assert rated.status == 0
    assert rated == ladder("rate", "r.csv", "--json")
    assert rated.json["ratings"][0]["name"] == "a"


def test_the_ladder_compares_two_bots_of_an_event(played: Play, folder: Path) -> None:
    played(format="players = [3]\ndeals = 4")
    (folder / "r.jsonl").write_text(arena("results", "cup").out)
    compared = ladder("compare", "r.jsonl", "a", "b", "--json").json
    assert (compared["first"], compared["second"], compared["matches"], compared["sets"]) == ("a", "b", 12, 4)


def test_who_plays_alone_is_scored(played: Play) -> None:
    standing = played("--json", format="players = [1]", bots='builtin = "greedy" | builtin = "random"').json
    assert [row["name"] for row in standing["solo"]] == ["a", "b"]


def test_a_team_format_is_played_by_sides(played: Play) -> None:
    played(format='teams = ["2-2"]', bots='builtin = "greedy" | builtin = "random"')
    sides = [[side["players"] for side in result["sides"]] for result in arena("results", "cup").json_lines]
    assert sides == [[["a"], ["b"]], [["b"], ["a"]]]


def test_show_finds_a_match_in_the_store(played: Play) -> None:
    played()
    out = arena("show", MATCH).out
    assert "seat 0: a, side 0" in out
    assert arena("show", MATCH, "--step", 0).out.count("you hold") == 3


def test_verify_holds_every_match_to_the_rules(played: Play) -> None:
    played(format="players = [2, 3]")
    done = arena("verify", "cup.toml")
    assert (done.status, done.out) == (0, "cup: 9 matches, all identical to their replay\n")
    assert arena("verify", MATCH).status == 0


def test_verify_finds_a_result_that_its_record_does_not_bear_out(played: Play) -> None:
    played()
    change("UPDATE results SET ranks = '[3, 2, 1]' WHERE identity = '1/1/3p.0/0/0/0'")
    done = arena("verify", "cup")
    assert (done.status, done.err.count("\n")) == (1, 1)
    assert done.err.startswith(f"Error: {MATCH}: ranks: the store has (3, 2, 1), the record ")


def test_verify_finds_a_record_of_another_match(played: Play) -> None:
    played(format="players = [3]\ndeals = 2")
    change(
        "UPDATE results SET record = (SELECT record FROM results WHERE identity = '1/1/3p.0/1/0/0')"
        " WHERE identity = '1/1/3p.0/0/0/0'"
    )
    done = arena("verify", "cup", "--json")
    assert done.status == 1
    assert any(line.startswith(f"{MATCH}: differs at step ") for line in done.json["differences"])


def test_verify_goes_on_after_records_that_cannot_be_read(played: Play) -> None:
    played()
    change("UPDATE results SET record = x'00' WHERE identity = '1/1/3p.0/0/0/0'")
    change("UPDATE results SET ranks = '[3, 3, 3]' WHERE identity = '1/1/3p.0/0/1/0'")
    done = arena("verify", "cup")
    assert (done.status, done.err.count("\n")) == (1, 2)
    assert done.err.startswith(f"Error: {MATCH}: the record of match '1/1/3p.0/0/0/0' in this store is")
    assert "cup/1/1/3p.0/0/1/0: ranks: the store has (3, 3, 3), the record " in done.err


def test_verify_finds_an_open_event_that_has_not_the_deals_of_its_seed(played: Play) -> None:
    played()
    change("UPDATE events SET secret = zeroblob(32)")
    assert "cup: its secret is not that of its seed 7\n" in arena("verify", "cup").err


def test_a_secret_event_shows_its_commitment_first_and_its_secret_last(played: Play) -> None:
    first, last = played(seed=None).err.splitlines()
    commitment = first.removeprefix("commitment to the secret of all deals: ")
    secret = last.removeprefix("the secret was ")
    assert commitment != first
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    assert arena("verify", "cup").status == 0


def test_a_secret_that_does_not_fit_its_commitment_is_found(played: Play) -> None:
    played(seed=None)
    change("UPDATE events SET commitment = 'feed'")
    done = arena("verify", "cup", "--json")
    assert done.json["differences"] == ["cup: its secret does not fit the commitment feed"]


def test_until_it_is_over_a_secret_event_shows_choices_and_no_deals(
    event: Callable[..., Path], executors: Opener
) -> None:
    event(seed=None)
    executors.matches = 1
    assert "the secret was" not in arena("run", "cup.toml").err
    shown = arena("show", MATCH)
    assert shown.status == 0
    assert "its deals are secret" in shown.out
    assert "you hold" not in shown.out
    assert arena("show", MATCH, "--json").json["secret"] is None
    assert arena("show", MATCH, "--step", 1).status == 1


def test_a_secret_event_is_verified_when_it_is_over(event: Callable[..., Path], executors: Opener) -> None:
    event(seed=None)
    executors.matches = 1
    arena("run", "cup.toml")
    done = arena("verify", "cup")
    assert done.status == 1
    assert done.sentence == "cup is not over: its deals are secret until its last match is played"
    executors.matches = None
    arena("run", "cup.toml")
    assert arena("verify", "cup").status == 0
    assert arena("show", MATCH, "--step", 1).status == 0


def test_seed_makes_an_event_an_open_one(played: Play) -> None:
    assert played("--seed", "3", seed=None).err == ""


def test_a_dry_run_shows_tables_matches_processes_and_time_and_starts_nothing(
    event: Callable[..., Path], executors: Opener, folder: Path
) -> None:
    event(format="players = [2, 3]\ndeals = 2")
    out = arena("run", "cup.toml", "--dry-run", "--jobs", 2).out
    assert out.startswith("cup: gorus, 3 bots\n")
    assert ["2p", "3", "6", "2", "12"] in [line.split() for line in out.splitlines()]
    assert "18 matches on 2 referee processes, at most 6 bot processes at once" in out
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]
    assert executors.opened == 0


def test_a_dry_run_as_json_has_every_match_that_will_be_played(played: Play) -> None:
    played(format="players = [2, 3]\ndeals = 2")
    plan = arena("run", "cup.toml", "--dry-run", "--jobs", 2, "--json").json
    assert plan.keys() == {"event", "tables", "matches", "processes", "jobs", "estimate_s", "schedule"}
    assert plan["matches"] == len(plan["schedule"]) == 18
    assert plan["estimate_s"]["least_s"] < plan["estimate_s"]["most_s"]
    assert [row["match"] for row in plan["schedule"]] == [
        result["match"] for result in arena("results", "cup").json_lines
    ]


def test_check_plays_with_each_bot_and_writes_nothing(event: Callable[..., Path], folder: Path) -> None:
    event()
    done = arena("run", "cup.toml", "--check")
    assert (done.status, done.out.splitlines()) == (
        0,
        [f"{bot}: says hello and plays a match" for bot in "abc"],
    )
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]


def test_check_as_json_has_keys_that_stay(event: Callable[..., Path]) -> None:
    event()
    checked = arena("run", "cup.toml", "--check", "--json").json
    assert checked[0] == {"bot": "a", "sound": True, "sentence": "says hello and plays a match"}


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_very_many_matches_are_not_begun_where_nobody_can_be_asked(
    words: list[str], event: Callable[..., Path], executors: Opener, folder: Path
) -> None:
    event(format="players = [3]\ndeals = 4000")
    done = arena("run", "cup.toml", *words)
    assert (done.status, done.sentence) == (2, "cup has 12,000 matches; add --yes to play that many.")
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]


def test_very_many_matches_are_begun_with_yes(event: Callable[..., Path], executors: Opener) -> None:
    event(format="players = [3]\ndeals = 4000")
    executors.matches = 1
    assert arena("run", "cup.toml", "--yes").sentence == "the machine of the test has failed"
    assert executors.opened == 1


def change(statement: str) -> None:
    """Change the store behind everybody's back."""
    connection = sqlite3.connect("arena.db")
    with connection:
        assert connection.execute(statement).rowcount == 1
    connection.close()
