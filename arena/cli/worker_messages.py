"""What a runner and its referee processes say to each other: one JSON value a line.

runner → referee   {"setting": …} once, then {"tasks": […]} for each block
referee → runner   {"ready": true} once; {"record": text} for each match; {"done": true} for each
                   block; {"log": [bot, instance, text]} when a bot's process has ended;
                   {"failed": sentence} last, when the machine failed
"""

from __future__ import annotations

import json
import socket
from collections.abc import AsyncIterator
from typing import Any

import trio

from arena.cli.house import BotEntry, HouseSetting
from arena.referee.faults import FaultPolicy
from arena.referee.messages import ClockLimits

Message = dict[str, Any]


class Line:
    """One end of the connection between a runner and a referee process."""

    def __init__(self, end: socket.socket) -> None:
        self._stream = trio.SocketStream(trio.socket.from_stdlib_socket(end))
        self._sending = trio.Lock()

    async def send(self, message: Message) -> None:
        """Send a message whole. Raises trio.BrokenResourceError when the other end is gone."""
        async with self._sending:
            await self._stream.send_all(json.dumps(message).encode() + b"\n")

    async def receive(self) -> AsyncIterator[Message]:
        """All messages, until the other end is gone."""
        begun = b""
        try:
            async for data in self._stream:
                *lines, begun = (begun + data).split(b"\n")
                for line in lines:
                    yield json.loads(line)
        except trio.BrokenResourceError:
            return

    async def close(self) -> None:
        """Close this end."""
        await self._stream.aclose()


def setting_to_json(setting: HouseSetting) -> Message:
    """A setting as JSON has it."""
    return {**setting._asdict(), "options": dict(setting.options)}


def setting_from_json(plain: Message) -> HouseSetting:
    """A setting from what `setting_to_json` and JSON made of it."""
    bots = tuple(BotEntry(name, tuple(argv), *rest) for name, argv, *rest in plain["bots"])
    cpus = plain["cpus"] and tuple(plain["cpus"])
    clock, policy = ClockLimits(*plain["clock"]), FaultPolicy(*plain["policy"])
    return HouseSetting(**{**plain, "bots": bots, "cpus": cpus, "clock": clock, "policy": policy})
