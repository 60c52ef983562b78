"""The team formats and who sits where in them (GM-40, GM-41)."""

from __future__ import annotations

from arena.games.contract import Side, Split, solo_sides, split_text

_SEATS = range(1, 9)

_SEATINGS: tuple[tuple[Split, str], ...] = (
    ((2, 2), "ABAB"),
    ((2, 2, 1), "ABCAB"),
    ((3, 2), "ABABA"),
    ((2, 2, 2), "ABCABC"),
    ((3, 3), "ABABAB"),
    ((2, 2, 2, 1), "ABCDABC"),
    ((3, 2, 2), "ABCABAC"),
    ((2, 2, 2, 2), "ABCDABCD"),
    ((4, 4), "ABABABAB"),
)


def splits(seats: int) -> tuple[Split, ...]:
    """The team formats for a table of this size; none for one, two and three (GM-46)."""
    return tuple(split for split, _ in _SEATINGS if sum(split) == seats)


def seating(seats: int, split: Split | None) -> tuple[Side, ...]:
    """The sides of a table. Raises ValueError for a size or a format that the rules do not know."""
    if seats not in _SEATS:
        raise ValueError(f"Gorus Maximus has {_SEATS[0]} to {_SEATS[-1]} seats, not {seats}")
    if split is None:
        return (Side((0,)), Side(())) if seats == 1 else solo_sides(seats)
    letters = dict(_SEATINGS).get(split)
    if letters is None or len(letters) != seats:
        allowed = ", ".join(map(split_text, splits(seats))) or "no teams"
        raise ValueError(f"a table of {seats} cannot be split {split_text(split)}; allowed: {allowed}")
    return tuple(
        Side(tuple(seat for seat, at in enumerate(letters) if at == side)) for side in sorted(set(letters))
    )
