"""How late a late bot is called late, when bots keep every core busy and answer around their deadline.

    python -m bench.deadlines SECONDS

32 matches at once, 50 ms an answer. Half of the questions get no answer, half one after 40 to 60 ms.
Prints, as JSON, the milliseconds from a deadline to its fault (p50, p99), how many faults there
were, how many answers came before their fault, and how many faults wronged their bot: the wire
stamped the answer before its deadline, and yet it was called late."""

from __future__ import annotations

import json
import math
import os
import statistics

import click
import trio

from arena.cli.worker import collect_seldom
from arena.referee.faults import FaultPolicy
from arena.referee.messages import Answer, Ask, ClockLimits, Message, Nonsense, Notice, Start
from arena.transport.grpc_link import GrpcLink
from arena.transport.launcher import open_supervisor
from bench.bots import open_bots
from bench.client import Manner
from bench.echo import WARM_UP_S
from bench.playing import Matches, Wrapped

ALLOWED_S = 0.05
BOTS = 32
CLOCK = ClockLimits(bank_s=1e6, increment_s=0.0, cap_s=ALLOWED_S)
BUSY = Manner((0, 1), matches=2, delay_ms=40, spread_ms=20, silent_percent=50, burners=2)


class Lateness:
    """What the links of all matches see of late faults."""

    def __init__(self) -> None:
        self.late_ms: list[float] = []
        self.wronged = 0
        self.answered = 0

    def dumps(self) -> str:
        """As JSON."""
        cuts = statistics.quantiles(self.late_ms, n=100, method="inclusive")
        counts = {"faults": len(self.late_ms), "wronged": self.wronged, "answered": self.answered}
        return json.dumps({"p50_ms": cuts[49], "p99_ms": cuts[98], **counts})


class Watching(Wrapped):
    """A link that notes when its own seat is called late, and whether an answer was there in time."""

    def __init__(self, link: GrpcLink, lateness: Lateness) -> None:
        super().__init__(link)
        self._lateness, self._deliver = lateness, link.deliver
        link.deliver = self._stamped  # type: ignore[method-assign]  # there the wire hands over its stamps
        self.open = self._opened
        self._seat, self._number = -1, 0
        self._stamps_s: dict[int, float] = {}
        self._deadlines_s: dict[int, float] = {}

    def _opened(self, start: Start) -> None:
        self._seat = start.seat
        self.inside.open(start)

    def send(self, message: Message) -> None:
        if isinstance(message, Ask):
            self._number = message.number
        elif isinstance(message, Notice) and (message.fault.seat, message.fault.kind) == (self._seat, "late"):
            self._called_late(trio.current_time())
        self.inside.send(message)

    def _called_late(self, now_s: float) -> None:
        left_s = self.left_s()
        if left_s is None:
            return  # the bot did not read: no deadline was running
        deadline_s = self._deadlines_s[self._number] = left_s + ALLOWED_S
        self._lateness.late_ms.append((now_s - deadline_s) * 1000)
        self._lateness.wronged += self._stamps_s.get(self._number, math.inf) <= deadline_s

    def _stamped(self, what: Answer | Nonsense) -> bool:
        if isinstance(what, Answer):
            self._stamps_s[what.number] = what.arrived_s
            deadline_s = self._deadlines_s.get(what.number)
            if deadline_s is None:
                self._lateness.answered += 1
            elif what.arrived_s <= deadline_s:
                self._lateness.wronged += 1
        return self._deliver(what)


async def measure(seconds: float) -> Lateness:
    """What is seen after a warm-up."""
    lateness = Lateness()
    played = Matches(2, lambda link: Watching(link, lateness), clock=CLOCK, policy=FaultPolicy(limit=10**9))
    async with open_supervisor() as launcher, open_bots(launcher) as bots, trio.open_nursery() as nursery:
        instances = await bots.connect(BOTS, BUSY)
        for first in range(0, BOTS, 2):
            for _ in range(BUSY.matches):
                nursery.start_soon(played.play_for_ever, instances[first : first + 2])
        await trio.sleep(WARM_UP_S)
        lateness.late_ms.clear()
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return lateness


@click.command()
@click.argument("seconds", type=float)
def main(seconds: float) -> None:
    """Print what was seen."""
    os.sched_setaffinity(0, {0})
    collect_seldom()
    click.echo(trio.run(measure, seconds).dumps())


if __name__ == "__main__":
    main()
