"""Where a match of Gorus Maximus stands, as immutable values."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from arena.games.contract import Seat
from arena.games.gorus.cards import NONE, Card, School
from arena.games.gorus.views import GorusView

CONTENDERS: Seat = -1
"""Stands for the seat of the contenders of a solo game, who have none."""

OVER = -1
"""The turn when nobody's is left."""

T = TypeVar("T")
Hands = tuple[tuple[Card, ...], ...]


class Setting(NamedTuple):
    """What stays the same for the whole match.

    side_of: the side of each seat; in a solo game the contenders' is last, so that their seat −1
        finds it.
    targets: the Crowd Support each side needs.
    bout_size: how many gladiators make a bout.
    """

    seats: int
    side_of: tuple[int, ...]
    targets: tuple[int, ...]
    schools: tuple[School, ...]
    bout_size: int
    edition: str


class Drawn(NamedTuple):
    """A card that one of two players drew from the pile in this round.

    lacking: as `State.lacking`, but only what was seen after the card was drawn."""

    seat: Seat
    card: Card
    lacking: int


class State(NamedTuple):
    """A moment at which somebody must play, or the end: what everybody may know, then what is hidden.

    hands: by seat, sorted.
    pile: the draw pile of two players or the contenders' stack, the next card first.
    won: the cards that each side collected in this round.
    lacking: by seat, the schools (bit by bit) of which everybody saw, by a sluff, that the troupe
        holds none; cards drawn later may be of them. Only a redeal needs these and `drawn`.
    """

    setting: Setting
    public: GorusView
    hands: Hands
    pile: tuple[Card, ...]
    won: tuple[tuple[Card, ...], ...]
    lacking: tuple[int, ...]
    drawn: tuple[Drawn, ...]


def round_start(
    setting: Setting,
    number: int,
    dealer: Seat,
    hands: Hands,
    pile: tuple[Card, ...],
    support: tuple[int, ...],
) -> State:
    """The moment after a deal: the left neighbour of the dealer leads (GM-10) and no school is
    preferred (GM-11)."""
    sides = len(setting.targets)
    public = GorusView(
        round=number,
        bout=1,
        dealer=dealer,
        turn=(dealer + 1) % setting.seats,
        initiating=NONE,
        preferred=NONE,
        cards=(),
        seats=(),
        last_cards=(),
        last_seats=(),
        last_winner=NONE,
        hand_sizes=tuple(map(len, hands)),
        pile_size=len(pile),
        support=support,
        target=setting.targets,
        collected=(0,) * sides,
        schools=setting.schools,
    )
    return State(setting, public, hands, pile, ((),) * sides, (0,) * setting.seats, ())


def replaced(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with another one at this place."""
    changed = list(values)
    changed[place] = value
    return tuple(changed)
