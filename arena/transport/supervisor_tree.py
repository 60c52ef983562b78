"""Kills a process with everything below it, however fast that forks.

What hides from its parent (a double fork, a session of its own) cannot leave the tree: we are a
subreaper, so an orphan becomes our child. Sessions and process groups need no looking after, since
their members are all in the tree.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Iterable
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36

FREEZE_ROUNDS = 20
"""How often a tree is looked at again until it stands still. It is one round, unless something
forks at that moment; a process stuck in the kernel never stands still, so there must be an end."""

POLL_S = 0.01

_libc = ctypes.CDLL(None, use_errno=True)


def set_process_control(option: int, value: int) -> None:
    """Call Linux' prctl, see prctl(2).

    Raises OSError when the kernel refuses."""
    if _libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def children_of(pid: int) -> list[int]:
    """The children of all threads of a process, zombies included; none if it is gone."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                found += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_bytes().split())
    return found


def kill_trees(roots: Iterable[int]) -> None:
    """Send SIGKILL to these children of ours and to everything below them.

    The tree is stopped first, from the top: a killed process hands its children on and is then no
    way to find them, and a stopped one can neither fork nor reap, so no pid we hold is used anew."""
    tree = set(roots)
    for _ in range(FREEZE_ROUNDS):
        before, tree = tree, _stop_downwards(roots)
        if tree == before and all(map(_stands_still, tree)):
            break
    for pid in tree:
        _send(pid, signal.SIGKILL)


def kill_everything() -> None:
    """Kill all that is below this process until nothing is, and reap it."""
    while _has_children():
        kill_trees(children_of(os.getpid()))
        if not reap():
            time.sleep(POLL_S)


def reap() -> list[tuple[int, int]]:
    """The children that have died: pids with their wait statuses."""
    dead: list[tuple[int, int]] = []
    with contextlib.suppress(ChildProcessError):
        while (pair := os.waitpid(-1, os.WNOHANG))[0]:
            dead.append(pair)
    return dead


def _has_children() -> bool:
    """Ask the kernel rather than /proc, which may be unreadable for want of descriptors."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _stop_downwards(roots: Iterable[int]) -> set[int]:
    tree = dict.fromkeys(roots)
    waiting = list(tree)
    for pid in waiting:
        _send(pid, signal.SIGSTOP)
        fresh = [child for child in children_of(pid) if child not in tree]
        tree.update(dict.fromkeys(fresh))
        waiting += fresh
    return set(tree)


def _stands_still(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return True
    # The name before the state may hold anything, brackets too.
    return stat.rpartition(b") ")[2][:1] in b"TtZX"


def _send(pid: int, number: signal.Signals) -> None:
    # Gone already, or a set-user-id program, which is not ours to signal.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
