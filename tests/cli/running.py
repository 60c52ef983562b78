"""`arena` as a process of its own, and proof of what is left of it and of all that it started."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

NET_S = 120.0
"""A safety net under waits that end by themselves."""

SAMPLES = Path(__file__).resolve().parents[2] / "sample_bots"


class Runner:
    """A running command. home: marks it and all it starts, bots included, by their environment."""

    def __init__(self, process: subprocess.Popen[str], home: Path) -> None:
        self._process, self._home = process, home
        assert process.stderr is not None
        self.err: IO[str] = process.stderr

    @property
    def pid(self) -> int:
        """Of the process, and of its process group."""
        return self._process.pid

    def line_with(self, text: str) -> str:
        """The next line on standard error that has this text, once it is there."""
        return next(line for line in self.err if text in line)

    def wait(self) -> int:
        """Its exit status, when it has ended by itself."""
        return self._process.wait(NET_S)

    def killed_after(self, moment_s: float) -> bool:
        """Kill it at that moment after now, unless it has ended before; return when nothing is left."""
        try:
            self._process.wait(moment_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(NET_S)
            wait_nothing_left(self._home)
            return True
        return False


@contextmanager
def running(*words: object, home: Path) -> Iterator[Runner]:
    """Start `arena` in a session of its own; at the end it and all it started are gone."""
    with subprocess.Popen(
        [sys.executable, "-c", "from arena.cli.main import main; main()", *map(str, words)],
        env={**os.environ, "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield Runner(process, home)
        finally:
            for pid in marked(home):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def marked(home: Path) -> list[int]:
    """The processes that live with this home."""
    mark = f"\0HOME={home}\0".encode()
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if mark in _environment(pid)]


def wait_nothing_left(home: Path) -> None:
    """Return when no process lives with this home."""
    while pids := marked(home):
        _wait_dead(pids[0])


def referees(home: Path) -> list[int]:
    """The referee processes among those with this home."""
    return [pid for pid in marked(home) if b"\0arena.cli.worker\0" in _file(pid, "cmdline")]


def _environment(pid: int) -> bytes:
    return b"\0" + _file(pid, "environ")


def _file(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it has ended
        return b""


def _wait_dead(pid: int) -> None:
    try:
        fd = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    ready, _, _ = select.select([fd], [], [], NET_S)
    os.close(fd)
    assert ready, f"process {pid} is left"
