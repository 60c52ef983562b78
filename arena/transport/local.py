"""How local bots are run: which program, and where and with what its processes run."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import trio

from arena.transport.launcher_port import BOT_NICE, Launcher
from arena.transport.wire import Wire


class Program(NamedTuple):
    """How to run a bot. folder: its working directory."""

    name: str
    argv: tuple[str, ...]
    folder: str


class Local(NamedTuple):
    """Where and how the processes of local bots run.

    game: what is played. start_s: how long one may take to say hello. nice: their priority below
    the referee's. cpus: the processors they may use, None for all. matches_at_once: how many
    matches the organiser lets one hold. on_log: takes an instance's name and log when a process
    has ended.
    """

    wire: Wire
    launcher: Launcher
    nursery: trio.Nursery
    game: str = ""
    start_s: float = 10.0
    nice: int = BOT_NICE
    cpus: tuple[int, ...] | None = None
    matches_at_once: int = 1
    on_log: Callable[[str, str], None] = lambda name, log: None
