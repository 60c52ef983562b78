"""What is seen of a run while it goes on."""

from __future__ import annotations

import contextlib
import os
import sys
import termios
from types import SimpleNamespace

import pytest

from arena.cli.progress import LINE_EVERY_S, Progress


class Clock(SimpleNamespace):
    """A clock that stands still until it is set."""

    now_s: float = 0.0

    def monotonic(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("arena.cli.progress.time", clock)
    return clock


def test_without_a_terminal_a_line_comes_every_ten_seconds_at_most(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress("cup", total=1000, done=100) as progress:
        for _ in range(240):
            clock.now_s += LINE_EVERY_S / 80
            progress.played(3)
    assert capsys.readouterr().err.splitlines() == [
        f"cup: {done:,} of 1,000 matches played" for done in (340, 580, 820)
    ]


def test_a_line_about_something_else_is_written_at_once(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with Progress("cup", total=2, done=0) as progress:
        progress.say("a forfeits")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "a forfeits\n")


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, terminal = os.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    with monkeypatch.context() as patch, open(terminal, "w") as stderr:
        patch.setattr(sys, "stderr", stderr)
        with Progress("cup", total=40, done=10) as progress:
            progress.played(30)
            progress.say("a forfeits")
    shown = all_of(ours)
    assert "10/40" in shown
    assert "40/40" in shown
    assert "a forfeits" in shown


def all_of(terminal: int) -> str:
    """What was written to a terminal whose other end is closed."""
    shown = b""
    with contextlib.suppress(OSError), open(terminal, "rb", buffering=0) as file:
        while read := file.read(65536):
            shown += read
    return shown.decode()
