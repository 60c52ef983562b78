"""Wakes links at their deadlines: one sleeping task for all of them.

Nearly every answer comes long before its deadline. A cancel scope a question would cost more than
all else that the referee does for it; here a deadline that is not needed costs a push on a heap."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable
from typing import Protocol

import trio

_FEW = 1024
"""So many deadlines are kept, answered or not, before it pays to look which are still needed."""


class Waiter(Protocol):
    """Who waits for a deadline."""

    def is_waiting(self, ticket: int) -> bool:
        """Whether it still waits for what it had this ticket for."""

    def wake(self) -> None:
        """The deadline has come."""


class Timekeeper:
    """Deadlines in seconds of trio's clock.

    catch_up: deals with what has arrived, before anybody is told that nothing has."""

    def __init__(self, catch_up: Callable[[], None] = lambda: None) -> None:
        self._catch_up = catch_up
        self._heap: list[tuple[float, int, Waiter, int]] = []
        self._most = _FEW
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
        if len(self._heap) > self._most:
            self._forget_answered()

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

    def _forget_answered(self) -> None:
        """Keep only what is still waited for, or matches that are over would be kept for their bank."""
        self._heap = [entry for entry in self._heap if entry[2].is_waiting(entry[3])]
        heapq.heapify(self._heap)
        self._most = max(_FEW, 2 * len(self._heap))

    def _wake_due(self, now_s: float) -> None:
        if self._heap and self._heap[0][0] <= now_s:
            self._catch_up()
        heap = self._heap
        while heap and heap[0][0] <= now_s:
            _, _, waiter, ticket = heapq.heappop(heap)
            if waiter.is_waiting(ticket):
                waiter.wake()
