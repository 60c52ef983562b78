"""What a bot's fault costs it, what it costs the others (nothing), and how it is told."""

from __future__ import annotations

import pytest

from arena.referee.faults import FaultPolicy
from arena.referee.memory import MemoryLink, Reply, Script
from arena.referee.messages import ClockLimits
from arena.referee.seat import STALE_ANSWERS

from .playing import after, asks, at, first, kinds, last, notices, over, played

CAPPED = ClockLimits(bank_s=1000.0, increment_s=0.0, cap_s=0.05)
FORFEIT = FaultPolicy(on_fault="forfeit")


def illegal(option: int) -> Script:
    return lambda ask: [Reply(option)]


@pytest.mark.parametrize("option", [-1, 4, 2**32 - 1])
def test_an_option_that_was_not_offered_is_illegal(option: int) -> None:
    record = played(at(1, Reply(option)), first, rounds=4)
    assert kinds(record) == [(0, 0, "illegal", False)]
    assert record.faults[0].sentence == f"answered option {option} where 4 were offered, from 0"


def test_an_answer_to_a_question_never_asked_is_malformed() -> None:
    record = played(at(1, Reply(0, number=2)), first)
    assert kinds(record) == [(0, 0, "malformed", False)]
    assert record.faults[0].sentence == "answered question 2, which was never asked"


def test_nonsense_is_malformed_with_what_the_wire_says_of_it() -> None:
    record = played(at(1, Reply(nonsense="answered in no match")), first)
    assert kinds(record) == [(0, 0, "malformed", False)]
    assert record.faults[0].sentence == "answered in no match"


@pytest.mark.parametrize(
    "reply", [Reply(9, after_s=0.4), Reply(nonsense="x", after_s=0.4), Reply(0, number=9, after_s=0.4)]
)
def test_a_wrong_answer_costs_its_time_too(reply: Reply) -> None:
    bot = MemoryLink(at(1, reply))
    played(bot, first, clock=ClockLimits(bank_s=1.0, increment_s=0.0), rounds=3)
    assert asks(bot)[1].bank_s == pytest.approx(0.6)


def test_the_default_stands_in_for_a_fault() -> None:
    bot = MemoryLink(at(1, Reply(9), otherwise=last))
    record = played(bot, last)
    assert record.choices[0] == (0, asks(bot)[0].options[0])


def test_a_late_answer_that_comes_after_all_is_dropped_by_its_old_number() -> None:
    bot = MemoryLink(at(1, Reply(3, after_s=0.06), otherwise=after(0.0, 0.04, 0.0)))
    record = played(bot, first, clock=CAPPED, rounds=4)
    assert kinds(record) == [(0, 0, "late", False)]
    assert record.times_ms[2] == 40.0


def test_an_answer_sent_twice_is_dropped_the_second_time() -> None:
    assert not played(lambda ask: [Reply(0), Reply(0)], first, rounds=4).faults


def test_a_few_stale_answers_are_dropped_while_a_question_is_open() -> None:
    stale = [Reply(0, number=0)] * STALE_ANSWERS
    assert not played(at(1, *stale, Reply(0)), first).faults


def test_one_stale_answer_more_is_a_flood() -> None:
    stale = [Reply(0, number=0)] * (STALE_ANSWERS + 1)
    record = played(at(1, *stale, Reply(0)), first, rounds=3)
    assert kinds(record) == [(0, 0, "flood", False)]


def test_a_flooding_bot_is_started_again_for_the_next_question() -> None:
    bot = MemoryLink(at(1, *[Reply(0, number=0)] * (STALE_ANSWERS + 1)))
    played(bot, first, rounds=3)
    assert len(bot.starts) == 2
    assert [ask.number for ask in asks(bot)] == [1, 2]


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_the_default_stands_in_up_to_the_limit_and_the_next_fault_forfeits(limit: int) -> None:
    record = played(illegal(99), first, policy=FaultPolicy(limit=limit), rounds=6)
    assert [fault.forfeit for fault in record.faults] == [False] * limit + [True]


def test_where_a_fault_forfeits_the_first_one_does() -> None:
    assert kinds(played(illegal(99), first, policy=FORFEIT, rounds=6)) == [(0, 0, "illegal", True)]


