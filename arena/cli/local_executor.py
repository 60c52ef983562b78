"""Referee processes on this machine, one a job, each on a core of its own where there are enough."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from arena.cli.house import HouseSetting
from arena.cli.worker_messages import Line, setting_to_json
from arena.referee.faults import MachineFault
from arena.referee.record import Record, loads
from arena.scheduler.tasks import MatchTask
from arena.transport.launcher import Command, open_supervisor

OnLog = Callable[[str, str], None]


class LocalExecutor:
    """An `Executor` (see arena.scheduler.runner). lines: to each referee process, ready."""

    def __init__(self, lines: Sequence[Line], on_log: OnLog) -> None:
        self._lines, self._on_log = lines, on_log
        self._incoming = [line.receive() for line in lines]

    @property
    def jobs(self) -> int:
        return len(self._lines)

    async def wait_ready(self) -> None:
        """Return when every referee listens. Raises MachineFault."""
        for job in range(self.jobs):
            async for _ in self._records(job, until="ready"):
                pass

    async def play(self, job: int, tasks: Sequence[MatchTask]) -> AsyncIterator[Record]:
        await self._lines[job].send({"tasks": tasks})
        async for record in self._records(job, until="done"):
            yield record

    async def _records(self, job: int, until: str) -> AsyncIterator[Record]:
        async for message in self._incoming[job]:
            match message:
                case {"record": text}:
                    yield loads(text)
                case {"log": [instance, log]}:
                    self._on_log(instance, log)
                case {"failed": sentence}:
                    raise MachineFault(sentence)
            if until in message:
                return
        raise MachineFault(f"referee process {job} has ended")


@asynccontextmanager
async def open_local_executor(
    setting: HouseSetting, jobs: int, on_log: OnLog
) -> AsyncIterator[LocalExecutor]:
    """Start `jobs` referee processes; at the end nothing of them is left.

    Raises MachineFault, possibly in a group."""
    pairs = [socket.socketpair() for _ in range(jobs)]
    async with AsyncExitStack() as stack:
        launcher = await stack.enter_async_context(
            open_supervisor(pass_fds=[theirs.fileno() for _, theirs in pairs])
        )
        lines = []
        for job, (ours, theirs) in enumerate(pairs):
            with theirs:
                fd = theirs.fileno()
            referee_cpu, bot_cpus = shares(job, jobs, sorted(os.sched_getaffinity(0)))
            argv = (sys.executable, "-m", "arena.cli.worker", str(fd))
            await launcher.start(Command(argv, os.getcwd(), dict(os.environ), 0, (referee_cpu,), (fd,)))
            line = Line(ours)
            stack.push_async_callback(line.close)
            await line.send({"setting": setting_to_json(_for_job(setting, job, bot_cpus))})
            lines.append(line)
        executor = LocalExecutor(lines, on_log)
        await executor.wait_ready()
        yield executor


def shares(job: int, jobs: int, cpus: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The processor of one of several referees, and those of its bots.

    A referee's two threads are faster on one core than on two (docs/decisions/0003-trio-and-grpc.md);
    its bots share that core with it when every core has its referee.

    >>> shares(0, 1, [0, 1]), shares(1, 2, [0, 1]), shares(2, 3, [0, 1])
    ((0, (0, 1)), (1, (1,)), (0, (0,)))
    """
    mine = cpus[job % len(cpus)]
    return mine, tuple(cpus[job % len(cpus) :: jobs]) or (mine,)


def _for_job(setting: HouseSetting, job: int, cpus: tuple[int, ...]) -> HouseSetting:
    host, colon, port = setting.listen.rpartition(":")
    listen = f"{host}{colon}{int(port) + job}" if colon and int(port) else setting.listen
    return setting._replace(cpus=cpus, label=f"{job}.", listen=listen)
