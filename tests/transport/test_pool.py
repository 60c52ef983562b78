"""Which process plays which match: never one in two seats, never a deal twice, no copies in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st
from instance_bench import Bench, on_bench, run, settle
from instance_bench import bench as open_bench

from arena.transport.instance import Instance
from arena.transport.local import Program
from arena.transport.pool import Pool


def pool_of(table: Bench, bots: str = "abc", max_processes: int = 64) -> Pool:
    """A pool of bots with one letter each."""
    return Pool({bot: Program(bot, (bot,), "/") for bot in bots}, table.local, max_processes)


def names(instances: Sequence[Instance]) -> list[str]:
    return [instance.name for instance in instances]


async def up(table: Bench, instance: Instance) -> None:
    """Bring an instance's process up."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(instance.wait_up)
        await settle()
        table.hello(matches_at_once=9)


class Played:
    """One match that a pool was asked for; it goes on until `end`."""

    def __init__(self, pool: Pool, bots: str, deal: str) -> None:
        self._pool, self._bots, self._deal = pool, bots, deal
        self._ended = trio.Event()
        self.seated: list[str] | None = None

    async def play(self) -> None:
        async with self._pool.seated(self._bots, self._deal) as instances:
            self.seated = names(instances)
            await self._ended.wait()

    async def end(self) -> None:
        self._ended.set()
        await settle()


class Hall:
    """Where several matches are on at once."""

    def __init__(self, pool: Pool, nursery: trio.Nursery) -> None:
        self.pool, self._nursery = pool, nursery

    async def begin(self, bots: str, deal: str) -> Played:
        """Ask for a match, and let it begin if it can."""
        match = Played(self.pool, bots, deal)
        self._nursery.start_soon(match.play)
        await settle()
        return match


def hall(table: Bench, **changes: int) -> Hall:
    return Hall(pool_of(table, **changes), table.nursery)  # type: ignore[arg-type]


async def played(pool: Pool, bots: str, deal: str) -> list[str]:
    """Who sat in a match that has been played."""
    async with pool.seated(bots, deal) as instances:
        return names(instances)


@on_bench()
async def test_each_bot_gets_a_process_in_the_order_of_the_seats(table: Bench) -> None:
    async with pool_of(table).seated("cab", "deal") as instances:
        assert [instance.program.name for instance in instances] == ["c", "a", "b"]


@on_bench()
async def test_two_seats_of_one_bot_are_two_processes(table: Bench) -> None:
    assert len(set(await played(pool_of(table), "abab", "deal"))) == 4


@on_bench()
async def test_a_process_is_used_again_for_another_deal(table: Bench) -> None:
    pool = pool_of(table)
    assert await played(pool, "ab", "deal 1") == await played(pool, "ab", "deal 2")


@on_bench()
async def test_a_process_that_has_met_a_deal_is_never_given_it_again(table: Bench) -> None:
    pool = pool_of(table)
    used = [await played(pool, "ab", "deal 1"), await played(pool, "ba", "deal 1")]
    assert len(set(used[0] + used[1])) == 4


@on_bench()
async def test_team_mates_take_over_from_each_other_in_no_rotation(table: Bench) -> None:
    pool = pool_of(table)
    used = [name for _ in range(4) for name in await played(pool, "abab", "deal 1")]
    assert max(Counter(used).values()) == 1


@on_bench()
async def test_processes_are_used_again_when_a_deal_is_played_out(table: Bench) -> None:
    pool = pool_of(table)
    before = await played(pool, "ab", "deal 1")
    pool.forget(["deal 1"])
    assert await played(pool, "ab", "deal 1") == before


@on_bench()
async def test_a_match_waits_for_a_busy_process_rather_than_starting_a_copy(table: Bench) -> None:
    rooms = hall(table)
    first = await rooms.begin("ab", "deal 1")
    second = await rooms.begin("ab", "deal 2")
    assert second.seated is None
    await first.end()
    assert second.seated == first.seated


@on_bench()
async def test_a_copy_is_started_where_waiting_would_not_help(table: Bench) -> None:
    rooms = hall(table)
    first = await rooms.begin("ab", "deal 1")
    second = await rooms.begin("ab", "deal 1")
    assert first.seated == ["a#1", "b#2"]
    assert second.seated == ["a#3", "b#4"]


@on_bench()
async def test_who_waits_for_one_process_holds_no_other(table: Bench) -> None:
    rooms = hall(table)
    first = await rooms.begin("b", "deal 1")
    await played(rooms.pool, "a", "deal 1")
    waiting = await rooms.begin("ab", "deal 2")
    assert waiting.seated is None
    other = await rooms.begin("a", "deal 3")
    assert other.seated == ["a#2"]
    await other.end()
    await first.end()
    assert waiting.seated == ["a#2", "b#1"]


