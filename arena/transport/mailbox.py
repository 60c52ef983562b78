"""Hands items from one thread to another in batches, with one wake-up a batch."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Items with the time at which each was put in.

    The stamp is taken under the lock: once `take` has returned, whatever it did not return is
    stamped later than the moment of the call. wake: called by the putting thread when the box
    was empty; it must lead to a `take` in the other thread, soon."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._lock = threading.Lock()
        self._items: list[tuple[T, float]] = []
        self._wake = wake

    def put(self, item: T) -> None:
        """Add an item, stamped with `time.perf_counter()` in seconds."""
        with self._lock:
            first = not self._items
            self._items.append((item, time.perf_counter()))
        if first:
            self._wake()

    def take(self) -> list[tuple[T, float]]:
        """All items and their stamps, oldest first."""
        with self._lock:
            items, self._items = self._items, []
        return items
