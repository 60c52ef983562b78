"""Which sentence and exit status each error of the engine comes to."""

from __future__ import annotations

from collections.abc import Iterator

import click

from arena.cli.mistakes import Failed, Wrong
from arena.games.catalog import UnknownGame
from arena.games.options import OptionError
from arena.referee.faults import MachineFault
from arena.referee.record import RecordError
from arena.scheduler.errors import EventError
from arena.storage.errors import EventDiffers, StoreError, UnknownEvent
from arena.transport.launcher import LaunchFailed
from arena.transport.server import AddressTaken

WRONG_WORDS = (EventDiffers, EventError, OptionError, RecordError, UnknownEvent, UnknownGame)
FAILED_WORK = (AddressTaken, LaunchFailed, MachineFault, StoreError)


def translation(error: BaseException) -> click.ClickException | None:
    """What to end the command with; None for an error that is a mistake of ours.

    Of a group, the first counts, provided that all of it can be told in a sentence."""
    found = [_of_one(leaf) for leaf in _leaves(error)]
    return found[0] if None not in found else None


def _of_one(error: BaseException) -> click.ClickException | None:
    match error:
        case Failed() | Wrong():
            return error
        case EventDiffers(acceptable=True):
            return Wrong(f"{error}. If that is meant, add --accept-changes.")
        case _ if isinstance(error, WRONG_WORDS):
            return Wrong(str(error))
        case _ if isinstance(error, FAILED_WORK):
            return Failed(str(error))
        case BrokenPipeError():
            return None  # click ends quietly when nobody reads on
        case OSError(filename=str(file), strerror=str(reason)):
            return Failed(f"{file}: {reason}")
        case OSError():
            return Failed(error.strerror or str(error))
    return None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _leaves(part)
    else:
        yield error
