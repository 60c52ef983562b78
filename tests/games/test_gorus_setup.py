"""Gorus Maximus: cards, decks and deals (GM-01 to GM-07)."""

from __future__ import annotations

import pytest

from arena.games.chance import ScriptedChance
from arena.games.gorus import GORUS
from arena.games.gorus.cards import CARDS, TEXT, deck, schools_in_play
from arena.games.gorus.views import BoutWon, Dealt, Drew

from .positions import CHANCE, cards, only, play, play_events, play_round, position, table

BLUE, BROWN, GREEN, PINK, YELLOW = range(5)


@pytest.mark.rule("GM-01")
def test_there_are_five_schools_of_sixteen_gladiators_one_of_each():
    colours = ("blue", "brown", "green", "pink", "yellow")
    assert [TEXT[card] for card in CARDS] == [f"{colour}-{rank}" for colour in colours for rank in range(16)]


@pytest.mark.rule("GM-02")
@pytest.mark.parametrize(
    ("seats", "schools", "ranks"),
    [
        (1, 3, [0, *range(4, 13)]),
        (2, 3, [0, *range(4, 13)]),
        (3, 3, [0, *range(4, 13)]),
        (4, 4, [0, *range(4, 13)]),
        (5, 5, [0, *range(4, 13)]),
        (6, 5, [0, *range(3, 14)]),
        (7, 5, [0, *range(2, 15)]),
        (8, 5, [*range(16)]),
    ],
)
def test_the_deck_grows_with_the_table(seats, schools, ranks):
    assert schools_in_play(seats) == schools
    in_play = tuple(range(schools))
    assert list(deck(seats, in_play)) == [school * 16 + rank for school in in_play for rank in ranks]


@pytest.mark.rule("GM-03")
def test_the_schools_in_play_are_drawn():
    in_order = deck(3, (BROWN, GREEN, YELLOW))
    chance = ScriptedChance(
        {"schools": (YELLOW, BROWN, GREEN, PINK, BLUE), "first-dealer": 0, "deal/round-1": in_order}
    )
    assert GORUS.setup(table(3), chance).public.schools == (BROWN, GREEN, YELLOW)


@pytest.mark.rule("GM-03")
def test_the_schools_stay_for_the_whole_match():
    first = GORUS.setup(table(4, target=9), CHANCE)
    second, _ = play_round(first)
    dealt = sorted(card for hand in second.hands for card in hand)
    assert dealt == sorted(deck(4, first.public.schools))


@pytest.mark.rule("GM-04")
@pytest.mark.parametrize("seats", range(3, 9))
def test_three_to_eight_players_hold_ten_each_and_the_whole_deck(seats):
    state = GORUS.setup(table(seats), CHANCE)
    assert [len(hand) for hand in state.hands] == [10] * seats
    assert sorted(sum(state.hands, ())) == sorted(deck(seats, state.public.schools))
    assert state.pile == ()


@pytest.mark.rule("GM-05")
def test_two_players_leave_ten_cards_as_a_draw_pile():
    state = GORUS.setup(table(2), CHANCE)
    assert [len(hand) for hand in state.hands] == [10, 10]
    assert state.public.pile_size == len(state.pile) == 10


@pytest.mark.rule("GM-05")
def test_of_two_players_the_one_who_played_draws_at_once():
    state = position(["blue-4 blue-5", "blue-6 blue-7"], pile="green-8 green-9")
    state, events = play_events(state, "blue-4")
    assert state.hands[0] == cards("blue-5 green-8")
    assert events[-1].public == Drew(seat=0, pile_size=1)
    assert [(seat, own.card) for seat, own in events[-1].own.items()] == [(0, *cards("green-8"))]


@pytest.mark.rule("GM-05")
def test_nobody_draws_from_an_empty_pile():
    _, events = play(position(["blue-4 blue-5", "blue-6 blue-7"]), "blue-4")
    assert not [event for event in events if isinstance(event, Drew)]


@pytest.mark.rule("GM-05")
def test_a_round_of_two_has_fifteen_bouts():
    _, events = play_round(GORUS.setup(table(2), CHANCE))
    assert sum(isinstance(event, BoutWon) for event in events) == 15


@pytest.mark.rule("GM-06")
def test_alone_ten_cards_are_the_players_and_twenty_the_contenders():
    state = GORUS.setup(table(1), CHANCE)
    assert [len(hand) for hand in state.hands] == [10]
    turned_up = state.public.cards
    assert len(turned_up) + len(state.pile) == 20
    assert sorted((*state.hands[0], *turned_up, *state.pile)) == sorted(deck(1, state.public.schools))


@pytest.mark.rule("GM-07")
def test_the_first_dealer_is_drawn():
    chance = ScriptedChance({"first-dealer": 3, "deal/round-1": deck(5, (0, 1, 2, 3, 4))})
    assert GORUS.setup(table(5), chance).public.dealer == 3


@pytest.mark.rule("GM-07")
def test_the_deal_passes_to_the_left():
    state = position(["blue-4", "blue-5", "blue-6"], dealer=2)
    state, events = play(state, "blue-4 blue-5 blue-6")
    assert state.public.dealer == 0
    assert only(Dealt, events) == Dealt(round=2, dealer=0)


def test_a_deal_is_told_to_each_seat_alone():
    state, events = play_events(position(["blue-4", "blue-5", "blue-6"]), "blue-4 blue-5 blue-6")
    assert {seat: own.hand for seat, own in events[-1].own.items()} == dict(enumerate(state.hands))
