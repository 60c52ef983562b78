"""Events in a store: frozen at the first run, compared at every later one."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, exists, insert, select, update

from arena.storage.differences import Difference, differences
from arena.storage.errors import EventDiffers, UnknownEvent
from arena.storage.schema import EVENTS, RESULTS
from arena.storage.values import StoredEvent


def now_text() -> str:
    """The time, as stores write it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def event_id(connection: Connection, name: str) -> int:
    """The key of an event. Raises UnknownEvent."""
    found = connection.execute(select(EVENTS.c.id).where(EVENTS.c.name == name)).scalar_one_or_none()
    if found is None:
        raise UnknownEvent(f"no event {name!r} has been run in this store")
    return int(found)


def event_names(connection: Connection) -> list[str]:
    """All events, the oldest first."""
    return list(connection.execute(select(EVENTS.c.name).order_by(EVENTS.c.id)).scalars())


def read_event(connection: Connection, name: str) -> StoredEvent:
    """One event. Raises UnknownEvent."""
    row = connection.execute(select(EVENTS).where(EVENTS.c.id == event_id(connection, name))).one()
    return StoredEvent(
        row.name, json.loads(row.frozen), row.secret, row.commitment, row.created_at, row.finished_at
    )


def freeze(
    connection: Connection,
    name: str,
    frozen: Mapping[str, Any],
    *,
    secret: bytes,
    commitment: str | None,
    accept: bool,
) -> StoredEvent:
    """Freeze an event at its first run; hold it to that at a later one. Raises EventDiffers."""
    values = json.loads(json.dumps(frozen))  # tuples become lists, as they will be when read back
    if name not in event_names(connection):
        _insert(connection, name, values, secret, commitment)
        return read_event(connection, name)
    stored = read_event(connection, name)
    found = differences(stored.frozen, values)
    if found:
        _check(connection, stored, found, accept=accept)
        _replace(connection, name, values)
    if any(difference.renames for difference in found):  # another seed, perhaps; nothing was played
        _replace_secret(connection, name, secret, commitment)
    return read_event(connection, name)


def finish(connection: Connection, name: str) -> None:
    """Note that the last match of an event has been played."""
    condition = EVENTS.c.id == event_id(connection, name)
    connection.execute(
        update(EVENTS).where(condition, EVENTS.c.finished_at.is_(None)).values(finished_at=now_text())
    )


def _check(connection: Connection, stored: StoredEvent, found: Sequence[Difference], *, accept: bool) -> None:
    reason = ""
    if stored.finished_at and stored.commitment:
        reason = ". It is over and its secret is out: give the event a new name"
    elif any(difference.renames for difference in found) and _has_results(connection, stored.name):
        reason = ". Stored results would come to mean other matches: give the event a new name"
    if reason or not accept:
        sentences = [difference.sentence for difference in found]
        raise EventDiffers(stored.name, sentences, acceptable=not reason, reason=reason)


def _has_results(connection: Connection, name: str) -> bool:
    condition = exists().where(RESULTS.c.event_id == event_id(connection, name))
    return bool(connection.execute(select(condition)).scalar_one())


def _insert(connection: Connection, name: str, frozen: object, secret: bytes, commitment: str | None) -> None:
    connection.execute(
        insert(EVENTS).values(
            name=name,
            frozen=json.dumps(frozen),
            secret=secret,
            commitment=commitment,
            created_at=now_text(),
        )
    )


def _replace(connection: Connection, name: str, frozen: object) -> None:
    connection.execute(
        update(EVENTS).where(EVENTS.c.name == name).values(frozen=json.dumps(frozen), finished_at=None)
    )


def _replace_secret(connection: Connection, name: str, secret: bytes, commitment: str | None) -> None:
    connection.execute(
        update(EVENTS).where(EVENTS.c.name == name).values(secret=secret, commitment=commitment)
    )
