"""The process that starts all others for a runner, so that nothing outlives it.

It has one thread, because a parent-death signal follows the thread that forked; it needs the
standard library only, because it should be up before anything else is and too small to fail. The
runner talks to it in lines (`supervisor_protocol`) over standard input and output; the end of its
input means that the runner is gone, however that came about.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from arena.transport.supervisor_child import Child, start_child
from arena.transport.supervisor_protocol import (
    Ended,
    Failed,
    Lines,
    Logged,
    Report,
    Start,
    Started,
    Stop,
    Tell,
    to_line,
)
from arena.transport.supervisor_tree import (
    PR_SET_CHILD_SUBREAPER,
    children_of,
    kill_everything,
    kill_trees,
    reap,
    set_process_control,
)

REQUESTS_FD, REPORTS_FD = 0, 1
READ_BYTES = 64 * 1024
SWEEP_S = 0.2
"""Orphans are noticed at the death of their parent, but only if that is our child; else by looking."""

SWEEP_PASSES = 50
"""Looks at once for one that hops from process to process; the next sweep goes on where this ends."""


def command() -> list[str]:
    """How to start it: with an interpreter that no environment and no installed package can change."""
    code = "import sys; sys.path.append(sys.argv[1]); import arena.transport.supervisor as s; s.main()"
    return [sys.executable, "-I", "-S", "-c", code, str(Path(__file__).parents[2])]


class Supervisor:
    """The loop over requests, logs and deaths."""

    def __init__(self, wake_fd: int) -> None:
        self._wake_fd = wake_fd
        self._runner_is_there = True
        self._requests = Lines()
        self._unsent = bytearray()
        self._by_id: dict[str, Child] = {}
        self._by_pid: dict[int, Child] = {}
        self._orphans_left = False
        self._sweep_at_s = 0.0
        self._selector = selectors.DefaultSelector()
        self._selector.register(REQUESTS_FD, selectors.EVENT_READ, self._read_requests)
        self._selector.register(wake_fd, selectors.EVENT_READ, self._wake)

    def run(self) -> None:
        """Serve until the runner is gone."""
        while self._runner_is_there:
            busy = self._by_pid or self._orphans_left
            for key, _ in self._selector.select(SWEEP_S if busy else None):
                serve: Callable[[], None] = key.data
                serve()
            if time.monotonic() >= self._sweep_at_s:
                self._reap()

    def _read_requests(self) -> None:
        received = os.read(REQUESTS_FD, READ_BYTES)
        if not received:
            self._runner_is_there = False
        for request in self._requests.feed(received):
            match request:
                case Start():
                    self._start(request)
                case Stop(id) if id in self._by_id:
                    self._by_id[id].stopped = True
                    kill_trees([self._by_id[id].pid])
                case Tell(id) if id in self._by_id:
                    self._read_log(self._by_id[id])
                    self._report(Logged(id, self._by_id[id].log.text()))

    def _start(self, request: Start) -> None:
        child = start_child(request)
        if isinstance(child, Failed):
            self._report(child)
            return
        self._by_id[child.id] = self._by_pid[child.pid] = child
        self._selector.register(child.log_fd, selectors.EVENT_READ, lambda: self._read_log(child))
        self._report(Started(child.id, child.pid))

    def _read_log(self, child: Child) -> None:
        if not child.read_log():
            self._unregister(child.log_fd)

    def _unregister(self, fd: int) -> None:
        if fd in self._selector.get_map():
            self._selector.unregister(fd)

    def _wake(self) -> None:
        os.read(self._wake_fd, READ_BYTES)
        self._sweep_at_s = 0.0

    def _reap(self) -> None:
        """Reap what has died, kill what it left behind, and only then report.

        What it left are our children now: those that we did not start."""
        ended: list[tuple[Child, int]] = []
        for _ in range(SWEEP_PASSES):
            ended += self._dead_children()
            orphans = [pid for pid in children_of(os.getpid()) if pid not in self._by_pid]
            self._orphans_left = bool(orphans)
            if not orphans:
                break
            kill_trees(orphans)
        for child, status in ended:
            self._report_end(child, status)
        self._sweep_at_s = time.monotonic() + SWEEP_S

    def _dead_children(self) -> Iterator[tuple[Child, int]]:
        for pid, status in reap():
            if child := self._by_pid.pop(pid, None):
                yield child, os.waitstatus_to_exitcode(status)

    def _report_end(self, child: Child, status: int) -> None:
        del self._by_id[child.id]
        self._unregister(child.log_fd)
        child.close(status)
        self._report(Ended(child.id, status, child.log.text(), child.stopped))

    def _report(self, report: Report) -> None:
        """Send when the runner reads. A stopped runner must not stop us: we outlive it by our tidying."""
        if not self._unsent:
            self._selector.register(REPORTS_FD, selectors.EVENT_WRITE, self._send)
        self._unsent += to_line(report)

    def _send(self) -> None:
        try:
            del self._unsent[: os.write(REPORTS_FD, self._unsent)]
        except BrokenPipeError:
            self._runner_is_there = False
        if not self._unsent:
            self._selector.unregister(REPORTS_FD)


def main() -> None:
    """Supervise; at the end, whatever ended it, nothing that was started is left."""
    set_process_control(PR_SET_CHILD_SUBREAPER, 1)
    wake_fd = _listen_to_signals()
    os.set_blocking(REPORTS_FD, False)
    try:
        Supervisor(wake_fd).run()
    finally:
        kill_everything()


def _listen_to_signals() -> int:
    """Let deaths wake us and let nobody but the runner end us.

    Handlers that do nothing, rather than SIG_IGN: what we start must not inherit deaf ears."""
    read_fd, write_fd = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(write_fd, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _do_nothing)
    return read_fd


def _do_nothing(number: int, frame: FrameType | None) -> None:
    pass
