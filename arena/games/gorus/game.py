"""Gorus Maximus as the engine sees it: the rules behind the contract of `arena.games`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.chance import Chance
from arena.games.contract import NOBODY, Code, Decision, Event, Outcome, Seat, Side, Split, Table, View
from arena.games.gorus import match, teams, text
from arena.games.gorus.bout import allowed
from arena.games.gorus.cards import TEXT
from arena.games.gorus.redeal import redealt
from arena.games.gorus.scoring import FRENCH, final_outcome
from arena.games.gorus.state import OVER, State
from arena.games.gorus.views import GorusViewOwn, new
from arena.games.options import Option, OptionSchema


class Gorus:
    """The rules of docs/games/gorus.md. Without state of its own."""

    name = "gorus"
    rules_version = "1"
    seats = range(1, 9)
    messages = "arena.transport.generated.gorus_pb2"

    def options(self) -> OptionSchema:
        """The keys of [game]."""
        return (
            Option(
                "edition",
                "english",
                "whose rule decides between sides that reach their target in the same round",
                choices=("english", FRENCH),
            ),
            Option(
                "target",
                None,
                "the Crowd Support that wins, for all sides; left out: 3, a team its size plus one",
                low=1,
                high=9,
            ),
        )

    def splits(self, seats: int) -> Sequence[Split]:
        """The team formats for a table of this size."""
        return teams.splits(seats)

    def seating(self, seats: int, split: Split | None) -> tuple[Side, ...]:
        """Which side sits where. Raises ValueError for what the rules do not know."""
        return teams.seating(seats, split)

    def refusal(self, table: Table) -> str:
        """Why this table cannot be played; empty if it can."""
        return match.refusal(table)

    def setup(self, table: Table, chance: Chance) -> State:
        """Deal the first round. Raises ValueError for a table that is refused."""
        return match.begin(table, chance)

    def pending(self, state: State) -> Mapping[Seat, Decision]:
        """Whose turn it is, with the cards allowed; the default is the first of them.

        A menu of one is asked while the hand is larger: that there was no choice is a secret. It is
        none with the last card, whose owner everybody knows to have no other."""
        _, public, hands, _, _, _, _ = state
        turn = public.turn
        if turn == OVER:
            return NOBODY
        hand = hands[turn]
        menu = allowed(hand, public.cards)
        return {turn: new(Decision, ("play", menu, menu[0], len(hand) > 1))}

    def advance(
        self, state: State, choices: Mapping[Seat, Code], chance: Chance
    ) -> tuple[State, Sequence[Event]]:
        """Play the card chosen."""
        turn = state.public.turn
        return match.advance(state, turn, choices[turn], chance)

    def view(self, state: State, seat: Seat | None) -> View:
        """What that seat, or for None everybody, may know (GM-18)."""
        _, public, hands, _, _, _, _ = state
        return new(View, (public, None if seat is None else new(GorusViewOwn, (hands[seat],))))

    def outcome(self, state: State) -> Outcome | None:
        """Places and Crowd Support by side, once the match is over."""
        return final_outcome(state) if state.public.turn == OVER else None

    def redeal(self, state: State, seat: Seat, chance: Chance) -> State:
        """Trade the cards that this seat does not see."""
        return redealt(state, seat, chance)

    def text(self, code: Code) -> str:
        """A card's text, e.g. "blue-10"."""
        return TEXT[code]

    def tell(self, event: Event) -> str:
        """One line about an event."""
        return text.tell(event)

    def render(self, view: View) -> str:
        """A view as a few lines."""
        return text.render(view)


GORUS = Gorus()
