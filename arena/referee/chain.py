"""The digest of each step of a match, each over the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from arena.games.contract import Event

_SHOWN_BYTES = 4


class Chain:
    """Grows by one digest a step; `links` are their first eight hex digits, the last one in full
    depth covers them all."""

    def __init__(self, head: object) -> None:
        self._last = hashlib.blake2b(repr(head).encode(), digest_size=32).digest()
        self.links: list[str] = []

    def add(self, choices: object, events: Sequence[Event], state: Any) -> str:
        """Add a step: what was chosen, what happened, and the state that it led to."""
        told = [(event.public, tuple(event.own.items())) for event in events]
        text = repr((choices, told, state))
        self._last = hashlib.blake2b(self._last + text.encode(), digest_size=32).digest()
        link = self._last[:_SHOWN_BYTES].hex()
        self.links.append(link)
        return link
