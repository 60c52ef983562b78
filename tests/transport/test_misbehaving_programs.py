"""Programs that go wrong: the fault each is told of, and that it costs nobody else anything."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
import trio

from arena.cli.house import BotEntry, HouseSetting, open_house
from arena.games import catalog
from arena.referee.faults import FaultPolicy
from arena.referee.messages import ClockLimits
from arena.referee.record import Record
from arena.referee.replay import verify
from arena.scheduler.tasks import MatchTask

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="local bots are run on Linux only"),
]

BOTS = Path(__file__).parent / "bots"
CLOCK = ClockLimits(bank_s=30.0, increment_s=0.0, cap_s=3.0, start_s=15.0)


def entry(name: str, program: str, *words: str) -> BotEntry:
    return BotEntry(name, (sys.executable, str(BOTS / program), *words), str(BOTS), "")


def task(*entrants: str) -> MatchTask:
    seats = len(entrants)
    return MatchTask("", "deal", seats, "", entrants, "5e" * 32, ("00" * 16,) * seats)


def played(folder: Path, way: str, clock: ClockLimits = CLOCK) -> Record:
    """A match of two good bots and one that goes wrong in this way."""
    setting = HouseSetting(
        "gorus",
        {"edition": "english", "target": 1},
        (entry("bad", "misbehaving.py", way, str(folder)), entry("good", "recorder.py", str(folder))),
        clock,
        FaultPolicy("forfeit"),
    )

    async def playing() -> Record:
        with trio.fail_after(120.0):
            async with open_house(setting) as house:
                return await house.play(task("bad", "good", "good"))

    return trio.run(playing)


def left_over(folder: Path) -> list[str]:
    """Processes whose command names the folder."""
    found = []
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if str(folder) in words:
            found.append(" ".join(words))
    return found


@pytest.mark.parametrize(
    ("way", "kind", "sentence"),
    [
        (
            "dies_before_hello",
            "crash",
            r"its process exited with status 3; the last line of its log: no module named brain"
            r" \(before it said hello\)",
        ),
        ("dies_after_hello", "crash", "its process exited with status 0"),
        ("dies_on_its_turn", "crash", "its process was killed by SIGSEGV"),
        (
            "raises_on_its_turn",
            "crash",
            "its process exited with status 1; the last line of its log: KeyError: 'seat'",
        ),
        ("leaves_children", "crash", r"its process exited with status 0 \(before it said hello\)"),
        ("never_answers", "late", "no answer came within the 3000 ms allowed"),
        ("stops_itself", "late", "no answer came within the 3000 ms allowed"),
        ("answers_out_of_range", "illegal", r"answered option 4000000000 where \d+ were offered, from 0"),
        ("talks_nonsense", "malformed", "sent a message that is not a FromBot"),
        ("hangs_up", "disconnect", "ended its stream while its process went on"),
        ("floods", "flood", "sent .* messages that answer nothing"),
    ],
)
def test_a_program_that_goes_wrong_forfeits_with_the_reason_and_the_others_play_on(
    tmp_path: Path, way: str, kind: str, sentence: str
) -> None:
    record = played(tmp_path, way)
    (fault,) = record.faults
    assert (fault.seat, fault.kind, fault.forfeit) == (0, kind, True)
    assert re.fullmatch(sentence, fault.sentence)
    assert record.ranks[0] == 3
    assert record.reason == f"seat 0 forfeited: {kind}, {fault.sentence}"
    assert verify(record, catalog.load("gorus"))
    assert not left_over(tmp_path)


def test_who_says_no_hello_is_a_no_show(tmp_path: Path) -> None:
    record = played(tmp_path, "says_no_hello", CLOCK._replace(start_s=8.0))
    assert [(f.seat, f.kind, f.sentence) for f in record.faults] == [
        (0, "no-show", "said no hello within 8 s")
    ]
    assert not left_over(tmp_path)
