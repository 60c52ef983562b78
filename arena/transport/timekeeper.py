"""Wakes links at their deadlines: one sleeping task for all of them.

Nearly every answer comes long before its deadline. A cancel scope a question would cost more than
all else that the referee does for it; here a deadline that is not needed costs a push on a heap."""

from __future__ import annotations

import heapq
import itertools
import math
from typing import Protocol

import trio


class Waiter(Protocol):
    """Who waits for a deadline."""

    def is_waiting(self, ticket: int) -> bool:
        """Whether it still waits for what it had this ticket for."""

    def wake(self) -> None:
        """The deadline has come."""


class Timekeeper:
    """Deadlines in seconds of trio's clock."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Waiter, int]] = []
        self._order = itertools.count()
        self._sleeps_until_s = math.inf
        self._earlier = trio.Event()

    def remind(self, deadline_s: float, waiter: Waiter, ticket: int) -> None:
        """Wake the waiter at the deadline, if it then still waits with this ticket."""
        if deadline_s == math.inf:
            return
        heapq.heappush(self._heap, (deadline_s, next(self._order), waiter, ticket))
        if deadline_s < self._sleeps_until_s:
            self._earlier.set()

    async def keep(self) -> None:
        """Wake waiters, for ever."""
        while True:
            self._drop_answered()
            self._sleeps_until_s = self._heap[0][0] if self._heap else math.inf
            with trio.move_on_at(self._sleeps_until_s):
                await self._earlier.wait()
            self._earlier = trio.Event()
            self._wake_due(trio.current_time())

    def _drop_answered(self) -> None:
        heap = self._heap
        while heap and not heap[0][2].is_waiting(heap[0][3]):
            heapq.heappop(heap)

    def _wake_due(self, now_s: float) -> None:
        heap = self._heap
        while heap and heap[0][0] <= now_s:
            _, _, waiter, ticket = heapq.heappop(heap)
            if waiter.is_waiting(ticket):
                waiter.wake()
