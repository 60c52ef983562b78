"""A seat's link to a bot over gRPC: one match on the stream of an instance."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import trio

from arena.referee.faults import FaultKind, LinkGone
from arena.referee.messages import Answer, Ask, Message, Nonsense, Start
from arena.transport import frames, limits
from arena.transport.codec import Codec
from arena.transport.server import Departure, Stream

if TYPE_CHECKING:
    from arena.transport.instance import Instance


class GrpcLink:
    """A `Link` (see arena.referee.link). match: the random id of the match on this stream."""

    def __init__(self, instance: Instance, match: int, codec: Codec) -> None:
        self._instance, self._match, self._codec = instance, match, codec
        self._stream: Stream | None = None
        self._departure = Departure()
        self._inbox: deque[Answer | Nonsense] = deque()
        self._gone: LinkGone | None = None
        self._arrived: trio.Event | None = None
        self._number = 0
        self.asking = False

    @property
    def ready(self) -> bool:
        return self._stream is not None and self._stream is self._instance.stream

    def open(self, start: Start) -> None:
        self._start = frames.start(self._match, start)

    async def wait_ready(self) -> None:
        await self._instance.wait_up()
        self._stream, self._gone = self._instance.stream, None
        self._inbox.clear()
        self._instance.send(self._start)

    def send(self, message: Message) -> None:
        departure = None
        if isinstance(message, Ask):
            self.asking, self._number = True, message.number
            departure = self._departure = Departure()
        self._instance.send(frames.item(self._match, message, self._codec), departure)

    async def receive(self) -> Answer | Nonsense:
        while not self._inbox:
            if self._gone is not None:
                gone, self._gone = self._gone, None
                raise gone
            self._arrived = trio.Event()
            await self._arrived.wait()
        return self._taken()

    def receive_nowait(self) -> Answer | Nonsense | None:
        return self._taken() if self._inbox else None

    def left_s(self) -> float | None:
        return self._departure.left_s

    def give_up(self, kind: FaultKind, sentence: str) -> None:
        self._instance.lose(kind, sentence)

    def close(self) -> None:
        self._instance.leave(self._match)

    def deliver(self, what: Answer | Nonsense) -> bool:
        """Take what came for this match. False when more waits than may."""
        if len(self._inbox) >= limits.UNREAD_ANSWERS:
            return False
        self._inbox.append(what)
        self._wake()
        return True

    def lose(self, gone: LinkGone) -> None:
        """The bot is lost: whoever waits for its answer is told so."""
        if self.asking:
            self._gone = gone
            self._wake()

    def _taken(self) -> Answer | Nonsense:
        what = self._inbox.popleft()
        if isinstance(what, Nonsense) or what.number >= self._number:
            self.asking = False
        return what

    def _wake(self) -> None:
        if self._arrived is not None:
            self._arrived.set()
            self._arrived = None
