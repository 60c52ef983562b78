"""What a bot author sees: the question, the match it belongs to and what else is told."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Match(NamedTuple):
    """A match as it opens.

    seat: yours, from 0, clockwise. sides: by seat, the side it belongs to; seats of one side win
    and lose together. names: by seat, empty where the event hides them. split: the team format
    ("2-2-1"), empty without teams. options: the game's, values as text. seed: yours for this match.
    bank_ms: for all answers together; increment_ms: added after each answer; cap_ms: at most for
    one answer, 0 for no cap.
    """

    game: str
    rules_version: str
    seat: int
    sides: tuple[int, ...]
    names: tuple[str, ...]
    split: str
    options: Mapping[str, str]
    seed: bytes
    bank_ms: int = 0
    increment_ms: int = 0
    cap_ms: int = 0


class Event(NamedTuple):
    """Something that happened, as messages of the game.

    own: what only you were told of it, None where that is nothing."""

    public: Any
    own: Any


class Fault(NamedTuple):
    """What some seat's bot did wrong. forfeit: from now on the default is played for it."""

    seat: int
    kind: str
    sentence: str
    forfeit: bool


class Over(NamedTuple):
    """How a match ended. One entry a seat in ranks (1 is best) and scores.

    void: the match does not count. events: what happened since the last question."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str
    void: bool
    events: tuple[Event, ...]


class Question(Protocol):
    """What must be chosen now. Answer with an index into `options`.

    A protocol, so that one policy serves a process on the wire, where view and own are protobuf
    messages, and the engine itself, where they are its own values with the same field names."""

    @property
    def match(self) -> Match:
        """The match it belongs to."""

    @property
    def seat(self) -> int:
        """Your seat, from 0."""

    @property
    def kind(self) -> str:
        """What is asked, in one word of the game ("play")."""

    @property
    def options(self) -> tuple[str, ...]:
        """What can be chosen, at least one ("blue-10", "pass")."""

    @property
    def view(self) -> Any:
        """The public part of what you may know, a message of the game."""

    @property
    def own(self) -> Any:
        """What only you know, a message of the game; None if the game has none."""

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened since this match's last question to you."""

    @property
    def random(self) -> random.Random:
        """Chance seeded with the match's seed, one for all questions of the match: use no other
        and your play can be repeated."""

    @property
    def bank_ms(self) -> int:
        """What the clock of the match still holds for all your answers, in milliseconds."""

    @property
    def answer_ms(self) -> int:
        """The most that this answer may take, in milliseconds."""
