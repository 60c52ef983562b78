"""Proved from what real bots were sent: no process meets a deal twice, nor sits in two seats."""

from __future__ import annotations

import hashlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import trio

from arena.cli.house import BotEntry, HouseSetting, open_house
from arena.games import catalog
from arena.games.chance import KeyedChance
from arena.games.contract import Table
from arena.referee.messages import ClockLimits
from arena.referee.record import Record
from arena.scheduler.tasks import MatchTask, split_from
from arena.transport.codec import encode

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="local bots are run on Linux only"),
]

RECORDER = Path(__file__).parent / "bots" / "recorder.py"
GAME = catalog.load("gorus")
OPTIONS = {"edition": "english", "target": 1}
TABLES = (("", ("a", "b", "c")), ("2-2", ("a", "b", "a", "b")), ("", ("a", "b", "a")))
"""Team format and who plays; in the second each bot is its own team-mate, in the third one bot sits in
two seats that are rivals."""
DEALS = 3


def tasks() -> list[MatchTask]:
    """Every table with several deals, each in all rotations, deal by deal."""
    return [
        MatchTask(
            f"{number}/{deal}/{rotation}",
            f"{number}/{deal}",
            len(entrants),
            split,
            entrants[rotation:] + entrants[:rotation],
            secret(number, deal).hex(),
            ("00" * 16,) * len(entrants),
        )
        for number, (split, entrants) in enumerate(TABLES)
        for deal in range(DEALS)
        for rotation in range(len(entrants))
    ]


def secret(number: int, deal: int) -> bytes:
    return hashlib.sha256(f"{number}/{deal}".encode()).digest()


def first_views() -> dict[tuple[int, str], str]:
    """Which deal it is, by a seat and what that seat sees of it at first."""
    found = {}
    for task in tasks():
        split = split_from(task.split)
        table = Table(task.seats, GAME.seating(task.seats, split), OPTIONS, split)
        state = GAME.setup(table, KeyedChance(bytes.fromhex(task.secret)))
        for seat in range(task.seats):
            found[seat, encode(GAME, GAME.view(state, seat).own).hex()] = task.deal
    return found


class Sat(NamedTuple):
    """One seat that a process was given."""

    process: str
    seat: int
    deal: str


def sat(folder: Path) -> Iterator[Sat]:
    """All seats, from what the processes were sent."""
    deals = first_views()
    for file in folder.iterdir():
        seats = {}
        for line in file.read_text().splitlines():
            word, match, number, *own = line.split()
            if word == "start":
                assert match not in seats, "no match is started twice"
                seats[match] = int(number)
            elif number == "1":
                yield Sat(file.name, seats[match], deals[seats[match], own[0]])


def played(folder: Path, matches_per_bot: int) -> list[Record]:
    records: list[Record] = []
    bots = tuple(
        BotEntry(name, (sys.executable, str(RECORDER), str(folder)), str(folder), "") for name in "abc"
    )
    clock = ClockLimits(bank_s=300.0, cap_s=None, start_s=60.0)
    setting = HouseSetting("gorus", OPTIONS, bots, clock, matches_per_bot=matches_per_bot)

    async def playing() -> None:
        with trio.fail_after(300.0):
            async with open_house(setting) as house:
                await house.play_block(tasks(), records.append)

    trio.run(playing)
    return records


@pytest.mark.parametrize("matches_per_bot", [1, 8])
def test_no_process_meets_a_deal_twice_or_sits_in_two_seats_of_a_match(
    tmp_path: Path, matches_per_bot: int
) -> None:
    records = played(tmp_path, matches_per_bot)
    assert not any(record.faults for record in records)
    assert Counter(record.identity for record in records) == Counter(task.identity for task in tasks())
    seats = list(sat(tmp_path))
    met = Counter((place.process, place.deal) for place in seats)
    assert set(met.values()) == {1}, "two seats of one match are two seats of one deal"
    by_deal = Counter(place.deal for place in seats)
    assert by_deal == Counter(task.deal for task in tasks() for _ in range(task.seats)), "all seats were seen"
    assert len({place.process for place in seats}) < len(seats) / 2, "and processes were used again"
