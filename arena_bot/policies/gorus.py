"""Gorus Maximus, greedily: the card whose bout promises most, judged one bout ahead.

Reads only fields of the view (proto/arena/v1/gorus.proto), so that messages and the engine's own
values serve alike. Numbers that are no rules were chosen by play between variants."""

from __future__ import annotations

from arena_bot.policies.gorus_bout import Bout, Unseen
from arena_bot.policies.gorus_cards import CONTENDERS, FAVOUR, NONE, RANKS, ZERO_FAVOUR, card_of_text, deck
from arena_bot.question import Question

_BOUTS = 10
_SOLO_BOUT = 3
_EIGHT = 8
_SOLO_EIGHT_FAVOUR = 2.0  # an 8 costs 4, but who collects none has lost the round
_STRENGTH_KEPT = 0.06  # what a rank is worth later: among equals the lowest is played
_PREFERRED_KEPT = 0.3


def choose(question: Question) -> int:
    """The index of the card to play; among the best, by the match's own chance."""
    table = _Table(question)
    values = [table.value(card_of_text(text)) for text in question.options]
    best = max(values)
    return question.random.choice([index for index, value in enumerate(values) if value >= best - 1e-9])


class _Table:
    """The table as it stands before the choice."""

    def __init__(self, question: Question) -> None:
        view = question.view
        self._seats = len(view.hand_sizes)
        # The side after the last seat's is the contenders': their seat −1 finds it.
        self._sides = (*question.match.sides, 1) if self._seats == 1 else question.match.sides
        self._others = max(1, len(view.support) - 1)
        self._seat = question.seat
        self._bout = Bout(tuple(view.cards), tuple(view.seats), view.preferred)
        self._round_done: float = min(1.0, view.bout / _BOUTS)
        seen = {*question.own.hand, *view.cards, *view.last_cards}
        self._unseen = Unseen(card for card in deck(self._seats, view.schools) if card not in seen)
        self._later = self._seats_after()
        self._hand_sizes = tuple(view.hand_sizes)

    def _seats_after(self) -> list[int]:
        """Who plays after me in this bout."""
        if self._seats == 1:
            return [CONTENDERS] * (_SOLO_BOUT - 1 - len(self._bout.cards))
        return [(self._seat + step) % self._seats for step in range(1, self._seats - len(self._bout.cards))]

    def value(self, card: int) -> float:
        """What playing this card promises my side, in Crowd Favour over the average other side."""
        bout = self._bout.after(card, self._seat)
        stake = sum(self._favour(other, bout.preferred) for other in bout.cards)
        return self._promise(bout, stake) - self._worth_kept(card, bout.preferred)

    def _promise(self, bout: Bout, stake: float) -> float:
        """The stake to whoever is likely to win it: the winner so far or a later seat."""
        holder = bout.winning_seat
        holding, promise = 1.0, 0.0
        threats = self._unseen.threats(bout)
        for seat in reversed(self._later):
            size = 1 if seat == CONTENDERS else self._hand_sizes[seat]
            overtakes = threats.chance_to_overtake(size) * self._will(seat, holder, stake)
            promise += holding * overtakes * self._share(seat, stake)
            holding *= 1 - overtakes
        return promise + holding * self._share(holder, stake)

    def _will(self, seat: int, holder: int, stake: float) -> float:
        """How readily a seat that could win does so: contenders play blind."""
        if seat == CONTENDERS:
            return 1.0
        if self._sides[seat] == self._sides[holder]:
            return 0.3
        return 0.9 if stake > 0 else 0.4

    def _share(self, seat: int, stake: float) -> float:
        mine = self._sides[seat] == self._sides[self._seat]
        return stake if mine else -stake / self._others

    def _favour(self, card: int, preferred: int) -> float:
        school, rank = divmod(card, RANKS)
        if rank == 0:
            return ZERO_FAVOUR * self._preferred_at_end(school, preferred)
        if rank == _EIGHT and self._seats == 1:
            return _SOLO_EIGHT_FAVOUR
        return FAVOUR[rank]

    def _preferred_at_end(self, school: int, preferred: int) -> float:
        """How likely a school is preferred when the round ends."""
        if school == preferred:
            return 0.3 + 0.6 * self._round_done
        return 0.2 * (1 - self._round_done) + 0.03

    def _worth_kept(self, card: int, preferred: int) -> float:
        school, rank = divmod(card, RANKS)
        left = 1 - self._round_done
        return left * (_STRENGTH_KEPT * rank + _PREFERRED_KEPT * (school == preferred and preferred != NONE))
