"""The author's code in its two forms, a function or a class, as one object a match."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from arena_bot.errors import AuthorError
from arena_bot.question import Fault, Match, Over, Question


class Player(Protocol):
    """What plays one match. It may also have `start(match: Match)`, `notice(fault: Fault)` and
    `over(over: Over)`."""

    def choose(self, question: Question) -> int:
        """The index of the option to take."""


Author = Callable[[Question], int] | Callable[[], Player]
"""A function that chooses, or a class that is called without arguments for each match."""


class MatchPlayer:
    """The author's code for one match. Whatever it raises comes out as AuthorError."""

    def __init__(self, author: Author, match: Match) -> None:
        with _authors_code():
            self._player: Any = author() if isinstance(author, type) else None
            self._choose: Any = author if self._player is None else self._player.choose
        self._tell("start", match)

    def choose(self, question: Question) -> int:
        """The option taken. An index that no option has is the referee's to judge."""
        with _authors_code():
            index = operator.index(self._choose(question))
            if not 0 <= index < 1 << 32:
                raise ValueError(f"choose gave {index}, which is no index into the options")
            return index

    def notice(self, fault: Fault) -> None:
        """Tell it of a fault, if it cares."""
        self._tell("notice", fault)

    @property
    def wants_over(self) -> bool:
        """Whether it has an `over`, so that its events need not be decoded for nothing."""
        return hasattr(self._player, "over")

    def over(self, over: Over) -> None:
        """Tell it how the match ended, if it cares."""
        self._tell("over", over)

    def _tell(self, method: str, told: Match | Fault | Over) -> None:
        with _authors_code():
            if hasattr(self._player, method):
                getattr(self._player, method)(told)


@contextmanager
def _authors_code() -> Iterator[None]:
    try:
        yield
    except Exception as error:
        raise AuthorError("the bot's own code raised") from error
