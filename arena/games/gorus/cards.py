"""The gladiators: their codes and texts, what the crowd gives for them, and the deck of each table.

A card is a small whole number, school * 16 + rank. The rules look schools and ranks up in tables
because they do it a dozen times a decision, and a call would cost more than the look-up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

Card = int
School = int

NONE = -1
"""No school yet, no card, no winner."""

SCHOOLS = ("blue", "brown", "green", "pink", "yellow")
RANKS = range(16)
CARDS = range(len(SCHOOLS) * len(RANKS))  # GM-01

SCHOOL: tuple[School, ...] = tuple(card // len(RANKS) for card in CARDS)
RANK: tuple[int, ...] = tuple(card % len(RANKS) for card in CARDS)
TEXT: tuple[str, ...] = tuple(f"{SCHOOLS[SCHOOL[card]]}-{RANK[card]}" for card in CARDS)

FAVOUR = (0, 0, -1, 0, 0, 0, 0, 0, -4, 2, 1, 1, 1, 1, 1, 1)
"""Crowd Favour by rank (GM-20). The rulebook states or forces 2, 4 to 10 and 12; 1, 11 and 15 are
inferred; of 3, 13 and 14 it says nothing. Whoever owns the printed cards corrects this line."""

ZERO_FAVOUR = 5
"""Crowd Favour of the 0 of the school preferred when the round ends (GM-21)."""

TROUPE = 10
"""Gladiators dealt to a player (GM-04)."""

_SCHOOLS_IN_PLAY = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5, 6: 5, 7: 5, 8: 5}
_RANKS_ABOVE_ZERO = {6: range(3, 14), 7: range(2, 15), 8: range(1, 16)}
_FEWEST_RANKS_ABOVE_ZERO = range(4, 13)


def card_of(school: School, rank: int) -> Card:
    """The gladiator of this school and rank."""
    return school * len(RANKS) + rank


def schools_in_play(seats: int) -> int:
    """How many schools a table of this size plays with (GM-02)."""
    return _SCHOOLS_IN_PLAY[seats]


@cache
def deck(seats: int, schools: tuple[School, ...]) -> tuple[Card, ...]:
    """The gladiators of a table of this size, in order (GM-02)."""
    above_zero = _RANKS_ABOVE_ZERO.get(seats, _FEWEST_RANKS_ABOVE_ZERO)
    return tuple(card_of(school, rank) for school in schools for rank in (0, *above_zero))


def favour(cards: Sequence[Card], preferred: School) -> int:
    """What the crowd gives for these cards when a round ends under this preferred school."""
    zero = ZERO_FAVOUR if card_of(preferred, 0) in cards else 0
    return zero + sum([FAVOUR[RANK[card]] for card in cards])
