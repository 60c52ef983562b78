"""What is written to a store and read from it, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from arena.referee.faults import Fault


class StoredEvent(NamedTuple):
    """An event of a store.

    frozen: what its first run, or the last accepted change, froze; a JSON object.
    secret: where all its chance comes from; nobody may see it before the last match.
    commitment: what was shown before the first match; None for an open event.
    created_at, finished_at: UTC as ISO 8601 text; None while there are matches to play.
    """

    name: str
    frozen: Mapping[str, Any]
    secret: bytes
    commitment: str | None
    created_at: str
    finished_at: str | None


class StoredResult(NamedTuple):
    """How one match ended.

    identity, set_text: as the scheduler writes them. position: the place in the schedule.
    seats: the entrant in each seat.
    sides: the entrants of each side; none for a side without a seat.
    ranks, scores, forfeits: one entry a side.
    void: it does not count, our machine failed.
    faults: of all seats, in order.
    """

    identity: str
    set_text: str
    position: int
    seats: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    forfeits: tuple[bool, ...]
    void: bool = False
    faults: tuple[Fault, ...] = ()


class PlayedMatch(NamedTuple):
    """A result as it is written, with the match's record: JSON text."""

    result: StoredResult
    record: str


class BotLog(NamedTuple):
    """What one process of a bot wrote to its standard error. instance: names the process."""

    bot: str
    instance: str
    text: str
