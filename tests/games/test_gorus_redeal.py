"""Gorus Maximus: a redeal is a state that the seat, remembering everything, cannot tell from the true one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.chance import KeyedChance
from arena.games.contract import NOBODY
from arena.games.gorus import GORUS
from arena.games.gorus.bout import allowed
from arena.games.gorus.cards import SCHOOL
from arena.games.gorus.views import Drew, Played

from .positions import cards, play, position, school, table


def redeals(state, seat, count=30):
    """This many redeals of a state for a seat."""
    return [GORUS.redeal(state, seat, KeyedChance(b"%016d" % number)) for number in range(count)]


def test_a_redeal_trades_cards_between_the_other_hands():
    state = position(["blue-4 blue-5", "pink-4 pink-5", "green-4 green-5"])
    hands = {other.hands for other in redeals(state, 0)}
    assert {hand[0] for hand in hands} == {cards("blue-4 blue-5")}
    assert len({hand[1] for hand in hands}) == 6


def test_a_redeal_trades_cards_with_the_pile():
    state = position(["blue-4", "pink-4"], pile="green-4 green-5")
    assert {other.hands[1] for other in redeals(state, 0)} == {
        cards("pink-4"),
        cards("green-4"),
        cards("green-5"),
    }


def test_a_redeal_alone_shuffles_the_contenders_stack():
    state = position(["blue-9"], pile="blue-5 green-7 green-8", bout=["blue-4"])
    assert {other.pile for other in redeals(state, 0)} > {state.pile}
    assert {tuple(sorted(other.pile)) for other in redeals(state, 0)} == {tuple(sorted(state.pile))}


def test_who_sluffed_is_dealt_none_of_the_initiating_school():
    state, _ = play(position(["blue-4 blue-9", "pink-6 pink-7", "blue-5 blue-7 green-4"]), "blue-4 pink-6")
    dealt = {other.hands[1] for other in redeals(state, 0)}
    assert dealt == {cards("pink-7"), cards("green-4")}


def test_a_challenge_shows_nothing():
    state, _ = play(position(["blue-4 blue-9", "pink-4 pink-7", "blue-5 blue-7 green-4"]), "blue-4 pink-4")
    dealt = {other.hands[1] for other in redeals(state, 0)}
    assert dealt == {cards("pink-7"), cards("blue-5"), cards("blue-7"), cards("green-4")}


def test_what_a_sluff_showed_is_forgotten_with_the_round():
    hands = ["blue-4", "pink-6", "green-5", "yellow-7"]
    state, _ = play(position(hands), " ".join(hands))
    dealt = {SCHOOL[card] for other in redeals(state, 0) for card in other.hands[1]}
    assert dealt == set(state.public.schools)


def test_of_two_players_the_card_drawn_after_a_sluff_may_be_of_any_school():
    hands = ["blue-4 blue-9", "pink-6 pink-7"]
    state, _ = play(position(hands, pile="green-4 blue-5 blue-7 pink-8"), "blue-4 pink-6")
    assert state.hands[1] == cards("blue-5 pink-7")
    blues = {sum(SCHOOL[card] == school("blue") for card in other.hands[1]) for other in redeals(state, 0)}
    assert blues == {0, 1}


def seen_to_be_possible(state, others, history):
    """Whether these hands could have played what was seen in the round so far.

    The round is taken back card by card; before each play the hand must have allowed it."""
    hands = {seat: set(others.hands[seat]) for seat in range(len(others.hands))}
    drawn = [card.card for card in others.drawn]
    for before, event in reversed(history):
        if isinstance(event, Drew):
            hands[event.seat].remove(drawn.pop())
        elif isinstance(event, Played) and event.seat >= 0:
            hands[event.seat].add(event.card)
            if event.card not in allowed(tuple(sorted(hands[event.seat])), before.public.cards):
                return False
    return True


def rest_of_round(seats, seed):
    """The states of a random match, each with what happened before it in its round."""
    chance, dice = KeyedChance(b"%016d" % seed), random.Random(seed)
    state, history = GORUS.setup(table(seats), chance), []
    while pending := GORUS.pending(state):
        yield state, tuple(history)
        choices = {seat: dice.choice(decision.menu) for seat, decision in pending.items()}
        after, events = GORUS.advance(state, choices, chance)
        history += [(state, event.public) for event in events]
        if after.public.round != state.public.round:
            history = []
        state = after


@pytest.mark.parametrize("seats", range(2, 9))
@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_every_redeal_explains_all_that_was_played_in_the_round(seats, seed):
    for number, (state, history) in enumerate(rest_of_round(seats, seed)):
        if number % 11:
            continue
        seat = number % seats
        other = GORUS.redeal(state, seat, KeyedChance(b"%016d" % number))
        assert seen_to_be_possible(state, other, history)
        assert [d.card for d in other.drawn if d.seat == seat] == [
            d.card for d in state.drawn if d.seat == seat
        ]


def test_a_redeal_of_a_redeal_is_believed_too():
    state, _ = play(position(["blue-4 blue-9", "pink-6 pink-7", "blue-5 blue-7 green-4"]), "blue-4 pink-6")
    for other in redeals(state, 0, 10):
        assert {again.hands[1] for again in redeals(other, 0)} == {cards("pink-7"), cards("green-4")}


def test_a_finished_match_can_be_redealt():
    state = position(["blue-4", "blue-5"], support=(2, 2))
    over, _ = play(state, "blue-4 blue-5")
    assert GORUS.pending(over) == NOBODY
    assert GORUS.redeal(over, 0, KeyedChance(b"0" * 16)) == over
