"""What an answer may take: the bank, the increment, the cap, the grace, and when time runs."""

from __future__ import annotations

import pytest

from arena.referee.faults import FaultPolicy
from arena.referee.memory import MemoryLink
from arena.referee.messages import ClockLimits

from .playing import after, asks, first, kinds, played, silent

CAPPED = ClockLimits(bank_s=10.0, increment_s=0.0, cap_s=0.05)
BANKED = ClockLimits(bank_s=1.0, increment_s=0.0, cap_s=None)


@pytest.mark.parametrize("cap_ms", [1, 2, 7, 20, 49])
@pytest.mark.parametrize(("over_ms", "faults"), [(-1, []), (0, []), (1, [(0, 0, "late", False)])])
def test_an_answer_counts_up_to_its_deadline_and_is_late_a_millisecond_after(
    cap_ms: int, over_ms: int, faults: list[tuple[int, int, str, bool]]
) -> None:
    clock = CAPPED._replace(cap_s=cap_ms / 1000)
    bot = after((cap_ms + over_ms) / 1000 if over_ms else cap_ms / 1000)
    assert kinds(played(bot, first, clock=clock)) == faults


@pytest.mark.parametrize(("used_s", "late"), [(0.05, False), (0.051, True)])
def test_a_question_that_leaves_late_is_judged_from_when_it_left(used_s: float, late: bool) -> None:
    bot = MemoryLink(after(used_s), leaves_after_s=0.3)
    record = played(bot, first, clock=CAPPED)
    assert [fault.kind for fault in record.faults] == ["late"] * late


def test_the_time_before_a_question_left_is_not_charged() -> None:
    bot = MemoryLink(after(0.2), leaves_after_s=0.3)
    played(bot, first, clock=BANKED, rounds=3)
    assert [ask.bank_s for ask in asks(bot)] == pytest.approx([1.0, 0.8])


def test_a_question_that_is_never_written_is_late_all_the_same() -> None:
    bot = MemoryLink(first, leaves_after_s=1000.0)
    assert kinds(played(bot, first, clock=CAPPED)) == [(0, 0, "late", False)]


def test_all_answers_together_use_up_the_bank() -> None:
    bot = MemoryLink(after(0.4, 0.4, 0.4))
    record = played(bot, first, clock=BANKED, rounds=4)
    assert [ask.bank_s for ask in asks(bot)] == pytest.approx([1.0, 0.6, 0.2])
    assert kinds(record) == [(2, 0, "late", False)]


def test_every_answer_earns_the_increment() -> None:
    bot = MemoryLink(after(0.4, 0.4))
    played(bot, first, clock=BANKED._replace(increment_s=0.3), rounds=4)
    assert [ask.bank_s for ask in asks(bot)] == pytest.approx([1.0, 0.9, 0.8])


def test_a_late_answer_uses_all_it_was_allowed_and_earns_the_increment() -> None:
    bot = MemoryLink(after(5.0))
    played(bot, first, clock=ClockLimits(bank_s=3.0, increment_s=0.5, cap_s=2.0), rounds=3)
    assert [ask.bank_s for ask in asks(bot)] == pytest.approx([3.0, 1.5])


def test_the_cap_bounds_an_answer_while_the_bank_holds_more() -> None:
    bot = MemoryLink(first)
    played(bot, first, clock=ClockLimits(bank_s=3.0, increment_s=0.0, cap_s=2.0))
    assert asks(bot)[0].answer_s == 2.0


def test_the_bank_bounds_an_answer_when_the_cap_is_larger() -> None:
    bot = MemoryLink(after(1.5))
    played(bot, first, clock=ClockLimits(bank_s=3.0, increment_s=0.0, cap_s=2.0), rounds=3)
    assert [ask.answer_s for ask in asks(bot)] == [2.0, 1.5]


@pytest.mark.parametrize(("used_s", "late"), [(0.07, False), (0.071, True)])
def test_the_grace_is_added_to_what_an_answer_may_take(used_s: float, late: bool) -> None:
    clock = CAPPED._replace(grace_s=0.02)
    assert bool(played(after(used_s), first, clock=clock).faults) == late


def test_what_is_used_of_the_grace_is_not_charged_and_the_bot_is_not_told_of_it() -> None:
    bot = MemoryLink(after(0.07))
    played(bot, first, clock=CAPPED._replace(grace_s=0.02), rounds=3)
    assert [ask.bank_s for ask in asks(bot)] == pytest.approx([10.0, 9.95])
    assert [ask.answer_s for ask in asks(bot)] == [0.05, 0.05]


def test_an_empty_bank_leaves_nothing_but_the_increment() -> None:
    bot = MemoryLink(after(2.0))
    played(bot, first, clock=BANKED._replace(increment_s=0.25), rounds=3)
    assert asks(bot)[1].answer_s == 0.25


def test_the_others_time_is_not_charged() -> None:
    quick, slow = MemoryLink(first), MemoryLink(after(0.4, 0.4))
    played(quick, slow, clock=BANKED, rounds=3, turns=True)
    assert [ask.bank_s for ask in asks(quick)] == [1.0, 1.0]


def test_coming_up_is_not_charged() -> None:
    bot = MemoryLink(first, comes_after_s=9.0)
    record = played(bot, first, clock=BANKED)
    assert asks(bot)[0].bank_s == 1.0
    assert not record.faults


def test_the_record_has_the_time_of_each_answer_and_none_where_the_default_stands_in() -> None:
    record = played(after(0.012), silent, clock=CAPPED)
    assert record.times_ms == (12.0, None, None, None)


def test_a_late_answer_says_how_long_it_took_or_that_none_came() -> None:
    record = played(after(0.0), silent, clock=CAPPED)
    assert record.faults[0].sentence == "no answer came within the 50 ms allowed"


def test_a_debugged_bot_has_no_clock() -> None:
    bot = MemoryLink(after(5000.0))
    record = played(bot, first, clock=CAPPED, policy=FaultPolicy(debug=True), rounds=3)
    assert not record.faults
    assert [ask.bank_s for ask in asks(bot)] == [10.0, 10.0]
