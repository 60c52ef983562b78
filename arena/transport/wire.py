"""The streams of one referee process: who opens one, whose it is, and what arrives when.

Nothing that a bot sends can raise out of here."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import trio

from arena.transport import frames
from arena.transport.generated import arena_pb2 as pb
from arena.transport.pump import Pump, open_pump
from arena.transport.server import Stream, open_server
from arena.transport.timekeeper import Timekeeper


class Owner(Protocol):
    """Whose stream it is: a process of a bot that we wait for or know."""

    def greeted(self, stream: Stream, hello: pb.Hello) -> str:
        """A stream says hello with our token. Return why it is refused, or "" to take it."""

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        """A message came on our stream."""

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        """Our stream has ended."""


class Wire:
    """Hands each stream to the owner of the token that it says hello with.

    address: where bots find it, as ARENA_ADDRESS has it. timekeeper: wakes who waits for an answer."""

    def __init__(self, pump: Pump) -> None:
        self.address = ""
        self.timekeeper = Timekeeper(pump.pump)
        self._expected: dict[bytes, Owner] = {}

    def expect(self, token: str, owner: Owner) -> None:
        """Take the next stream that says hello with this token as the owner's; only one."""
        self._expected[_digest(token)] = owner

    def forget(self, token: str) -> None:
        """Expect it no more."""
        self._expected.pop(_digest(token), None)

    def close(self, stream: Stream) -> None:
        """End a stream once what is queued for it has been written; its owner hears no more of it."""
        stream.owner = None
        stream.close()

    # What the server tells its handler (see Handler in arena.transport.server).

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        owner: Owner | None = stream.owner
        if owner is not None:
            owner.received(stream, data, arrived_s)
        else:
            self._greet(stream, data)

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        owner: Owner | None = stream.owner
        if owner is not None:
            stream.owner = None
            owner.ended(stream, oversize=oversize)

    def _greet(self, stream: Stream, data: bytes) -> None:
        message = frames.parse(data)
        if message is None or not message.HasField("hello"):
            self._refuse(stream, "the first message of a stream is a Hello")
            return
        token = _digest(message.hello.token)
        owner = self._expected.get(token)
        if owner is None:
            self._refuse(stream, "this token is unknown or already used")
            return
        del self._expected[token]
        if reason := owner.greeted(stream, message.hello):
            self._refuse(stream, reason)
            return
        stream.owner = owner

    def _refuse(self, stream: Stream, reason: str) -> None:
        stream.send(frames.refusal(reason))
        self.close(stream)


@asynccontextmanager
async def open_wire(address: str) -> AsyncIterator[Wire]:
    """Listen on an address ("unix:/path" or "host:port") while the context lasts.

    Raises AddressTaken."""
    async with open_pump() as pump:
        wire = Wire(pump)
        async with open_server(address, wire, pump) as wire.address, trio.open_nursery() as nursery:
            nursery.start_soon(wire.timekeeper.keep)
            yield wire
            nursery.cancel_scope.cancel()


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
