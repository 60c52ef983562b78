"""Plays a match of sealed bids between scripted bots on a clock that jumps."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio
import trio.testing

from arena.games.contract import Split
from arena.games.options import OptionValue
from arena.referee.faults import FaultPolicy
from arena.referee.match import MatchSetting, play
from arena.referee.memory import MemoryLink, Reply, Script
from arena.referee.messages import Ask, ClockLimits, Message, Notice, Over
from arena.referee.record import Record

from .fake_game import BIDS, table

T = TypeVar("T")

SECRET = bytes(range(32))
ROOMY = ClockLimits(bank_s=1000.0, increment_s=0.0, cap_s=None)
"""No answer of a test that is not about clocks is late under it."""
LENIENT = FaultPolicy()


def run(async_fn: Callable[[], Awaitable[T]]) -> T:
    """Run on a clock that jumps to the next thing that happens."""
    return trio.run(async_fn, clock=trio.testing.MockClock(autojump_threshold=0))


def first(ask: Ask) -> Sequence[Reply]:
    """A bot that takes the first option at once."""
    return [Reply(0)]


def last(ask: Ask) -> Sequence[Reply]:
    """A bot that takes the last option at once: never the default, unless there is no other."""
    return [Reply(len(ask.options) - 1)]


def silent(ask: Ask) -> Sequence[Reply]:
    """A bot that never answers."""
    return []


def after(*seconds: float) -> Script:
    """A bot that takes the first option, after so long at its first question, its second, …; at once
    from then on."""

    def script(ask: Ask) -> Sequence[Reply]:
        return [Reply(0, after_s=seconds[ask.number - 1] if ask.number <= len(seconds) else 0.0)]

    return script


def at(number: int, *replies: Reply, otherwise: Script = first) -> Script:
    """A bot that does this at the question of this number."""

    def script(ask: Ask) -> Sequence[Reply]:
        return replies if ask.number == number else otherwise(ask)

    return script


def setting(
    seats: int = 2,
    *,
    split: Split | None = None,
    clock: ClockLimits = ROOMY,
    policy: FaultPolicy = LENIENT,
    **options: OptionValue,
) -> MatchSetting:
    """A match of sealed bids."""
    return MatchSetting(
        game=BIDS,
        table=table(seats, split, **options),
        secret=SECRET,
        seeds=tuple(bytes([seat]) * 16 for seat in range(seats)),
        players=tuple(f"bot-{seat}" for seat in range(seats)),
        clock=clock,
        policy=policy,
    )


def play_links(
    match: MatchSetting,
    links: Sequence[MemoryLink],
    thinking: Callable[[], trio.CapacityLimiter] | None = None,
) -> Record:
    """The record of a match on these links; all of them must be closed at its end."""

    async def playing() -> Record:
        return await play(match, links, thinking() if thinking else None)

    record = run(playing)
    assert all(link.closed for link in links)
    return record


def played(*bots: Script | MemoryLink, **changes: object) -> Record:
    """The record of a match between these bots, seat by seat."""
    links = [bot if isinstance(bot, MemoryLink) else MemoryLink(bot) for bot in bots]
    return play_links(setting(len(bots), **changes), links)  # type: ignore[arg-type]


def kinds(record: Record) -> list[tuple[int, int, str, bool]]:
    """The faults without their sentences: step, seat, kind, forfeit."""
    return [(fault.step, fault.seat, fault.kind, fault.forfeit) for fault in record.faults]


def asks(link: MemoryLink) -> list[Ask]:
    """The questions that a bot was sent."""
    return [message for message in link.sent if isinstance(message, Ask)]


def notices(link: MemoryLink) -> list[Notice]:
    """The faults that a bot was told of."""
    return [message for message in link.sent if isinstance(message, Notice)]


def over(link: MemoryLink) -> Over:
    """The end as a bot was told it; nothing is sent behind it."""
    message: Message = link.sent[-1]
    assert isinstance(message, Over)
    return message
