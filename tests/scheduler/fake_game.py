"""A game that has the shapes of all three games' tables and no play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from arena.games.catalog import UnknownGame
from arena.games.contract import Game, Side, Split, Table, solo_sides
from arena.games.options import Option, OptionSchema

_SPLITS: dict[int, list[Split]] = {
    4: [(2, 2)],
    5: [(2, 2, 1), (3, 2)],
    6: [(2, 2, 2), (3, 3)],
    7: [(2, 2, 2, 1), (3, 2, 2)],
    8: [(2, 2, 2, 2), (4, 4)],
}
ALL_SPLITS = [split for splits in _SPLITS.values() for split in splits]


class FakeGame:
    """One to eight seats; alone one plays a side that has no seat."""

    name = "fake"
    rules_version = "1"
    seats = range(1, 9)

    def options(self) -> OptionSchema:
        return (
            Option("edition", "english", "which", choices=("english", "french")),
            Option("target", 3, "how many", low=1, high=9),
        )

    def splits(self, seats: int) -> Sequence[Split]:
        return _SPLITS.get(seats, ())

    def seating(self, seats: int, split: Split | None) -> tuple[Side, ...]:
        if split is None:
            return solo_sides(seats) if seats > 1 else (Side((0,)), Side(()))
        left = list(split)
        places: list[list[int]] = [[] for _ in split]
        for seat in range(seats):
            side = max(range(len(split)), key=lambda s: (left[s] - 100 * (seat - 1 in places[s]), -s))
            left[side] -= 1
            places[side].append(seat)
        return tuple(Side(tuple(seats)) for seats in places)

    def refusal(self, table: Table) -> str:
        return ""


FAKE = cast(Game[Any], FakeGame())


def load_fake(name: str) -> Game[Any]:
    """The catalog of the tests."""
    if name != "fake":
        raise UnknownGame(f"there is no game {name!r}; there are fake")
    return FAKE
