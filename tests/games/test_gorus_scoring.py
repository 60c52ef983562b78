"""Gorus Maximus: Crowd Favour, Crowd Support and the end (GM-20 to GM-27)."""

from __future__ import annotations

import pytest

from arena.games.gorus import GORUS
from arena.games.gorus.cards import favour
from arena.games.gorus.views import RoundScored
from arena.games.options import OptionError, resolve

from .positions import cards, only, play, position, school

# The last bout of these rounds is worth nothing to its winner, seat 0: blue-7, blue-6, blue-5.
LAST_BOUT = "blue-7 blue-6 blue-5"


def last_bout(won, support, **options):
    """The end of a match of three that each have one card left, blue preferred."""
    state = position(LAST_BOUT.split(), preferred="blue", won=won, support=support, **options)
    state, events = play(state, LAST_BOUT)
    return state, only(RoundScored, events)


def ranks(state):
    """The places by side."""
    outcome = GORUS.outcome(state)
    assert outcome is not None
    return outcome.ranks


@pytest.mark.rule("GM-20")
@pytest.mark.parametrize(
    ("rank", "value"),
    [
        *((1, 0), (2, -1), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0), (8, -4)),
        *((9, 2), (10, 1), (11, 1), (12, 1), (13, 1), (14, 1), (15, 1)),
    ],
)
def test_the_crowd_gives_for_a_rank(rank, value):
    assert favour(cards(f"green-{rank}"), school("green")) == value
    assert favour(cards(f"green-{rank}"), school("pink")) == value


@pytest.mark.rule("GM-20")
def test_the_crowd_favour_of_a_round_is_the_sum_over_all_cards_collected():
    _, scored = last_bout(["green-9 green-8", "pink-10 pink-12 pink-2", ""], (0, 0, 0))
    assert scored.favour == (-2, 1, 0)


@pytest.mark.rule("GM-21")
def test_the_zero_of_the_preferred_school_is_worth_five():
    _, scored = last_bout(["", "blue-0", ""], (0, 0, 0))
    assert scored.favour == (0, 5, 0)


@pytest.mark.rule("GM-21")
def test_other_zeros_are_worth_nothing():
    _, scored = last_bout(["", "pink-0 green-0", ""], (0, 0, 0))
    assert scored.favour == (0, 0, 0)


@pytest.mark.rule("GM-21")
def test_the_school_preferred_when_the_round_ends_decides_which_zero_counts():
    state = position(["blue-0 green-7", "blue-5 blue-6", "blue-4 pink-6"], preferred="blue")
    _, events = play(state, "blue-0 blue-5 blue-4 blue-6 pink-6 green-7")
    assert only(RoundScored, events).favour == (0, 0, 0)


@pytest.mark.rule("GM-22")
def test_the_highest_crowd_favour_earns_one_crowd_support():
    state, scored = last_bout(["", "green-9", "green-10"], (1, 1, 1))
    assert scored.earned == (0, 1, 0)
    assert scored.support == state.public.support == (1, 2, 1)


@pytest.mark.rule("GM-22")
def test_all_who_tie_for_the_highest_earn_one_each():
    _, scored = last_bout(["", "green-9", "green-10 pink-10"], (0, 0, 0))
    assert scored.earned == (0, 1, 1)


@pytest.mark.rule("GM-22")
def test_the_highest_may_be_below_zero():
    _, scored = last_bout(["green-8", "green-2 pink-2", "pink-8"], (0, 0, 0))
    assert scored.earned == (0, 1, 0)


@pytest.mark.rule("GM-23")
def test_the_first_to_three_crowd_support_wins():
    state, _ = last_bout(["", "green-9", ""], (2, 2, 1))
    assert GORUS.pending(state) == {}
    assert ranks(state) == (2, 1, 3)
    assert GORUS.outcome(state).scores == (2.0, 3.0, 1.0)


@pytest.mark.rule("GM-23")
def test_two_crowd_support_do_not_win():
    state, _ = last_bout(["", "green-9", ""], (1, 1, 1))
    assert GORUS.outcome(state) is None
    assert GORUS.pending(state)


@pytest.mark.rule("GM-23")
@pytest.mark.parametrize("target", [1, 2, 9])
def test_the_target_is_an_option(target):
    state, _ = last_bout(["", "green-9", ""], (0, target - 1, 0), target=target)
    assert ranks(state)[1] == 1
    unfinished, _ = last_bout(["", "green-9", ""], (0, target - 2, 0), target=target)
    assert GORUS.outcome(unfinished) is None


