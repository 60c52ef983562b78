"""The tables of a round robin: every choice of entrants once, numbered, in a well mixed order."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from math import comb, gcd

_GOLDEN = 0.6180339887498949


def table_count(entrants: int, roles: int) -> int:
    """How many tables there are: every choice of `roles` of the entrants."""
    return comb(entrants, roles)


def table_entrants(number: int, entrants: tuple[str, ...], roles: int) -> tuple[str, ...]:
    """The entrants of a table by its number, in the order of the event file.

    Tables are numbered by the combinatorial number system (Knuth 7.2.1.3): a table keeps its number,
    and with it its deals, when entrants are added at the end."""
    chosen: list[str] = []
    for size in range(roles, 0, -1):
        place = bisect_right(range(len(entrants)), number, key=lambda n: comb(n, size)) - 1
        chosen.append(entrants[place])
        number -= comb(place, size)
    return tuple(reversed(chosen))


def mixed(count: int) -> Iterator[int]:
    """All numbers below count, in steps of about the golden section of it.

    Counting up would play all tables of the first entrants first, and an event that was stopped half
    way would not have played for the last at all."""
    step = max(1, round(count * _GOLDEN))
    while gcd(step, count) != 1:
        step += 1
    return (turn * step % count for turn in range(count))
