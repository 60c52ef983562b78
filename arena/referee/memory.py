"""A link without a wire: the bot is a function, and its answers take as long as it says."""

from __future__ import annotations

from bisect import insort
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


class _Due(NamedTuple):
    at_s: float
    what: Answer | Nonsense | LinkGone


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
        self._due: list[_Due] = []
        self._left_s = 0.0
        self._gone: LinkGone | None = None
        self.ready = False
        self.closed = False
        self.starts: list[Start] = []
        self.sent: list[Message] = []

    def open(self, start: Start) -> None:
        self._start = start

    async def wait_ready(self) -> None:
        if self._gone is not None and self._gone.final:
            raise self._gone
        if self._comes_after_s is None or self._comes_after_s > self._start_s:
            await trio.sleep(self._start_s)
            raise LinkGone("no-show", f"said no hello within {self._start_s:g} s", final=True)
        await trio.sleep(self._comes_after_s)
        self.starts.append(self._start)
        self.ready, self._gone = True, None

    def send(self, message: Message) -> None:
        self.sent.append(message)
        if isinstance(message, Ask):
            self._left_s = trio.current_time() + self._leaves_after_s
            for reply in self._script(message):
                self._expect(message, reply)

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        while True:
            if self._gone is not None:
                raise self._gone
            next_s = self._due[0].at_s if self._due else float("inf")
            await trio.sleep_until(min(next_s, deadline_s))
            if next_s > deadline_s:
                return None
            if (what := self._take()) is not None:
                return what

    def receive_nowait(self) -> Answer | Nonsense | None:
        if self._due and self._due[0].at_s <= trio.current_time():
            return self._take()
        return None

    def left_s(self) -> float | None:
        return self._left_s if self._left_s <= trio.current_time() else None

    def give_up(self, kind: FaultKind, sentence: str) -> None:
        self.ready = False
        self._restarts -= 1
        self._due.clear()
        self._gone = LinkGone(kind, sentence, final=self._restarts < 0)

    def close(self) -> None:
        self.closed, self.ready = True, False

    def _expect(self, ask: Ask, reply: Reply) -> None:
        at_s = self._left_s + reply.after_s
        number = ask.number if reply.number is None else reply.number
        what: Answer | Nonsense | LinkGone | None = None
        if reply.gone is not None:
            what = reply.gone
        elif reply.nonsense:
            what = Nonsense(reply.nonsense, at_s)
        elif reply.option is not None:
            what = Answer(number, reply.option, at_s)
        if what is not None:
            insort(self._due, _Due(at_s, what), key=lambda due: due.at_s)

    def _take(self) -> Answer | Nonsense | None:
        what = self._due.pop(0).what
        if isinstance(what, LinkGone):
            self.give_up(what.kind, what.sentence)
            return None
        return what
