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
from arena.transport.timekeeper import Timekeeper

if TYPE_CHECKING:
    from arena.transport.instance import Instance


class GrpcLink:
    """A `Link` (see arena.referee.link). match: the random id of the match on this stream."""

    def __init__(self, instance: Instance, match: int, codec: Codec, timekeeper: Timekeeper) -> None:
        self._timekeeper = timekeeper
        self._instance, self._match, self._codec = instance, match, codec
        self._stream: Stream | None = None
        self._departure = Departure()
        self._inbox: deque[Answer | Nonsense] = deque()
        self._gone: LinkGone | None = None
        self._task: trio.lowlevel.Task | None = None
        self._ticket = 0
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

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        if not self._inbox and self._gone is None:
            self._task, self._ticket = trio.lowlevel.current_task(), self._ticket + 1
            self._timekeeper.remind(deadline_s, self, self._ticket)
            await trio.lowlevel.wait_task_rescheduled(self._wait_no_more)
        if self._inbox:
            return self._taken()
        if self._gone is not None:
            gone, self._gone = self._gone, None
            raise gone
        return None

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
        self.wake()
        return True

    def lose(self, gone: LinkGone) -> None:
        """The bot is lost: whoever waits for its answer is told so."""
        if self.asking:
            self._gone = gone
            self.wake()

    def _taken(self) -> Answer | Nonsense:
        what = self._inbox.popleft()
        if isinstance(what, Nonsense) or what.number >= self._number:
            self.asking = False
        return what

    def is_waiting(self, ticket: int) -> bool:
        """See `Waiter` in arena.transport.timekeeper."""
        return self._task is not None and self._ticket == ticket

    def wake(self) -> None:
        """Let who waits in `receive` go on."""
        task, self._task = self._task, None
        if task is not None:
            trio.lowlevel.reschedule(task)

    def _wait_no_more(self, _: trio.lowlevel.RaiseCancelT) -> trio.lowlevel.Abort:
        self._task = None
        return trio.lowlevel.Abort.SUCCEEDED
