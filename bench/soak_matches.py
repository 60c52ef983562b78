"""Thousands of matches in one referee process, as an event plays them, with its memory sampled."""

from __future__ import annotations

import gc
import itertools
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from arena.cli.house import BotEntry, House, HouseSetting, open_house
from arena.cli.worker import collect_seldom
from arena.games import catalog
from arena.games.options import resolve
from arena.referee.messages import ClockLimits
from arena.referee.record import Record
from arena.scheduler.tasks import MatchTask
from bench.client import Manner
from bench.process_state import Held, held, rss_kib

BLOCK = 100
SAMPLE_EVERY = 500
AT_ONCE = 8
TABLES = (2, 3)
CRASHER = Path(__file__).parent.parent / "sample_bots" / "python" / "crasher"


class Sample(NamedTuple):
    """The referee's resident memory after so many matches, and what it holds besides."""

    matches: int
    rss_kib: float
    held: Held


class Soak(NamedTuple):
    """What came of it. started, ended: what the process held before and after, no referee open.
    crashes: how many faults of bots that crashed were on record."""

    samples: tuple[Sample, ...]
    started: Held
    ended: Held
    crashes: int


class Soaking:
    """Plays the matches. on_sample: takes each sample. wanted: whether to go on."""

    def __init__(self, on_sample: Callable[[Sample], None], wanted: Callable[[], bool]) -> None:
        self._on_sample, self._wanted = on_sample, wanted
        self._tasks = _tasks()
        self._samples: list[Sample] = []
        self._crashes = 0

    async def run(self, matches: int) -> Soak:
        """Play so many, rounded down to whole blocks, or fewer if no more are wanted."""
        collect_seldom()
        async with open_house(_setting()) as house:  # gRPC starts its threads once, and keeps them
            await self._play_block(house)
        started, self._crashes = held(), 0
        async with open_house(_setting()) as house:
            await self._play(house, matches)
        return Soak(tuple(self._samples), started, held(), self._crashes)

    async def _play(self, house: House, matches: int) -> None:
        for played in range(BLOCK, matches + 1, BLOCK):
            await self._play_block(house)
            wanted = self._wanted()
            if played % SAMPLE_EVERY == 0 or not wanted:
                gc.collect()
                self._samples.append(Sample(played, rss_kib(), held()))
                self._on_sample(self._samples[-1])
            if not wanted:
                return

    async def _play_block(self, house: House) -> None:
        await house.play_block([next(self._tasks) for _ in range(BLOCK)], self._count)

    def _count(self, record: Record) -> None:
        self._crashes += sum(fault.kind == "crash" for fault in record.faults)


def _setting() -> HouseSetting:
    steady = Manner((), AT_ONCE).argv_at_home
    bots = [BotEntry(f"steady-{seat}", steady, ".", "") for seat in range(max(TABLES))]
    bots.append(BotEntry("crasher", (sys.executable, "bot.py"), str(CRASHER), ""))
    options = resolve(catalog.load("gorus").options(), {})
    return HouseSetting(
        "gorus", options, tuple(bots), clock=ClockLimits(bank_s=600.0, cap_s=None), matches_per_bot=AT_ONCE
    )


def _tasks() -> Iterator[MatchTask]:
    """Matches without end, each of its own deal; the first of each block has the crasher in it."""
    for number, seats in zip(itertools.count(), itertools.cycle(TABLES), strict=False):
        entrants = [f"steady-{seat}" for seat in range(seats)]
        if number % BLOCK == 0:
            entrants[0] = "crasher"
        yield MatchTask(
            identity=f"soak/{number}",
            deal=str(number),
            seats=seats,
            split="",
            entrants=tuple(entrants),
            secret=secrets.token_hex(32),
            seeds=tuple(secrets.token_hex(16) for _ in range(seats)),
        )
