"""Matches of one kind, played over and over on the same bots."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from arena.games import catalog
from arena.games.contract import Game, Table
from arena.games.options import resolve
from arena.referee.faults import FaultPolicy
from arena.referee.link import Link
from arena.referee.match import MatchSetting, play
from arena.referee.messages import ClockLimits, Message
from arena.transport.codec import Codec, codec_for
from arena.transport.instance import Instance

LONG = ClockLimits(bank_s=600.0)
USUAL = FaultPolicy()


class Matches:
    """What is played: Gorus Maximus at a table of so many, each for themselves.

    wrap: puts something between the referee and each link, to measure there."""

    def __init__(
        self,
        seats: int,
        wrap: Callable[[Any], Link] = lambda link: link,
        *,
        clock: ClockLimits = LONG,
        policy: FaultPolicy = USUAL,
    ) -> None:
        self._wrap, self._clock, self._policy = wrap, clock, policy
        self.table = gorus_table(seats)
        self.game: Game[Any] = catalog.load("gorus")
        self.codec: Codec = codec_for(self.game.messages)

    async def play_for_ever(self, instances: Sequence[Instance]) -> None:
        """One match after the other, these instances at its seats."""
        while True:
            links = [self._wrap(instance.link(self.codec)) for instance in instances]
            await play(self._setting(), links)

    def _setting(self) -> MatchSetting:
        seats = self.table.seats
        return MatchSetting(
            self.game,
            self.table,
            secrets.token_bytes(32),
            seeds=(bytes(16),) * seats,
            players=("bot",) * seats,
            clock=self._clock,
            policy=self._policy,
        )


class Wrapped:
    """A link that does what the one inside does."""

    def __init__(self, link: Link) -> None:
        self.inside = link
        self.open, self.wait_ready, self.receive_nowait = link.open, link.wait_ready, link.receive_nowait
        self.receive, self.left_s, self.give_up, self.close = (
            link.receive,
            link.left_s,
            link.give_up,
            link.close,
        )

    @property
    def ready(self) -> bool:
        return self.inside.ready

    def send(self, message: Message) -> None:
        self.inside.send(message)


def gorus_table(seats: int) -> Table:
    """A table of so many players under the game's own defaults."""
    game = catalog.load("gorus")
    return Table(seats, game.seating(seats, None), resolve(game.options(), {}))
