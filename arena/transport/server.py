"""The gRPC side of the wire: streams of grpc.aio, bytes in and out.

What the bytes mean is decided elsewhere (`arena.transport.wire`). The asyncio loop that grpc.aio
needs is run by a `Pump` in trio's thread."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import grpc
import grpc.aio
import trio

from arena.transport import limits
from arena.transport.pump import Pump

SERVICE = "arena.v1.Referee"

_END: Any = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs lack it

_OPTIONS = (
    ("grpc.max_receive_message_length", limits.RECEIVED_BYTES),
    ("grpc.so_reuseport", 0),  # else a second referee binds the same port silently
    ("grpc.http2.bdp_probe", 0),  # these two keep what C-core buffers for a flooding bot small
    ("grpc.http2.lookahead_bytes", limits.MAX_MESSAGE_BYTES),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_ping_strikes", 0),
)


class AddressTaken(OSError):
    """The address cannot be listened on; the message says which."""


class Departure:
    """When a message left for its bot, in seconds of trio's clock; None until then."""

    __slots__ = ("left_s",)

    def __init__(self) -> None:
        self.left_s: float | None = None


class Stream:
    """One stream of a bot. owner: whatever the wire attaches to it."""

    def __init__(self, soon: Callable[[], None]) -> None:
        self.owner: Any = None
        self.unwritten_bytes = 0
        self.closing = self.oversize = False
        self._soon = soon
        self._outbox: deque[tuple[bytes, Departure | None]] = deque()
        self._more = asyncio.Event()

    def send(self, data: bytes, departure: Departure | None = None) -> None:
        """Queue a message; what is queued in one turn of trio's loop goes out as one."""
        self.unwritten_bytes += len(data)
        self._outbox.append((data, departure))
        self._wake()

    def close(self) -> None:
        """End the stream when what is queued is written; what it sends is not read any more."""
        self.closing = True
        self._wake()

    def close_if_unknown(self) -> None:
        """End the stream if nobody owns it yet."""
        if self.owner is None:
            self.close()

    async def write_all(self, write: Callable[[bytes], Awaitable[None]]) -> None:
        """Write what is queued as it comes, until the stream is to be closed."""
        outbox, more = self._outbox, self._more
        while True:
            while not outbox:
                if self.closing:
                    return
                more.clear()
                await more.wait()
            batch = [outbox.popleft() for _ in range(len(outbox))]
            data = batch[0][0] if len(batch) == 1 else b"".join([part for part, _ in batch])
            left_s = trio.current_time()
            for _, departure in batch:
                if departure is not None:
                    departure.left_s = left_s
            await write(data)
            self.unwritten_bytes -= len(data)

    def _wake(self) -> None:
        if not self._more.is_set():
            self._more.set()
            self._soon()


class Handler(Protocol):
    """What is told of streams. It runs in the middle of gRPC's work and must not raise."""

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        """A message came, not before this time of trio's clock."""

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        """The stream has ended; oversize: because of a message over the limit."""


class _Service:
    def __init__(self, handler: Handler, pump: Pump) -> None:
        self._handler, self._pump = handler, pump

    async def play(self, _requests: Any, context: Any) -> None:
        stream = Stream(self._pump.soon)
        too_long = self._pump.loop.call_later(limits.HELLO_S, stream.close_if_unknown)
        reading = asyncio.ensure_future(self._read(stream, context.read, too_long))
        writing = asyncio.ensure_future(stream.write_all(context.write))
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            too_long.cancel()
            for task in (reading, writing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task
            self._handler.ended(stream, oversize=stream.oversize)

    async def _read(
        self, stream: Stream, read: Callable[[], Awaitable[Any]], too_long: asyncio.TimerHandle
    ) -> None:
        while (data := await read()) is not _END:
            too_long.cancel()
            if len(data) > limits.MAX_MESSAGE_BYTES:  # gRPC's own limit ends a stream without a word
                stream.oversize = True
                return
            if stream.closing:
                await asyncio.sleep(limits.GOODBYE_S)  # nothing more is read; what is written may end
                return
            try:
                self._handler.received(stream, data, self._pump.quiet_s)
            except Exception as error:  # ours, not the bot's: it must not pass for an end of its stream
                self._pump.fail(error)
                return


@asynccontextmanager
async def open_server(address: str, handler: Handler, pump: Pump) -> AsyncIterator[str]:
    """Serve while the context lasts; gives the address, its port filled in.

    address: "unix:/path" or "host:port" (port 0: any free one). Raises AddressTaken."""
    server, bound = await pump.run(_start(address, _Service(handler, pump)))
    try:
        yield bound
    finally:
        await pump.run(server.stop(grace=0))


async def _start(address: str, service: _Service) -> tuple[Any, str]:
    server = grpc.aio.server(options=_OPTIONS)
    handler = grpc.stream_stream_rpc_method_handler(service.play)  # no serialisers: bytes
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
    try:
        port = server.add_insecure_port(address)
        await server.start()
    except RuntimeError as error:
        raise AddressTaken(f"cannot listen on {address}: it is taken or not allowed") from error
    return server, address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