@pytest.mark.rule("GM-23")
@pytest.mark.parametrize("target", [0, 10, "3"])
def test_the_target_lies_from_one_to_nine(target):
    with pytest.raises(OptionError, match="a whole number from 1 to 9"):
        resolve(GORUS.options(), {"target": target})


@pytest.mark.rule("GM-24")
def test_of_two_at_the_target_the_one_with_the_preferred_zero_wins():
    state, scored = last_bout(["", "blue-0 green-8 pink-9", "green-9 pink-10"], (0, 2, 2))
    assert scored.earned == (0, 1, 1)
    assert ranks(state)[1:] == (1, 2)


@pytest.mark.rule("GM-24")
def test_another_zero_does_not_decide():
    state, _ = last_bout(["", "green-0 green-9 green-4", "pink-9 pink-4"], (0, 2, 2))
    assert ranks(state)[1:] == (2, 1)


@pytest.mark.rule("GM-24")
def test_if_none_of_them_has_the_zero_the_fewest_gladiators_win():
    state, _ = last_bout(["blue-0 green-8 pink-8", "green-9", "pink-9 pink-4"], (0, 2, 2))
    assert ranks(state) == (3, 1, 2)


@pytest.mark.rule("GM-24")
def test_the_zero_counts_before_the_number_of_gladiators():
    state, _ = last_bout(["", "green-9 green-10 pink-9", "blue-0 pink-4 pink-5 pink-6"], (0, 2, 2))
    assert ranks(state)[1:] == (2, 1)


@pytest.mark.rule("GM-25")
def test_still_tied_they_share_the_win():
    state, _ = last_bout(["", "green-9", "pink-9"], (0, 2, 2))
    assert ranks(state) == (3, 1, 1)


@pytest.mark.rule("GM-26")
def test_in_the_french_edition_the_lowest_ranked_gladiator_wins_the_second_step():
    won, support = ["", "green-9", "pink-9 pink-4"], (0, 2, 2)
    french, _ = last_bout(won, support, edition="french")
    english, _ = last_bout(won, support)
    assert ranks(french)[1:] == (2, 1)
    assert ranks(english)[1:] == (1, 2)


@pytest.mark.rule("GM-26")
def test_in_the_french_edition_the_preferred_zero_still_comes_first():
    state, _ = last_bout(["", "blue-0 pink-5", "green-0 green-9 pink-9 pink-10"], (0, 2, 2), edition="french")
    assert ranks(state)[1:] == (1, 2)


@pytest.mark.rule("GM-26")
def test_in_the_french_edition_equal_lowest_ranks_share_the_win():
    state, _ = last_bout(["", "green-9 green-4", "pink-9 pink-4 pink-5"], (0, 2, 2), edition="french")
    assert ranks(state)[1:] == (1, 1)


@pytest.mark.rule("GM-26")
def test_the_french_edition_has_no_solo_game():
    with pytest.raises(ValueError, match="french edition has none"):
        position(["blue-4"], edition="french")


@pytest.mark.rule("GM-26")
def test_the_default_edition_is_the_english():
    assert resolve(GORUS.options(), {})["edition"] == "english"


@pytest.mark.rule("GM-27")
def test_the_rest_stand_by_the_crowd_support_still_missing():
    state, _ = last_bout(["", "green-9", "green-8"], (0, 2, 1))
    assert ranks(state) == (3, 1, 2)


@pytest.mark.rule("GM-27")
def test_equal_support_is_parted_by_the_favour_of_the_last_round():
    state, _ = last_bout(["green-10", "green-9", "green-4"], (0, 2, 0))
    assert ranks(state) == (2, 1, 3)


@pytest.mark.rule("GM-27")
def test_equal_favour_is_parted_by_the_fewest_gladiators():
    state, _ = last_bout(["", "green-9", "green-4"], (0, 2, 0))
    assert ranks(state) == (3, 1, 2)


@pytest.mark.rule("GM-27")
def test_equal_on_all_three_share_the_place():
    state, _ = last_bout(["", "green-9", "green-4 green-5 green-6"], (0, 2, 0))
    assert ranks(state) == (2, 1, 2)


@pytest.mark.rule("GM-27")
def test_missing_support_is_counted_to_the_sides_own_target():
    state = position(
        ["blue-7", "blue-6", "blue-5", "blue-4", "pink-4"],
        preferred="blue",
        won=["green-9 green-10", "pink-10 blue-10", "pink-12"],
        support=(2, 1, 1),
        split=(2, 2, 1),
    )
    state, _ = play(state, "blue-7 blue-6 blue-5 blue-4 pink-4")
    assert ranks(state) == (1, 3, 2)
