"""A link without a wire: the bot is a function, and its answers take as long as it says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

import trio

from arena.referee.faults import FaultKind, LinkGone
from arena.referee.messages import Answer, Ask, Message, Nonsense, Start


class Reply(NamedTuple):
    """One thing a scripted bot does when asked: answer, talk nonsense, or be lost.

    number: the question it answers; None for the one just asked.
    after_s: how long after the question left.
    """

    option: int | None = 0
    after_s: float = 0.0
    number: int | None = None
    gone: LinkGone | None = None
    nonsense: str = ""


Script = Callable[[Ask], Sequence[Reply]]


class MemoryLink:
    """A `Link` for tests. script: what the bot does at each question.

    comes_after_s: how long each process takes to come up; None: never. restarts: how often a lost
    bot may come back. leaves_after_s: how long a question waits before it leaves."""

    def __init__(
        self,
        script: Script,
        *,
        comes_after_s: float | None = 0.0,
        restarts: int = 1,
        start_s: float = 10.0,
        leaves_after_s: float = 0.0,
    ) -> None:
        self._script, self._comes_after_s = script, comes_after_s
        self._restarts, self._start_s, self._leaves_after_s = restarts, start_s, leaves_after_s
        self._due: deque[tuple[float, Answer | Nonsense | LinkGone]] = deque()
        self._left_s: float | None = None
        self.ready = False
        self.closed = False
        self.starts: list[Start] = []
        self.sent: list[Message] = []

    def open(self, start: Start) -> None:
        self._start = start

    async def wait_ready(self) -> None:
        if self._restarts < 0:
            raise LinkGone("crash", "ended again; a bot is restarted once", final=True)
        if self._comes_after_s is None or self._comes_after_s > self._start_s:
            await trio.sleep(self._start_s)
            raise LinkGone("no-show", f"said no hello within {self._start_s:g} s", final=True)
        await trio.sleep(self._comes_after_s)
        self.starts.append(self._start)
        self.ready = True

    def send(self, message: Message) -> None:
        self.sent.append(message)
        if not isinstance(message, Ask):
            return
        self._left_s = left_s = trio.current_time() + self._leaves_after_s
        for reply in self._script(message):
            arrived_s = left_s + reply.after_s
            number = message.number if reply.number is None else reply.number
            if reply.gone is not None:
                self._due.append((arrived_s, reply.gone))
            elif reply.nonsense:
                self._due.append((arrived_s, Nonsense(reply.nonsense, arrived_s)))
            elif reply.option is not None:
                self._due.append((arrived_s, Answer(number, reply.option, arrived_s)))

    async def receive(self) -> Answer | Nonsense:
        if not self._due:
            await trio.sleep_forever()
        await trio.sleep_until(self._due[0][0])
        _, what = self._due.popleft()
        if isinstance(what, LinkGone):
            self.give_up(what.kind, what.sentence)
            raise what
        return what

    def receive_nowait(self) -> Answer | Nonsense | None:
        if self._due and self._due[0][0] <= trio.current_time() and not isinstance(self._due[0][1], LinkGone):
            what = self._due.popleft()[1]
            return None if isinstance(what, LinkGone) else what
        return None

    def left_s(self) -> float | None:
        return self._left_s

    def give_up(self, kind: FaultKind, sentence: str) -> None:
        self.ready = False
        self._restarts -= 1
        self._due.clear()
        self._due.append((trio.current_time(), LinkGone(kind, sentence, final=self._restarts < 0)))

    def close(self) -> None:
        self.closed, self.ready = True, False
