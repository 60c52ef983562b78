"""The gladiators of Gorus Maximus, for policies: a card is school * 16 + rank."""

from __future__ import annotations

from collections.abc import Sequence

NONE = -1
CONTENDERS = -1
RANKS = 16
SCHOOLS = ("blue", "brown", "green", "pink", "yellow")

FAVOUR = (0, 0, -1, 0, 0, 0, 0, 0, -4, 2, 1, 1, 1, 1, 1, 1)
"""Crowd Favour by rank; a 0 is worth ZERO_FAVOUR if its school is preferred when the round ends."""

ZERO_FAVOUR = 5

_RANKS_BY_SEATS = {6: range(3, 14), 7: range(2, 15), 8: range(1, 16)}
_RANKS_OF_SMALL_TABLES = range(4, 13)


def card_of_text(text: str) -> int:
    """The card of an option.

    >>> card_of_text("brown-10")
    26
    """
    school, _, rank = text.partition("-")
    return SCHOOLS.index(school) * RANKS + int(rank)


def deck(seats: int, schools: Sequence[int]) -> list[int]:
    """All gladiators of a table of this size."""
    ranks = (0, *_RANKS_BY_SEATS.get(seats, _RANKS_OF_SMALL_TABLES))
    return [school * RANKS + rank for school in schools for rank in ranks]
