"""`arena run` with referee processes and bots that are processes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .commands import PATIENT, arena
from .running import SAMPLES, marked, referees, running

pytestmark = pytest.mark.slow

GREEDY, RANDOM, CRASHER = (f'path = "{SAMPLES}/python/{name}"' for name in ("greedy", "random", "crasher"))

Write = Callable[..., Path]


def plays(event: str) -> list[tuple[Any, Any]]:
    """The result of each match of an event with what was chosen in it."""
    return [
        (result, arena("show", f"{event}/{result['match']}", "--json").json["choices"])
        for result in arena("results", event).json_lines
    ]


def test_with_one_job_or_four_every_match_ends_the_same(event: Write) -> None:
    bots = f'{GREEDY} | {CRASHER} | builtin = "random"'
    for name, jobs in (("one", 1), ("four", 4)):
        event(name=name, format="players = [3]\ndeals = 4", bots=bots, more=PATIENT)
        done = arena("run", "cup.toml", "--jobs", jobs)
        assert done.status == 0, done.err
    assert plays("one") == plays("four")
    assert len(plays("one")) == 12
    assert arena("verify", "four").status == 0


def test_forfeits_are_told_once_for_each_bot_and_kind(event: Write) -> None:
    format = "players = [2]\ndeals = 2"
    cup = event(format=format, bots='builtin = "random" | command = "false"')
    done = arena("run", cup, "--json", "--jobs", 1)
    assert [line for line in done.err.splitlines() if "forfeits" in line] == [
        "b forfeits 1/1/2p.0/0/0/0, the first time by crash: its process exited with status 1"
        " (before it said hello)"
    ]
    assert done.json["standings"][1]["forfeits"] == 4
    assert done.json["faults"][0].keys() == {"match", "bot", "step", "seat", "kind", "sentence", "forfeit"}


def test_a_program_plays_as_the_same_policy_inside_the_engine_does() -> None:
    for file, bot in (("inside.json", "greedy"), ("process.json", SAMPLES / "python/greedy")):
        done = arena("match", "gorus", bot, "random", "random", "--seed", 5, "--record", file)
        assert done.status == 0, done.err
    inside, process = (json.loads(Path(file).read_text()) for file in ("inside.json", "process.json"))
    assert inside["choices"] == process["choices"]
    assert process["faults"] == []


def test_a_command_is_a_bot_too() -> None:
    command = f"alice=python {SAMPLES}/python/random/bot.py"
    result = arena("match", "gorus", command, "random", "--json").json
    assert (result["players"], result["faults"]) == (["alice", "random"], [])


def test_check_names_the_bots_that_cannot_take_part(event: Write, folder: Path) -> None:
    bots = f'{RANDOM} | {CRASHER} | command = "./nothing"'
    done = arena("run", event(format="players = [2]", bots=bots, more=PATIENT), "--check")
    assert done.status == 1
    sentences = dict(line.split(": ", 1) for line in done.out.splitlines())
    assert sentences["a"] == "says hello and plays a match"
    assert sentences["b"].endswith("RuntimeError: this bot crashes on purpose at its fifth question")
    assert sentences["c"].startswith("no-show: ")
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]


def test_check_waits_for_a_hello_as_long_as_the_event_allows(event: Write) -> None:
    event(format="players = [1]", bots='command = "tail -f /dev/null"', more="[clock]\nstart_s = 0.5")
    done = arena("run", "cup.toml", "--check")
    assert (done.status, done.out) == (1, "a: no-show: said no hello within 0.5 s\n")


@pytest.mark.skipif(
    shutil.which("go") is None and not os.environ.get("CI"),
    reason="Go is missing, and no bot in Go can be built",
)
def test_a_bot_that_is_to_be_built_is_built_before_it_is_frozen(event: Write, folder: Path) -> None:
    ignored = shutil.ignore_patterns("bot")
    shutil.copytree(SAMPLES / "go", folder / "go", ignore=ignored)
    done = arena("match", "gorus", "go", "random", "--json")
    assert (done.status, done.json["players"], done.json["faults"]) == (0, ["gopher", "random"], [])
    (folder / "go" / "bot").unlink()
    event(format="players = [2]", bots='path = "go" | builtin = "random"', more=PATIENT)
    first = arena("run", "cup.toml")
    assert first.status == 0, first.err
    assert (folder / "go" / "bot").exists()
    assert arena("run", "cup.toml") == first


def test_bots_find_a_run_that_listens_on_ports(event: Write) -> None:
    event(format="players = [2]\ndeals = 2", bots=f'{GREEDY} | builtin = "random"', more=PATIENT)
    done = arena("run", "cup.toml", "--listen", "127.0.0.1:0", "--jobs", 2, "--json")
    assert (done.status, done.json["matches"], done.json["faults"]) == (0, 4, [])


def test_a_run_on_a_port_that_is_taken_starts_nothing(event: Write) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = arena("run", event(), "--listen", address, "--jobs", 1)
    assert (done.status, done.sentence) == (1, f"cannot listen on {address}: it is taken or not allowed")
    assert arena("results", "cup").out == ""


def test_a_referee_that_is_killed_stops_the_run_and_the_next_goes_on(event: Write, folder: Path) -> None:
    event(format="players = [2]\ndeals = 4", bots=f'{CRASHER} | builtin = "random"')
    with running("run", "cup.toml", "--jobs", 1, home=folder) as run:
        run.line_with("a forfeits")
        (referee,) = referees(folder)
        os.kill(referee, signal.SIGKILL)
        assert run.line_with("Error: ") == "Error: referee process 0 was killed by SIGKILL\n"
        assert run.wait() == 1
        assert marked(folder) == []
    assert arena("run", "cup.toml").out.startswith("cup: 8 matches played, over")


@pytest.mark.parametrize("to_group", [False, True], ids=["runner", "group"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", ["commitment", "a forfeits"], ids=["first", "middle"])
def test_a_signal_stops_the_run_with_nothing_left_and_the_next_goes_on(
    moment: str, number: signal.Signals, to_group: bool, event: Write, folder: Path
) -> None:
    event(seed=None, format="players = [2]\ndeals = 4", bots=f'{CRASHER} | builtin = "random"')
    with running("run", "cup.toml", home=folder) as run:
        run.line_with(moment)
        (os.killpg if to_group else os.kill)(run.pid, number)
        assert run.line_with("Error: ") == f"Error: stopped by {number.name}; nothing is left running.\n"
        assert run.wait() == 1
        assert run.err.read() == ""
        assert marked(folder) == []
    played = len(arena("results", "cup").json_lines)
    assert played < 8
    assert (played > 0) == (moment == "a forfeits")
