"""A question as it came over the wire; its parts are decoded when the bot looks at them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from arena_bot.decoding import decode, decode_own
from arena_bot.generated import arena_pb2 as pb
from arena_bot.question import Event, Match


class AskedQuestion:
    """The Question of one Ask."""

    def __init__(self, ask: pb.Ask, match: Match, chance: random.Random) -> None:
        self._ask = ask
        self.match = match
        self.random = chance

    @property
    def seat(self) -> int:
        return self.match.seat

    @property
    def kind(self) -> str:
        return self._ask.kind

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(self._ask.options)

    @cached_property
    def view(self) -> Any:
        return decode(self._ask.view.type, self._ask.view.public)

    @cached_property
    def own(self) -> Any:
        view = self._ask.view
        return decode_own(view.type, view.own) if view.HasField("own") else None

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return decode_events(self._ask.events)

    @property
    def bank_ms(self) -> int:
        return self._ask.bank_ms

    @property
    def answer_ms(self) -> int:
        return self._ask.answer_ms

    def __repr__(self) -> str:
        return f"<question {self._ask.number} of seat {self.seat}: {self.kind}, {len(self.options)} options>"


def decode_events(events: Iterable[pb.Event]) -> tuple[Event, ...]:
    """Events as an author sees them."""
    return tuple(
        Event(
            decode(event.type, event.public),
            decode_own(event.type, event.own) if event.HasField("own") else None,
        )
        for event in events
    )
