"""What only one game can promise in every state: by its name, a check of a whole playthrough."""

from __future__ import annotations

from collections.abc import Callable

from arena.games.gorus.cards import deck
from arena.games.gorus.views import RoundScored

from .battery import Match, Playthrough


def gorus_conserves_cards(match: Match, playthrough: Playthrough) -> None:
    """Every card of the deck is in one hand, in the pile, in the bout or collected."""
    for state in (*(step.state for step in playthrough.steps), playthrough.last):
        places = (*state.hands, state.pile, state.public.cards, *state.won)
        found = sorted(card for place in places for card in place)
        assert found == sorted(deck(match.seats, state.public.schools))


def gorus_shows_what_is_there(match: Match, playthrough: Playthrough) -> None:
    """The sizes that everybody sees are those of the hidden hands, pile and collections."""
    for step in playthrough.steps:
        public = step.state.public
        assert public.hand_sizes == tuple(map(len, step.state.hands))
        assert public.pile_size == len(step.state.pile)
        assert public.collected == tuple(map(len, step.state.won))


def gorus_conserves_favour(match: Match, playthrough: Playthrough) -> None:
    """All cards are collected, so a round's Crowd Favour over all sides is always the same."""
    per_table = {1: 8, 2: 8, 3: 8, 4: 9, 5: 10, 6: 15, 7: 15, 8: 20}
    events = (event.public for step in playthrough.steps for event in step.events)
    scored = [event for event in events if isinstance(event, RoundScored)]
    assert [sum(event.favour) for event in scored] == [per_table[match.seats]] * len(scored)
    assert scored


INVARIANTS: dict[str, tuple[Callable[[Match, Playthrough], None], ...]] = {
    "gorus": (gorus_conserves_cards, gorus_shows_what_is_there, gorus_conserves_favour),
}
