"""Fixtures of the tests of commands: a folder to work in, and a run without referee processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .commands import Done, arena, event_text
from .in_process import Opener


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the commands are called in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def executors(monkeypatch: pytest.MonkeyPatch) -> Opener:
    """Matches of `arena run` are played in this process."""
    opener = Opener()
    monkeypatch.setattr("arena.cli.play_event.open_local_executor", opener)
    return opener


@pytest.fixture
def event(folder: Path) -> Callable[..., Path]:
    """Writes an event file; see `event_text`."""

    def write(file: str = "cup.toml", **about: object) -> Path:
        path = folder / file
        path.write_text(event_text(**about), encoding="utf-8")  # type: ignore[arg-type]
        return Path(file)

    return write


@pytest.fixture
def played(event: Callable[..., Path], executors: Opener) -> Callable[..., Done]:
    """Writes an event file and plays it."""

    def play(*words: str, **about: object) -> Done:
        done = arena("run", event(**about), *words)
        assert done.status == 0, done.err
        return done

    return play
