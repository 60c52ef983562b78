"""One seat in one match: its questions, its clock, its faults."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import trio

from arena.games.contract import Code, Decision
from arena.referee.clock import Bank
from arena.referee.faults import FaultKind, FaultPolicy, LinkGone
from arena.referee.link import Link
from arena.referee.messages import Answer, Ask, ClockLimits, Nonsense, Notice, Over, Shared, Start, Told

STALE_ANSWERS = 64
"""So many answers to questions long closed may come while one question is open."""

UNSENT_S = 1.0
"""So long may a question wait to be written, at our expense; then it is the bot that does not read."""

Report = Callable[[int, FaultKind, str, bool], None]
"""Takes a fault: seat, kind, sentence, whether it forfeits."""


class Choice(NamedTuple):
    """What was chosen, and in what time the bot did; None where the default stands in or nobody was
    asked."""

    code: Code
    used_ms: float | None


class _Refused(Exception):
    """The bot's answer, or its silence, is a fault; the bot is still there."""

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.sentence = kind, sentence


class SeatKeeper:
    """Puts a seat's decisions to its bot and judges what comes back. Nothing a bot does raises.

    text: makes the text of an option. out: whether the seat has forfeited, so that nobody is asked."""

    def __init__(
        self,
        number: int,
        link: Link,
        text: Callable[[Code], str],
        clock: ClockLimits,
        policy: FaultPolicy,
        report: Report,
    ) -> None:
        self.number, self._text = number, text
        self.out = False
        self._link, self._policy, self._report = link, policy, report
        self._bank = Bank(clock)
        self._told: list[Told] = []
        self._unread: list[Notice] = []
        self._asked = 0
        self._faults = 0

    async def begin(self, start: Start) -> None:
        """Open the match on the link and wait for the bot; one that does not come forfeits."""
        self._link.open(start)
        await self._is_there()

    def tell(self, event: Told) -> None:
        """Keep an event for this seat's next question."""
        if not self.out:
            self._told.append(event)

    def notify(self, notice: Notice) -> None:
        """Tell of a fault: now, or once the bot is there to read it."""
        if self._link.ready:
            self._link.send(notice)
        elif not self.out:
            self._unread.append(notice)

    def finish(self, ranks: tuple[int, ...], scores: tuple[float, ...], reason: str, *, void: bool) -> None:
        """Tell the bot how it ended and leave it."""
        if self._link.ready:
            self._link.send(Over(ranks, scores, reason, void, tuple(self._told)))
        self._link.close()

    async def choose(self, decision: Decision, public: Shared, own: Any) -> Choice:
        """The seat's choice: its bot's, or the default where the bot is at fault."""
        if not self.out and await self._is_there():
            try:
                option, used_s = await self._answer(decision, public, own)
                return Choice(decision.menu[option], round(used_s * 1000, 2))
            except LinkGone as gone:
                self._fault(gone.kind, gone.sentence, final=gone.final)
            except _Refused as refused:
                self._fault(refused.kind, refused.sentence)
        return Choice(decision.default, None)

    async def _is_there(self) -> bool:
        """Wait for the bot; False: it is out. What it sent unasked is dropped, which may show that it
        is lost: so first that, and then the question with nothing in between."""
        while self._link.receive_nowait() is not None:
            pass  # stale; the link bounds how much can wait
        while not self._link.ready:
            try:
                await self._link.wait_ready()
            except LinkGone as gone:
                self._fault(gone.kind, gone.sentence, final=gone.final)
                if self.out:
                    return False
        unread, self._unread = self._unread, []
        for notice in unread:
            self._link.send(notice)
        return True

    def _fault(self, kind: FaultKind, sentence: str, *, final: bool = False) -> None:
        self.out = final or self._policy.forfeits(self._faults)
        self._faults += 1
        self._report(self.number, kind, sentence, self.out and not self._policy.debug)

    async def _answer(self, decision: Decision, public: Shared, own: Any) -> tuple[int, float]:
        self._asked += 1
        texts = tuple(map(self._text, decision.menu))
        told, self._told = tuple(self._told), []
        bank = self._bank
        self._link.send(
            Ask(self._asked, decision.kind, texts, public, own, told, bank.left_s, bank.allowed_s)
        )
        answer, used_s = await self._wait_answer(trio.current_time())
        if not 0 <= answer.option < len(texts):
            raise _Refused(
                "illegal", f"answered option {answer.option} where {len(texts)} were offered, from 0"
            )
        return answer.option, used_s

    async def _wait_answer(self, handed_s: float) -> tuple[Answer, float]:
        """The answer to the open question and the time it took, which is charged."""
        limit_s = float("inf") if self._policy.debug else self._bank.judged_s
        deadline_s, stale = handed_s + limit_s, 0
        while True:
            received = await self._link.receive(deadline_s)
            if received is None:
                due_s = self._due_s(handed_s, limit_s)
                if due_s <= deadline_s:  # not the time by now: something may have arrived since
                    raise self._late(None)
                deadline_s = due_s
                continue
            began_s = self._began_s(handed_s)
            used_s = max(0.0, received.arrived_s - began_s)  # its stamp may be from before it left
            if isinstance(received, Nonsense):
                self._charge(used_s)
                raise _Refused("malformed", received.sentence)
            if received.number > self._asked:
                self._charge(used_s)
                raise _Refused("malformed", f"answered question {received.number}, which was never asked")
            if received.number == self._asked:
                if received.arrived_s > began_s + limit_s:
                    raise self._late(used_s)
                self._charge(used_s)
                return received, used_s
            stale += 1
            if stale > STALE_ANSWERS:
                sentence = f"sent more than {STALE_ANSWERS} answers to questions that were closed"
                self._link.give_up("flood", sentence)

    def _began_s(self, handed_s: float) -> float:
        left_s = self._link.left_s()
        return handed_s if left_s is None else left_s

    def _due_s(self, handed_s: float, limit_s: float) -> float:
        """When the open question is due, as far as that is known by now."""
        if not self._link.ready:
            return float("inf")  # its stream has ended: the link will say why, soon
        left_s = self._link.left_s()
        return handed_s + max(limit_s, UNSENT_S) if left_s is None else left_s + limit_s

    def _charge(self, used_s: float) -> None:
        if not self._policy.debug:
            self._bank.charge(used_s)

    def _late(self, used_s: float | None) -> _Refused:
        allowed_s = self._bank.allowed_s
        self._charge(float("inf"))
        took = "no answer came" if used_s is None else f"the answer took {used_s * 1000:.0f} ms"
        return _Refused("late", f"{took} within the {allowed_s * 1000:.0f} ms allowed")
