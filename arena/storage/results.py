"""Results, records and logs in a store; each match of an event counts once."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from arena.referee.faults import Fault
from arena.storage.errors import StoreUnreadable, UnknownEvent
from arena.storage.events import event_id, now_text
from arena.storage.schema import LOGS, RESULTS
from arena.storage.values import BotLog, PlayedMatch, StoredResult

_COLUMNS = [RESULTS.c[name] for name in StoredResult._fields]


def write_results(connection: Connection, event: str, played: Sequence[PlayedMatch]) -> tuple[str, ...]:
    """Write the results whose identities are not stored yet; say which those were."""
    key = event_id(connection, event)
    fresh = {match.result.identity: match for match in reversed(played)}  # of two alike, the first
    condition = (RESULTS.c.event_id == key, RESULTS.c.identity.in_(fresh))
    for known in connection.execute(select(RESULTS.c.identity).where(*condition)).scalars():
        del fresh[known]
    if fresh:
        connection.execute(insert(RESULTS), [_row(key, match) for match in reversed(fresh.values())])
    return tuple(reversed(fresh))


def read_results(connection: Connection, event: str) -> list[StoredResult]:
    """All results in schedule order, the attempts of one match in the order they were played.

    Raises StoreUnreadable when one is not as it was written."""
    condition = RESULTS.c.event_id == event_id(connection, event)
    query = select(*_COLUMNS).where(condition).order_by(RESULTS.c.position, RESULTS.c.id)
    try:
        return [_result(row) for row in connection.execute(query)]
    except (TypeError, ValueError) as error:
        raise StoreUnreadable(f"a result of event {event!r} in this store is damaged") from error


def finished(connection: Connection, event: str, *, void_only: bool = False) -> set[str]:
    """The identities of all stored results, or of those that do not count."""
    query = select(RESULTS.c.identity).where(RESULTS.c.event_id == event_id(connection, event))
    return set(connection.execute(query.where(RESULTS.c.void) if void_only else query).scalars())


def read_record(connection: Connection, event: str, identity: str) -> str:
    """The record of one match, as JSON text. Raises UnknownEvent, also for an unknown match, and
    StoreUnreadable when it is not as it was written."""
    condition = (RESULTS.c.event_id == event_id(connection, event), RESULTS.c.identity == identity)
    record = connection.execute(select(RESULTS.c.record).where(*condition)).scalar_one_or_none()
    if record is None:
        raise UnknownEvent(f"event {event!r} has no match {identity!r} in this store")
    try:
        return _unpacked(record)
    except (TypeError, ValueError, zlib.error) as error:
        raise StoreUnreadable(f"the record of match {identity!r} in this store is damaged") from error


def write_logs(connection: Connection, event: str, logs: Iterable[BotLog]) -> None:
    """Add logs to those there are."""
    key = event_id(connection, event)
    rows = [{**log._asdict(), "event_id": key, "text": _packed(log.text)} for log in logs]
    if rows:
        connection.execute(insert(LOGS), rows)


def read_logs(connection: Connection, event: str, bot: str) -> list[BotLog]:
    """The logs of a bot in the order they were written."""
    condition = (LOGS.c.event_id == event_id(connection, event), LOGS.c.bot == bot)
    rows = connection.execute(
        select(LOGS.c.bot, LOGS.c.instance, LOGS.c.text).where(*condition).order_by(LOGS.c.id)
    )
    return [BotLog(row.bot, row.instance, _unpacked(row.text)) for row in rows]


def _row(key: int, match: PlayedMatch) -> dict[str, object]:
    record = _packed(match.record)
    return {**match.result._asdict(), "event_id": key, "record": record, "finished_at": now_text()}


def _result(row: Row[Any]) -> StoredResult:
    """Raises TypeError or ValueError for a row that we did not write."""
    if len({len(column) for column in (row.sides, row.ranks, row.scores, row.forfeits)}) != 1:
        raise ValueError("not one entry a side")
    return StoredResult(
        identity=row.identity,
        set_text=row.set_text,
        position=row.position,
        seats=tuple(row.seats),
        sides=tuple(tuple(side) for side in row.sides),
        ranks=tuple(row.ranks),
        scores=tuple(row.scores),
        forfeits=tuple(row.forfeits),
        void=row.void,
        faults=tuple(Fault(*fault) for fault in row.faults),
    )


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "replace"))


def _unpacked(packed: bytes) -> str:
    return zlib.decompress(packed).decode("utf-8")
