"""The greedy policy of Gorus Maximus against random seats, in duplicate sets."""

from __future__ import annotations

import random
import statistics

import pytest
from fake_referee import gorus_view
from gorus_tables import ValueQuestion, match_of, set_margin

from arena.games.contract import Split, solo_sides
from arena.games.gorus.views import GorusView, GorusViewOwn
from arena_bot import Match, Question
from arena_bot.generated import gorus_pb2
from arena_bot.policies import POLICIES, greedy_policy, random_policy


def question(view: object, own: object, *options: str, match: Match | None = None) -> Question:
    """A question of seat 1 at a table of three."""
    return ValueQuestion(match or match_of(1, solo_sides(3)), options, view, own, random.Random(1))


def position(preferred: int, hand: tuple[int, ...], *cards: int, bout: int = 10) -> ValueQuestion:
    """Seat 1 of three plays last, after these cards, and may play any card of its hand."""
    view = GorusView(
        round=1,
        bout=bout,
        dealer=1,
        turn=1,
        initiating=cards[0] // 16,
        preferred=preferred,
        cards=cards,
        seats=(2, 0),
        last_cards=(),
        last_seats=(),
        last_winner=-1,
        hand_sizes=(1, len(hand), 1),
        pile_size=0,
        support=(0, 0, 0),
        target=(3, 3, 3),
        collected=(9, 9, 9),
        schools=(0, 1, 2),
    )
    texts = tuple(f"{('blue', 'brown', 'green')[card // 16]}-{card % 16}" for card in hand)
    return ValueQuestion(match_of(1, solo_sides(3)), texts, view, GorusViewOwn(hand), random.Random(1))


BLUE_5, BLUE_6, BLUE_7, BLUE_8, BLUE_10, BLUE_12 = 5, 6, 7, 8, 10, 12
BROWN_5, BROWN_9 = 16 + 5, 16 + 9


def test_the_last_to_play_takes_a_bout_worth_having() -> None:
    asked = position(0, (BLUE_5, BLUE_12), BLUE_10, BLUE_7)
    assert asked.options[greedy_policy(asked)] == "blue-12"


def test_the_last_to_play_leaves_an_eight_to_others() -> None:
    asked = position(0, (BLUE_5, BLUE_12), BLUE_8, BLUE_7)
    assert asked.options[greedy_policy(asked)] == "blue-5"


def test_an_eight_is_dumped_on_a_bout_of_others() -> None:
    asked = position(0, (BLUE_8, BROWN_5), BLUE_10, BLUE_7)
    assert asked.options[greedy_policy(asked)] == "blue-8"


def test_a_challenge_that_would_win_an_eight_is_declined() -> None:
    asked = position(0, (BLUE_6, BROWN_5), BLUE_8, BLUE_5)
    assert asked.options[greedy_policy(asked)] == "blue-6"


def test_a_bout_that_a_team_mate_wins_is_fed() -> None:
    asked = position(0, (BLUE_5, BROWN_9), BLUE_10, BLUE_7)
    mate = asked.match._replace(sides=(1, 0, 0))
    assert asked.options[greedy_policy(asked)] == "blue-5"
    assert asked.options[greedy_policy(asked._replace(match=mate))] == "brown-9"


def test_messages_and_the_engines_values_lead_to_the_same_choice() -> None:
    wire = gorus_view()
    message = gorus_pb2.GorusView.FromString(wire.public)
    own = gorus_pb2.GorusViewOwn.FromString(wire.own)
    fields = [getattr(message, name) for name in GorusView._fields]
    value = GorusView._make(field if isinstance(field, int) else tuple(field) for field in fields)
    options = ("blue-4", "brown-4")
    by_value = greedy_policy(question(value, GorusViewOwn((4, 20)), *options))
    assert greedy_policy(question(message, own, *options)) == by_value


def test_in_a_game_it_does_not_know_greedy_plays_at_random() -> None:
    unknown = match_of(1, solo_sides(3))._replace(game="chess")
    chosen = greedy_policy(question(None, None, *"abcdefgh", match=unknown))
    assert chosen == random_policy(question(None, None, *"abcdefgh", match=unknown))


def test_the_policies_have_names() -> None:
    assert sorted(POLICIES) == ["greedy", "random"]


def test_a_match_is_repeated_by_its_secret() -> None:
    margins = {set_margin(greedy_policy, random_policy, 3, None, bytes(16)) for _ in range(2)}
    assert len(margins) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "split"), [(3, None), (5, None), (8, None), (4, (2, 2))])
def test_greedy_places_above_random(seats: int, split: Split | None) -> None:
    margins = [
        set_margin(greedy_policy, random_policy, seats, split, number.to_bytes(16)) for number in range(24)
    ]
    error = statistics.stdev(margins) / len(margins) ** 0.5
    assert statistics.mean(margins) > 5 * error


def test_greedy_places_above_random_at_a_small_table() -> None:
    margins = [set_margin(greedy_policy, random_policy, 3, None, number.to_bytes(16)) for number in range(10)]
    assert statistics.mean(margins) > 0.5
