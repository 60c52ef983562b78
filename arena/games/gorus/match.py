"""The course of a match: set-up, bout after bout, round after round.

What the deal fixes, whatever is chosen: the schools in play, the first dealer, and for each round
the troupes by seat and the order of the draw pile or the contenders' stack. What follows play: who
leads, which of two players draws which card of the pile, and how many rounds there are."""

from __future__ import annotations

from arena.games.chance import Chance
from arena.games.contract import Event, Seat, Table
from arena.games.gorus import bout
from arena.games.gorus.cards import SCHOOLS, TROUPE, School, deck, schools_in_play
from arena.games.gorus.scoring import FRENCH, reached, score_round
from arena.games.gorus.state import CONTENDERS, OVER, Setting, State, round_start
from arena.games.gorus.views import Dealt, DealtOwn

DEFAULT_TARGET = 3
_SOLO_BOUT = 3


def refusal(table: Table) -> str:
    """Why a table cannot be played: there is no solo game in the french edition."""
    if table.seats == 1 and table.options["edition"] == FRENCH:
        return 'expected edition "english" for a solo game, the french edition has none'
    return ""


def begin(table: Table, chance: Chance) -> State:
    """The state before the first choice. Raises ValueError for a table that is refused."""
    if sentence := refusal(table):
        raise ValueError(sentence)
    setting = Setting(
        seats=table.seats,
        side_of=_side_of(table),
        targets=_targets(table),
        schools=_schools(table.seats, chance),
        bout_size=_SOLO_BOUT if table.seats == 1 else table.seats,
        edition=str(table.options["edition"]),
    )
    first_dealer = chance.below("first-dealer", table.seats)  # GM-07
    state, _ = _deal(setting, 1, first_dealer, (0,) * len(table.sides), chance)
    return state


def advance(state: State, seat: Seat, card: int, chance: Chance) -> tuple[State, list[Event]]:
    """The seat whose turn it is plays a card; all that follows without a choice happens too."""
    state, event = bout.play(state, seat, card)
    events = [event]
    setting, public, _, pile, _, _, _ = state
    if pile:
        state, event = _turn_up(state) if setting.seats == 1 else bout.draw(state, seat)
        events.append(event)
        public = state.public
    if len(public.cards) < setting.bout_size:
        return state, events
    state, event = bout.close(state)
    events.append(event)
    if not state.hands[0]:
        return _end_round(state, events, chance)
    if setting.seats == 1:
        state, event = _turn_up(state)
        events.append(event)
    return state, events


def _turn_up(state: State) -> tuple[State, Event]:
    """The contenders' next gladiator joins the bout or leads one (GM-30)."""
    return bout.play(state, CONTENDERS, state.pile[0])


def _end_round(state: State, events: list[Event], chance: Chance) -> tuple[State, list[Event]]:
    scored, event = score_round(state)
    events.append(event)
    if reached(scored):
        return scored._replace(public=scored.public._replace(turn=OVER)), events
    public = scored.public
    next_dealer = (public.dealer + 1) % state.setting.seats  # GM-07
    dealt, more = _deal(state.setting, public.round + 1, next_dealer, public.support, chance)
    return dealt, events + more


def _deal(
    setting: Setting, number: int, dealer: Seat, support: tuple[int, ...], chance: Chance
) -> tuple[State, list[Event]]:
    cards = chance.shuffled(f"deal/round-{number}", deck(setting.seats, setting.schools))
    dealt = setting.seats * TROUPE
    hands = tuple(tuple(sorted(cards[first : first + TROUPE])) for first in range(0, dealt, TROUPE))
    state = round_start(setting, number, dealer, hands, cards[dealt:], support)
    events = [Event(Dealt(number, dealer), {seat: DealtOwn(hand) for seat, hand in enumerate(hands)})]
    if setting.seats == 1:
        state, event = _turn_up(state)
        events.append(event)
    return state, events


def _schools(seats: int, chance: Chance) -> tuple[School, ...]:
    """Which schools are in play; drawn where not all are (GM-03)."""
    schools, wanted = range(len(SCHOOLS)), schools_in_play(seats)
    if wanted == len(SCHOOLS):
        return tuple(schools)
    return tuple(sorted(chance.shuffled("schools", schools)[:wanted]))


def _side_of(table: Table) -> tuple[int, ...]:
    by_seat = {seat: number for number, side in enumerate(table.sides) for seat in side.seats}
    without_seat = tuple(number for number, side in enumerate(table.sides) if not side.seats)
    return tuple(by_seat[seat] for seat in range(table.seats)) + without_seat


def _targets(table: Table) -> tuple[int, ...]:
    """The Crowd Support that each side needs (GM-23, GM-43)."""
    target = table.options.get("target")
    if target is not None:
        return (int(target),) * len(table.sides)
    if table.split is None:
        return (DEFAULT_TARGET,) * len(table.sides)
    return tuple(len(side.seats) + 1 for side in table.sides)
