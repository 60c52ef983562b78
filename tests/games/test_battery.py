"""The battery: every game at every table size and team format, played at random."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from arena.games import catalog
from arena.games.chance import KeyedChance
from arena.transport.codec import encode

from .battery import chance_of, matches, play, played
from .invariants import INVARIANTS

# Views and redeals are looked at in every few states only: a step of a prime walks through all
# phases of a bout and keeps the battery within seconds.
VIEWED = 7
REDEALT = 13

every_match = pytest.mark.parametrize("match", list(matches()), ids=str)


def as_sent(game, state, seat):
    """All that a seat is sent in this state: both parts of its view and its question."""
    view = game.view(state, seat)
    decision = game.pending(state).get(seat)
    asked = decision and (decision.kind, [game.text(code) for code in decision.menu], decision.always_ask)
    return encode(game, view.public), encode(game, view.own), asked


@every_match
def test_menus_are_sound(match):
    game = catalog.load(match.game)
    for step in played(match).steps:
        assert list(step.pending) == sorted(step.pending)
        for decision in step.pending.values():
            assert decision.menu
            assert len(set(decision.menu)) == len(decision.menu)
            assert decision.default in decision.menu
            assert len({game.text(code) for code in decision.menu}) == len(decision.menu)


@every_match
def test_play_ends_with_an_outcome_for_every_side(match):
    playthrough, game = played(match), catalog.load(match.game)
    assert playthrough.outcome is not None
    sides = game.seating(match.seats, match.split)
    assert len(playthrough.outcome.ranks) == len(playthrough.outcome.scores) == len(sides)
    assert min(playthrough.outcome.ranks) == 1


@every_match
def test_there_is_no_outcome_before_the_end(match):
    game = catalog.load(match.game)
    assert not any(game.outcome(step.state) for step in played(match).steps)


@every_match
def test_states_are_never_mutated(match):
    playthrough = played(match)
    assert [repr(step.state) for step in playthrough.steps] == [step.text for step in playthrough.steps]


@every_match
def test_the_same_choices_lead_to_the_same_states_and_events(match):
    again = play(match, random.Random(str(match)))
    first = played(match)
    assert [step[1:] for step in again.steps] == [step[1:] for step in first.steps]
    assert (again.last_text, again.outcome) == (first.last_text, first.outcome)


@every_match
def test_a_state_can_be_taken_up_again_with_fresh_chance(match):
    game, steps = catalog.load(match.game), played(match).steps
    for step, following in list(pairwise(steps))[::VIEWED]:
        state, events = game.advance(step.state, step.choices, chance_of(match))
        assert (repr(state), tuple(events)) == (following.text, step.events)


@every_match
def test_all_seats_see_the_same_public_part_and_the_public_sees_no_other(match):
    game = catalog.load(match.game)
    for step in played(match).steps[::VIEWED]:
        public = game.view(step.state, None)
        assert public.own is None
        views = [game.view(step.state, seat) for seat in range(match.seats)]
        assert [view.public for view in views] == [public.public] * match.seats
        assert all(type(view.own).__name__ == type(view.public).__name__ + "Own" for view in views)


@every_match
def test_a_redeal_changes_nothing_that_the_seat_is_sent(match):
    game, chance = catalog.load(match.game), KeyedChance(b"a secret of redeals")
    for step in played(match).steps[::REDEALT]:
        for seat in range(match.seats):
            other = game.redeal(step.state, seat, chance)
            assert as_sent(game, other, seat) == as_sent(game, step.state, seat)
            assert encode(game, game.view(other, None).public) == encode(
                game, game.view(step.state, None).public
            )


@every_match
def test_every_event_can_be_sent_and_told(match):
    game = catalog.load(match.game)
    for step in played(match).steps[::VIEWED]:
        for event in step.events:
            assert encode(game, event.public) is not None
            assert all(
                type(own).__name__ == type(event.public).__name__ + "Own" for own in event.own.values()
            )
            assert all(encode(game, own) for own in event.own.values())
            assert "\n" not in game.tell(event)


@every_match
def test_what_the_game_alone_promises_holds(match):
    for holds in INVARIANTS[match.game]:
        holds(match, played(match))
