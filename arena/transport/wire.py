"""The trio side of the wire: who opens a stream, whose it is, and what arrives when.

`open_wire` owns the gRPC thread. Everything here runs in the trio thread, and nothing that a bot
sends can raise out of it."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol

import trio

from arena.transport import frames
from arena.transport.generated import arena_pb2 as pb
from arena.transport.server import Departure, Ended, GrpcThread, Inbound, Stream, What


class Owner(Protocol):
    """Whose stream it is: a process of a bot that we wait for or know."""

    def greeted(self, stream: Stream, hello: pb.Hello) -> str:
        """A stream says hello with our token. Return why it is refused, or "" to take it."""

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        """A message came on our stream."""

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        """Our stream has ended."""


class Wire:
    """The streams of one referee process."""

    def __init__(self, address: str) -> None:
        token = trio.lowlevel.current_trio_token()
        self._inbound: Inbound = Inbound(lambda: _wake(token, self._drain))
        self._thread = GrpcThread(address, self._inbound)
        self._expected: dict[bytes, Owner] = {}
        self._offset_s = trio.current_time() - time.perf_counter()

    @property
    def address(self) -> str:
        """Where bots find it, as ARENA_ADDRESS has it."""
        return self._thread.address

    def expect(self, token: str, owner: Owner) -> None:
        """Take the next stream that says hello with this token as the owner's; only one."""
        self._expected[_digest(token)] = owner

    def forget(self, token: str) -> None:
        """Expect it no more."""
        self._expected.pop(_digest(token), None)

    def send(self, stream: Stream, data: bytes, departure: Departure | None = None) -> None:
        """Queue a message; what is queued in one turn of the event loop goes out together."""
        self._thread.send(stream, data, departure)

    def close(self, stream: Stream) -> None:
        """End a stream once what is queued for it has been written."""
        stream.owner = None
        self._thread.close(stream)

    def catch_up(self) -> None:
        """Deal with whatever has arrived by now."""
        self._drain()

    def in_trio_s(self, stamp_s: float) -> float:
        """A stamp of the gRPC thread in seconds of trio's clock."""
        return stamp_s + self._offset_s

    def _drain(self) -> None:
        for (stream, what), stamp_s in self._inbound.take():
            self._handle(stream, what, stamp_s + self._offset_s)

    def _handle(self, stream: Stream, what: What, arrived_s: float) -> None:
        owner: Owner | None = stream.owner
        if isinstance(what, bytes):
            self._thread.read_on(stream)
            if owner is not None:
                owner.received(stream, what, arrived_s)
            elif not stream.closing:
                self._greet(stream, what)
        elif isinstance(what, Ended) and owner is not None:
            stream.owner = None
            owner.ended(stream, oversize=what.oversize)

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
        self.send(stream, frames.refusal(reason))
        self.close(stream)


@asynccontextmanager
async def open_wire(address: str) -> AsyncIterator[Wire]:
    """Listen on an address ("unix:/path" or "host:port") while the context lasts.

    Raises AddressTaken."""
    wire = Wire(address)
    thread = wire._thread
    await trio.to_thread.run_sync(thread.start)
    flusher = _Flusher(thread)
    trio.lowlevel.add_instrument(flusher)
    try:
        yield wire
    finally:
        trio.lowlevel.remove_instrument(flusher)
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(thread.stop)


class _Flusher(trio.abc.Instrument):
    """Lets what was queued in one turn of trio's loop go out together, at its end."""

    def __init__(self, thread: GrpcThread) -> None:
        self._thread = thread

    def before_io_wait(self, timeout: float) -> None:
        self._thread.flush()


def _wake(token: trio.lowlevel.TrioToken, drain: Callable[[], object]) -> None:
    with contextlib.suppress(trio.RunFinishedError):  # else the referee has ended, and its streams with it
        token.run_sync_soon(drain)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
