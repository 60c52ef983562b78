"""Runs bots' processes through the supervisor, on trio."""

from __future__ import annotations

import contextlib
import itertools
import math
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.transport import supervisor
from arena.transport.launcher_port import (
    Command,
    Exited,
    Launcher,
    LaunchFailed,
    Process,
    SupervisorLost,
    bot_environment,
    describe_status,
)
from arena.transport.launcher_process import SupervisedProcess
from arena.transport.supervisor_protocol import (
    Ended,
    Failed,
    Lines,
    Report,
    Request,
    Start,
    Stop,
    to_line,
)

__all__ = [
    "Command",
    "Exited",
    "LaunchFailed",
    "Launcher",
    "Process",
    "SupervisedProcess",
    "SupervisorLauncher",
    "SupervisorLost",
    "bot_environment",
    "describe_status",
    "open_supervisor",
]

END_S = 5.0
"""For the supervisor to kill everything and end: it takes milliseconds, a stopped one for ever."""

GONE = (trio.BrokenResourceError, trio.ClosedResourceError)


@asynccontextmanager
async def open_supervisor(*, pass_fds: Sequence[int] = ()) -> AsyncIterator[SupervisorLauncher]:
    """Start a supervisor; at the end nothing is left of it, nor of what it has started.

    pass_fds: descriptors that commands will name; close your own once the context is entered. Like a
    nursery, the context wraps what is raised in it in an exception group.

    Raises LaunchFailed where there is no Linux."""
    _require_linux()
    process = await trio.lowlevel.open_process(
        supervisor.command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # a terminal's Ctrl-C is for the runner
        pass_fds=tuple(pass_fds),
    )
    launcher = SupervisorLauncher(process)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(launcher.send_requests)
        nursery.start_soon(launcher.take_reports)
        try:
            yield launcher
        finally:
            await launcher.end()


class SupervisorLauncher:
    """Starts processes by asking the supervisor; see `Launcher`.

    It talks shielded from cancellation until `end`: who is cancelled may still want to stop a bot and
    see it end."""

    def __init__(self, process: trio.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout
        self._ids = map(str, itertools.count(1))
        self._running: dict[str, SupervisedProcess] = {}
        self._gone = False
        # Unbounded, so that a request is made at once and whole: a cancelled one would cut a line.
        self._requests, self._to_send = trio.open_memory_channel[Request](math.inf)

    @property
    def supervisor_pid(self) -> int:
        """The supervisor's own process."""
        return self._process.pid

    async def start(self, command: Command) -> SupervisedProcess:
        """See `Launcher.start`."""
        if self._gone:
            raise SupervisorLost
        process = SupervisedProcess(next(self._ids), self._request)
        self._running[process.id] = process
        self._request(Start(process.id, *command))
        try:
            await process.wait_started()
        except (trio.Cancelled, KeyboardInterrupt):
            self._request(Stop(process.id))
            raise
        return process

    def _request(self, request: Request) -> None:
        if not self._gone:
            self._requests.send_nowait(request)

    async def send_requests(self) -> None:
        """Pass on what is asked, until `end` or until the supervisor is gone."""
        with trio.CancelScope(shield=True), contextlib.suppress(*GONE):
            async for request in self._to_send:
                await self._stdin.send_all(to_line(request))

    async def take_reports(self) -> None:
        """Take in what is reported, until the supervisor is gone."""
        lines = Lines()
        with trio.CancelScope(shield=True):
            async for received in self._stdout:
                for report in lines.feed(received):
                    self._take(report)
            self._lose(killed=await self._process.wait() < 0)

    def _take(self, report: Report | Request) -> None:
        assert isinstance(report, Report)
        self._running[report.id].take(report)
        if isinstance(report, Ended | Failed):
            del self._running[report.id]

    def _lose(self, *, killed: bool) -> None:
        self._gone = True
        self._requests.close()
        for process in self._running.values():
            if killed:
                process.kill_session()
            process.lose()
        self._running.clear()

    async def end(self) -> None:
        """Let the supervisor kill everything and end, and wait for that."""
        self._gone = True
        with trio.CancelScope(shield=True):
            with trio.move_on_after(END_S):
                await self._stdin.aclose()
                await self._process.wait()
            if self._process.returncode is None:
                self._process.kill()
                await self._process.wait()
        self._requests.close()


def _require_linux() -> None:
    if sys.platform != "linux":
        raise LaunchFailed(f"Local bots can be started on Linux only; this is {sys.platform}.", machine=True)
    if not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists():
        raise LaunchFailed("This kernel does not list the children of a process in /proc.", machine=True)
