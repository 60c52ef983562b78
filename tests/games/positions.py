"""Positions of Gorus Maximus set up by hand, card by card, and cards played from them.

Cards are written as the bots see them, several in one text: "blue-4 green-10". A position may hold
what no deal would: hands of any size, more schools than the table plays with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.games.chance import KeyedChance
from arena.games.contract import Event, Split, Table
from arena.games.gorus import GORUS
from arena.games.gorus.cards import NONE, SCHOOL, SCHOOLS, TEXT, Card
from arena.games.gorus.state import State
from arena.games.options import resolve

CHANCE = KeyedChance(b"a deal that no test looks at")
NO_SCHOOL = "none"


def cards(texts: str) -> tuple[Card, ...]:
    """The codes of cards written as text."""
    return tuple(TEXT.index(text) for text in texts.split())


def texts(codes: Sequence[Card]) -> str:
    """The texts of cards given as codes."""
    return " ".join(TEXT[code] for code in codes)


def school(name: str) -> int:
    """The number of a school, or NONE for "none"."""
    return NONE if name == NO_SCHOOL else SCHOOLS.index(name)


def table(seats: int, split: Split | None = None, **options: object) -> Table:
    """A table with these options."""
    return Table(seats, GORUS.seating(seats, split), resolve(GORUS.options(), options), split)


def position(
    hands: Sequence[str],
    *,
    preferred: str = NO_SCHOOL,
    turn: int = 0,
    dealer: int = 0,
    pile: str = "",
    bout: Sequence[str] = (),
    won: Sequence[str] | None = None,
    support: Sequence[int] | None = None,
    split: Split | None = None,
    **options: object,
) -> State:
    """A position. By seat: hands. By side: won (the cards collected in this round) and support.

    turn: who leads. bout: in a solo game, the contender's card that leads already."""
    start = GORUS.setup(table(len(hands), split, **options), CHANCE)
    held = tuple(tuple(sorted(cards(hand))) for hand in hands)
    taken = tuple(map(cards, won)) if won is not None else start.won
    on_table = cards(" ".join(bout))
    public = start.public._replace(
        dealer=dealer,
        turn=turn,
        initiating=SCHOOL[on_table[0]] if on_table else NONE,
        preferred=school(preferred),
        cards=on_table,
        seats=(-1,) * len(on_table),
        hand_sizes=tuple(map(len, held)),
        pile_size=len(cards(pile)),
        support=tuple(support) if support is not None else start.public.support,
        collected=tuple(map(len, taken)),
    )
    return start._replace(public=public, hands=held, pile=cards(pile), won=taken)


def menu(state: State) -> str:
    """What the seat whose turn it is may play, as texts."""
    ((_, decision),) = GORUS.pending(state).items()
    return texts(decision.menu)


def play(state: State, played: str) -> tuple[State, list[Any]]:
    """Play these cards, each by the seat whose turn it is; the public parts of what happened."""
    state, events = play_events(state, played)
    return state, [event.public for event in events]


def play_events(state: State, played: str) -> tuple[State, list[Event]]:
    """As `play`, with the events in full."""
    events: list[Event] = []
    for card in cards(played):
        ((seat, decision),) = GORUS.pending(state).items()
        assert card in decision.menu, f"{TEXT[card]} is not allowed, only {texts(decision.menu)}"
        state, more = GORUS.advance(state, {seat: card}, CHANCE)
        events += more
    return state, events


def play_round(state: State) -> tuple[State, list[Any]]:
    """Play the default until the next round begins or the match is over."""
    number, events = state.public.round, []
    while state.public.round == number and (pending := GORUS.pending(state)):
        choices = {seat: decision.default for seat, decision in pending.items()}
        state, more = GORUS.advance(state, choices, CHANCE)
        events += [event.public for event in more]
    return state, events


def only(kind: type, events: Sequence[Any]) -> Any:
    """The one event of this class."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def last(kind: type, events: Sequence[Any]) -> Any:
    """The last event of this class."""
    return [event for event in events if isinstance(event, kind)][-1]
