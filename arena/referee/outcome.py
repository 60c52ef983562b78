"""The result of a match once forfeits are taken into account."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.contract import ranks_from
from arena.referee.faults import Fault


def final_outcome(ranks: Sequence[int], forfeits: Sequence[bool]) -> tuple[int, ...]:
    """The ranks with every forfeited side last, behind all others and level with each other.

    >>> final_outcome([1, 2, 3], [True, False, False])
    (3, 1, 2)
    """
    return ranks_from(
        [(forfeit, 0 if forfeit else rank) for rank, forfeit in zip(ranks, forfeits, strict=True)]
    )


def reason_text(faults: Sequence[Fault]) -> str:
    """One sentence on how a match ended: by the rules, or with whose forfeits."""
    out = [
        f"seat {fault.seat} forfeited: {fault.kind}, {fault.sentence}" for fault in faults if fault.forfeit
    ]
    return "; ".join(out) or "played to its end"
