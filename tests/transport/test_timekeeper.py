"""Deadlines: who waits is woken, who was answered is forgotten, and what has arrived is dealt with first."""

from __future__ import annotations

from collections.abc import Callable

import trio
from trio.testing import MockClock

from arena.transport.timekeeper import Timekeeper


class Waiting:
    """A waiter that is answered when told so."""

    def __init__(self) -> None:
        self.waits = True
        self.woken_s: float | None = None

    def is_waiting(self, ticket: int) -> bool:
        return self.waits

    def wake(self) -> None:
        self.waits, self.woken_s = False, trio.current_time()


def keep_for(
    seconds: float, remind: Callable[[Timekeeper], None], catch_up: Callable[[], None]
) -> Timekeeper:
    async def main() -> Timekeeper:
        keeper = Timekeeper(catch_up)
        remind(keeper)
        with trio.move_on_after(seconds):
            await keeper.keep()
        return keeper

    return trio.run(main, clock=MockClock(autojump_threshold=0))


def test_who_still_waits_at_the_deadline_is_woken_then() -> None:
    waiters = [Waiting(), Waiting()]

    def remind(keeper: Timekeeper) -> None:
        for after_s, waiter in zip((2.0, 1.0), waiters, strict=True):
            keeper.remind(trio.current_time() + after_s, waiter, 1)

    keep_for(5.0, remind, lambda: None)
    first_s, second_s = waiters[1].woken_s, waiters[0].woken_s
    assert first_s is not None
    assert second_s is not None
    assert second_s - first_s == 1.0


def test_an_answer_that_has_arrived_by_the_deadline_is_taken_in_before_anybody_is_woken() -> None:
    waiter = Waiting()

    def answer() -> None:
        waiter.waits = False

    keep_for(5.0, lambda keeper: keeper.remind(trio.current_time() + 1.0, waiter, 1), answer)
    assert waiter.woken_s is None


def test_answered_deadlines_do_not_pile_up_until_they_are_due() -> None:
    def remind(keeper: Timekeeper) -> None:
        keeper.remind(trio.current_time() + 500.0, Waiting(), 1)
        for _ in range(20_000):
            answered = Waiting()
            keeper.remind(trio.current_time() + 600.0, answered, 1)
            answered.waits = False

    keeper = keep_for(1.0, remind, lambda: None)
    assert len(keeper._heap) < 3_000
