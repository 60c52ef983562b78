"""What a result is: how one match ended for each of its sides."""

from __future__ import annotations

from typing import NamedTuple


class SideResult(NamedTuple):
    """How a match ended for one side.

    players: the entrants, one entry a seat, so that an entrant with two seats stands here twice;
        empty for a side that nobody plays (the contenders of a solo game).
    rank: 1 is best; sides that tie share a rank. Only the order of the ranks counts.
    score: the game's own measure, more is better; never rated.
    forfeit: a seat of this side was lost to faults. Whoever wrote the result ranked it last.
    """

    players: tuple[str, ...]
    rank: int
    score: float
    forfeit: bool = False


class Result(NamedTuple):
    """How one match ended.

    match: which match it was, "stage/round/table/deal/rotation/attempt"; no two results share it.
    set: which duplicate set it belongs to (one deal in all rotations); the unit of statistics.
    void: the match counts for nothing and was, or will be, played again.
    """

    match: str
    set: str
    sides: tuple[SideResult, ...]
    void: bool = False


def rated_sides(result: Result) -> tuple[SideResult, ...]:
    """The sides that this match rates: those with players, if it counts and there are two at least."""
    played = played_sides(result)
    return played if len(played) > 1 else ()


def solo_side(result: Result) -> SideResult | None:
    """The only side with players of a match that counts; None if others played too."""
    played = played_sides(result)
    return played[0] if len(played) == 1 else None


def played_sides(result: Result) -> tuple[SideResult, ...]:
    """The sides with players; none if the match is void."""
    return () if result.void else tuple(side for side in result.sides if side.players)


def points(mine: SideResult, other: SideResult) -> float:
    """What one side takes from another: 1 for the better rank, ½ for the same, 0 for the worse.

    >>> points(SideResult(("a",), 1, 9.0), SideResult(("b",), 3, 2.0))
    1.0
    """
    return 1.0 if mine.rank < other.rank else 0.5 if mine.rank == other.rank else 0.0
