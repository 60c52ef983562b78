"""One referee process: the wire, the bots' processes and the matches between them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, NamedTuple

import trio

from arena.games import catalog
from arena.games.contract import Table
from arena.games.options import OptionValue
from arena.referee.faults import FaultPolicy
from arena.referee.link import Link
from arena.referee.match import MatchSetting, play
from arena.referee.messages import ClockLimits
from arena.referee.record import Record
from arena.scheduler.tasks import MatchTask, split_from
from arena.transport.codec import codec_for
from arena.transport.inprocess import PolicyLink
from arena.transport.instance import Instance
from arena.transport.launcher import open_supervisor
from arena.transport.local import Local, Program
from arena.transport.pool import Pool
from arena.transport.wire import open_wire
from arena_bot.policies import POLICIES

OnLog = Callable[[str, str, str], None]
"""Takes a bot's name, which of its processes has ended, and what that had written."""


class BotEntry(NamedTuple):
    """A bot as a referee runs it: a program in a folder, or a built-in policy."""

    name: str
    argv: tuple[str, ...]
    folder: str
    builtin: str


class HouseSetting(NamedTuple):
    """What all matches of a referee process have in common.

    listen: "unix" for a socket in a folder of its own, "unix:/path", or "host:port".
    label: tells its bots' processes from those of other referees in logs.
    cpus: the processors its bots may use, None for all."""

    game: str
    options: Mapping[str, OptionValue]
    bots: tuple[BotEntry, ...]
    clock: ClockLimits = ClockLimits()
    policy: FaultPolicy = FaultPolicy()
    matches_per_bot: int = 1
    max_processes: int = 64
    show_names: bool = False
    listen: str = "unix"
    label: str = ""
    cpus: tuple[int, ...] | None = None


class House:
    """Plays matches between bots that it runs."""

    def __init__(self, setting: HouseSetting, pool: Pool) -> None:
        self._setting, self._pool = setting, pool
        self._game = catalog.load(setting.game)
        self._builtin = {bot.name: POLICIES[bot.builtin] for bot in setting.bots if bot.builtin}
        # Bots share the processors: no more may think at once than there are, unless the organiser
        # lets one process hold several matches, and so says that thinking is cheap here.
        processors = len(setting.cpus or os.sched_getaffinity(0))
        self._thinking = trio.CapacityLimiter(processors) if setting.matches_per_bot == 1 else None

    async def play(self, task: MatchTask) -> Record:
        """Play one match. Raises MachineFault."""
        programs = [name for name in task.entrants if name not in self._builtin]
        async with self._pool.seated(programs, task.deal) as instances:
            return await play(self._match_setting(task), self._links(task, instances), self._thinking)

    async def play_block(self, tasks: Sequence[MatchTask], on_played: Callable[[Record], None]) -> None:
        """Play matches, rotation by rotation as they come: a deal's next match waits for all before.

        Raises MachineFault, possibly in a group."""
        free = trio.Semaphore(self._setting.matches_per_bot)

        async def one(task: MatchTask) -> None:
            try:
                on_played(await self.play(task))
            finally:
                free.release()

        waiting = list(tasks)
        while waiting:
            rotation, waiting = _first_of_each_deal(waiting)
            async with trio.open_nursery() as nursery:
                for task in rotation:
                    await free.acquire()
                    nursery.start_soon(one, task)
        self._pool.forget([task.deal for task in tasks])

    def _links(self, task: MatchTask, instances: Sequence[Instance]) -> list[Link]:
        """One a seat. instances: for the seats whose bots are programs, in order."""
        ready, codec = iter(instances), codec_for(self._game.messages)
        return [
            PolicyLink(self._builtin[name]) if name in self._builtin else next(ready).link(codec)
            for name in task.entrants
        ]

    def _match_setting(self, task: MatchTask) -> MatchSetting:
        setting, split = self._setting, split_from(task.split)
        sides = self._game.seating(task.seats, split)
        return MatchSetting(
            game=self._game,
            table=Table(task.seats, sides, setting.options, split),
            secret=bytes.fromhex(task.secret),
            seeds=tuple(map(bytes.fromhex, task.seeds)),
            players=task.entrants,
            shown_names=task.entrants if setting.show_names else (),
            clock=setting.clock,
            policy=setting.policy,
            identity=task.identity,
        )


@asynccontextmanager
async def open_house(
    setting: HouseSetting, on_log: OnLog = lambda bot, instance, log: None
) -> AsyncIterator[House]:
    """Listen, and run bots as matches need them; at the end nothing of them is left.

    on_log: told when a process has ended.
    Raises AddressTaken, MachineFault."""
    programs = {bot.name: Program(bot.name, bot.argv, bot.folder) for bot in setting.bots if not bot.builtin}
    async with AsyncExitStack() as stack:
        listen = setting.listen
        if listen == "unix":
            listen = f"unix:{stack.enter_context(tempfile.TemporaryDirectory(prefix='arena-'))}/referee"
        wire = await stack.enter_async_context(open_wire(listen))
        launcher: Any = await stack.enter_async_context(open_supervisor()) if programs else None
        nursery = await stack.enter_async_context(trio.open_nursery())
        local = Local(
            wire,
            launcher,
            nursery,
            setting.game,
            start_s=setting.clock.start_s,
            cpus=setting.cpus,
            matches_at_once=setting.matches_per_bot,
            on_log=lambda name, log: on_log(name.rpartition("#")[0], f"{setting.label}{name}", log),
        )
        pool = Pool(programs, local, setting.max_processes)
        yield House(setting, pool)
        await pool.stop()
        nursery.cancel_scope.cancel()


def _first_of_each_deal(tasks: Sequence[MatchTask]) -> tuple[list[MatchTask], list[MatchTask]]:
    first: dict[str, MatchTask] = {}
    rest = [task for task in tasks if first.setdefault(task.deal, task) is not task]
    return list(first.values()), rest
