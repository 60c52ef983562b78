"""`arena run --check`: does every bot start, say hello and play?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import trio

from arena.cli.house import House, HouseSetting, open_house
from arena.scheduler.event import Event
from arena.scheduler.plan import Plan
from arena.scheduler.tasks import task_of

PLAY_S = 60.0
"""A bot may think; after so many seconds of play without an end it has shown enough."""


class CheckedBot(NamedTuple):
    """Whether a bot may take part, and in words why."""

    bot: str
    sound: bool
    sentence: str


async def check_bots(event: Event, planned: Plan, setting: HouseSetting) -> list[CheckedBot]:
    """Have each bot play a match of the event's first kind against itself."""
    async with open_house(setting) as house:
        return [await _checked(house, bot.name, planned, setting.clock.start_s) for bot in event.bots]


def check_text(checked: Sequence[CheckedBot]) -> str:
    """A line for each bot."""
    return "\n".join(f"{bot.bot}: {bot.sentence}" for bot in checked)


async def _checked(house: House, name: str, planned: Plan, start_s: float) -> CheckedBot:
    match = next(planned.matches())
    # A secret of its own, so that no deal of the event is shown.
    task = task_of(match, bytes(32))._replace(entrants=(name,) * match.seats, deal=f"check {name}")
    with trio.move_on_after(start_s + PLAY_S):
        record = await house.play(task)
        if not record.faults:
            return CheckedBot(name, True, "says hello and plays a match")
        return CheckedBot(name, False, f"{record.faults[0].kind}: {record.faults[0].sentence}")
    return CheckedBot(name, True, f"says hello and plays; stopped after {PLAY_S:g} s of a match")
