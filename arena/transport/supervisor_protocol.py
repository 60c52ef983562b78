"""What the runner and its supervisor say to each other: one value a line of JSON, standard library only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple


class Start(NamedTuple):
    """Start a process; answered by Started or Failed.

    id: chosen by the runner, never used twice. env: the whole environment. nice: steps of priority
    below the supervisor's. cpus: the processors it may use, None for the supervisor's own. fds:
    descriptors, inherited from the runner, that it gets under the same numbers; the supervisor then
    closes its own.
    """

    id: str
    argv: tuple[str, ...]
    cwd: str
    env: Mapping[str, str]
    nice: int = 0
    cpus: tuple[int, ...] | None = None
    fds: tuple[int, ...] = ()


class Stop(NamedTuple):
    """Kill a process and all below it; answered by Ended. Nothing happens if it has ended already."""

    id: str


class Tell(NamedTuple):
    """Tell what a process has written by now; answered by Logged, or Ended if it has ended already."""

    id: str


class Started(NamedTuple):
    """The process runs."""

    id: str
    pid: int


class Failed(NamedTuple):
    """The process could not be started. machine: for want of something of ours, not of the bot's."""

    id: str
    error: str
    machine: bool


class Ended(NamedTuple):
    """The process has ended and what it left behind was killed.

    status: negative is a signal. stopped: we were asked to stop it before it ended.
    """

    id: str
    status: int
    log: str
    stopped: bool


class Logged(NamedTuple):
    """What the process has written by now."""

    id: str
    log: str


Request = Start | Stop | Tell
Report = Started | Failed | Ended | Logged

_KINDS: Mapping[str, type[Request | Report]] = {
    kind.__name__.lower(): kind for kind in (Start, Stop, Tell, Started, Failed, Ended, Logged)
}


def to_line(message: Request | Report) -> bytes:
    """Write a message as a line of ASCII, whatever stands in it (file names may not be text).

    >>> to_line(Stop("7"))
    b'{"kind": "stop", "id": "7"}\\n'
    """
    kind = type(message).__name__.lower()
    return json.dumps({"kind": kind, **message._asdict()}).encode("ascii") + b"\n"


def from_line(line: bytes) -> Request | Report:
    """Read a line back.

    >>> from_line(b'{"kind": "stop", "id": "7"}')
    Stop(id='7')
    """
    fields: dict[str, Any] = json.loads(line)
    kind: Callable[..., Request | Report] = _KINDS[fields.pop("kind")]
    return kind(
        **{name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    )


class Lines:
    """Cuts a stream of bytes into messages."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, received: bytes | bytearray) -> Iterator[Request | Report]:
        """The messages that these bytes complete."""
        self._rest += received
        *lines, self._rest = self._rest.split(b"\n")
        return map(from_line, map(bytes, lines))
