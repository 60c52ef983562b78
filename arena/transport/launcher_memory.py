"""A launcher that starts nothing: a test plays the processes itself."""

from __future__ import annotations

from collections import deque

import trio

from arena.transport.launcher_port import Command, Exited, LaunchFailed


class MemoryProcess:
    """A process that a test ends with `exit`; see `Process`."""

    def __init__(self, id: str, command: Command) -> None:
        self.id, self.command = id, command
        self.pid = 1_000_000 + int(id)
        self.written = ""
        self._ended = trio.Event()
        self._exited: Exited | None = None

    def exit(self, status: int, *, stopped: bool = False) -> None:
        """End with this status and what was `written`; nothing happens if it has ended already."""
        self._exited = self._exited or Exited(status, self.written, stopped)
        self._ended.set()

    async def wait_exited(self) -> Exited:
        """See `Process.wait_exited`."""
        await self._ended.wait()
        assert self._exited is not None
        return self._exited

    async def stop(self) -> Exited:
        """See `Process.stop`."""
        self.exit(-9, stopped=True)
        return await self.wait_exited()

    async def log(self) -> str:
        """See `Process.log`."""
        await trio.lowlevel.checkpoint()
        return self.written


class MemoryLauncher:
    """Keeps what was started in `started`; see `Launcher`."""

    def __init__(self) -> None:
        self.started: list[MemoryProcess] = []
        self._failures: deque[LaunchFailed] = deque()

    def fail_next(self, sentence: str, *, machine: bool = False) -> None:
        """Let a coming start fail, one for each call."""
        self._failures.append(LaunchFailed(sentence, machine))

    async def start(self, command: Command) -> MemoryProcess:
        """See `Launcher.start`."""
        await trio.lowlevel.checkpoint()
        if self._failures:
            raise self._failures.popleft()
        process = MemoryProcess(str(len(self.started) + 1), command)
        self.started.append(process)
        return process
