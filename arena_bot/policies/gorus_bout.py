"""A bout of Gorus Maximus as it stands, and who may yet win it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arena_bot.policies.gorus_cards import NONE, RANKS


class Bout(NamedTuple):
    """The cards in the order played, who played them, and the preferred school."""

    cards: tuple[int, ...]
    seats: tuple[int, ...]
    preferred: int

    def after(self, card: int, seat: int) -> Bout:
        """The bout with one more card: a match of rank is a Challenge (GM-13)."""
        challenge = bool(self.cards) and card % RANKS == self.cards[-1] % RANKS
        preferred = card // RANKS if challenge or self.preferred == NONE else self.preferred
        return Bout((*self.cards, card), (*self.seats, seat), preferred)

    @property
    def winning_card(self) -> int:
        """The card that wins if nobody plays any more (GM-17)."""
        return max(self.cards, key=self._strength)

    @property
    def winning_seat(self) -> int:
        """Who played the winning card."""
        return self.seats[self.cards.index(self.winning_card)]

    def _strength(self, card: int) -> tuple[bool, bool, int]:
        school = card // RANKS
        return school == self.preferred, school == self.cards[0] // RANKS, card


class Threats(NamedTuple):
    """How many unseen cards could win the bout as it stands.

    challenging: by a match of rank. following: of the initiating school. sluffing: of the preferred
    school, for who has none of the initiating one. suited: all of the initiating school."""

    unseen: int
    challenging: int
    following: int
    sluffing: int
    suited: int

    def chance_to_overtake(self, hand_size: int) -> float:
        """How likely a hand of that size has an allowed card that wins the bout as it stands."""
        if not self.unseen:
            return 0.0
        none = [(1 - count / self.unseen) ** hand_size for count in self[1:]]
        no_challenge, no_higher, no_preferred, void = none
        return float(1 - no_challenge * no_higher * (1 - void * (1 - no_preferred)))


class Unseen:
    """The cards that are neither mine nor shown: in other hands or collected."""

    def __init__(self, cards: Iterable[int]) -> None:
        self._cards = tuple(cards)

    def threats(self, bout: Bout) -> Threats:
        """Which of them could win this bout."""
        winning, initiating, rank = bout.winning_card, bout.cards[0] // RANKS, bout.cards[-1] % RANKS
        winning_school = winning // RANKS
        challenging = following = sluffing = suited = 0
        for card in self._cards:
            school = card // RANKS
            suited += school == initiating
            if card % RANKS == rank:
                challenging += 1
            elif card <= winning and school == winning_school:
                continue
            elif school == initiating:
                following += school in (winning_school, bout.preferred)
            elif school == bout.preferred:
                sluffing += 1
        return Threats(len(self._cards), challenging, following, sluffing, suited)
