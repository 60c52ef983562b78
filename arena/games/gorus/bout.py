"""One bout: what may be played, what playing it does, and who wins (GM-10 to GM-18)."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.contract import NOBODY, Event, Seat
from arena.games.gorus.cards import CARDS, NONE, RANK, RANKS, SCHOOL, SCHOOLS, Card, School
from arena.games.gorus.state import CONTENDERS, Drawn, State, replaced
from arena.games.gorus.views import BoutWon, Drew, DrewOwn, GorusView, Played, new

_FITS = tuple(
    tuple(tuple(SCHOOL[card] == school or RANK[card] == rank for card in CARDS) for rank in RANKS)
    for school in range(len(SCHOOLS))
)
"""Whether a card may be played by one who holds the initiating school: it is of that school (GM-12)
or a Challenge to the rank just played (GM-13). By school, rank, card."""


def allowed(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a sorted hand that may join a bout of these cards, sorted."""
    if not cards:
        return hand
    initiating = SCHOOL[cards[0]]
    for held in hand:
        if SCHOOL[held] == initiating:
            fits = _FITS[initiating][RANK[cards[-1]]]
            return tuple([card for card in hand if fits[card]])
    return hand  # GM-16


def winning_card(cards: Sequence[Card], preferred: School) -> Card:
    """The card that wins a complete bout under the school preferred at its end (GM-17).

    Codes of one school rise with the rank, so its highest code is its highest gladiator."""
    initiating = SCHOOL[cards[0]]
    return max(
        [card for card in cards if SCHOOL[card] == preferred]
        or [card for card in cards if SCHOOL[card] == initiating]
    )


def play(state: State, seat: Seat, card: Card) -> tuple[State, Event]:
    """A player's gladiator enters the bout, or the contenders' next one."""
    setting, public, hands, pile, won, lacking, drawn = state
    (number, bout, dealer, _, initiating, preferred, cards, seats, last_cards, last_seats, last_winner,
     hand_sizes, pile_size, support, target, collected, schools) = public  # fmt: skip
    if seat == CONTENDERS:
        pile, pile_size = pile[1:], pile_size - 1
    else:
        hand = hands[seat]
        place = hand.index(card)
        hands = replaced(hands, seat, hand[:place] + hand[place + 1 :])
        hand_sizes = replaced(hand_sizes, seat, hand_sizes[seat] - 1)
    school, challenge = SCHOOL[card], False
    if not cards:
        initiating = school
        if preferred == NONE:  # GM-11
            preferred = school
    elif RANK[card] == RANK[cards[-1]]:  # GM-13, GM-14, GM-15
        preferred, challenge = school, True
    elif school != initiating and seat != CONTENDERS:
        lacking, drawn = _note_sluff(lacking, drawn, seat, initiating)
    public = new(GorusView, (
        number, bout, dealer, (seat + 1) % len(hands), initiating, preferred, (*cards, card), (*seats, seat),
        last_cards, last_seats, last_winner, hand_sizes, pile_size, support, target, collected, schools,
    ))  # fmt: skip
    played = new(State, (setting, public, hands, pile, won, lacking, drawn))
    return played, new(Event, (new(Played, (seat, card, challenge, preferred)), NOBODY))


def draw(state: State, seat: Seat) -> tuple[State, Event]:
    """One of two players takes the next card of the pile (GM-05)."""
    card, pile = state.pile[0], state.pile[1:]
    hand = tuple(sorted((*state.hands[seat], card)))
    sizes = replaced(state.public.hand_sizes, seat, len(hand))
    drawn = state._replace(
        public=state.public._replace(hand_sizes=sizes, pile_size=len(pile)),
        hands=replaced(state.hands, seat, hand),
        pile=pile,
        drawn=(*state.drawn, Drawn(seat, card, lacking=0)),
    )
    return drawn, Event(Drew(seat, len(pile)), {seat: DrewOwn(card)})


def close(state: State) -> tuple[State, Event]:
    """The bout is complete: its winner takes the cards and leads the next."""
    setting, public, hands, pile, won, lacking, drawn = state
    (number, bout, dealer, _, _, preferred, cards, seats, _, _, _,
     hand_sizes, pile_size, support, target, collected, schools) = public  # fmt: skip
    winner = seats[cards.index(winning_card(cards, preferred))]
    side = setting.side_of[winner]
    public = new(GorusView, (
        number, bout + 1, dealer, winner, NONE, preferred, (), (), cards, seats, side, hand_sizes, pile_size,
        support, target, replaced(collected, side, collected[side] + len(cards)), schools,
    ))  # fmt: skip
    won = replaced(won, side, won[side] + cards)
    closed = new(State, (setting, public, hands, pile, won, lacking, drawn))
    return closed, new(Event, (new(BoutWon, (side, winner, cards)), NOBODY))


def _note_sluff(
    lacking: tuple[int, ...], drawn: tuple[Drawn, ...], seat: Seat, school: School
) -> tuple[tuple[int, ...], tuple[Drawn, ...]]:
    """Everybody saw that this seat holds none of that school."""
    bit = 1 << school
    noted = replaced(lacking, seat, lacking[seat] | bit)
    return noted, tuple([d._replace(lacking=d.lacking | bit) if d.seat == seat else d for d in drawn])
