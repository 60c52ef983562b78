"""What it is to run a bot's process on this machine: the smallest port that local bots need.

    LaunchFailed          the process was not started. `machine` False: tell the bot's author;
    |                     True: our machine lacks something, nothing can be held against the bot.
    +-- SupervisorLost    the supervisor was killed, and all processes with it: stop the run.

The one that runs processes is in `arena.transport.launcher`, the fake in
`arena.transport.launcher_memory`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

BOT_NICE = 10
"""Bots leave the processor to the referee, or its clocks would be late (measured: 29 against 5 ms)."""

_INHERITED = ("HOME", "LANG", "PATH", "TMPDIR", "TZ")

_ONE_THREAD = {
    "GOMAXPROCS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}


class LaunchFailed(Exception):
    """The process was not started.

    machine: whether our machine is to blame, not the bot."""

    def __init__(self, sentence: str, machine: bool) -> None:
        super().__init__(sentence)
        self.sentence, self.machine = sentence, machine


class SupervisorLost(LaunchFailed):
    """The supervisor was killed, and every process with it."""

    def __init__(self) -> None:
        super().__init__("The process that starts and stops the bots was killed.", machine=True)


class Command(NamedTuple):
    """What to start.

    env: the whole environment, see `bot_environment`. nice: steps of priority below ours. cpus: the
    processors it may use, None for those we had when the launcher was opened. fds: descriptors, named
    when the launcher was opened, that the process gets under the same numbers, each given away once.
    """

    argv: tuple[str, ...]
    cwd: str
    env: Mapping[str, str]
    nice: int = BOT_NICE
    cpus: tuple[int, ...] | None = None
    fds: tuple[int, ...] = ()


class Exited(NamedTuple):
    """How a process ended.

    status: negative is a signal, see `describe_status`. log: what it wrote to standard output and
    error, the middle left out if it was much. stopped: whether we stopped it.
    """

    status: int
    log: str
    stopped: bool


class Process(Protocol):
    """A process that was started. Every method may be cancelled and called again."""

    @property
    def id(self) -> str:
        """Tells it from all others of its launcher."""

    @property
    def pid(self) -> int:
        """Its number; it may be another's once it has exited."""

    async def wait_exited(self) -> Exited:
        """Return when the process has ended and all that it had started was killed.

        Raises SupervisorLost."""

    async def stop(self) -> Exited:
        """Kill it and everything it has started, then `wait_exited`. What has ended stays as it ended.

        Raises SupervisorLost."""

    async def log(self) -> str:
        """What it has written by now.

        Raises SupervisorLost."""


class Launcher(Protocol):
    """Starts processes and leaves none behind."""

    async def start(self, command: Command) -> Process:
        """Start a process. If cancelled, nothing runs.

        Raises LaunchFailed, SupervisorLost."""


def bot_environment(address: str, token: str, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The whole environment of a bot: where to connect, and nothing of ours that it need not know.

    extra: more variables; where to connect cannot be overridden. The folder of this interpreter
    comes first on the path, so that `python` in a bot's command is the one that Arena runs under."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    path = f"{Path(sys.executable).parent}{os.pathsep}{inherited.get('PATH', os.defpath)}"
    return {
        "HOME": "/",
        "LANG": "C.UTF-8",
        **inherited,
        **_ONE_THREAD,
        "PATH": path,
        "GRPC_VERBOSITY": "ERROR",
        **(extra or {}),
        "ARENA_ADDRESS": address,
        "ARENA_TOKEN": token,
    }


def describe_status(status: int) -> str:
    """Say how a process ended, to go on after its name.

    >>> describe_status(3), describe_status(-11)
    ('exited with status 3', 'was killed by SIGSEGV')
    """
    if status >= 0:
        return f"exited with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
