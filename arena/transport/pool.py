"""Which process of a bot plays which match.

Two seats of one match are never one process, and a process that has met a deal is never given it
again (docs/fairness.md). A new process is started only when no other will do: where one is merely
busy, the match waits for it, so that bots do not compete with copies of themselves."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager

import trio

from arena.transport.instance import Instance
from arena.transport.local import Local, Program


class Pool:
    """The processes of one referee.

    programs: by bot. max_processes: how many may live at once; a single match that needs more
    still gets them, or it could not be played at all."""

    def __init__(self, programs: Mapping[str, Program], local: Local, max_processes: int) -> None:
        self._programs, self._local, self._max = programs, local, max_processes
        self._instances: dict[str, list[Instance]] = {bot: [] for bot in programs}
        self._numbers = itertools.count(1)
        self._freed = trio.Event()

    @asynccontextmanager
    async def seated(self, bots: Sequence[str], deal: str) -> AsyncIterator[list[Instance]]:
        """A process for each of these bots, in order, all different, none of which has met the deal."""
        while (taken := self._choose(bots, deal)) is None:
            await self._freed.wait()
        for instance in taken:
            instance.seen.add(deal)
            instance.seated += 1
        self._shrink()
        try:
            yield taken
        finally:
            for instance in taken:
                instance.seated -= 1
                if not instance.seated and not instance.sound:
                    self._retire(instance)
            self._look_again()

    def forget(self, deals: Sequence[str]) -> None:
        """These deals are played out: no process will be offered them again."""
        for instance in self._living():
            instance.seen.difference_update(deals)

    async def stop(self) -> None:
        """End all processes."""
        async with trio.open_nursery() as nursery:
            for instance in self._living():
                nursery.start_soon(instance.stop)

    def _choose(self, bots: Sequence[str], deal: str) -> list[Instance] | None:
        """All or none, so that two matches never wait for each other; None: one must be waited for."""
        chosen: list[Instance | None] = []
        for bot in bots:
            fit = [
                instance
                for instance in self._instances[bot]
                if instance.sound and deal not in instance.seen and instance not in chosen
            ]
            free = [instance for instance in fit if instance.seated < instance.matches_at_once]
            if fit and not free:
                return None
            chosen.append(free[0] if free else None)
        if self._too_many(chosen):
            return None
        return [found or self._new(bot) for bot, found in zip(bots, chosen, strict=True)]

    def _too_many(self, chosen: Sequence[Instance | None]) -> bool:
        """Whether these would be over the cap and a match that is on will make room."""
        busy = {instance for instance in self._living() if instance.seated}
        kept, new = len(busy.union(filter(None, chosen))), chosen.count(None)
        return bool(busy and new) and kept + new > self._max

    def _new(self, bot: str) -> Instance:
        instance = Instance(f"{bot}#{next(self._numbers)}", self._programs[bot], self._local)
        instance.on_up = self._look_again
        self._instances[bot].append(instance)
        return instance

    def _look_again(self) -> None:
        """Let the matches that wait see whether they can begin."""
        freed, self._freed = self._freed, trio.Event()
        freed.set()

    def _shrink(self) -> None:
        """Stop processes that have nothing to do, down to the cap."""
        living = self._living()
        idle = sorted((i for i in living if not i.seated), key=lambda i: i.sound)  # first the lost ones
        for instance in idle[: max(0, len(living) - self._max)]:
            self._retire(instance)

    def _retire(self, instance: Instance) -> None:
        self._instances[instance.program.name].remove(instance)
        self._local.nursery.start_soon(instance.stop)

    def _living(self) -> list[Instance]:
        return [instance for living in self._instances.values() for instance in living]
