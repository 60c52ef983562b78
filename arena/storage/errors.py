"""What can go wrong with a store.

StoreError
├── StoreUnreadable   not a store, of another version, or not to be opened. Name another file.
├── StoreLocked       somebody else is writing. Try again.
├── StoreFull         no space is left. Nothing is half-written; make room and run again.
├── StoreFailed       the disk or database failed otherwise. Nothing is half-written.
├── UnknownEvent      no event of this name has been run. Name another.
├── EventDiffers      the event is not what its first run froze. Undo that, accept it, or rename.
└── EventRunning      another run of the event is going on. Wait for it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """The store cannot do what was asked; the message is one sentence that names it."""


class StoreUnreadable(StoreError):
    """It is not a store, or cannot be opened."""


class StoreLocked(StoreError):
    """Somebody else is writing to it."""


class StoreFull(StoreError):
    """No space is left."""


class StoreFailed(StoreError):
    """The disk or the database failed."""


class UnknownEvent(StoreError):
    """No event of this name is in the store."""


class EventDiffers(StoreError):
    """The event is not what its first run froze.

    differences: a sentence each. acceptable: whether freezing it with accept=True would do."""

    def __init__(self, name: str, differences: Sequence[str], *, acceptable: bool, reason: str = "") -> None:
        super().__init__(f"{name} is not what its first run froze: {'; '.join(differences)}{reason}")
        self.differences, self.acceptable = tuple(differences), acceptable


class EventRunning(StoreError):
    """Another run of the event is going on."""


def translated(error: DBAPIError, place: str) -> StoreError:
    """The error of this family that a database's error means.

    place: how the store is called."""
    cause = error.orig
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the high bits only say more closely how
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreLocked(f"{place} is locked: another program is writing to it")
        case sqlite3.SQLITE_FULL:
            return StoreFull(f"{place} cannot grow: the disk is full; nothing was half-written")
        case sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_CORRUPT:
            return StoreUnreadable(f"{place} is not a database, or is damaged")
        case sqlite3.SQLITE_CANTOPEN:
            return StoreUnreadable(
                f"{place} cannot be opened: there is no such folder, or it may not be read"
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreUnreadable(f"{place} may not be written to")
    return StoreFailed(f"{place} failed: {cause}")
