"""Decisions a second of the referee as it is in an event, with rules, clock and record on.

    python -m bench.referee SEATS STREAMS MATCHES SECONDS [ASK_FILE] [--cpu N] [--client-cpu N]

STREAMS bots hold MATCHES matches each at tables of SEATS. Writes one question of middling size to
ASK_FILE, for the echo to send."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import click
import trio

from arena.cli.worker import collect_seldom
from arena.referee.link import Link
from arena.referee.messages import Ask, Message
from arena.transport import frames
from arena.transport.codec import Codec
from bench.bots import open_bots
from bench.client import Manner
from bench.echo import WARM_UP_S
from bench.playing import Matches, Wrapped

KEPT_ASKS = 500


class Tally:
    """What the links of all matches count together."""

    def __init__(self) -> None:
        self.decisions = 0
        self.asks: list[Ask] = []

    def median_ask(self, codec: Codec) -> bytes:
        """A question of middling size as it is sent."""
        messages = sorted((frames.item(0, ask, codec) for ask in self.asks), key=len)
        return messages[len(messages) // 2]


class Counting(Wrapped):
    """A link that counts answers."""

    def __init__(self, link: Link, tally: Tally) -> None:
        super().__init__(link)
        self._receive, self._tally = link.receive, tally
        self.receive = self._counted

    def send(self, message: Message) -> None:
        if isinstance(message, Ask) and len(self._tally.asks) < KEPT_ASKS:
            self._tally.asks.append(message)
        self.inside.send(message)

    async def _counted(self, deadline_s: float) -> Any:
        received = await self._receive(deadline_s)
        self._tally.decisions += 1
        return received


async def measure(
    seats: int, streams: int, matches: int, seconds: float, client_cpu: int
) -> tuple[float, bytes]:
    """Decisions a second after a warm-up, and a question of middling size."""
    tally = Tally()
    played = Matches(seats, lambda link: Counting(link, tally))
    async with open_bots() as bots, trio.open_nursery() as nursery:
        instances = await bots.connect(streams, Manner((client_cpu,), matches))
        for first in range(0, streams - seats + 1, seats):
            for _ in range(matches):
                nursery.start_soon(played.play_for_ever, instances[first : first + seats])
        await trio.sleep(WARM_UP_S)
        before, begun_s = tally.decisions, time.perf_counter()
        await trio.sleep(seconds)
        rate = (tally.decisions - before) / (time.perf_counter() - begun_s)
        nursery.cancel_scope.cancel()
    return rate, tally.median_ask(played.codec)


@click.command()
@click.argument("seats", type=int)
@click.argument("streams", type=int)
@click.argument("matches", type=int)
@click.argument("seconds", type=float)
@click.argument("ask_file", type=Path, required=False)
@click.option("--cpu", default=0)
@click.option("--client-cpu", default=1)
def main(
    seats: int, streams: int, matches: int, seconds: float, ask_file: Path | None, cpu: int, client_cpu: int
) -> None:
    """Print the decisions a second."""
    os.sched_setaffinity(0, {cpu})
    collect_seldom()
    rate, ask = trio.run(measure, seats, streams, matches, seconds, client_cpu)
    if ask_file is not None:
        ask_file.write_bytes(ask)
    click.echo(rate)


if __name__ == "__main__":
    main()
