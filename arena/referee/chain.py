"""The digest of each step of a match, each over the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.contract import Event, Seat

_SHOWN_BYTES = 4


class Chain:
    """Grows by one digest a step and one for the end, each over all before it.

    links: the first eight hex digits of each."""

    def __init__(self, start: Any) -> None:
        self._last = hashlib.blake2b(repr(start).encode(), digest_size=32).digest()
        self.links: list[str] = []

    def add(self, choices: object, events: Sequence[Event], end: Any = None) -> str:
        """Add a step: what was chosen and what happened, and, with the last step, the state at the end.

        The states between are left out: they follow from these, and their texts are long."""
        told = [(type(event.public).__name__, tuple(event.public), _sorted(event.own)) for event in events]
        text = repr((choices, told, end))
        self._last = hashlib.blake2b(self._last + text.encode(), digest_size=32).digest()
        link = self._last[:_SHOWN_BYTES].hex()
        self.links.append(link)
        return link


def _sorted(own: Mapping[Seat, Any]) -> tuple[tuple[Seat, Any], ...]:
    return tuple(sorted(own.items())) if own else ()
