"""A lock by which two runs of one event at once are refused; it dies with the process that holds it."""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.storage.errors import EventRunning, StoreFailed


def lock_file(store: Path, event: str) -> Path:
    """The file that a run of the event locks, beside the store.

    The name's hash stands for it, as a name may hold what a file's name may not."""
    return store.with_name(f"{store.name}.{hashlib.sha256(event.encode()).hexdigest()[:8]}.lock")


@contextmanager
def running(store: Path, event: str) -> Iterator[None]:
    """Be the one run of an event. Raises EventRunning.

    The file stays when the run is over: to delete it would let a third run lock a new file while a
    second still waits at the old. A process forked from this one without exec keeps the lock alive."""
    try:
        descriptor = _locked(lock_file(store, event))
    except BlockingIOError as error:
        holder = lock_file(store, event).read_text("utf-8", "replace").strip() or "unknown"
        raise EventRunning(f"another run of {event} is going on in {store} (pid {holder})") from error
    except OSError as error:
        raise StoreFailed(f"{lock_file(store, event)} cannot be written: {error.strerror}") from error
    try:
        yield
    finally:
        os.close(descriptor)


def _locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
