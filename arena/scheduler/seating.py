"""Who sits where: the entrants of a table in all the orders of a set, spread over sides and seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from math import factorial

from arena.games.contract import Side
from arena.scheduler.event import Duplicate

MOST_PERMUTED = 4
"""Entrants a table up to which all orders may be played: 4! is 24 matches a set, 5! would be 120."""


def roles(sides: Sequence[Side]) -> int:
    """How many entrants a table takes: one for each side that has a seat."""
    return sum(bool(side.seats) for side in sides)


def rotation_count(entrants: int, duplicate: Duplicate) -> int:
    """How many matches a set has."""
    return {"none": 1, "rotations": entrants, "permutations": factorial(entrants)}[duplicate]


def in_order(entrants: tuple[str, ...], duplicate: Duplicate, rotation: int) -> tuple[str, ...]:
    """The entrants of a table by role in one rotation.

    With permutations, rotation counts through all orders; else rotation r begins with entrant r."""
    if duplicate == "permutations":
        return next(islice(permutations(entrants), rotation, None))
    turn = rotation % len(entrants)
    return entrants[turn:] + entrants[:turn]


def entrants_by_side(entrants: Sequence[str], sides: Sequence[Side]) -> tuple[tuple[str, ...], ...]:
    """The entrants of each side of a match, from its entrants by role; none for a side without seats."""
    left = iter(entrants)
    return tuple((next(left),) if side.seats else () for side in sides)


def entrants_by_seat(entrants: Sequence[str], sides: Sequence[Side]) -> tuple[str, ...]:
    """The entrant in each seat of a match, from its entrants by role."""
    pairs = zip(entrants_by_side(entrants, sides), sides, strict=True)
    seated = {seat: holders[0] for holders, side in pairs for seat in side.seats}
    return tuple(seated[seat] for seat in sorted(seated))
