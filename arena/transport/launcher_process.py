"""One process under the supervisor, as far as it has been reported to the runner."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from typing import assert_never

import trio

from arena.transport.launcher_port import Exited, LaunchFailed, SupervisorLost
from arena.transport.supervisor_protocol import Ended, Failed, Logged, Report, Request, Started, Stop, Tell


class SupervisedProcess:
    """See `Process`."""

    def __init__(self, id: str, request: Callable[[Request], None]) -> None:
        self.id = id
        self.pid = 0
        self._request = request
        self._known = trio.Event()
        self._ended = trio.Event()
        self._logged = trio.Event()
        self._log = ""
        self._exited: Exited | None = None
        self._failed: LaunchFailed | None = None

    async def wait_started(self) -> None:
        """Return when the process runs, or has run.

        Raises LaunchFailed, SupervisorLost."""
        await self._known.wait()
        if self._failed is not None:
            raise self._failed

    async def wait_exited(self) -> Exited:
        """See `Process.wait_exited`."""
        await self._ended.wait()
        if self._exited is None:
            raise SupervisorLost
        return self._exited

    async def stop(self) -> Exited:
        """See `Process.stop`."""
        self._request(Stop(self.id))
        return await self.wait_exited()

    async def log(self) -> str:
        """See `Process.log`."""
        if not self._ended.is_set():
            logged = self._logged
            self._request(Tell(self.id))
            await logged.wait()
        return (await self.wait_exited()).log if self._ended.is_set() else self._log

    def take(self, report: Report) -> None:
        """Take in what the supervisor reports of this process."""
        match report:
            case Started():
                self.pid = report.pid
            case Failed():
                self._failed = LaunchFailed(report.error, report.machine)
            case Logged():
                self._log = report.log
                self._logged.set()
                self._logged = trio.Event()
            case Ended():
                self._exited = Exited(report.status, report.log, report.stopped)
                self._wake_all()
            case _:
                assert_never(report)
        self._known.set()

    def lose(self) -> None:
        """The supervisor is gone: whoever waits is told so."""
        if not self._known.is_set():
            self._failed = SupervisorLost()
        self._known.set()
        self._wake_all()

    def kill_session(self) -> None:
        """Kill what a killed supervisor could not: it took the process along, but not what that had
        started, such as the program behind a shell."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    def _wake_all(self) -> None:
        self._ended.set()
        self._logged.set()
