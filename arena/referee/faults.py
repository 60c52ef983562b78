"""What can go wrong in a match: faults of bots by name, each with a sentence its author can act on,
as opposed to faults of our own machine.

    LinkGone      the bot of a link is lost. Wait for the link to be ready again, or, if it is
                  final, forfeit the seat.
    MachineFault  our machine failed, not a bot. The match is void; play it again.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

FaultKind = Literal["late", "illegal", "malformed", "flood", "crash", "disconnect", "no-show"]
KINDS: tuple[FaultKind, ...] = ("late", "illegal", "malformed", "flood", "crash", "disconnect", "no-show")


class Fault(NamedTuple):
    """One fault on record.

    step: the step of the match in which it happened, from 0; −1 before the first.
    forfeit: whether it cost the seat the match (else the default stood in for one answer).
    """

    step: int
    seat: int
    kind: FaultKind
    sentence: str
    forfeit: bool


class FaultPolicy(NamedTuple):
    """What a fault costs.

    on_fault: "substitute" lets the default stand in, up to `limit` times in a match, the next one
    forfeits; "forfeit" forfeits at the first.
    debug: no clock, nothing forfeits.
    """

    on_fault: Literal["substitute", "forfeit"] = "substitute"
    limit: int = 3
    debug: bool = False

    def forfeits(self, earlier: int) -> bool:
        """Whether one more fault forfeits the seat that has had this many."""
        return not self.debug and (self.on_fault == "forfeit" or earlier >= self.limit)


class LinkGone(Exception):
    """The bot of a link is lost.

    final: it will not be started again in this match."""

    def __init__(self, kind: FaultKind, sentence: str, *, final: bool = False) -> None:
        super().__init__(sentence)
        self.kind, self.sentence, self.final = kind, sentence, final


class MachineFault(Exception):
    """Our machine failed, not a bot: the match is void."""
