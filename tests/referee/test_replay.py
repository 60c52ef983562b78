"""A record replayed is identical, and whatever was changed in it is found, with its place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.faults import FaultPolicy, LinkGone
from arena.referee.memory import MemoryLink, Reply, Script
from arena.referee.messages import ClockLimits
from arena.referee.record import Record, loads
from arena.referee.replay import Difference, replay, verify

from .fake_game import BIDS
from .playing import at, first, last, played

CRASH = LinkGone("crash", "its process exited with status 3")
FAULTY = played(
    at(2, Reply(99), otherwise=last), at(1, Reply(99), otherwise=last), last,
    rounds=5, policy=FaultPolicy(limit=0),
)  # fmt: skip
"""Seat 1 forfeits in step 0, seat 0 in step 1; seat 2 plays on."""
SUBSTITUTED = played(at(2, Reply(99), otherwise=last), last, rounds=5)
"""Seat 0 is at fault in step 1, no more."""


def difference(record: Record) -> Difference:
    with pytest.raises(Difference) as found:
        verify(record, BIDS)
    return found.value


def bots() -> st.SearchStrategy[Script]:
    """Bots that answer anything at any time, or end."""
    replies = st.one_of(
        st.builds(Reply, option=st.integers(0, 3), after_s=st.sampled_from([0.0, 0.04, 0.06])),
        st.just(Reply(gone=CRASH)),
        st.just(Reply(nonsense="x")),
    )
    games = st.lists(st.lists(replies, max_size=2), min_size=6, max_size=6)

    def script(game: list[list[Reply]]) -> Script:
        return lambda ask: game[ask.number - 1]

    return games.map(script)


@settings(deadline=None, max_examples=50)
@given(
    st.lists(bots(), min_size=1, max_size=4), st.booleans(), st.booleans(), st.integers(0, 2), st.booleans()
)
def test_whatever_the_bots_do_the_record_is_identical_to_its_replay(
    scripts: list[Script], turns: bool, always_ask: bool, limit: int, debug: bool
) -> None:
    clock = ClockLimits(bank_s=0.2, increment_s=0.01, cap_s=0.05)
    links = [MemoryLink(_answers_in_debug(script) if debug else script) for script in scripts]
    policy = FaultPolicy(limit=limit, debug=debug)
    record = played(*links, clock=clock, policy=policy, rounds=6, turns=turns, always_ask=always_ask)
    steps = verify(loads(record.dumps()), BIDS)
    assert steps == (6 * len(links) if turns else 6)


def _answers_in_debug(script: Script) -> Script:
    """Without a clock, a bot must answer or end."""
    return lambda ask: script(ask) or first(ask)


def test_the_steps_of_a_replay_are_those_of_the_match() -> None:
    steps = list(replay(SUBSTITUTED, BIDS))
    assert [step.number for step in steps] == list(range(5))
    rows = [(seat, BIDS.text(code)) for step in steps for seat, code in step.choices.items()]
    assert tuple(rows) == SUBSTITUTED.choices


@settings(deadline=None, max_examples=50)
@given(st.data())
def test_a_changed_choice_is_found_in_its_step(data: st.DataObject) -> None:
    row = data.draw(st.integers(0, len(SUBSTITUTED.choices) - 1))
    seat, option = SUBSTITUTED.choices[row]
    cards = {f"bid-{card}" for card in range(10)} - {option}
    other = data.draw(st.sampled_from(sorted(cards)))
    choices = (*SUBSTITUTED.choices[:row], (seat, other), *SUBSTITUTED.choices[row + 1 :])
    assert difference(SUBSTITUTED._replace(choices=choices)).step == row // 2


def test_the_place_and_the_choice_stand_in_the_sentence() -> None:
    choices = ((0, "bid-77"), *SUBSTITUTED.choices[1:])
    assert str(difference(SUBSTITUTED._replace(choices=choices))).startswith("step 0: seat 0 chose 'bid-77'")


def test_two_seats_swapped_are_found_in_their_step() -> None:
    rows = list(SUBSTITUTED.choices)
    rows[4], rows[5] = rows[5], rows[4]
    found = difference(SUBSTITUTED._replace(choices=tuple(rows)))
    assert str(found) == "step 2: seat 0 was to choose, the record has seat 1"


@pytest.mark.parametrize("kept", [0, 1, 3, 8, 9])
def test_missing_choices_are_found_where_the_game_goes_on(kept: int) -> None:
    cut = SUBSTITUTED._replace(choices=SUBSTITUTED.choices[:kept], times_ms=SUBSTITUTED.times_ms[:kept])
    found = difference(cut)
    assert (found.step, "ends where the game goes on" in str(found)) == (kept // 2, True)


def test_a_choice_left_out_in_the_middle_is_found_in_its_step() -> None:
    rows, times = list(SUBSTITUTED.choices), list(SUBSTITUTED.times_ms)
    del rows[6], times[6]
    assert difference(SUBSTITUTED._replace(choices=tuple(rows), times_ms=tuple(times))).step == 3


def test_choices_left_over_are_found_at_the_end() -> None:
    more = SUBSTITUTED._replace(
        choices=(*SUBSTITUTED.choices, (0, "bid-1")), times_ms=(*SUBSTITUTED.times_ms, None)
    )
    assert str(difference(more)) == "step 5: 1 choices are left over when the game has ended"


Change = Callable[[Record], Record]


def changed(key: str, value: object) -> Change:
    return lambda record: Record(**(record._asdict() | {key: value}))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (changed("game", "gorus"), "this is a record of gorus, not of bids"),
        (changed("rules_version", "0"), "it was played under rules 0, these are 1"),
        (changed("secret", None), "not revealed"),
        (changed("secret", "00" * 32), "^step 0: "),
        (changed("seats", 3), "^players: expected 3 entries"),
        (changed("seats", 9), "bids has no table of 9"),
        (changed("split", "2-2"), "cannot be split"),
        (changed("split", "-"), "^split: '-' is no team format"),
        (changed("split", "all"), "^split: 'all' is no team format"),
        (changed("options", {"rounds": 4}), "^step 0: "),
        (changed("options", {"rounds": 1000}), "^rounds: expected a whole number"),
        (changed("options", {"rounds": 199}), "^this table of 2 cannot be played: expected another number"),
        (changed("options", {"shoes": 1}), "^shoes: expected one of the keys"),
        (changed("players", ("a",)), "^players: expected 2 entries, the record has 1"),
        (changed("sides", (1, 0)), "^sides: the rules give"),
        (changed("times_ms", (1.0,)), "^times_ms: expected 10 entries, the record has 1"),
        (changed("times_ms", (None,) * 10), "^step 0: times_ms: seat 0 has no time and no fault"),
        (
            changed("times_ms", (1.0, 1.0, None, *[1.0] * 7)),
            "^step 4: times_ms: seat 0 has a time where it was not asked",
        ),
        (changed("ranks", (1, 1)), "^ranks: the rules give"),
        (changed("scores", (9.0, 0.0)), "^scores: the rules give"),
        (changed("forfeits", (True, False)), "^forfeits: the rules give"),
        (changed("reason", "it rained"), "^reason: its faults give 'played to its end'"),
        (changed("faults", ()), "^step 1: times_ms: seat 0 has no time and no fault"),
    ],
)
def test_a_changed_key_is_found(change: Change, sentence: str) -> None:
    assert re.search(sentence, str(difference(change(SUBSTITUTED))))


@pytest.mark.parametrize("link", range(5))
def test_a_changed_digest_is_found_in_its_step(link: int) -> None:
    chain = list(SUBSTITUTED.chain)
    chain[link] = "00000000"
    assert difference(SUBSTITUTED._replace(chain=tuple(chain))).step == link


@pytest.mark.parametrize("kept", range(5))
def test_a_missing_digest_is_found_in_its_step(kept: int) -> None:
    found = difference(SUBSTITUTED._replace(chain=SUBSTITUTED.chain[:kept]))
    assert found.step == kept


def test_a_changed_missing_or_extra_last_digest_is_found() -> None:
    head = SUBSTITUTED.chain[:-1]
    for chain in (head, (*head, "00000000"), (*SUBSTITUTED.chain, "00000000")):
        assert "chain: " in str(difference(SUBSTITUTED._replace(chain=chain)))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat": 1}, "^step 1: times_ms: seat 0 has no time and no fault"),
        ({"seat": 2}, "^step 1: seat 2 is at fault where it had nothing to choose"),
        ({"step": 0}, "^step 0: times_ms: seat 0 has a time though it was at fault"),
        ({"step": 2}, "^step 1: times_ms: seat 0 has no time and no fault"),
        ({"step": 99}, "^step 1: "),
        ({"step": -2}, "^faults: there is no seat 0 at a step -2"),
        ({"forfeit": True}, "^step 2: times_ms: seat 0 has a time where it was not asked"),
    ],
)
def test_a_changed_fault_is_found(change: dict[str, object], sentence: str) -> None:
    (fault,) = SUBSTITUTED.faults
    record = SUBSTITUTED._replace(faults=(fault._replace(**change),))  # type: ignore[arg-type]
    assert re.search(sentence, str(difference(record)))


def test_a_forfeit_taken_back_is_found() -> None:
    pardoned = tuple(fault._replace(forfeit=False) for fault in FAULTY.faults)
    assert str(difference(FAULTY._replace(faults=pardoned))).startswith("forfeits: ")


def test_a_forfeited_seat_that_chose_for_itself_is_found_in_that_step() -> None:
    record = played(at(1, Reply(99)), first, rounds=5, policy=FaultPolicy("forfeit"))
    honest = played(last, first, rounds=5)
    rows = (record.choices[0], record.choices[1], *honest.choices[2:])
    assert difference(record._replace(choices=rows)).step == 1


def test_a_fault_that_did_not_lead_to_the_default_is_found() -> None:
    (fault,) = SUBSTITUTED.faults
    times = (None, *SUBSTITUTED.times_ms[1:])
    record = SUBSTITUTED._replace(faults=(fault._replace(step=0), fault), times_ms=times)
    assert str(difference(record)) == "step 0: seat 0 was at fault, yet its choice is not the default"
