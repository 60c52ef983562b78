"""What a game is to the engine: pure functions over immutable values.

A state, and everything a game hands out, is an immutable value (a `NamedTuple` of numbers,
texts, tuples and further such values; nothing whose `repr` depends on the process, so no sets
and no dicts). Same state, same choices and same chance give the same result, for ever: a record
is replayed from them.

Named tuples, not frozen dataclasses, because a frozen dataclass of 14 fields takes five times as
long to build and the rules are also a simulator (docs/decisions/0002-values-are-named-tuples.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeVar

from arena.games.chance import Chance
from arena.games.options import OptionSchema, OptionValue

Seat = int
"""A place at the table, from 0, clockwise."""

Code = int
"""One option of a menu, as the rules count it; its text is made by `Game.text`."""

Split = tuple[int, ...]
"""A team format: the sizes of the sides, largest first as the rulebook lists them, e.g. (2, 2, 1)."""

NOBODY: Mapping[Seat, Any] = MappingProxyType({})


class Side(NamedTuple):
    """Those who win or lose together. A side may have no seat (the contenders of a solo game)."""

    seats: tuple[Seat, ...]


class Table(NamedTuple):
    """Who sits where under which options, before anything is dealt."""

    seats: int
    sides: tuple[Side, ...]
    options: Mapping[str, OptionValue]
    split: Split | None = None


class Decision(NamedTuple):
    """What one seat must choose now.

    kind: one word of the rules, stable ("play", "bid").
    menu: the codes allowed, at least one, no code twice, in an order that tells nothing.
    default: the code of the menu that stands in for a bot at fault.
    always_ask: put even a menu of one to the bot, because leaving the question out would tell the
        others (by the time it takes) that there was no choice.
    """

    kind: str
    menu: tuple[Code, ...]
    default: Code
    always_ask: bool = False


class Event(NamedTuple):
    """Something that happened: a part for everybody and a part for single seats.

    public: a named tuple, e.g. `Drew(seat=1)`.
    own: by seat, a named tuple of the class called as the public one with "Own" behind it,
        e.g. `DrewOwn(card=17)`; only that seat is told.
    """

    public: Any
    own: Mapping[Seat, Any] = NOBODY


class View(NamedTuple):
    """What one seat may know, built up from nothing.

    public: the same for every seat and for the public.
    own: what this seat sees besides, of the class called as the public one with "Own" behind it;
        None in the public's view.
    """

    public: Any
    own: Any = None


class Outcome(NamedTuple):
    """How it ended, one entry a side in the order of `Table.sides`.

    ranks: 1 is best; sides that tie share the better rank (1, 1, 3).
    scores: the game's own measure, for show and for solo play; more is better.
    """

    ranks: tuple[int, ...]
    scores: tuple[float, ...]


StateT = TypeVar("StateT")


class Game(Protocol[StateT]):
    """One game's rules. Every method is pure and never raises for what a bot may have chosen:
    the referee passes only codes that stood in the menu."""

    @property
    def name(self) -> str:
        """How files and commands call it: lower case, no spaces."""

    @property
    def rules_version(self) -> str:
        """Changes whenever the same choices could lead elsewhere (a golden digest checks)."""

    @property
    def seats(self) -> range:
        """The table sizes the rules allow."""

    @property
    def messages(self) -> str:
        """The dotted name of the module generated from its proto file; only the wire imports it."""

    def options(self) -> OptionSchema:
        """The keys of an event's [game] section."""

    def splits(self, seats: int) -> Sequence[Split]:
        """The team formats for a table of this size; none if it has no teams."""

    def seating(self, seats: int, split: Split | None) -> tuple[Side, ...]:
        """Which side sits where. `split` None: each for themselves."""

    def refusal(self, table: Table) -> str:
        """Why this table cannot be played under these options, as an expectation ("expected …"); empty
        if it can. Its size and split are known to be good."""

    def setup(self, table: Table, chance: Chance) -> StateT:
        """The state before the first choice, of a table that is not refused."""

    def pending(self, state: StateT) -> Mapping[Seat, Decision]:
        """Who must choose now, all at once, by rising seat; empty when the game is over."""

    def advance(
        self, state: StateT, choices: Mapping[Seat, Code], chance: Chance
    ) -> tuple[StateT, Sequence[Event]]:
        """The next state, when every pending seat has chosen."""

    def view(self, state: StateT, seat: Seat | None) -> View:
        """What that seat may know; None is the public."""

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, or None while the game goes on."""

    def redeal(self, state: StateT, seat: Seat, chance: Chance) -> StateT:
        """A state that this seat, remembering all it was told, cannot tell from the given one."""

    def text(self, code: Code) -> str:
        """The one short stable text of an option ("blue-10", "pass"); different codes that can
        stand in one menu have different texts."""

    def tell(self, event: Event) -> str:
        """One line about an event, for a person."""

    def render(self, view: View) -> str:
        """A view as a few lines of text, for a person."""


def split_text(split: Split | None) -> str:
    """Write a team format as the rulebook does.

    >>> split_text((2, 2, 1))
    '2-2-1'
    """
    return "-".join(map(str, split or ()))


def solo_sides(seats: int) -> tuple[Side, ...]:
    """Each seat for itself."""
    return tuple(Side((seat,)) for seat in range(seats))


def ranks_from(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks from sort keys, the smallest best; equal keys share the better rank.

    >>> ranks_from([3, 1, 1])
    (3, 1, 1)
    """
    return tuple(1 + sum(other < key for other in keys) for key in keys)
