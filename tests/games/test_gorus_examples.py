"""The rulebook's worked examples, played card by card (GX-1 to GX-7)."""

from __future__ import annotations

import pytest

from arena.games.gorus.cards import favour
from arena.games.gorus.views import BoutWon, Played, RoundScored

from .positions import last, only, play, position, school


def bout_of(state, played):
    """The seat that wins this bout, the school then preferred, and the favour of its cards."""
    _, events = play(state, played)
    won, preferred = only(BoutWon, events), last(Played, events).preferred
    return won.seat, preferred, favour(won.cards, preferred)


@pytest.mark.rule("GX-1")
def test_a_challenge_on_the_second_card_wins_the_first_bout():
    ann, daniel, maureen = "blue-4 pink-4", "blue-10 pink-5", "blue-9 green-10"
    state = position([ann, daniel, maureen])
    assert bout_of(state, "blue-4 blue-10 green-10") == (2, school("green"), 2)


@pytest.mark.rule("GX-2")
def test_a_sluffed_eight_spoils_the_leaders_bout():
    daniel, maureen, ann = "brown-5 pink-4", "blue-8 pink-5", "brown-4 pink-6"
    state = position([daniel, maureen, ann], preferred="yellow")
    assert bout_of(state, "brown-5 blue-8 brown-4") == (0, school("yellow"), -4)


@pytest.mark.rule("GX-3")
def test_a_match_by_mistake_is_a_challenge_and_wins_both_eights():
    daniel, maureen, ann = "blue-6 pink-4", "pink-8 pink-5", "brown-8 pink-6"
    state = position([daniel, maureen, ann], preferred="yellow")
    assert bout_of(state, "blue-6 pink-8 brown-8") == (2, school("brown"), -8)


@pytest.mark.rule("GX-4")
def test_a_challenge_can_make_another_win():
    maureen, carter, ann, daniel = "blue-9 green-4", "pink-8 green-5", "blue-5 green-6", "pink-5 blue-7"
    state = position([maureen, carter, ann, daniel], preferred="green")
    assert bout_of(state, "blue-9 pink-8 blue-5 pink-5") == (1, school("pink"), -2)


@pytest.mark.rule("GX-5")
def test_the_last_challenge_of_a_round_decides_which_zero_counts():
    carter, ann, daniel, maureen = "green-12", "blue-7", "blue-0", "brown-0"
    state = position([carter, ann, daniel, maureen], preferred="blue")
    assert bout_of(state, "green-12 blue-7 blue-0 brown-0") == (3, school("brown"), 6)
    _, events = play(state, "green-12 blue-7 blue-0 brown-0")
    assert only(RoundScored, events).favour == (0, 0, 0, 6)


@pytest.mark.rule("GX-6")
def test_the_last_of_six_steals_the_other_teams_points():
    hands = ["pink-10 blue-4", "pink-7 blue-5", "pink-9 blue-6", "pink-4 blue-7", "pink-6 blue-9"]
    state = position([*hands, "brown-6 pink-12"], preferred="pink", split=(3, 3))
    played = "pink-10 pink-7 pink-9 pink-4 pink-6 brown-6"
    assert bout_of(state, played) == (5, school("brown"), 3)
    _, events = play(state, played)
    assert only(BoutWon, events).side == 1


@pytest.mark.rule("GX-7")
def test_a_challenge_is_overtrumped_and_an_eight_takes_all_the_favour():
    hands = [
        "brown-4",
        "brown-2",
        "brown-9",
        "brown-11",
        "yellow-11 brown-12",
        "yellow-15",
        "brown-8",
        "pink-0",
    ]
    spare = ["blue-1", "blue-2", "blue-3", "blue-4", "", "blue-6", "blue-7", "blue-9"]
    state = position(
        [f"{hand} {more}" for hand, more in zip(hands, spare, strict=True)], preferred="brown", split=(4, 4)
    )
    played = "brown-4 brown-2 brown-9 brown-11 yellow-11 yellow-15 brown-8 pink-0"
    assert bout_of(state, played) == (5, school("yellow"), 0)
