"""What a runner and its referee processes say to each other: one JSON value a line.

runner → referee   {"setting": …} once, then {"tasks": […]} for each block
referee → runner   {"ready": true} once; {"record": text} for each match; {"done": true} for each
                   block; {"log": [bot, instance, text]} when a bot's process has ended;
                   {"failed": sentence} last, when the machine failed
"""

from __future__ import annotations

import contextlib
import json
import socket
from collections import deque
from typing import Any, Self

import trio

from arena.cli.house import BotEntry, HouseSetting
from arena.referee.faults import FaultPolicy
from arena.referee.messages import ClockLimits

Message = dict[str, Any]


class Line:
    """One end of the connection between a runner and a referee process.

    Iterate over it for the messages that come, until the other end is gone; to stop and go on is safe."""

    def __init__(self, end: socket.socket) -> None:
        self._stream = trio.SocketStream(trio.socket.from_stdlib_socket(end))
        self._sending = trio.Lock()
        self._whole: deque[bytes] = deque()
        self._begun = b""

    async def send(self, message: Message) -> None:
        """Send a message whole. Raises trio.BrokenResourceError when the other end is gone."""
        async with self._sending:
            await self._stream.send_all(json.dumps(message).encode() + b"\n")

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        while not self._whole:
            *whole, self._begun = (self._begun + await self._received()).split(b"\n")
            self._whole += whole
        message: Message = json.loads(self._whole.popleft())
        return message

    async def _received(self) -> bytes:
        with contextlib.suppress(trio.BrokenResourceError):
            if data := await self._stream.receive_some():
                return bytes(data)
        raise StopAsyncIteration


def setting_to_json(setting: HouseSetting) -> Message:
    """A setting as JSON has it."""
    return {**setting._asdict(), "options": dict(setting.options)}


def setting_from_json(plain: Message) -> HouseSetting:
    """A setting from what `setting_to_json` and JSON made of it."""
    bots = tuple(BotEntry(name, tuple(argv), *rest) for name, argv, *rest in plain["bots"])
    cpus = plain["cpus"] and tuple(plain["cpus"])
    clock, policy = ClockLimits(*plain["clock"]), FaultPolicy(*plain["policy"])
    return HouseSetting(**{**plain, "bots": bots, "cpus": cpus, "clock": clock, "policy": policy})
