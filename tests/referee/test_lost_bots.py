"""A bot that is lost: started again once, forfeited the second time; one that never comes."""

from __future__ import annotations

import trio

from arena.referee.faults import FaultPolicy, LinkGone
from arena.referee.match import play
from arena.referee.memory import MemoryLink, Reply
from arena.referee.messages import Answer, ClockLimits, Nonsense, Over

from .playing import asks, at, first, kinds, notices, play_links, played, run, setting, silent

CRASH = LinkGone("crash", "its process exited with status 3")
DISCONNECT = LinkGone("disconnect", "ended its stream while its process went on")


def test_a_crash_with_a_question_open_costs_one_fault() -> None:
    record = played(at(1, Reply(gone=CRASH)), first, rounds=3)
    assert kinds(record) == [(0, 0, "crash", False)]
    assert record.faults[0].sentence == CRASH.sentence


def test_a_crashed_bot_gets_a_fresh_start_and_then_the_next_question() -> None:
    bot = MemoryLink(at(1, Reply(gone=CRASH)))
    played(bot, first, rounds=3)
    assert bot.starts == [bot.starts[0]] * 2
    assert [ask.number for ask in asks(bot)] == [1, 2]


def test_coming_up_again_is_not_charged() -> None:
    bot = MemoryLink(at(1, Reply(gone=CRASH)), comes_after_s=5.0)
    record = played(bot, first, clock=ClockLimits(bank_s=1.0, increment_s=0.0), rounds=3)
    assert len(record.faults) == 1
    assert asks(bot)[1].bank_s == 1.0


def test_a_second_crash_forfeits_whatever_the_limit_of_faults() -> None:
    bot = MemoryLink(lambda ask: [Reply(gone=CRASH)])
    record = played(bot, first, policy=FaultPolicy(limit=99), rounds=5)
    assert kinds(record) == [(0, 0, "crash", False), (1, 0, "crash", True)]
    assert record.ranks == (2, 1)


def test_a_second_crash_of_a_debugged_bot_ends_its_questions_but_does_not_forfeit() -> None:
    bot = MemoryLink(lambda ask: [Reply(gone=CRASH)])
    record = played(bot, first, policy=FaultPolicy(debug=True), rounds=5)
    assert [fault.forfeit for fault in record.faults] == [False, False]
    assert record.forfeits == (False, False)


def test_a_disconnect_is_called_so() -> None:
    assert kinds(played(at(1, Reply(gone=DISCONNECT)), first)) == [(0, 0, "disconnect", False)]


def test_a_crash_after_the_answer_costs_nothing() -> None:
    bot = MemoryLink(at(1, Reply(0), Reply(gone=CRASH)))
    record = played(bot, first, rounds=3)
    assert not record.faults
    assert len(bot.starts) == 2


def test_a_bot_found_lost_just_before_its_question_is_started_again_first() -> None:
    """The loss is in the mailbox, and only looking into it for stale answers shows it."""
    bot = MemoryLink(at(1, Reply(0), Reply(gone=CRASH, after_s=3.0)))
    slow = MemoryLink(at(1, Reply(0, after_s=3.0)))
    record = played(bot, slow, rounds=3)
    assert not record.faults
    assert len(bot.starts) == 2


def test_the_process_that_takes_its_place_may_send_no_leftover_answers() -> None:
    bot = MemoryLink(at(1, Reply(gone=CRASH), Reply(1, after_s=1.0)))
    slow = MemoryLink(at(1, Reply(0, after_s=2.0)))
    assert kinds(played(bot, slow, rounds=3)) == [(0, 0, "crash", False)]


def test_a_bot_that_never_comes_forfeits_before_the_first_step() -> None:
    other = MemoryLink(first)
    bot = MemoryLink(first, comes_after_s=None)
    record = played(bot, other)
    assert kinds(record) == [(-1, 0, "no-show", True)]
    assert record.faults[0].sentence == "said no hello within 10 s"
    assert record.ranks == (2, 1)
    assert not bot.sent


def test_a_bot_that_comes_at_the_last_moment_plays() -> None:
    assert not played(MemoryLink(first, comes_after_s=10.0), first).faults


def test_all_bots_come_up_at_the_same_time() -> None:
    links = [MemoryLink(first, comes_after_s=5.0) for _ in range(3)]

    async def playing() -> float:
        await play(setting(3), links)
        return trio.current_time()

    assert run(playing) == 5.0


def test_a_match_is_played_to_its_end_when_nobody_comes() -> None:
    record = played(MemoryLink(first, comes_after_s=None), MemoryLink(first, comes_after_s=None))
    assert record.ranks == (1, 1)
    assert len(record.choices) == 4


def test_the_others_are_told_of_a_lost_bot_and_it_itself_when_it_is_there_again() -> None:
    bot = MemoryLink(lambda ask: [Reply(gone=CRASH)])
    other = MemoryLink(first)
    record = played(bot, other, rounds=4)
    assert [notice.fault for notice in notices(other)] == list(record.faults)
    assert [notice.fault for notice in notices(bot)] == [record.faults[0]]
    assert not any(isinstance(message, Over) for message in bot.sent)


def test_a_bot_that_comes_later_is_told_of_the_faults_before() -> None:
    late = MemoryLink(first, comes_after_s=20.0, start_s=30.0)
    record = played(MemoryLink(first, comes_after_s=None), late)
    assert [notice.fault for notice in notices(late)] == list(record.faults)


class _StreamEnds(MemoryLink):
    """Its stream ends at once; why is known only long after the deadline."""

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        self.ready = False
        return await super().receive(deadline_s)


def test_a_bot_whose_stream_has_ended_is_not_called_late_but_lost() -> None:
    bot = _StreamEnds(at(1, Reply(gone=CRASH, after_s=0.5)))
    clock = ClockLimits(bank_s=10.0, increment_s=0.0, cap_s=0.05)
    record = play_links(setting(2, clock=clock, policy=FaultPolicy("forfeit")), [bot, MemoryLink(silent)])
    assert kinds(record)[-1] == (0, 0, "crash", True)
