"""The plan of a round robin, against the definitions written out by brute force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.contract import Split
from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BotSpec
from arena.scheduler.event import Duplicate, Event, Format, Run
from arena.scheduler.plan import DEALS_A_BLOCK, Plan, PlannedMatch, plan
from arena.scheduler.resume import blocks_left
from arena.scheduler.seating import entrants_by_seat, entrants_by_side
from arena.scheduler.summary import TableLine, summary

from .fake_game import ALL_SPLITS, FAKE

NAMES = tuple("abcdefgh")
CASES = [(n, k) for n in range(2, 9) for k in range(1, n + 1)]
TEAM_CASES = [(n, split) for split in ALL_SPLITS for n in range(len(split), 9)]


def event_of(entrants: int, **format_keys: object) -> Event:
    bots = tuple(BotSpec(f"bot{n}" if entrants > 8 else NAMES[n], builtin="random") for n in range(entrants))
    return Event("e", "fake", 1, None, {}, Format(**format_keys), Run(), ClockLimits(), bots)  # type: ignore[arg-type]


def planned(entrants: int, **format_keys: object) -> Plan:
    return plan(event_of(entrants, **format_keys), FAKE)


def seated(match: PlannedMatch) -> tuple[str, ...]:
    return entrants_by_seat(match.entrants, match.sides)


@pytest.mark.parametrize(("n", "k"), CASES)
def test_a_round_robin_seats_every_choice_of_entrants_in_every_rotation_once_a_deal(n: int, k: int) -> None:
    matches = Counter(seated(match) for match in planned(n, players=(k,), deals=2).matches())
    tables = list(combinations(NAMES[:n], k))
    assert matches == Counter({table[r:] + table[:r]: 2 for table in tables for r in range(k)})


@pytest.mark.parametrize(("n", "split"), TEAM_CASES)
def test_a_team_round_robin_gives_every_choice_of_entrants_every_role_once_a_deal(
    n: int, split: Split
) -> None:
    matches = Counter(match.entrants for match in planned(n, teams=(split,)).matches())
    k = len(split)
    tables = list(combinations(NAMES[:n], k))
    assert matches == Counter(table[r:] + table[:r] for table in tables for r in range(k))


@pytest.mark.parametrize("split", ALL_SPLITS)
def test_an_entrant_fills_all_seats_of_its_side(split: Split) -> None:
    match = next(planned(8, teams=(split,)).matches())
    holders = seated(match)
    assert [{holders[seat] for seat in side.seats} for side in match.sides] == [{e} for e in match.entrants]


@pytest.mark.parametrize(("n", "k"), CASES)
def test_every_pair_meets_equally_often(n: int, k: int) -> None:
    meetings: Counter[tuple[str, ...]] = Counter()
    for match in planned(n, players=(k,)).matches():
        meetings.update(combinations(sorted(match.entrants), 2))
    assert {meetings[pair] for pair in combinations(NAMES[:n], 2)} == {meetings["a", "b"]}


@pytest.mark.parametrize(("n", "k"), CASES)
def test_within_a_set_each_entrant_has_each_seat_once(n: int, k: int) -> None:
    sets: dict[str, list[PlannedMatch]] = {}
    for match in planned(n, players=(k,), deals=3).matches():
        sets.setdefault(match.identity.set_text, []).append(match)
    for matches in sets.values():
        assert all(len(set(holders)) == k for holders in zip(*map(seated, matches), strict=True))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_permutations_play_all_orders_of_each_table(k: int) -> None:
    matches = [match.entrants for match in planned(k, players=(k,), duplicate="permutations").matches()]
    assert sorted(matches) == sorted(permutations(NAMES[:k]))


def test_without_duplicates_a_set_is_one_match_and_the_deals_take_turns_with_the_seats() -> None:
    matches = list(planned(3, players=(3,), duplicate="none", deals=6).matches())
    assert Counter(match.entrants[0] for match in matches) == {"a": 2, "b": 2, "c": 2}
    assert len({match.identity.set_text for match in matches}) == 6


def test_a_table_of_one_has_its_entrant_on_the_side_with_the_seat() -> None:
    match = next(planned(2, players=(1,)).matches())
    assert entrants_by_side(match.entrants, match.sides) == (match.entrants, ())


FORMATS = st.fixed_dictionaries(
    {
        "players": st.lists(st.integers(1, 4), unique=True, max_size=3).map(tuple),
        "teams": st.lists(st.sampled_from([(2, 2), (2, 2, 1), (3, 2)]), unique=True, max_size=2).map(tuple),
        "deals": st.integers(1, 40),
        "duplicate": st.sampled_from(["none", "rotations", "permutations"]),
    }
).filter(lambda keys: keys["players"] or keys["teams"])


@settings(deadline=None)
@given(st.integers(4, 5), FORMATS)
def test_a_plan_counts_its_matches_right_and_names_each_once(n: int, keys: dict[str, object]) -> None:
    made = planned(n, **keys)
    matches = list(made.matches())
    assert made.match_count == len(matches)
    assert len({match.identity for match in matches}) == len(matches)
    assert sorted(match.position for match in matches) == list(range(len(matches)))


@settings(deadline=None)
@given(st.integers(4, 5), FORMATS)
def test_a_block_is_one_table_rotation_by_rotation(n: int, keys: dict[str, object]) -> None:
    for block in planned(n, **keys).blocks():
        assert len({match.identity.table for match in block.matches}) == 1
        deals = sorted({match.identity.deal for match in block.matches})
        assert len(deals) <= DEALS_A_BLOCK
        assert [match.identity.deal for match in block.matches] == deals * (len(block.matches) // len(deals))
        for start in range(0, len(block.matches), len(deals)):
            seatings = {match.entrants for match in block.matches[start : start + len(deals)]}
            assert len(seatings) == 1 or keys["duplicate"] == "none"


def test_the_schedule_goes_deal_by_deal_with_sets_whole() -> None:
    matches = sorted(planned(4, players=(2, 3), deals=20).matches())
    assert [match.identity.deal for match in matches] == sorted(match.identity.deal for match in matches)
    sets = [match.identity.set_text for match in matches]
    assert len([s for s, before in zip(sets, ["", *sets], strict=False) if s != before]) == len(set(sets))


def test_more_deals_leave_the_place_of_every_match_as_it_was() -> None:
    few = {m.identity: m.position for m in planned(4, players=(2, 3), deals=2).matches()}
    many = {m.identity: m.position for m in planned(4, players=(2, 3), deals=40).matches()}
    assert few.items() <= many.items()


def test_an_entrant_added_at_the_end_leaves_every_match_its_name() -> None:
    few = {m.identity: m.entrants for m in planned(5, players=(3,)).matches()}
    many = {m.identity: m.entrants for m in planned(6, players=(3,)).matches()}
    assert few.items() <= many.items()


@pytest.mark.parametrize(("n", "k"), [(8, 2), (8, 3), (8, 5), (16, 3)])
def test_an_event_stopped_half_way_has_played_half_a_fair_share_for_everybody(n: int, k: int) -> None:
    matches = list(planned(n, players=(k,)).matches())
    played = Counter(name for match in matches[: len(matches) // 2] for name in match.entrants)
    assert 2 * min(played[bot.name] for bot in event_of(n).bots) >= sum(played.values()) / n


def test_small_events_have_blocks_enough_for_several_jobs() -> None:
    assert len(list(planned(3, players=(3,), deals=20).blocks())) == 10


def test_a_huge_event_is_counted_without_being_written_out() -> None:
    assert planned(200, players=(8,)).match_count == 8 * 55_098_996_177_225


def test_a_summary_adds_up_what_will_be_played() -> None:
    made = planned(4, players=(3,), teams=((2, 2),), deals=2)
    total = summary(made, jobs=2, max_processes=64)
    assert total.lines == (TableLine("3p", 4, 8, 3, 24), TableLine("2-2", 6, 12, 2, 24))
    assert (total.matches, total.processes) == (48, 8)


def test_a_summary_counts_no_more_processes_than_are_allowed() -> None:
    assert summary(planned(4, players=(3,)), jobs=8, max_processes=5).processes == 5


def test_what_has_a_result_is_not_played_again() -> None:
    made = planned(3, players=(3,), deals=2)
    names = [match.identity.text for match in made.matches()]
    left = [m.identity.text for b in blocks_left(made, finished=names[:4], void=()) for m in b.matches]
    assert left == names[4:]


def test_a_void_match_comes_again_as_its_next_attempt() -> None:
    made = planned(1, players=(1,))
    void = ["1/1/1p.0/0/0/0", "1/1/1p.0/0/0/1"]
    left = [m.identity.text for b in blocks_left(made, finished=void, void=void) for m in b.matches]
    assert left == ["1/1/1p.0/0/0/2"]


def test_a_void_match_that_was_replayed_is_finished() -> None:
    made = planned(1, players=(1,))
    finished = ["1/1/1p.0/0/0/0", "1/1/1p.0/0/0/1"]
    assert not list(blocks_left(made, finished=finished, void=finished[:1]))


def test_a_set_of_three_has_one_match_or_three_or_six() -> None:
    words: list[Duplicate] = ["none", "rotations", "permutations"]
    assert [planned(3, players=(3,), duplicate=word).match_count for word in words] == [1, 3, 6]
