"""Turns what goes wrong into one sentence and an exit status: 1 the work failed, 2 the words are wrong."""

from __future__ import annotations

from typing import Any, NoReturn

import click

from arena.games.catalog import UnknownGame
from arena.games.options import OptionError
from arena.referee.faults import MachineFault
from arena.referee.record import RecordError
from arena.scheduler.errors import EventError
from arena.storage.errors import EventDiffers, StoreError, UnknownEvent
from arena.transport.launcher import LaunchFailed
from arena.transport.server import AddressTaken

WRONG_WORDS = (EventError, EventDiffers, OptionError, RecordError, UnknownEvent, UnknownGame)
FAILED_WORK = (StoreError, MachineFault, LaunchFailed, AddressTaken, OSError)


class Failed(click.ClickException):
    """The work failed; the message says how."""

    exit_code = 1


class Wrong(click.ClickException):
    """The words are wrong; the message says which and what was expected."""

    exit_code = 2


class Mistakes(click.Group):
    """A group whose commands may raise any error of the engine."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (*WRONG_WORDS, *FAILED_WORK, ExceptionGroup) as error:
            _translate(error)


def _translate(error: BaseException) -> NoReturn:
    """Raise click's exception for an error of the engine; what is none of ours stays as it is."""
    first = error
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    if isinstance(first, (click.ClickException, click.exceptions.Exit)):
        raise first
    if isinstance(first, WRONG_WORDS):
        raise Wrong(str(first)) from error
    if isinstance(first, BrokenPipeError):
        raise click.exceptions.Exit(1) from error
    if isinstance(first, FAILED_WORK):
        raise Failed(str(first)) from error
    raise error
