"""Decisions that several seats take at once, menus of one, and who is asked when."""

from __future__ import annotations

import pytest
import trio

from arena.referee.match import play
from arena.referee.memory import MemoryLink

from .playing import after, asks, first, last, played, run, setting


def seconds_of(links: list[MemoryLink], tokens: int | None, **options: int) -> float:
    """How long a match took on the jumping clock."""

    async def playing() -> float:
        await play(setting(len(links), **options), links, trio.CapacityLimiter(tokens) if tokens else None)  # type: ignore[arg-type]
        return trio.current_time()

    return run(playing)


@pytest.mark.parametrize(("tokens", "seconds"), [(None, 1.0), (4, 1.0), (2, 2.0), (1, 4.0)])
def test_no_more_bots_think_at_once_than_may(tokens: int | None, seconds: float) -> None:
    assert seconds_of([MemoryLink(after(1.0)) for _ in range(4)], tokens) == pytest.approx(seconds)


def test_who_waits_for_its_turn_to_think_is_not_charged() -> None:
    links = [MemoryLink(after(1.0)) for _ in range(4)]
    seconds_of(links, 1, rounds=3)
    assert {ask.bank_s for link in links for ask in asks(link) if ask.number == 2} == {999.0}


def test_choices_are_recorded_by_seat_whoever_was_quicker() -> None:
    record = played(after(3.0), after(2.0), after(1.0))
    assert [seat for seat, _ in record.choices] == [0, 1, 2, 0, 1, 2]


def test_the_game_gets_the_choices_by_seat_whoever_was_quicker() -> None:
    slow_first, slow_last = MemoryLink(after(3.0)), MemoryLink(first)
    one = played(slow_first, after(2.0), after(1.0))
    other = played(after(1.0), after(2.0), slow_last)
    assert one.chain == other.chain


def test_nobody_is_told_anothers_sealed_bid_before_all_have_bid() -> None:
    slow = MemoryLink(after(5.0))
    played(first, slow, rounds=3)
    assert [len(ask.events) for ask in asks(slow)] == [0, 3]


def test_a_menu_of_one_is_played_unasked() -> None:
    bot = MemoryLink(first)
    record = played(bot, first, rounds=2)
    assert len(asks(bot)) == 1
    assert record.times_ms[2:] == (None, None)
    assert len(record.choices) == 4


def test_a_menu_of_one_is_asked_where_leaving_it_out_would_tell() -> None:
    bot = MemoryLink(first)
    played(bot, first, rounds=2, always_ask=True)
    assert [len(ask.options) for ask in asks(bot)] == [2, 1]


def test_seats_that_bid_in_turn_are_asked_one_after_the_other() -> None:
    assert seconds_of([MemoryLink(after(1.0)) for _ in range(3)], None, turns=True) == pytest.approx(3.0)


def test_a_side_without_a_seat_is_never_asked() -> None:
    record = played(last)
    assert record.sides == (0,)
    assert {seat for seat, _ in record.choices} == {0}
    assert len(record.ranks) == 2
