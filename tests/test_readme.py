"""What the README says to do works, in a folder with nothing but the README's own files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.scheduler.event_file import read_event

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
FILES = dict(re.findall(r"`([\w./-]+)`:\n\n```(?:python|toml)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
SHELL = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_two_commands_come_first() -> None:
    assert [line.partition("#")[0].strip() for line in SHELL[0].splitlines()] == ["make demo", "make test"]


def test_the_event_of_the_readme_is_one(folder: Path) -> None:
    event = read_event(folder / "cup.toml", builtins={"random", "greedy"})
    assert [bot.name for bot in event.bots] == ["tens", "luck", "greedy"]


@pytest.mark.slow
def test_the_commands_of_the_readme_work(folder: Path) -> None:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", SHELL[1]],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "all identical to their replay" in done.stdout
