"""Runs an asyncio loop inside trio's thread, a turn at a time, for grpc.aio, which knows no trio.

One thread, so nothing has to be handed over, locked or woken (docs/decisions/0003-trio-and-grpc.md).
The loop never waits: trio waits for the loop's epoll, and each `pump` runs the loop until it would
wait itself."""

from __future__ import annotations

import asyncio
import contextlib
import math
import selectors
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import trio

T = TypeVar("T")

_WAITED_S = 0.0005
"""A look that took longer was a wait; a shorter one may have found what came before."""


class _NeverWaits(selectors.EpollSelector):
    """Where the loop would wait, it stops instead. wait_s: how long it would have waited at most."""

    stop: Callable[[], None]
    wait_s: float | None = None

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout != 0:
            self.wait_s = timeout
            self.stop()
        return ready


class Pump(trio.abc.Instrument):
    """An asyncio loop in trio's thread. Its callbacks may wake trio tasks.

    quiet_s: a time of trio's clock at which nothing waited to be read. What is read next came after
    it; stamped so, nobody is charged for the time that we were busy with others."""

    def __init__(self) -> None:
        self.quiet_s = trio.current_time()
        self._waits_since_s = 0.0
        self._selector = _NeverWaits()
        self.loop = asyncio.SelectorEventLoop(self._selector)
        self._selector.stop = self.loop.stop
        self._pumping = False
        self._failed: Exception | None = None
        self._sleeper: trio.lowlevel.Task | None = None

    def pump(self) -> None:
        """Run the loop until nothing is left to do without waiting. Within a pump: nothing."""
        if not self._pumping:
            self._pumping = True
            try:
                self.loop.run_forever()
            finally:
                self._pumping = False
            self.quiet_s = trio.current_time()
            if self._failed is not None:
                failed, self._failed = self._failed, None
                raise failed

    def fail(self, error: Exception) -> None:
        """A callback of ours has failed: the pump that runs it raises that when it has ended."""
        self._failed = error

    def before_io_wait(self, timeout: float) -> None:
        """Trio looks whether something waits, for so long at most."""
        self._waits_since_s = trio.current_time() if timeout else math.inf

    def after_io_wait(self, timeout: float) -> None:
        """If trio had to wait, nothing had come until now."""
        now_s = trio.current_time()
        if now_s - self._waits_since_s > _WAITED_S:
            self.quiet_s = now_s

    def soon(self) -> None:
        """Pump in the next turn of trio's loop, once for all that is queued in this one."""
        sleeper, self._sleeper = self._sleeper, None
        if sleeper is not None:
            trio.lowlevel.reschedule(sleeper)

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine of asyncio to its end. Cancelling waits for it all the same."""
        done = trio.Event()
        task = self.loop.create_task(coroutine)
        task.add_done_callback(lambda _: done.set())
        with trio.CancelScope(shield=True):
            self.pump()
            await done.wait()
        return task.result()

    async def pump_on_events(self) -> None:
        """Pump whenever the loop has something to do of itself."""
        while True:
            if self._selector.wait_s is None:
                await trio.lowlevel.wait_readable(self._selector.fileno())
            else:
                with trio.move_on_after(self._selector.wait_s):
                    await trio.lowlevel.wait_readable(self._selector.fileno())
            self.pump()

    async def pump_on_demand(self) -> None:
        """Pump whenever `soon` was called."""

        def forget(_: trio.lowlevel.RaiseCancelT) -> trio.lowlevel.Abort:
            self._sleeper = None
            return trio.lowlevel.Abort.SUCCEEDED

        while True:
            self._sleeper = trio.lowlevel.current_task()
            await trio.lowlevel.wait_task_rescheduled(forget)
            self.pump()

    def close(self) -> None:
        """End the loop."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        with contextlib.suppress(RuntimeError):
            self.pump()
        self.loop.close()


@asynccontextmanager
async def open_pump() -> AsyncIterator[Pump]:
    """Keep a loop going while the context lasts."""
    pump = Pump()
    trio.lowlevel.add_instrument(pump)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pump.pump_on_events)
            nursery.start_soon(pump.pump_on_demand)
            yield pump
            nursery.cancel_scope.cancel()
    finally:
        trio.lowlevel.remove_instrument(pump)
        pump.close()