def test_a_debugged_bot_never_forfeits() -> None:
    record = played(illegal(99), first, policy=FaultPolicy("forfeit", debug=True), rounds=6)
    assert [fault.forfeit for fault in record.faults] == [False] * 5
    assert record.forfeits == (False, False)


def test_a_forfeited_seat_is_asked_no_more_and_plays_on_under_the_default() -> None:
    bot = MemoryLink(at(2, Reply(99), otherwise=last))
    record = played(bot, last, policy=FORFEIT, rounds=4)
    assert len(asks(bot)) == 2
    mine = [int(option.removeprefix("bid-")) for seat, option in record.choices if seat == 0]
    assert mine[1:] == sorted(mine[1:]), "the default is the lowest card of the hand"
    assert record.times_ms[2::2] == (None, None, None)


def test_a_forfeited_seat_ranks_last_even_if_it_won() -> None:
    fair = played(first, first, first, rounds=3)
    best = fair.ranks.index(1)
    bots: list[Script] = [first, first, first]
    bots[best] = at(1, Reply(99))
    record = played(*bots, policy=FORFEIT, rounds=3)
    assert record.scores == fair.scores
    assert record.ranks[best] == 3


def test_the_others_keep_their_order_behind_nobody_who_forfeited() -> None:
    fair = played(first, first, first, rounds=4)
    for out in range(3):
        bots: list[Script] = [first, first, first]
        bots[out] = at(1, Reply(99))
        record = played(*bots, policy=FORFEIT, rounds=4)
        left = [seat for seat in range(3) if seat != out]
        assert record.ranks[out] == 3
        assert (record.ranks[left[0]] < record.ranks[left[1]]) == (fair.ranks[left[0]] < fair.ranks[left[1]])


def test_all_who_forfeit_rank_level_behind_all_others() -> None:
    assert played(illegal(9), first, illegal(9), policy=FORFEIT).ranks == (2, 1, 2)


def test_one_forfeited_seat_puts_its_whole_side_last() -> None:
    record = played(first, last, illegal(99), last, split=(2, 2), policy=FORFEIT)
    assert record.sides == (0, 1, 0, 1)
    assert record.forfeits == (True, False)
    assert record.ranks == (2, 1)


def test_the_contenders_of_a_solo_game_win_when_the_bot_forfeits() -> None:
    record = played(illegal(99), policy=FORFEIT)
    assert (record.ranks, record.forfeits) == ((2, 1), (True, False))


def test_who_forfeits_alone_leaves_the_others_without_a_fault() -> None:
    others = [MemoryLink(last), MemoryLink(last)]
    record = played(illegal(99), *others, policy=FORFEIT, rounds=4)
    assert {fault.seat for fault in record.faults} == {0}
    assert [len(asks(link)) for link in others] == [3, 3]


def test_every_bot_that_is_there_is_told_of_a_fault_when_it_happens() -> None:
    links = [MemoryLink(at(2, Reply(99))), MemoryLink(first), MemoryLink(first)]
    record = played(*links, rounds=4)
    assert [[notice.fault for notice in notices(link)] for link in links] == [list(record.faults)] * 3
    third_question = asks(links[1])[2]
    assert links[1].sent.index(notices(links[1])[0]) < links[1].sent.index(third_question)


def test_the_reason_is_that_it_was_played_to_its_end() -> None:
    assert played(at(1, Reply(9)), first).reason == "played to its end"


def test_the_reason_names_who_forfeited_and_why() -> None:
    link = MemoryLink(first)
    record = played(illegal(99), link, policy=FORFEIT)
    assert record.reason == "seat 0 forfeited: illegal, answered option 99 where 2 were offered, from 0"
    assert over(link).reason == record.reason


def test_the_end_gives_each_seat_its_sides_rank_and_score() -> None:
    links = [MemoryLink(first) for _ in range(4)]
    record = played(*links, split=(2, 2), rounds=3)
    for link in links:
        assert over(link).ranks == tuple(record.ranks[side] for side in (0, 1, 0, 1))
        assert over(link).scores == tuple(record.scores[side] for side in (0, 1, 0, 1))
        assert not over(link).void
