"""Gorus Maximus alone against the contenders (GM-30 to GM-33)."""

from __future__ import annotations

import pytest

from arena.games.contract import Side
from arena.games.gorus import GORUS
from arena.games.gorus.views import BoutWon, Played, RoundScored

from .positions import CHANCE, cards, last, menu, only, play, play_round, position, school, table


@pytest.mark.rule("GM-30")
def test_a_contender_from_the_top_of_the_stack_leads():
    state, _ = play(position(["blue-9 pink-4"], pile="blue-5 green-7 green-8", bout=["blue-4"]), "blue-9")
    assert state.public.seats == (-1,)
    assert state.public.cards == cards("green-7")
    assert state.public.turn == 0


@pytest.mark.rule("GM-30")
def test_a_contender_leads_also_after_the_player_won():
    state = position(["blue-9 pink-4"], pile="blue-5 green-7 green-8", bout=["blue-4"], preferred="blue")
    state, events = play(state, "blue-9")
    assert only(BoutWon, events).seat == 0
    assert last(Played, events).seat == -1


@pytest.mark.rule("GM-30")
def test_the_player_answers_and_a_second_contender_is_turned_up():
    state = position(["blue-9"], pile="blue-10", bout=["blue-4"], preferred="blue")
    _, events = play(state, "blue-9")
    assert [event.seat for event in events if isinstance(event, Played)][:2] == [0, -1]
    assert only(BoutWon, events).cards == cards("blue-4 blue-9 blue-10")


@pytest.mark.rule("GM-30")
@pytest.mark.parametrize("contenders", [("blue-12", "blue-4"), ("blue-4", "blue-12")])
def test_what_either_contender_wins_goes_to_the_contenders(contenders):
    first, second = contenders
    state = position(["blue-9 pink-4"], pile=f"{second} pink-5 pink-6", bout=[first], preferred="blue")
    state, events = play(state, "blue-9")
    assert only(BoutWon, events).side == 1
    assert state.public.collected == (0, 3)


@pytest.mark.rule("GM-30")
def test_the_player_follows_the_contenders_school():
    assert menu(position(["blue-9 pink-4 pink-5"], pile="blue-12", bout=["blue-4"])) == "blue-9 pink-4"


@pytest.mark.rule("GM-30")
def test_the_contenders_are_a_side_without_a_seat():
    assert GORUS.seating(1, None) == (Side((0,)), Side(()))


@pytest.mark.rule("GM-31")
def test_a_contender_need_not_follow():
    state = position(["blue-9"], pile="pink-4", bout=["blue-4"], preferred="green")
    _, events = play(state, "blue-9")
    assert only(BoutWon, events).seat == 0


@pytest.mark.rule("GM-31")
def test_a_contender_that_matches_the_rank_challenges():
    state = position(["blue-9 green-4"], pile="pink-9 green-5 green-6", bout=["blue-4"], preferred="blue")
    state, events = play(state, "blue-9")
    assert [event.challenge for event in events if isinstance(event, Played)] == [False, True, False]
    assert only(BoutWon, events).side == 1
    assert state.public.preferred == school("pink")


@pytest.mark.rule("GM-32")
def test_without_an_eight_the_player_loses_the_round_whatever_its_favour():
    state = position(["blue-9"], pile="blue-4", bout=["blue-5"], preferred="blue", won=["green-9", "green-8"])
    _, events = play(state, "blue-9")
    scored = only(RoundScored, events)
    assert scored.favour == (4, -4)
    assert scored.earned == (0, 1)


@pytest.mark.rule("GM-33")
def test_with_an_eight_the_highest_favour_earns_the_support():
    state = position(["blue-9"], pile="blue-4", bout=["blue-5"], preferred="blue", won=["pink-8", "green-8"])
    _, events = play(state, "blue-9")
    assert only(RoundScored, events).earned == (1, 0)


@pytest.mark.rule("GM-33")
def test_player_and_contenders_may_tie():
    state = position(["blue-7"], pile="blue-4", bout=["blue-5"], preferred="blue", won=["pink-8", "green-8"])
    _, events = play(state, "blue-7")
    assert only(RoundScored, events).earned == (1, 1)


@pytest.mark.rule("GM-33")
def test_both_have_the_same_target_and_the_contenders_can_win():
    state = position(["blue-9"], pile="blue-4", bout=["blue-5"], preferred="blue", support=(2, 2))
    assert state.public.target == (3, 3)
    state, _ = play(state, "blue-9")
    assert GORUS.outcome(state).ranks == (2, 1)


@pytest.mark.rule("GM-33")
def test_a_solo_round_has_ten_bouts():
    _, events = play_round(GORUS.setup(table(1), CHANCE))
    assert sum(isinstance(event, BoutWon) for event in events) == 10
