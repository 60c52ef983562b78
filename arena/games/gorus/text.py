"""Gorus Maximus in words, for people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from arena.games.contract import Event, Seat, View
from arena.games.gorus.cards import SCHOOLS, TEXT, Card, School
from arena.games.gorus.state import CONTENDERS, OVER
from arena.games.gorus.views import BoutWon, Dealt, DealtOwn, Drew, DrewOwn, GorusView, Played, RoundScored


def tell(event: Event) -> str:
    """One line about an event, with the parts for single seats that the caller was given."""
    own = (f"; {_who(seat)} {_tell_own(part)}" for seat, part in sorted(event.own.items()))
    return _tell(event.public) + "".join(own)


def render(view: View) -> str:
    """A view as a few lines of text."""
    public: GorusView = view.public
    lines = [
        f"round {public.round}, bout {public.bout}; {_who(public.dealer)} dealt; {_turn(public.turn)}",
        f"initiating {_school(public.initiating)}, preferred {_school(public.preferred)}",
        f"bout: {_bout(public.seats, public.cards)}",
        f"last bout: {_bout(public.last_seats, public.last_cards)}",
        f"troupes {_numbers(public.hand_sizes)}, pile {public.pile_size}",
        f"by side: Crowd Support {_numbers(public.support)} of {_numbers(public.target)}, "
        f"gladiators {_numbers(public.collected)}",
    ]
    if view.own is not None:
        lines.append(f"you hold {cards_text(view.own.hand)}")
    return "\n".join(lines)


def cards_text(cards: Iterable[Card]) -> str:
    """Cards by their texts."""
    return " ".join(TEXT[card] for card in cards) or "nothing"


@singledispatch
def _tell(public: Any) -> str:
    raise TypeError(f"{public!r} is no event of Gorus Maximus")


@_tell.register
def _(public: Dealt) -> str:
    return f"round {public.round}: {_who(public.dealer)} deals"


@_tell.register
def _(public: Played) -> str:
    if not public.challenge:
        return f"{_who(public.seat)}: {TEXT[public.card]}"
    return f"{_who(public.seat)}: {TEXT[public.card]}, a Challenge: {_school(public.preferred)} is preferred"


@_tell.register
def _(public: Drew) -> str:
    return f"{_who(public.seat)} draws, pile {public.pile_size}"


@_tell.register
def _(public: BoutWon) -> str:
    return f"side {public.side} ({_who(public.seat)}) wins {cards_text(public.cards)}"


@_tell.register
def _(public: RoundScored) -> str:
    return (
        f"round {public.round} ends, by side: Crowd Favour {_numbers(public.favour)}, gladiators "
        f"{_numbers(public.gladiators)}, Crowd Support {_numbers(public.support)}"
    )


def _tell_own(own: DealtOwn | DrewOwn) -> str:
    return f"holds {cards_text(own.hand)}" if isinstance(own, DealtOwn) else f"draws {TEXT[own.card]}"


def _who(seat: Seat) -> str:
    return "contenders" if seat == CONTENDERS else f"seat {seat}"


def _turn(seat: Seat) -> str:
    return "over" if seat == OVER else f"{_who(seat)} to play"


def _school(school: School) -> str:
    return SCHOOLS[school] if school >= 0 else "none"


def _bout(seats: tuple[Seat, ...], cards: tuple[Card, ...]) -> str:
    return ", ".join(f"{_who(s)} {TEXT[c]}" for s, c in zip(seats, cards, strict=True)) or "nothing"


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
