"""The gRPC side of the wire: grpc.aio in one daemon thread, bytes in and out.

Knows streams and bytes only; what they mean is decided in the trio thread (`arena.transport.wire`).
How the two threads are joined and why: docs/decisions/0003-trio-and-grpc.md."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import grpc.aio

from arena.transport import limits
from arena.transport.mailbox import Mailbox

SERVICE = "arena.v1.Referee"

_END: Any = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs lack it

_OPTIONS = (
    ("grpc.max_receive_message_length", limits.MAX_MESSAGE_BYTES),
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
    """When a message left for its bot, in seconds of `time.perf_counter()`; None until then."""

    __slots__ = ("left_s",)

    def __init__(self) -> None:
        self.left_s: float | None = None


class Stream:
    """One stream, seen from both threads. owner: whatever the trio side attaches to it.

    Each counter is written by one thread only."""

    def __init__(self) -> None:
        self.owner: Any = None
        self.queued_bytes = self.written_bytes = 0
        self.received = self.handled = 0
        self.room = asyncio.Event()
        self.outbox: deque[tuple[bytes, Departure | None]] = deque()
        self.more = asyncio.Event()
        self.closing = False

    @property
    def unwritten_bytes(self) -> int:
        """How much waits for the bot to read."""
        return self.queued_bytes - self.written_bytes

    @property
    def full(self) -> bool:
        """Whether so many messages wait for the referee that no more are read."""
        return self.received - self.handled >= limits.UNREAD_MESSAGES


class Opened:
    """A bot has opened a stream."""


class Ended:
    """A stream has ended; oversize: because of a message over the limit."""

    def __init__(self, *, oversize: bool) -> None:
        self.oversize = oversize


What = bytes | Opened | Ended
Inbound = Mailbox[tuple[Stream, What]]


class GrpcThread:
    """Runs the server. Methods are for the other thread.

    address: "unix:/path" or "host:port" (port 0: any free one). inbound: where all that
    happens is put."""

    def __init__(self, address: str, inbound: Inbound) -> None:
        self.address = address
        self._inbound = inbound
        self._up = threading.Event()
        self._failed: BaseException | None = None
        self._dirty: list[Stream] = []
        self._thread = threading.Thread(target=self._run, name="grpc", daemon=True)

    def start(self) -> None:
        """Return when the server listens. Raises AddressTaken."""
        self._thread.start()
        self._up.wait()
        if self._failed is not None:
            raise AddressTaken(
                f"cannot listen on {self.address}: it is taken or not allowed"
            ) from self._failed

    def stop(self) -> None:
        """End all streams and the thread."""
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join()

    def send(self, stream: Stream, data: bytes, departure: Departure | None = None) -> None:
        """Queue a message; it goes out with the next `flush`."""
        stream.queued_bytes += len(data)
        stream.outbox.append((data, departure))
        self._dirty.append(stream)

    def close(self, stream: Stream) -> None:
        """End a stream when what is queued for it is written; what it sends is not read any more."""
        stream.closing = True
        self._dirty.append(stream)

    def read_on(self, stream: Stream) -> None:
        """One more message of a stream has been dealt with."""
        full = stream.full
        stream.handled += 1
        if full:
            self._loop.call_soon_threadsafe(stream.room.set)

    def flush(self) -> None:
        """Let all that is queued go out together."""
        if self._dirty:
            dirty, self._dirty = self._dirty, []
            self._loop.call_soon_threadsafe(self._write_on, dirty)

    def _write_on(self, dirty: list[Stream]) -> None:
        for stream in dirty:
            stream.more.set()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        server = grpc.aio.server(options=_OPTIONS)
        handler = grpc.stream_stream_rpc_method_handler(self._play)  # no serialisers: bytes
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
        try:
            port = server.add_insecure_port(self.address)
            await server.start()
        except BaseException as error:
            self._failed = error
            self._up.set()
            return
        if not self.address.startswith("unix:"):
            self.address = f"{self.address.rpartition(':')[0]}:{port}"
        self._up.set()
        await self._stopped.wait()
        await server.stop(grace=0)

    async def _play(self, _requests: Any, context: Any) -> None:
        stream = Stream()
        self._inbound.put((stream, Opened()))
        reading = asyncio.ensure_future(self._read(stream, context))
        writing = asyncio.ensure_future(self._write(stream, context.write))
        oversize = False
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (reading, writing):
                task.cancel()
            for task in (reading, writing):
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task
            oversize = context.code() == grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]
            self._inbound.put((stream, Ended(oversize=oversize)))

    async def _read(self, stream: Stream, context: Any) -> None:
        while (data := await context.read()) is not _END:
            stream.received += 1
            self._inbound.put((stream, data))
            while stream.full:
                stream.room.clear()
                if stream.full:
                    await stream.room.wait()

    async def _write(self, stream: Stream, write: Callable[[bytes], Awaitable[None]]) -> None:
        outbox = stream.outbox
        while not (stream.closing and not outbox):
            if not outbox:
                stream.more.clear()
                if not outbox and not stream.closing:
                    await stream.more.wait()
                continue
            batch = [outbox.popleft() for _ in range(len(outbox))]
            data = b"".join(part for part, _ in batch)
            left_s = time.perf_counter()
            for _, departure in batch:
                if departure is not None:
                    departure.left_s = left_s
            await write(data)
            stream.written_bytes += len(data)
