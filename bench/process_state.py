"""What a process holds, as the kernel says: memory, open files, threads, children."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import NamedTuple

_SELF = Path("/proc/self")


class Held(NamedTuple):
    """How many of each."""

    files: int
    threads: int
    processes: int


def held() -> Held:
    """What this process holds now; processes: its children, theirs and so on."""
    files = len(os.listdir(_SELF / "fd")) - 1  # one is the listing itself
    return Held(files, len(os.listdir(_SELF / "task")), len(_descendants(os.getpid())))


def rss_kib() -> float:
    """The resident memory of this process."""
    pages = int((_SELF / "statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1024


def raise_open_files() -> None:
    """Let this process open as many files as it may."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _descendants(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_descendants(child)]
    return found
