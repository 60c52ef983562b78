"""Gorus Maximus in teams (GM-40 to GM-46)."""

from __future__ import annotations

import pytest

from arena.games.contract import split_text
from arena.games.gorus import GORUS
from arena.games.gorus.views import RoundScored

from .positions import CHANCE, only, play, position, table

SEATINGS = {
    (2, 2): "ABAB",
    (2, 2, 1): "ABCAB",
    (3, 2): "ABABA",
    (2, 2, 2): "ABCABC",
    (3, 3): "ABABAB",
    (2, 2, 2, 1): "ABCDABC",
    (3, 2, 2): "ABCABAC",
    (2, 2, 2, 2): "ABCDABCD",
    (4, 4): "ABABABAB",
}
FORMATS = {4: "2-2", 5: "2-2-1 3-2", 6: "2-2-2 3-3", 7: "2-2-2-1 3-2-2", 8: "2-2-2-2 4-4"}


@pytest.mark.rule("GM-40")
@pytest.mark.parametrize("seats", FORMATS)
def test_these_are_the_team_formats(seats):
    assert " ".join(map(split_text, GORUS.splits(seats))) == FORMATS[seats]


@pytest.mark.rule("GM-40")
@pytest.mark.parametrize(
    ("seats", "split"), [(4, (3, 1)), (4, (1, 1, 1, 1)), (5, (2, 1, 2)), (5, (2, 2)), (8, (5, 3)), (6, ())]
)
def test_another_split_is_refused_with_the_list_of_those_allowed(seats, split):
    with pytest.raises(ValueError) as refusal:
        GORUS.seating(seats, split)
    assert str(refusal.value).endswith("allowed: " + ", ".join(FORMATS[seats].split()))


@pytest.mark.rule("GM-41")
@pytest.mark.parametrize("split", SEATINGS)
def test_team_mates_sit_in_alternating_order(split):
    sides = GORUS.seating(sum(split), split)
    letters = {seat: "ABCD"[number] for number, side in enumerate(sides) for seat in side.seats}
    assert "".join(letters[seat] for seat in sorted(letters)) == SEATINGS[split]
    assert tuple(len(side.seats) for side in sides) == split


@pytest.mark.rule("GM-41")
@pytest.mark.parametrize("split", SEATINGS.keys() - {(3, 2)})
def test_nobody_sits_beside_a_team_mate_unless_the_format_forces_it(split):
    seats = sum(split)
    sides = GORUS.seating(seats, split)
    assert not any((seat + 1) % seats in side.seats for side in sides for seat in side.seats)


def last_bout_of_four(won, support, **options):
    """Two teams of two that each have one card left, blue preferred; the bout is worth nothing."""
    hands = ["blue-7", "blue-6", "blue-5", "blue-4"]
    state = position(hands, preferred="blue", won=won, support=support, split=(2, 2), **options)
    state, events = play(state, " ".join(hands))
    return state, only(RoundScored, events)


@pytest.mark.rule("GM-42")
def test_a_teams_favour_is_the_sum_over_what_its_players_collect():
    hands = ["blue-9 pink-5", "blue-7 pink-12", "blue-4 pink-6", "blue-5 pink-4"]
    state = position(hands, preferred="blue", split=(2, 2))
    state, _ = play(state, "blue-9 blue-7 blue-4 blue-5")
    assert state.public.collected == (4, 0)
    _, events = play(state, "pink-5 pink-12 pink-6 pink-4")
    assert only(RoundScored, events).favour == (2, 1)


@pytest.mark.rule("GM-42")
def test_the_highest_team_earns_one_crowd_support():
    _, scored = last_bout_of_four(["green-9", "green-10"], (0, 0))
    assert scored.earned == (1, 0)


@pytest.mark.rule("GM-42")
def test_teams_that_tie_earn_one_each():
    _, scored = last_bout_of_four(["green-9", "pink-9"], (0, 0))
    assert scored.earned == (1, 1)


@pytest.mark.rule("GM-43")
@pytest.mark.parametrize("split", SEATINGS)
def test_a_team_needs_its_own_size_plus_one(split):
    state = GORUS.setup(table(sum(split), split), CHANCE)
    assert state.public.target == tuple(size + 1 for size in split)


@pytest.mark.rule("GM-43")
def test_the_target_option_is_the_same_for_all_teams():
    assert GORUS.setup(table(5, (2, 2, 1), target=4), CHANCE).public.target == (4, 4, 4)


@pytest.mark.rule("GM-43")
def test_the_single_player_beside_two_teams_wins_with_two():
    state = position(
        ["blue-7", "blue-6", "blue-5", "blue-4", "pink-4"],
        preferred="blue",
        won=["", "", "green-9"],
        support=(2, 2, 1),
        split=(2, 2, 1),
    )
    state, _ = play(state, "blue-7 blue-6 blue-5 blue-4 pink-4")
    assert GORUS.outcome(state).ranks[2] == 1


@pytest.mark.rule("GM-44")
def test_of_two_teams_at_the_target_the_one_with_the_preferred_zero_wins():
    state, _ = last_bout_of_four(["green-9 green-10 green-12 pink-10", "blue-0"], (2, 2))
    assert GORUS.outcome(state).ranks == (2, 1)


@pytest.mark.rule("GM-44")
def test_if_neither_team_has_the_zero_the_fewest_gladiators_win():
    state, _ = last_bout_of_four(["green-9", "pink-9 pink-4"], (2, 2))
    assert GORUS.outcome(state).ranks == (2, 1)


@pytest.mark.rule("GM-44")
def test_teams_still_tied_share_the_win():
    state, _ = last_bout_of_four(["green-9", "pink-9 pink-4 pink-5 pink-6 pink-7"], (2, 2))
    assert GORUS.outcome(state).ranks == (1, 1)


@pytest.mark.rule("GM-45")
def test_team_mates_see_nothing_of_each_others_troupes():
    state = position(["blue-7", "blue-6", "blue-5", "blue-4"], split=(2, 2))
    other = position(["blue-7", "blue-6", "pink-9", "blue-4"], split=(2, 2))
    assert GORUS.view(state, 0) == GORUS.view(other, 0)


@pytest.mark.rule("GM-46")
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_one_two_and_three_players_have_no_teams(seats):
    assert GORUS.splits(seats) == ()
    with pytest.raises(ValueError, match="allowed: no teams"):
        GORUS.seating(seats, (seats,))


@pytest.mark.parametrize("seats", [0, 9])
def test_a_table_has_one_to_eight_seats(seats):
    with pytest.raises(ValueError, match="1 to 8 seats"):
        GORUS.seating(seats, None)
