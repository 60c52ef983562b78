"""Sealed bids: a small game with all that the contract allows, for tests of the referee.

Every seat holds a few hidden cards and, each round, all bid one at once (or, with the option
`turns`, one seat after the other). The highest card wins a point for its side; the lowest card of a
hand is the default. In the last round everybody has one card left: a menu of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

from arena.games.chance import Chance
from arena.games.contract import (
    NOBODY,
    Decision,
    Event,
    Game,
    Outcome,
    Side,
    Split,
    Table,
    View,
    ranks_from,
    solo_sides,
)
from arena.games.options import Option, OptionSchema, OptionValue


class State(NamedTuple):
    sides: tuple[Side, ...]
    turns: bool
    always_ask: bool
    hands: tuple[tuple[int, ...], ...]
    bids: tuple[tuple[int, int], ...]
    points: tuple[int, ...]


class BidsView(NamedTuple):
    points: tuple[int, ...]


class BidsViewOwn(NamedTuple):
    hand: tuple[int, ...]


class Bid(NamedTuple):
    seat: int
    card: int


class BidOwn(NamedTuple):
    left: int


class Won(NamedTuple):
    side: int


class SealedBids:
    """Alone one plays against a side without a seat."""

    name = "bids"
    rules_version = "1"
    seats = range(1, 5)
    messages = "none"

    def options(self) -> OptionSchema:
        return (
            Option("rounds", 2, "cards a hand", low=1, high=200),
            Option("turns", False, "one after the other", choices=(False, True)),
            Option("always_ask", False, "ask for the last card too", choices=(False, True)),
        )

    def splits(self, seats: int) -> Sequence[Split]:
        return [(2, 2)] if seats == 4 else []

    def seating(self, seats: int, split: Split | None) -> tuple[Side, ...]:
        if split is not None and split not in self.splits(seats):
            raise ValueError(f"{seats} seats cannot be split {split}")
        if split is not None:
            return (Side((0, 2)), Side((1, 3)))
        return solo_sides(seats) if seats > 1 else (Side((0,)), Side(()))

    def refusal(self, table: Table) -> str:
        return "expected another number of rounds than 199" if table.options["rounds"] == 199 else ""

    def setup(self, table: Table, chance: Chance) -> State:
        rounds = cast(int, table.options["rounds"])
        cards = chance.shuffled("deal", range(rounds * table.seats))
        hands = tuple(tuple(sorted(cards[seat :: table.seats])) for seat in range(table.seats))
        turns, always = cast(bool, table.options["turns"]), cast(bool, table.options["always_ask"])
        return State(table.sides, turns, always, hands, (), (0,) * len(table.sides))

    def pending(self, state: State) -> Mapping[int, Decision]:
        asked = [seat for seat, hand in enumerate(state.hands) if hand]
        if state.turns:
            asked = [seat for seat in asked if seat not in dict(state.bids)][:1]
        hands = {seat: state.hands[seat] for seat in asked}
        return {seat: Decision("bid", hand, hand[0], state.always_ask) for seat, hand in hands.items()}

    def advance(
        self, state: State, choices: Mapping[int, int], chance: Chance
    ) -> tuple[State, Sequence[Event]]:
        hands, bids, points = list(state.hands), list(state.bids), list(state.points)
        events = []
        for seat, card in choices.items():
            hands[seat] = tuple(held for held in hands[seat] if held != card)
            bids.append((seat, card))
            events.append(Event(Bid(seat, card), {seat: BidOwn(len(hands[seat]))}))
        if len(bids) == len(hands):
            winner = max(bids, key=lambda bid: bid[1])[0]
            side = next(number for number, side in enumerate(state.sides) if winner in side.seats)
            points[side] += 1
            bids = []
            events.append(Event(Won(side), NOBODY))
        return state._replace(hands=tuple(hands), bids=tuple(bids), points=tuple(points)), events

    def view(self, state: State, seat: int | None) -> View:
        own = None if seat is None else BidsViewOwn(state.hands[seat])
        return View(BidsView(state.points), own)

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands) or state.bids:
            return None
        return Outcome(ranks_from([-points for points in state.points]), tuple(map(float, state.points)))

    def text(self, code: int) -> str:
        return f"bid-{code}"


BIDS = cast(Game[Any], SealedBids())


def table(seats: int = 2, split: Split | None = None, **options: OptionValue) -> Table:
    """A table of sealed bids."""
    values = {"rounds": 2, "turns": False, "always_ask": False, **options}
    return Table(seats, BIDS.seating(seats, split), values, split)
