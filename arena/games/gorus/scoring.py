"""The end of a round and of the match: Crowd Support, the winners, everybody's place (GM-20 to GM-27)."""

from __future__ import annotations

from arena.games.contract import Event, Outcome, ranks_from
from arena.games.gorus.cards import RANK, RANKS, card_of, favour
from arena.games.gorus.state import State
from arena.games.gorus.views import RoundScored

FRENCH = "french"
_EIGHT = 8


def score_round(state: State) -> tuple[State, Event]:
    """Every troupe is exhausted: the crowd gives its support."""
    public, favours = state.public, _favours(state)
    earned = _earned(state, favours)
    support = tuple(before + more for before, more in zip(public.support, earned, strict=True))
    event = Event(RoundScored(public.round, favours, public.collected, earned, support))
    return state._replace(public=public._replace(support=support)), event


def reached(state: State) -> tuple[int, ...]:
    """The sides that have the Crowd Support they need (GM-23, GM-43)."""
    pairs = zip(state.public.support, state.setting.targets, strict=True)
    return tuple(side for side, (support, target) in enumerate(pairs) if support >= target)


def final_outcome(state: State) -> Outcome:
    """The places when the match is over, by side."""
    champions, favours = _champions(state), _favours(state)
    public = state.public

    def place(side: int) -> tuple[int, ...]:
        if side in champions:
            return (0,)
        missing = public.target[side] - public.support[side]
        return (1, missing, -favours[side], public.collected[side])  # GM-27

    ranks = ranks_from([place(side) for side in range(len(public.support))])
    return Outcome(ranks, tuple(map(float, public.support)))


def _favours(state: State) -> tuple[int, ...]:
    return tuple(favour(cards, state.public.preferred) for cards in state.won)


def _earned(state: State, favours: tuple[int, ...]) -> tuple[int, ...]:
    if state.setting.seats == 1 and not any(RANK[card] == _EIGHT for card in state.won[0]):
        return (0, 1)  # GM-32
    best = max(favours)
    return tuple(int(own == best) for own in favours)  # GM-22, GM-42


def _champions(state: State) -> tuple[int, ...]:
    """Who wins among those that reached their target in this round (GM-24 to GM-26, GM-44)."""
    there = reached(state)
    zero = card_of(state.public.preferred, 0)
    with_zero = tuple(side for side in there if zero in state.won[side])
    if with_zero:
        return with_zero
    measure = _lowest_rank if state.setting.edition == FRENCH else _gladiators
    least = min(measure(state, side) for side in there)
    return tuple(side for side in there if measure(state, side) == least)


def _gladiators(state: State, side: int) -> int:
    return state.public.collected[side]


def _lowest_rank(state: State, side: int) -> int:
    """A side without gladiators has no low one either: it comes after all that have some."""
    return min((RANK[card] for card in state.won[side]), default=len(RANKS))
