"""How far a run has come: a bar on a terminal, a line now and then anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self

import click
from tqdm import tqdm

LINE_EVERY_S = 10.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """Shows on standard error how many matches of an event have been played.

    total: matches of the event. done: of these, played before."""

    def __init__(self, event: str, *, total: int, done: int) -> None:
        self._event, self._total, self._done = event, total, done
        self._said_s = time.monotonic()
        self._bar: tqdm[Any] | None = None
        if sys.stderr.isatty():
            self._bar = tqdm(total=total, initial=done, unit="match", desc=event)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def played(self, count: int) -> None:
        """So many more have been played."""
        self._done += count
        if self._bar is not None:
            self._bar.update(count)
        elif time.monotonic() >= self._said_s + LINE_EVERY_S:
            self._said_s = time.monotonic()
            self.say(f"{self._event}: {self._done:,} of {self._total:,} matches played")

    def say(self, line: str) -> None:
        """Write a line, above the bar if there is one."""
        with tqdm.external_write_mode(file=sys.stderr):
            click.echo(line, err=True)
