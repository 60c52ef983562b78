"""One seat's line to its bot: the smallest port that lets the referee hold a match.

The fake beside it, for tests on a clock that jumps, is in `arena.referee.memory`."""

from __future__ import annotations

from typing import Protocol

from arena.referee.faults import FaultKind
from arena.referee.messages import Answer, Message, Nonsense, Start


class Link(Protocol):
    """A seat's line to its bot for one match. All times are seconds of trio's clock."""

    @property
    def ready(self) -> bool:
        """Whether the bot is there and has this match's Start."""

    def open(self, start: Start) -> None:
        """Begin the match. The link sends `start` as soon as the bot is there, and again to each
        process that takes its place."""

    async def wait_ready(self) -> None:
        """Return when `ready`; start or restart the bot's process if need be.

        Raises LinkGone when it does not come up within its start allowance or may not be started
        again; MachineFault when our own machine could not start it."""

    def send(self, message: Message) -> None:
        """Hand a message over. Never blocks and never fails: what goes wrong shows in `receive`."""

    async def receive(self, deadline_s: float) -> Answer | Nonsense | None:
        """What came back, in order of arrival, whichever question it answers; None when nothing has
        arrived by the deadline.

        Raises LinkGone when the bot is lost while an Ask is open; it is not `ready` then."""

    def receive_nowait(self) -> Answer | Nonsense | None:
        """What has arrived by now, if anything."""

    def left_s(self) -> float | None:
        """When the last Ask left for the bot, or None while it still waits to be written."""

    def give_up(self, kind: FaultKind, sentence: str) -> None:
        """Treat the bot as lost, as if it had ended by itself in this way."""

    def close(self) -> None:
        """The match is over for this seat; nothing more is sent or received."""
