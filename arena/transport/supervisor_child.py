"""One process that the supervisor started: how it is started, and what it has written."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
from collections.abc import Callable

from arena.transport.supervisor_log import CappedLog
from arena.transport.supervisor_protocol import Failed, Start
from arena.transport.supervisor_tree import PR_SET_PDEATHSIG, set_process_control

READ_BYTES = 64 * 1024
"""Read at a time, so that a flooding bot takes turns with everybody else."""

LAST_READS = 32
"""Read at most when a process has ended: twice what a pipe can be made to hold."""

OUR_SHORTAGES = frozenset({errno.ENOMEM, errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOSPC})


class Child:
    """A running process of which its end of the log pipe and its pid are known."""

    def __init__(self, id: str, process: subprocess.Popen[bytes], log_fd: int) -> None:
        self.id = id
        self.pid = process.pid
        self.log_fd = log_fd
        self.log = CappedLog()
        self.stopped = False
        self._process = process

    def read_log(self) -> bool:
        """Take over what was written, a bounded amount. False when nothing more can come."""
        try:
            written = os.read(self.log_fd, READ_BYTES)
        except BlockingIOError:
            return True
        self.log.add(written)
        return bool(written)

    def close(self, status: int) -> None:
        """The process was reaped: take over its last words."""
        self._process.returncode = status  # else Popen would wait for a pid that may be another's
        for _ in range(LAST_READS):
            try:
                written = os.read(self.log_fd, READ_BYTES)
            except BlockingIOError:
                break
            if not written:
                break
            self.log.add(written)
        os.close(self.log_fd)


def start_child(request: Start) -> Child | Failed:
    """Start a process in a session of its own that dies with us."""
    try:
        return _start(request)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        machine = isinstance(error, subprocess.SubprocessError) or (
            isinstance(error, OSError) and error.errno in OUR_SHORTAGES
        )
        return Failed(request.id, _sentence(request, error), machine)
    finally:
        for fd in request.fds:
            os.close(fd)


def _start(request: Start) -> Child:
    log_fd, write_fd = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(log_fd, False)
    try:
        process = subprocess.Popen(
            request.argv,
            cwd=request.cwd,
            env=request.env,
            stdin=subprocess.DEVNULL,
            stdout=write_fd,
            stderr=write_fd,
            pass_fds=request.fds,
            start_new_session=True,
            preexec_fn=_preparation(request, os.getpid()),  # safe with one thread
        )
    except BaseException:
        os.close(log_fd)
        raise
    finally:
        os.close(write_fd)
    return Child(request.id, process, log_fd)


def _preparation(request: Start, supervisor_pid: int) -> Callable[[], None]:
    def prepare() -> None:
        set_process_control(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor_pid:  # it died before we had asked to be told
            os._exit(1)
        os.nice(request.nice)
        _nice_session(request.nice)
        if request.cpus is not None:
            os.sched_setaffinity(0, request.cpus)

    return prepare


def _nice_session(nice: int) -> None:
    """Where the kernel shares processors out among sessions (autogroup), the priority of a process
    counts only within its own; a bot has one of its own, so its session gets the priority too."""
    with contextlib.suppress(OSError):  # no such kernel, or it wants to be asked less often
        descriptor = os.open("/proc/self/autogroup", os.O_WRONLY)
        try:
            os.write(descriptor, str(nice).encode())
        finally:
            os.close(descriptor)


def _sentence(request: Start, error: Exception) -> str:
    program = request.argv[0] if request.argv else "an empty command"
    match error:
        case subprocess.SubprocessError():  # all it says is that the preparation failed
            where = "any processor" if request.cpus is None else f"processors {[*request.cpus]}"
            return f"{program!r} could not be started at priority {request.nice:+} on {where}."
        case FileNotFoundError() | NotADirectoryError() if error.filename == request.cwd:
            return f"{program!r} could not be started: there is no folder {request.cwd!r}."
        case FileNotFoundError():
            why = "there is no such program, or the interpreter that its first line names is missing"
            return f"{program!r} could not be started: {why}."
        case PermissionError():
            return f"{program!r} could not be started: it may not be executed."
        case OSError():
            return f"{program!r} could not be started: {error.strerror}."
    return f"{program!r} could not be started: {error}."
