"""A fault of our own machine is nobody's: the match ends, and all lines with it."""

from __future__ import annotations

import pytest
import trio

from arena.referee.faults import LinkGone, MachineFault
from arena.referee.match import play
from arena.referee.memory import MemoryLink, Reply, Script

from .playing import at, first, run, setting, silent


class _CannotStart(MemoryLink):
    """Our machine fails when its bot is started for the n-th time."""

    def __init__(self, at_start: int, script: Script) -> None:
        super().__init__(script, restarts=9)
        self._starts_left = at_start

    async def wait_ready(self) -> None:
        self._starts_left -= 1
        if self._starts_left <= 0:
            raise MachineFault("no process can be started: out of memory")
        await super().wait_ready()


CRASHING = at(1, Reply(gone=LinkGone("crash", "gone")))


@pytest.mark.parametrize("turns", [False, True])
@pytest.mark.parametrize("at_start", [1, 2])
def test_the_match_is_void_and_every_link_closed(at_start: int, turns: bool) -> None:
    links = [_CannotStart(at_start, CRASHING), MemoryLink(first), MemoryLink(silent)]

    async def playing() -> None:
        with pytest.raises(MachineFault, match="out of memory"):
            await play(setting(3, turns=turns, rounds=3), links)

    run(playing)
    assert all(link.closed for link in links)


def test_a_match_that_is_cancelled_closes_every_link() -> None:
    links = [MemoryLink(silent), MemoryLink(silent)]

    async def playing() -> None:
        with trio.move_on_after(1.0):
            await play(setting(), links)

    run(playing)
    assert all(link.closed for link in links)
