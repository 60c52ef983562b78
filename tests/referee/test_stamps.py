"""No answer that was stamped by its deadline is called late, however late the referee looks."""

from __future__ import annotations

from typing import cast

import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.memory import MemoryLink, Reply
from arena.referee.messages import Answer, ClockLimits, Nonsense

from .playing import first, kinds, play_links, setting

CAP_MS = 50


class _Slow(MemoryLink):
    """Its mailbox is looked into at deadlines only, and that takes a while, in which more may arrive."""

    def __init__(self, *, leaves_ms: int, used_ms: int, look_ms: int) -> None:
        super().__init__(lambda ask: [Reply(0, used_ms / 1000)], leaves_after_s=leaves_ms / 1000)
        self._look_s = look_ms / 1000

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        await trio.sleep_until(deadline_s)
        found = self.receive_nowait()
        cast(trio.testing.MockClock, trio.lowlevel.current_clock()).jump(self._look_s)
        return found


milliseconds = st.integers(0, 2 * CAP_MS)


@settings(deadline=None)
@given(leaves_ms=milliseconds, used_ms=milliseconds, look_ms=milliseconds)
def test_an_answer_is_late_if_and_only_if_its_stamp_is(leaves_ms: int, used_ms: int, look_ms: int) -> None:
    clock = ClockLimits(bank_s=10.0, increment_s=0.0, cap_s=CAP_MS / 1000)
    bot = _Slow(leaves_ms=leaves_ms, used_ms=used_ms, look_ms=look_ms)
    record = play_links(setting(clock=clock), [bot, MemoryLink(first)])
    assert kinds(record) == [(0, 0, "late", False)] * (used_ms > CAP_MS)


def test_an_answer_stamped_before_its_question_left_took_no_time() -> None:
    record = play_links(setting(), [MemoryLink(lambda ask: [Reply(0, -0.001)]), MemoryLink(first)])
    assert min(time_ms for time_ms in record.times_ms if time_ms is not None) == 0.0
