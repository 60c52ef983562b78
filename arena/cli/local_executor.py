"""Referee processes on this machine, one a job, each on a core of its own where there are enough."""

from __future__ import annotations

import os
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NamedTuple

import trio

from arena.cli.house import HouseSetting, OnLog
from arena.cli.worker_messages import Line, setting_to_json
from arena.referee.faults import MachineFault
from arena.referee.record import Record, loads
from arena.scheduler.tasks import MatchTask
from arena.transport.launcher import Command, Launcher, Process, describe_status, open_supervisor


class _Referee(NamedTuple):
    """A referee process and our end of the line to it."""

    process: Process
    line: Line


class LocalExecutor:
    """An `Executor` (see arena.scheduler.runner). referees: one a job."""

    def __init__(self, referees: Sequence[_Referee], on_log: OnLog) -> None:
        self._referees, self._on_log = referees, on_log

    @property
    def jobs(self) -> int:
        return len(self._referees)

    async def wait_ready(self) -> None:
        """Return when every referee listens. Raises MachineFault."""
        for job in range(self.jobs):
            await self._next_record(job, until="ready")

    async def play(self, job: int, tasks: Sequence[MatchTask]) -> AsyncGenerator[Record, None]:
        with suppress(trio.BrokenResourceError):  # it is gone; how it ended is told where we listen to it
            await self._referees[job].line.send({"tasks": tasks})
        while record := await self._next_record(job, until="done"):
            yield record

    async def _next_record(self, job: int, until: str) -> Record | None:
        """The next record of a referee; None when it has said `until`. Takes its logs as they come."""
        referee = self._referees[job]
        async for message in referee.line:
            match message:
                case {"record": text}:
                    return loads(text)
                case {"log": [bot, instance, log]}:
                    self._on_log(bot, instance, log)
                case {"failed": sentence}:
                    raise MachineFault(sentence)
            if until in message:
                return None
        raise MachineFault(f"referee process {job} {await _end(referee.process)}")


@asynccontextmanager
async def open_local_executor(
    setting: HouseSetting, jobs: int, on_log: OnLog
) -> AsyncIterator[LocalExecutor]:
    """Start `jobs` referee processes; at the end nothing of them is left.

    Raises MachineFault, LaunchFailed, possibly in a group."""
    cpus = sorted(os.sched_getaffinity(0))
    async with AsyncExitStack() as stack:
        # Here and not in the referees, which may be killed at any moment.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="arena-"))
        pairs = [socket.socketpair() for _ in range(jobs)]
        for end in (end for pair in pairs for end in pair):
            stack.callback(end.close)
        fds = [theirs.fileno() for _, theirs in pairs]
        launcher = await stack.enter_async_context(open_supervisor(pass_fds=fds))
        for _, theirs in pairs:
            theirs.close()
        referees = []
        for job, (ours, _) in enumerate(pairs):
            referee_cpu, bot_cpus = shares(job, jobs, cpus)
            process = await _start(launcher, fds[job], referee_cpu)
            line = Line(ours)
            await line.send({"setting": setting_to_json(_for_job(setting, job, bot_cpus, folder))})
            referees.append(_Referee(process, line))
        executor = LocalExecutor(referees, on_log)
        await executor.wait_ready()
        yield executor


def shares(job: int, jobs: int, cpus: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The processor of one of several referees, and those of its bots.

    A referee is one thread, and its bots take turns with it: that core is theirs too when every core
    has its referee.

    >>> shares(0, 1, [0, 1]), shares(1, 2, [0, 1]), shares(2, 3, [0, 1])
    ((0, (0, 1)), (1, (1,)), (0, (0,)))
    """
    mine = cpus[job % len(cpus)]
    return mine, tuple(cpus[job % len(cpus) :: jobs]) or (mine,)


async def _start(launcher: Launcher, fd: int, cpu: int) -> Process:
    argv = (sys.executable, "-m", "arena.cli.worker", str(fd))
    return await launcher.start(Command(argv, os.getcwd(), dict(os.environ), 0, (cpu,), (fd,)))


async def _end(process: Process) -> str:
    """How a referee ended, with the last that it wrote. A referee always hangs up by ending."""
    exited = await process.wait_exited()
    lines = (line.strip(" |+-") for line in reversed(exited.log.splitlines()))  # groups are drawn in boxes
    last = next(filter(None, lines), "")
    return f"{describe_status(exited.status)}{f': {last}' if last else ''}"


def _for_job(setting: HouseSetting, job: int, cpus: tuple[int, ...], folder: str) -> HouseSetting:
    listen = f"unix:{folder}/{job}"
    if setting.listen != "unix":
        host, _, port = setting.listen.rpartition(":")
        listen = f"{host}:{int(port) + job if int(port) else 0}"
    return setting._replace(cpus=cpus, label=f"{job}.", listen=listen)
