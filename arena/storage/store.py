"""A store: everything that outlives a run, by one URL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import Any, Self

from arena.storage import events, lock, results
from arena.storage.database import Database
from arena.storage.values import BotLog, PlayedMatch, StoredEvent, StoredResult

BUSY_WAIT_S = 10.0
"""How long to wait for another program that is writing before the store counts as locked."""


class Store:
    """An open store. Every method is one transaction and raises StoreError (`arena.storage.errors`)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str, *, create: bool = True, busy_wait_s: float = BUSY_WAIT_S) -> Store:
        """Open the store of a URL such as sqlite:///results.db.

        create: whether it may be made if it does not exist."""
        database = Database(url, wait_s=busy_wait_s)
        try:
            database.prepare(create=create)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Close the store."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def running(self, event: str) -> AbstractContextManager[None]:
        """Be the one run of an event while the context lasts. Raises EventRunning on entry."""
        file = self._database.file
        return lock.running(file, event) if file is not None else nullcontext()

    def freeze(
        self,
        name: str,
        frozen: Mapping[str, Any],
        *,
        secret: bytes,
        commitment: str | None,
        accept: bool = False,
    ) -> StoredEvent:
        """Freeze an event at its first run; hold it to that at a later one.

        secret, commitment: used at the first run only; what the store returns counts.
        accept: freeze what has changed, where stored results keep their meaning.
        Raises EventDiffers."""
        with self._database.writing() as connection:
            return events.freeze(
                connection, name, frozen, secret=secret, commitment=commitment, accept=accept
            )

    def finish(self, event: str) -> None:
        """Note that the last match of an event has been played: its secret may be shown."""
        with self._database.writing() as connection:
            events.finish(connection, event)

    def event_names(self) -> list[str]:
        """All events, the oldest first."""
        with self._database.reading() as connection:
            return events.event_names(connection)

    def event(self, name: str) -> StoredEvent:
        """One event. Raises UnknownEvent."""
        with self._database.reading() as connection:
            return events.read_event(connection, name)

    def write(self, event: str, played: Sequence[PlayedMatch]) -> tuple[str, ...]:
        """Write results with their records, all or none; one that is stored already stays as it is.

        Returns the identities that are new."""
        with self._database.writing() as connection:
            return results.write_results(connection, event, played)

    def results(self, event: str) -> list[StoredResult]:
        """All results of an event in schedule order, void ones too."""
        with self._database.reading() as connection:
            return results.read_results(connection, event)

    def finished(self, event: str) -> set[str]:
        """The identities of all stored results, void ones too."""
        with self._database.reading() as connection:
            return results.finished(connection, event)

    def void(self, event: str) -> set[str]:
        """The identities of the results that do not count."""
        with self._database.reading() as connection:
            return results.finished(connection, event, void_only=True)

    def record(self, event: str, identity: str) -> str:
        """The record of one match, as JSON text. Raises UnknownEvent if there is no such match."""
        with self._database.reading() as connection:
            return results.read_record(connection, event, identity)

    def write_logs(self, event: str, logs: Iterable[BotLog]) -> None:
        """Add what bots wrote to their standard error."""
        with self._database.writing() as connection:
            results.write_logs(connection, event, logs)

    def logs(self, event: str, bot: str) -> list[BotLog]:
        """The logs of a bot, in the order they were written."""
        with self._database.reading() as connection:
            return results.read_logs(connection, event, bot)
