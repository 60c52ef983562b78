"""`arena run --check`: does every bot start, say hello and play a move?"""

from __future__ import annotations

import trio

from arena.cli.house import House, HouseSetting, open_house
from arena.cli.mistakes import Failed
from arena.scheduler.event import Event
from arena.scheduler.plan import Plan
from arena.scheduler.tasks import MatchTask, task_of


async def check_bots(event: Event, planned: Plan, setting: HouseSetting) -> str:
    """Have each bot play a match of the event's first kind against itself, until its first fault or
    the end.

    Raises Failed with what went wrong."""
    lines: list[str] = []
    bad = 0
    async with open_house(setting) as house:
        for bot in event.bots:
            fault = await _first_fault(house, bot.name, planned)
            bad += bool(fault)
            lines.append(f"{bot.name}: {fault or 'says hello and plays'}")
    if bad:
        raise Failed("\n".join(lines))
    return "\n".join(lines)


async def _first_fault(house: House, name: str, planned: Plan) -> str:
    match = next(planned.matches())
    task: MatchTask = task_of(match, bytes(32))._replace(entrants=(name,) * match.seats, deal=f"check {name}")
    with trio.move_on_after(60):
        record = await house.play(task)
        return "; ".join(f"{fault.kind}, {fault.sentence}" for fault in record.faults[:1])
    return "took more than a minute for one match"
