"""One seat's line to its bot: the smallest port that lets the referee hold a match.

The fake beside it, for tests on a clock that jumps, is in `arena.referee.memory`."""

from __future__ import annotations

from typing import Protocol

from arena.referee.messages import Answer, Message


class Link(Protocol):
    """A seat's line to its bot for one match.

    All times are seconds of trio's clock."""

    async def wait_ready(self) -> None:
        """Return when the bot can be sent messages; start or restart its process if need be.

        Raises LinkGone when it does not come up within its start allowance, or may not be
        restarted again; MachineFault when our own machine could not start it."""

    def send(self, message: Message) -> None:
        """Hand a message over. Never blocks and never fails: what goes wrong shows in `receive`."""

    async def receive(self) -> Answer:
        """The next answer in order of arrival, whatever its number.

        Raises LinkGone once when the bot is lost; after that `wait_ready` must come first."""

    def receive_nowait(self) -> Answer | None:
        """What has arrived by now. Every answer stamped before this call is seen by it."""

    def left_s(self) -> float | None:
        """When the last Ask left for the bot, or None while it still waits to be written."""

    def close(self) -> None:
        """The match is over for this seat; nothing more is sent or received."""
