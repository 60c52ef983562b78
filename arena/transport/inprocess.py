"""A seat's link to one of the built-in policies, played in the referee's own process.

The policies are those of the sample bots: what the wire gives as messages they get here as the
game's own values, with the same field names."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable

import trio

from arena.referee.faults import FaultKind
from arena.referee.messages import Answer, Ask, Message, Nonsense, Start, Told
from arena_bot.question import Event, Match, Question

Policy = Callable[[Question], int]


class AskedQuestion:
    """A `Question` (see arena_bot.question) about an Ask."""

    def __init__(self, match: Match, chance: random.Random, ask: Ask) -> None:
        self.match, self.random, self._ask = match, chance, ask
        self.seat, self.kind, self.options = match.seat, ask.kind, ask.options
        self.view, self.own = ask.public.value, ask.own
        self.bank_ms, self.answer_ms = int(ask.bank_s * 1000), int(ask.answer_s * 1000)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(map(_event, self._ask.events))


class PolicyLink:
    """A `Link` (see arena.referee.link) whose bot is always there and answers at once."""

    ready = False

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._answers: deque[Answer] = deque()
        self._left_s: float | None = None

    def open(self, start: Start) -> None:
        self._match = _match(start)
        self._random = random.Random(start.seed)

    async def wait_ready(self) -> None:
        self.ready = True

    def send(self, message: Message) -> None:
        if isinstance(message, Ask):
            self._left_s = trio.current_time()
            option = self._policy(AskedQuestion(self._match, self._random, message))
            self._answers.append(Answer(message.number, option, self._left_s))

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        await trio.lowlevel.checkpoint()
        return self._answers.popleft()

    def receive_nowait(self) -> Answer | Nonsense | None:
        return self._answers.popleft() if self._answers else None

    def left_s(self) -> float | None:
        return self._left_s

    def give_up(self, kind: FaultKind, sentence: str) -> None:
        raise RuntimeError(f"a built-in policy is at fault: {kind}, {sentence}")

    def close(self) -> None:
        self.ready = False


def _match(start: Start) -> Match:
    return Match(
        game=start.game,
        rules_version=start.rules_version,
        seat=start.seat,
        sides=start.sides,
        names=start.names or ("",) * len(start.sides),
        split=start.split,
        options={key: str(value) for key, value in start.options.items()},
        seed=start.seed,
    )


def _event(told: Told) -> Event:
    return Event(told.public, told.own)
