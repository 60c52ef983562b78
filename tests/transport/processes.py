"""Helps tests to see real processes live and die, without a pause and without a guess."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

NET_S = 30.0
"""A safety net under waits that take milliseconds."""


def python(code: str) -> tuple[str, ...]:
    """The command of a small quick Python program."""
    return (sys.executable, "-I", "-S", "-c", code)


def wait_readable(fd: int) -> None:
    """Return when there is something to read; of a pidfd, when its process is dead."""
    ready, _, _ = select.select([fd], [], [], NET_S)
    assert ready, "nothing happened within the safety net"


@contextmanager
def pidfd(pid: int) -> Iterator[int]:
    """A handle on a process: readable when it is dead."""
    fd = os.pidfd_open(pid)
    try:
        yield fd
    finally:
        os.close(fd)


class Witness:
    """A pipe whose writing end only the processes under test hold.

    Its end is the proof that no process that inherited it is left, whatever its number, parent or
    session."""

    def __init__(self) -> None:
        self.read_fd, self.write_fd = os.pipe()
        self._buffer = b""

    def hand_over(self) -> None:
        """Close our writing end; somebody else has it now."""
        os.close(self.write_fd)

    def line(self) -> str:
        """The next line that a process wrote to it."""
        while b"\n" not in self._buffer:
            received = self._read()
            assert received, "all processes ended before they wrote a line"
            self._buffer += received
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()

    def wait_nothing_left(self) -> None:
        """Return when the last process that held the pipe is gone."""
        while self._read():
            pass

    def close(self) -> None:
        """Close our reading end."""
        os.close(self.read_fd)

    def _read(self) -> bytes:
        wait_readable(self.read_fd)
        return os.read(self.read_fd, 65536)


@contextmanager
def witness() -> Iterator[Witness]:
    """A witness, closed at the end."""
    pipe = Witness()
    try:
        yield pipe
    finally:
        pipe.close()
