"""Gorus Maximus: a bout (GM-10 to GM-18)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.chance import ScriptedChance
from arena.games.gorus import GORUS
from arena.games.gorus.bout import allowed
from arena.games.gorus.cards import deck
from arena.games.gorus.views import BoutWon, GorusView, GorusViewOwn, Played

from .positions import CHANCE, cards, last, menu, only, play, play_round, position, school, table


@pytest.mark.rule("GM-10")
def test_the_player_left_of_the_dealer_leads_with_any_gladiator():
    chance = ScriptedChance({"first-dealer": 4, "deal/round-1": deck(5, (0, 1, 2, 3, 4))})
    state = GORUS.setup(table(5), chance)
    assert state.public.turn == 0
    assert cards(menu(state)) == state.hands[0]


@pytest.mark.rule("GM-10")
def test_play_goes_clockwise():
    state = position(["blue-4", "blue-5", "blue-6"], turn=1)
    _, events = play(state, "blue-5 blue-6 blue-4")
    assert [event.seat for event in events if isinstance(event, Played)] == [1, 2, 0]


@pytest.mark.rule("GM-10")
def test_the_winner_leads_the_next_bout_with_any_gladiator():
    state = position(["blue-4 green-5", "blue-6 pink-4 yellow-9", "blue-5 green-7"], preferred="blue")
    state, _ = play(state, "blue-4 blue-6 blue-5")
    assert state.public.turn == 1
    assert menu(state) == "pink-4 yellow-9"


@pytest.mark.rule("GM-11")
def test_the_first_gladiator_of_a_round_sets_both_schools():
    state, _ = play(position(["green-4 blue-4", "blue-5 blue-7"]), "green-4")
    assert (state.public.initiating, state.public.preferred) == (school("green"), school("green"))


@pytest.mark.rule("GM-11")
def test_the_first_gladiator_of_a_later_bout_sets_only_the_initiating_school():
    state, _ = play(position(["green-4 blue-4", "blue-5 blue-7"], preferred="pink"), "green-4")
    assert (state.public.initiating, state.public.preferred) == (school("green"), school("pink"))


@pytest.mark.rule("GM-11")
def test_the_preferred_school_carries_over_between_bouts():
    state, _ = play(position(["green-4 blue-4", "green-5 blue-7"]), "green-4 green-5")
    assert (state.public.initiating, state.public.preferred) == (school("none"), school("green"))


@pytest.mark.rule("GM-11")
def test_no_school_is_preferred_before_a_rounds_first_card():
    state, _ = play(position(["green-4", "green-5"], preferred="pink"), "green-4 green-5")
    assert (state.public.round, state.public.preferred) == (2, school("none"))


@pytest.mark.rule("GM-12")
def test_who_holds_the_initiating_school_must_play_it():
    state, _ = play(position(["blue-4", "blue-5 blue-9 green-7 pink-6"]), "blue-4")
    assert menu(state) == "blue-5 blue-9"


@pytest.mark.rule("GM-13")
def test_a_challenge_is_allowed_to_who_could_follow():
    state, _ = play(position(["blue-4", "blue-5 green-4 pink-4 pink-6"]), "blue-4")
    assert menu(state) == "blue-5 green-4 pink-4"


@pytest.mark.rule("GM-13")
def test_a_challenge_makes_its_school_preferred_at_once():
    state, events = play(position(["blue-4", "blue-5 green-4", "blue-6"]), "blue-4 green-4")
    assert state.public.preferred == school("green")
    assert events[-1] == Played(seat=1, card=cards("green-4")[0], challenge=True, preferred=school("green"))


@pytest.mark.rule("GM-13")
def test_only_the_gladiator_played_immediately_before_can_be_challenged():
    state, _ = play(position(["blue-4", "blue-5", "blue-6 green-4 green-5"]), "blue-4 blue-5")
    assert menu(state) == "blue-6 green-5"


@pytest.mark.rule("GM-13")
def test_a_leader_cannot_challenge_the_last_bout():
    state = position(["blue-4 pink-9", "blue-5 green-5"], preferred="blue")
    state, events = play(state, "blue-4 blue-5 green-5")
    assert not last(Played, events).challenge
    assert state.public.preferred == school("blue")


@pytest.mark.rule("GM-14")
def test_a_sluff_that_matches_the_rank_is_a_challenge():
    _, events = play(position(["blue-6", "pink-8", "brown-8"], preferred="yellow"), "blue-6 pink-8 brown-8")
    assert last(Played, events).challenge
    assert last(Played, events).preferred == school("brown")


@pytest.mark.rule("GM-14")
def test_a_match_that_follows_the_initiating_school_is_a_challenge():
    state = position(["blue-6", "pink-8", "blue-8"], preferred="yellow")
    _, events = play(state, "blue-6 pink-8 blue-8")
    assert last(Played, events).challenge
    assert last(Played, events).preferred == school("blue")


@pytest.mark.rule("GM-14")
def test_a_challenge_with_the_preferred_school_changes_nothing():
    _, events = play(position(["blue-6", "pink-6", "blue-7"], preferred="pink"), "blue-6 pink-6")
    assert last(Played, events).challenge
    assert last(Played, events).preferred == school("pink")


@pytest.mark.rule("GM-15")
def test_the_initiating_school_must_still_be_followed_after_a_challenge():
    state, _ = play(position(["blue-4", "green-4", "blue-9 green-9"]), "blue-4 green-4")
    assert state.public.initiating == school("blue")
    assert menu(state) == "blue-9"


@pytest.mark.rule("GM-15")
def test_challenges_chain():
    state = position(["blue-4 blue-9", "green-4 blue-9", "pink-4 blue-9", "yellow-4 blue-9"])
    _, events = play(state, "blue-4 green-4 pink-4 yellow-4")
    assert [event.challenge for event in events if isinstance(event, Played)] == [False, True, True, True]
    assert only(BoutWon, events).seat == 3


@pytest.mark.rule("GM-16")
def test_who_lacks_the_initiating_school_may_play_any_card():
    state, _ = play(position(["blue-4", "green-7 pink-6 yellow-5"], preferred="pink"), "blue-4")
    assert menu(state) == "green-7 pink-6 yellow-5"


@pytest.mark.rule("GM-12", "GM-13", "GM-16")
@given(
    hand=st.lists(st.integers(0, 79), min_size=1, max_size=10, unique=True).map(lambda h: tuple(sorted(h))),
    bout=st.lists(st.integers(0, 79), max_size=7).map(tuple),
)
def test_a_card_is_allowed_if_it_leads_follows_challenges_or_cannot_follow(hand, bout):
    follows = [card for card in hand if bout and card // 16 == bout[0] // 16]
    challenges = [card for card in hand if bout and card % 16 == bout[-1] % 16]
    expected = sorted({*follows, *challenges}) if follows else list(hand)
    assert list(allowed(hand, bout)) == expected


@pytest.mark.rule("GM-17")
def test_the_highest_of_the_preferred_school_wins():
    _, events = play(
        position(["blue-12", "green-4", "green-7"], preferred="green"), "blue-12 green-4 green-7"
    )
    assert only(BoutWon, events).seat == 2


@pytest.mark.rule("GM-17")
def test_without_the_preferred_school_the_highest_of_the_initiating_school_wins():
    state = position(["blue-4", "green-12", "blue-7"], preferred="pink")
    _, events = play(state, "blue-4 green-12 blue-7")
    assert only(BoutWon, events).seat == 2


@pytest.mark.rule("GM-17")
def test_the_school_preferred_when_the_bout_ends_decides():
    state = position(["blue-4", "green-4", "pink-9", "yellow-9"])
    _, events = play(state, "blue-4 green-4 pink-9 yellow-9")
    assert only(BoutWon, events).seat == 3


@pytest.mark.rule("GM-18")
def test_the_winner_keeps_the_cards():
    state = position(["blue-4 pink-4", "blue-5 pink-5", "blue-6 pink-6"])
    state, _ = play(state, "blue-4 blue-5 blue-6")
    assert state.won == ((), (), cards("blue-4 blue-5 blue-6"))
    assert state.public.collected == (0, 0, 3)


@pytest.mark.rule("GM-18")
def test_an_observation_holds_the_current_and_the_last_bout_and_none_before():
    state = position(["blue-4 blue-7 blue-8 blue-9", "blue-5 pink-5 pink-7 pink-9"], preferred="pink")
    state, _ = play(state, "blue-4 blue-5 pink-5 blue-7 pink-7")
    public = GORUS.view(state, 0).public
    assert (public.cards, public.seats) == (cards("pink-7"), (1,))
    assert (public.last_cards, public.last_seats) == (cards("pink-5 blue-7"), (1, 0))
    assert public.last_winner == 1


@pytest.mark.rule("GM-18")
def test_an_observation_has_these_parts_and_no_others():
    rules = {
        *("initiating", "preferred", "dealer", "hand_sizes", "pile_size", "support", "collected"),
        *("cards", "seats", "last_cards", "last_seats", "last_winner"),
    }
    bearings = {"round", "bout", "turn", "target", "schools"}
    assert set(GorusView._fields) == rules | bearings
    assert GorusViewOwn._fields == ("hand",)


@pytest.mark.rule("GM-18")
def test_an_observation_counts_what_each_side_collected():
    state, _ = play(
        position(["blue-4 pink-4", "blue-5 pink-5"], won=["green-4 green-8", ""]), "blue-4 blue-5"
    )
    assert GORUS.view(state, None).public.collected == (2, 2)


@pytest.mark.rule("GM-18")
def test_the_last_bout_of_a_round_is_not_shown_in_the_next():
    state, _ = play_round(GORUS.setup(table(4), CHANCE))
    public = GORUS.view(state, 0).public
    assert (public.round, public.last_cards, public.last_seats, public.last_winner) == (2, (), (), -1)
    assert public.collected == (0, 0, 0, 0)


@pytest.mark.rule("GM-18")
def test_a_seat_sees_its_own_hand_and_the_public_none():
    state = position(["blue-4 pink-4", "blue-5 pink-5"])
    assert GORUS.view(state, 1).own == GorusViewOwn(cards("blue-5 pink-5"))
    assert GORUS.view(state, None).own is None


def test_a_forced_card_is_asked_for_unless_it_is_the_last():
    forced, _ = play(position(["blue-4 pink-4", "blue-5 pink-5"]), "blue-4")
    assert menu(forced) == "blue-5"
    assert GORUS.pending(forced)[1].always_ask
    last_card, _ = play(position(["blue-4", "blue-5"]), "blue-4")
    assert not GORUS.pending(last_card)[1].always_ask


def test_the_default_is_the_first_card_of_the_menu():
    state = position(["pink-4 blue-9 blue-7", "blue-5"])
    assert GORUS.pending(state)[0].default == cards("blue-7")[0]
