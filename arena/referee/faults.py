"""What a bot can do wrong, by name, with a sentence that its author can act on."""

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


class LinkGone(Exception):
    """The bot of a link cannot answer any more. Restart the link or forfeit the seat.

    kind and sentence say what happened; how often a link may be restarted is the link's matter."""

    def __init__(self, kind: FaultKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind, self.sentence = kind, sentence


class MachineFault(Exception):
    """Our machine failed, not a bot: the match is void."""
