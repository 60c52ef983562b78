"""Opens the database of a store: its engine, its transactions, its tables."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError

from arena.storage.errors import StoreFailed, StoreUnreadable, translated
from arena.storage.schema import METADATA, SCHEMA_VERSION, STORE

_BEGIN = "arena_begin"


class Database:
    """A database by URL. place: how its errors call it. file: None if it is kept in memory."""

    def __init__(self, url: str, *, wait_s: float) -> None:
        parsed = _parsed(url)
        self.place = parsed.database or url
        self.file = Path(parsed.database) if parsed.database not in (None, "", ":memory:") else None
        self._engine = _engine(parsed, wait_s)
        self._inode: tuple[int, int] | None = None

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the store. Raises StoreError."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is written whole or not at all. Raises StoreError."""
        # One that reads first and then writes fails at once, without waiting, if another wrote in
        # between; so this takes the lock at its beginning.
        with self._transaction("BEGIN IMMEDIATE") as connection:
            if self._inode is not None and self._inode != self._inode_now():
                raise StoreFailed(f"{self.place} was deleted or replaced while it was in use")
            yield connection

    def prepare(self, *, create: bool) -> None:
        """Hold the database to being a store of our version; make it one if it is empty.

        create: whether a file that does not exist may be made. Raises StoreUnreadable."""
        if self.file is not None and not self.file.exists() and not create:
            raise StoreUnreadable(f"there is no store {self.place}")
        with self.reading() as connection:
            fresh = not inspect(connection).get_table_names()
        if fresh:
            self._create()
        with self.reading() as connection:
            self._check_version(connection)
        self._inode = self._inode_now()

    def _inode_now(self) -> tuple[int, int] | None:
        """What tells the file from another of its name: SQLite goes on writing to one that was deleted."""
        if self.file is None:
            return None
        try:
            found = self.file.stat()
        except FileNotFoundError:
            return 0, 0
        return found.st_dev, found.st_ino

    def _create(self) -> None:
        with self._translating(), self._engine.connect() as connection:
            # Readers and the writer do not wait for each other; the mode stays with the file.
            connection.exec_driver_sql("PRAGMA journal_mode = WAL")
        with self.writing() as connection:
            if not inspect(connection).get_table_names():  # else another process was quicker
                METADATA.create_all(connection)
                connection.execute(insert(STORE).values(schema_version=SCHEMA_VERSION))

    def _check_version(self, connection: Connection) -> None:
        if STORE.name not in inspect(connection).get_table_names():
            raise StoreUnreadable(f"{self.place} is a database, but not a store of arena")
        found = connection.execute(select(STORE.c.schema_version)).scalar_one()
        if found != SCHEMA_VERSION:
            raise StoreUnreadable(
                f"{self.place} is a store of version {found}, this program reads version {SCHEMA_VERSION}"
            )

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        with self._translating(), self._engine.connect() as connection:
            connection = connection.execution_options(**{_BEGIN: begin})
            with connection.begin():
                yield connection

    @contextmanager
    def _translating(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            raise translated(error, self.place) from error


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise StoreUnreadable(f"{url}: expected a URL such as sqlite:///results.db") from error
    if parsed.get_backend_name() != "sqlite":
        raise StoreUnreadable(f"{url}: expected sqlite:///FILE, there is no other kind of store yet")
    return parsed


def _engine(url: URL, wait_s: float) -> Engine:
    engine = create_engine(url, connect_args={"timeout": wait_s})

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the module would begin transactions late and by itself
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        statement = connection.get_execution_options().get(_BEGIN)
        if statement:
            connection.exec_driver_sql(statement)

    return engine
