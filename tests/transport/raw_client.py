"""A bot's end of the wire on bare gRPC, as bots without any library have it."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc
import trio

from arena.transport import limits
from arena.transport.generated import arena_pb2 as pb

PLAY = "/arena.v1.Referee/Play"

_OPTIONS = (
    ("grpc.max_send_message_length", -1),
    ("grpc.enable_retries", 0),
    ("grpc.use_local_subchannel_pool", 1),  # else all clients of this process share one connection
)


class RawClient:
    """One stream. Its reader blocks, so it is read in a thread."""

    def __init__(self, address: str) -> None:
        self._channel = grpc.insecure_channel(address, options=_OPTIONS)
        self._to_send: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        play: Any = self._channel.stream_stream(PLAY)  # no serialisers: bytes
        self._asks: deque[pb.Ask] = deque()
        self._call: Any = play(iter(self._to_send.get, None))

    def send(self, message: pb.FromBot | bytes) -> None:
        """Send a message, or any bytes as one."""
        self._to_send.put(message if isinstance(message, bytes) else message.SerializeToString())

    def hello(self, token: str, **fields: Any) -> None:
        """Say hello."""
        hello = pb.Hello(token=token, **({"protocol": limits.PROTOCOL} | fields))
        self.send(pb.FromBot(hello=hello))

    def answer(self, ask: pb.Ask, option: int = 0) -> None:
        """Answer a question."""
        self.send(pb.FromBot(answers=[pb.Answer(match=ask.match, number=ask.number, option=option)]))

    async def receive(self) -> pb.ToBot | None:
        """The next message; None when the stream has ended."""
        return await trio.to_thread.run_sync(self._next, abandon_on_cancel=True)

    async def wait_ask(self) -> pb.Ask | None:
        """The next question; None when the stream has ended."""
        while not self._asks:
            message = await self.receive()
            if message is None:
                return None
            self._asks += [item.ask for item in message.items if item.HasField("ask")]
        return self._asks.popleft()

    async def wait_end(self) -> None:
        """Read until the stream ends."""
        while await self.receive() is not None:
            pass

    def half_close(self) -> None:
        """Say that nothing more will be sent, and go on reading."""
        self._to_send.put(None)

    def disconnect(self) -> None:
        """End the stream and the connection."""
        self._call.cancel()
        self._to_send.put(None)
        self._channel.close()

    def _next(self) -> pb.ToBot | None:
        try:
            return pb.ToBot.FromString(next(self._call))
        except (StopIteration, grpc.RpcError):
            return None


@asynccontextmanager
async def connected(address: str) -> AsyncIterator[RawClient]:
    """A client, disconnected at the end."""
    client = RawClient(address)
    try:
        yield client
    finally:
        client.disconnect()
