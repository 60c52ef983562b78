"""Every sample bot, as the program its bot.toml names, plays against a fake referee."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_referee import WELCOME, ask, fake_referee, over, start

from arena_bot.generated import arena_pb2 as pb

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_bots"
PYTHON_BOTS = ("python/random", "python/greedy", "python_raw")

pytestmark = pytest.mark.slow


class Rounds:
    """Asks in two matches at once, and keeps what was chosen in each."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.hello = pb.Hello()
        self.chosen: dict[int, list[int]] = {7: [], 8: []}

    def __call__(self, bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        self.hello = next(bot).hello
        yield WELCOME
        yield pb.ToBot(items=[start(7, seed=b"one"), start(8, seed=b"two")])
        for number in range(1, self.rounds + 1):
            yield pb.ToBot(items=[ask(match, number, "blue-4", "brown-4") for match in self.chosen])
            for answer in next(bot, pb.FromBot()).answers:
                assert answer.number == number
                self.chosen[answer.match].append(answer.option)
        yield pb.ToBot(items=[over(7), over(8)])


def run(folder: Path, referee: Rounds, socket_folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The bot of a folder, started as arena does: there, with this Python first on the PATH."""
    command = words or shlex.split(tomllib.loads((folder / "bot.toml").read_text())["command"])
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    with fake_referee(socket_folder, referee) as place:
        environment = {"PATH": path, **place}
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False
        )


def build(folder: Path, *words: str) -> None:
    """Build what is written in Go."""
    if shutil.which("go") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Go is missing; it is required when CI=true")
        pytest.skip("Go is missing: the bots in Go were not tried")
    command = words or shlex.split(tomllib.loads((folder / "bot.toml").read_text())["build"])
    subprocess.run(command, cwd=folder, check=True)


@pytest.mark.parametrize("name", PYTHON_BOTS)
def test_a_python_sample_plays_several_matches_to_a_good_end(name: str, tmp_path: Path) -> None:
    referee = Rounds(20)
    done = run(SAMPLES / name, referee, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert [len(options) for options in referee.chosen.values()] == [20, 20]
    assert {*referee.chosen[7], *referee.chosen[8]} <= {0, 1}


def test_a_go_sample_plays_several_matches_to_a_good_end(tmp_path: Path) -> None:
    build(SAMPLES / "go")
    referee = Rounds(20)
    done = run(SAMPLES / "go", referee, tmp_path)
    assert (done.returncode, done.stderr, referee.hello.language) == (0, "", "go")
    assert [len(options) for options in referee.chosen.values()] == [20, 20]
    again = Rounds(20)
    run(SAMPLES / "go", again, tmp_path)
    assert again.chosen == referee.chosen


def test_the_crasher_answers_four_questions_and_crashes_at_the_fifth(tmp_path: Path) -> None:
    referee = Rounds(6)
    done = run(SAMPLES / "python" / "crasher", referee, tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("RuntimeError: this bot crashes on purpose")
    assert [len(options) for options in referee.chosen.values()] == [4, 4]


def test_the_benchmarks_client_answers_all_it_is_asked(tmp_path: Path) -> None:
    build(ROOT / "bench" / "client_go", "go", "build", "-o", str(tmp_path / "client"), ".")
    referee = Rounds(20)
    words = (str(tmp_path / "client"), "-tokens", "the token", "-matches-at-once", "2")
    done = run(tmp_path, referee, tmp_path, *words)
    assert (done.returncode, done.stderr, referee.hello.matches_at_once) == (0, "", 2)
    assert [len(options) for options in referee.chosen.values()] == [20, 20]
