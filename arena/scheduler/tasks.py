"""What a referee process is given to play, as plain values that can be sent to it."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from arena.games.contract import Split, split_text
from arena.scheduler.event_secrets import bot_seed, deal_secret
from arena.scheduler.plan import PlannedMatch
from arena.scheduler.seating import entrants_by_seat


class MatchTask(NamedTuple):
    """One match. deal: names the deal, and tells nothing of it, so that no process meets it twice.
    entrants: by seat. secret and seeds (by seat) are hex."""

    identity: str
    deal: str
    seats: int
    split: str
    entrants: tuple[str, ...]
    secret: str
    seeds: tuple[str, ...]


def task_of(match: PlannedMatch, event_secret: bytes) -> MatchTask:
    """What to play for a planned match."""
    secret = deal_secret(event_secret, match.identity)
    entrants = entrants_by_seat(match.entrants, match.sides)
    return MatchTask(
        identity=match.identity.text,
        deal=hashlib.sha256(secret).hexdigest()[:16],
        seats=match.seats,
        split=split_text(match.split),
        entrants=entrants,
        secret=secret.hex(),
        seeds=tuple(bot_seed(event_secret, match.identity, seat).hex() for seat in range(match.seats)),
    )


def task_from(row: list[object]) -> MatchTask:
    """A task from the list that JSON makes of one."""
    return MatchTask(*(tuple(value) if isinstance(value, list) else value for value in row))  # type: ignore[arg-type]


def split_from(text: str) -> Split | None:
    """The team format of a text, None without teams."""
    return tuple(map(int, text.split("-"))) if text else None
