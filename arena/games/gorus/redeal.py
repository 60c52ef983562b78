"""Another state that one seat cannot tell from the given one.

The cards it cannot see trade places: those in the other hands and in the pile. What everybody saw
stays true: after a sluff nobody holds a card of the school that it showed to be missing, unless it
was drawn since (a Challenge shows nothing)."""

from __future__ import annotations

from arena.games.chance import Chance
from arena.games.contract import Seat
from arena.games.gorus.cards import SCHOOL, Card
from arena.games.gorus.state import State


def redealt(state: State, seat: Seat, chance: Chance) -> State:
    """Trade the cards that this seat does not see; every trade that it could believe may come."""
    lacking = _lacking_by_card(state, seat)
    hidden = sorted(lacking)
    places = chance.shuffled("redeal/places", hidden)
    cards = chance.shuffled("redeal/cards", hidden)
    traded = _trade(places, cards, lacking)
    hands = tuple(
        hand if other == seat else tuple(sorted(traded[card] for card in hand))
        for other, hand in enumerate(state.hands)
    )
    return state._replace(
        hands=hands,
        pile=tuple(traded[card] for card in state.pile),
        drawn=tuple(drawn._replace(card=traded.get(drawn.card, drawn.card)) for drawn in state.drawn),
    )


def _lacking_by_card(state: State, seat: Seat) -> dict[Card, int]:
    """The hidden cards, each with the schools (bit by bit) that may not take its place."""
    lacking = {
        card: state.lacking[other] for other, hand in enumerate(state.hands) if other != seat for card in hand
    }
    lacking |= {drawn.card: drawn.lacking for drawn in state.drawn if drawn.card in lacking}
    return lacking | dict.fromkeys(state.pile, 0)


def _trade(places: tuple[Card, ...], cards: tuple[Card, ...], lacking: dict[Card, int]) -> dict[Card, Card]:
    """Which card comes to each place, a place being called by the card that lies there now.

    There always is one, since every card may stay. A place takes the first free card that fits; if
    none is free, cards settled before move on (Kuhn's augmenting paths for matchings). Every
    fitting trade may come: it does when both orders happen to list it pair by pair."""
    place_of: dict[Card, Card] = {}

    def settle(place: Card, tried: set[Card]) -> bool:
        fitting = [card for card in cards if not lacking[place] >> SCHOOL[card] & 1]
        for card in sorted(fitting, key=place_of.__contains__):
            if card in tried:
                continue
            tried.add(card)
            if card not in place_of or settle(place_of[card], tried):
                place_of[card] = place
                return True
        return False

    for place in places:
        settle(place, set())
    return {place: card for card, place in place_of.items()}
