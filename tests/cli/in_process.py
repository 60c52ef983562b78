"""The fake beside arena.cli.local_executor: one referee, in the process of the test."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from arena.cli.house import House, HouseSetting, OnLog, open_house
from arena.referee.faults import MachineFault
from arena.referee.record import Record
from arena.scheduler.tasks import MatchTask


class InProcessExecutor:
    """An `Executor`. matches: how many it plays before the machine fails; None: it does not."""

    jobs = 1

    def __init__(self, house: House, matches: int | None) -> None:
        self._house, self._left = house, matches

    async def play(self, job: int, tasks: Sequence[MatchTask]) -> AsyncGenerator[Record, None]:
        for task in tasks:
            if self._left == 0:
                raise MachineFault("the machine of the test has failed")
            if self._left is not None:
                self._left -= 1
            yield await self._house.play(task)


class Opener:
    """Opens in-process executors instead of `open_local_executor`. opened: how many so far."""

    def __init__(self) -> None:
        self.matches: int | None = None
        self.opened = 0

    def __call__(
        self, setting: HouseSetting, jobs: int, on_log: OnLog
    ) -> AbstractAsyncContextManager[InProcessExecutor]:
        self.opened += 1
        return self._open(setting, on_log)

    @asynccontextmanager
    async def _open(self, setting: HouseSetting, on_log: OnLog) -> AsyncIterator[InProcessExecutor]:
        async with open_house(setting, on_log) as house:
            yield InProcessExecutor(house, self.matches)
