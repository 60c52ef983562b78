"""What of a plan is left to play, given what is stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from arena.scheduler.plan import Block, Plan, PlannedMatch


def blocks_left(plan: Plan, *, finished: Collection[str], void: Collection[str]) -> Iterator[Block]:
    """The blocks with the matches that have no result that counts yet, in order of play.

    finished: the identities of all stored results. void: those of them that do not count; such a
    match comes again, as its next attempt."""
    for block in plan.blocks():
        left = tuple(again for match in block.matches if (again := _next_attempt(match, finished, void)))
        if left:
            yield Block(left)


def _next_attempt(
    match: PlannedMatch, finished: Collection[str], void: Collection[str]
) -> PlannedMatch | None:
    while match.identity.text in finished:
        if match.identity.text not in void:
            return None
        match = match._replace(identity=match.identity._replace(attempt=match.identity.attempt + 1))
    return match
