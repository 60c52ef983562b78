"""What bots are told of Gorus Maximus: views and events, as in proto/arena/v1/gorus.proto.

The proto file says what the fields mean; nothing is in a view that GM-18 does not allow."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.contract import Seat
from arena.games.gorus.cards import Card, School

new = tuple.__new__
"""Makes a named tuple from a plain one. `GorusView(...)` does the same in more than twice the time,
because a named tuple's own constructor is written in Python; every question makes eight."""


class GorusView(NamedTuple):
    """What everybody may know. The state keeps it ready, apart from what is hidden."""

    round: int
    bout: int
    dealer: Seat
    turn: Seat
    initiating: School
    preferred: School
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    last_cards: tuple[Card, ...]
    last_seats: tuple[Seat, ...]
    last_winner: int
    hand_sizes: tuple[int, ...]
    pile_size: int
    support: tuple[int, ...]
    target: tuple[int, ...]
    collected: tuple[int, ...]
    schools: tuple[School, ...]


class GorusViewOwn(NamedTuple):
    """What a seat sees besides: its troupe, sorted."""

    hand: tuple[Card, ...]


class Dealt(NamedTuple):
    """A new round begins."""

    round: int
    dealer: Seat


class DealtOwn(NamedTuple):
    """The seat's new troupe, sorted."""

    hand: tuple[Card, ...]


class Played(NamedTuple):
    """A gladiator entered the bout."""

    seat: Seat
    card: Card
    challenge: bool
    preferred: School


class Drew(NamedTuple):
    """One of two players drew from the pile, which now has this many cards."""

    seat: Seat
    pile_size: int


class DrewOwn(NamedTuple):
    """The card drawn."""

    card: Card


class BoutWon(NamedTuple):
    """A bout ended; its cards are the side's."""

    side: int
    seat: Seat
    cards: tuple[Card, ...]


class RoundScored(NamedTuple):
    """A round ended; one entry a side."""

    round: int
    favour: tuple[int, ...]
    gladiators: tuple[int, ...]
    earned: tuple[int, ...]
    support: tuple[int, ...]