@on_bench(matches_at_once=2)
async def test_a_process_holds_as_many_matches_as_it_may(table: Bench) -> None:
    rooms = hall(table)
    async with rooms.pool.seated("a", "deal 0") as (instance,):
        await up(table, instance)
    matches = [await rooms.begin("a", f"deal {number}") for number in (1, 2, 3)]
    assert [match.seated for match in matches] == [["a#1"], ["a#1"], None]
    await matches[0].end()
    assert matches[2].seated == ["a#1"]


@on_bench()
async def test_idle_processes_are_stopped_down_to_the_cap(table: Bench) -> None:
    pool = pool_of(table, max_processes=2)
    async with pool.seated("ab", "deal 1") as instances:
        for instance in instances:
            await up(table, instance)
    await played(pool, "c", "deal 1")
    await settle()
    assert [(await process.wait_exited()).stopped for process in table.launcher.started[:1]] == [True]
    assert await played(pool, "b", "deal 2") == ["b#2"], "one more was not in the way"


@on_bench()
async def test_a_match_waits_where_its_processes_would_be_over_the_cap(table: Bench) -> None:
    rooms = hall(table, max_processes=3)
    first = await rooms.begin("ab", "deal 1")
    second = await rooms.begin("cc", "deal 2")
    assert second.seated is None
    await first.end()
    assert second.seated == ["c#3", "c#4"]


@on_bench()
async def test_a_single_match_gets_what_it_needs_whatever_the_cap(table: Bench) -> None:
    assert len(await played(pool_of(table, max_processes=1), "abcabc", "deal")) == 6


@pytest.mark.parametrize("while_seated", [True, False])
@on_bench()
async def test_a_process_that_had_an_incident_gets_no_further_match(table: Bench, while_seated: bool) -> None:
    pool = pool_of(table)
    async with pool.seated("a", "deal 1") as (instance,):
        await up(table, instance)
        if while_seated:
            instance.lose("flood", "too much")
    if not while_seated:
        instance.lose("flood", "too much")
    await settle()
    assert (await table.process.wait_exited()).stopped
    assert await played(pool, "a", "deal 2") == ["a#2"]


@on_bench()
async def test_lost_processes_are_the_first_to_go(table: Bench) -> None:
    pool = pool_of(table, max_processes=2)
    async with pool.seated("ab", "deal 1") as instances:
        for instance in instances:
            await up(table, instance)
    instances[1].lose("flood", "too much")
    await played(pool, "c", "deal 1")
    assert await played(pool, "a", "deal 2") == ["a#1"]


@on_bench()
async def test_a_match_that_is_cancelled_frees_its_processes(table: Bench) -> None:
    rooms = hall(table)
    with trio.CancelScope() as scope:
        async with rooms.pool.seated("ab", "deal 1"):
            scope.cancel()
            await trio.lowlevel.checkpoint()
    assert (await rooms.begin("ab", "deal 2")).seated == ["a#1", "b#2"]


@on_bench()
async def test_at_the_end_all_processes_are_stopped(table: Bench) -> None:
    pool = pool_of(table)
    async with pool.seated("abc", "deal 1") as instances:
        for instance in instances:
            await up(table, instance)
    await pool.stop()
    assert [(await process.wait_exited()).stopped for process in table.launcher.started] == [True] * 3


matches = st.tuples(st.lists(st.sampled_from("abc"), min_size=1, max_size=5), st.sampled_from("123456"))


@settings(deadline=None, max_examples=50)
@given(st.lists(matches, max_size=12), st.integers(1, 8), st.integers(1, 4))
def test_however_matches_come_the_promises_are_kept_and_all_are_played(
    plan: list[tuple[list[str], str]], max_processes: int, at_once: int
) -> None:
    met: set[tuple[str, str]] = set()
    on: Counter[str] = Counter()
    ended = []

    async def scene() -> None:
        async with open_bench() as table:
            pool, free = pool_of(table, max_processes=max_processes), trio.Semaphore(at_once)

            async def play(bots: list[str], deal: str) -> None:
                async with free, pool.seated(bots, deal) as instances:
                    seated = set(names(instances))
                    assert len(seated) == len(bots)
                    assert not any((name, deal) in met for name in seated)
                    assert not any(on[name] for name in seated)
                    met.update((name, deal) for name in seated)
                    on.update(seated)
                    await trio.sleep(1.0)
                    on.subtract(seated)
                    ended.append(deal)

            async with trio.open_nursery() as nursery:
                for bots, deal in plan:
                    nursery.start_soon(play, bots, deal)

    run(scene)
    assert len(ended) == len(plan)
