"""One match: ask, advance, record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import trio

from arena.games.chance import KeyedChance
from arena.games.contract import Decision, Event, Game, Seat, Table, split_text
from arena.referee.chain import Chain
from arena.referee.faults import Fault, FaultKind, FaultPolicy, MachineFault
from arena.referee.link import Link
from arena.referee.messages import ClockLimits, Notice, Shared, Start, Told
from arena.referee.outcome import final_outcome, reason_text
from arena.referee.record import Record
from arena.referee.seat import Choice, SeatKeeper


class MatchSetting(NamedTuple):
    """What a match is played under.

    secret: the chance of the deal, 16 to 64 bytes. seeds: a bot's own, one a seat.
    players: who sits where, for the record. shown_names: what bots are told of it, empty to hide.
    """

    game: Game[Any]
    table: Table
    secret: bytes
    seeds: tuple[bytes, ...]
    players: tuple[str, ...]
    shown_names: tuple[str, ...] = ()
    clock: ClockLimits = ClockLimits()
    policy: FaultPolicy = FaultPolicy()
    identity: str = ""


async def play(
    setting: MatchSetting, links: Sequence[Link], thinking: trio.CapacityLimiter | None = None
) -> Record:
    """Play one match to its end and return its record.

    links: one a seat, each fresh. thinking: bounds how many seats are asked at once; None: no bound.
    Raises MachineFault when our machine failed; the links are closed whatever happens."""
    try:
        return await _Match(setting, links, thinking).play()
    except ExceptionGroup as group:  # from a nursery, even if it is only one
        faults, others = group.split(MachineFault)
        if faults is None or others is not None:
            raise
        raise MachineFault(_first_sentence(faults)) from group
    finally:
        for link in links:
            link.close()


class _Match:
    def __init__(
        self, setting: MatchSetting, links: Sequence[Link], thinking: trio.CapacityLimiter | None
    ) -> None:
        self._setting, self._game = setting, setting.game
        self._thinking = thinking or trio.CapacityLimiter(setting.table.seats)
        self._chance = KeyedChance(setting.secret)
        self._seats = [
            SeatKeeper(seat, link, self._game.text, setting.clock, setting.policy, self._report)
            for seat, link in enumerate(links)
        ]
        self._step = -1
        self._faults: list[Fault] = []
        self._rows: list[tuple[int, str]] = []
        self._times_ms: list[float | None] = []
        self._side_of = {
            seat: number for number, side in enumerate(setting.table.sides) for seat in side.seats
        }

    async def play(self) -> Record:
        game = self._game
        state = game.setup(self._setting.table, self._chance)
        chain = Chain(state)
        async with trio.open_nursery() as nursery:
            for keeper in self._seats:
                nursery.start_soon(keeper.begin, self._start(keeper.number))
        while pending := game.pending(state):
            self._step += 1
            choices = await self._choose(state, pending)
            rows = [(seat, game.text(choice.code)) for seat, choice in choices.items()]
            codes = {seat: choice.code for seat, choice in choices.items()}
            state, events = game.advance(state, codes, self._chance)
            self._rows += rows
            self._times_ms += [choice.used_ms for choice in choices.values()]
            chain.add(rows, events)
            self._tell(events)
        chain.add((), (), state)
        return self._finish(state, chain)

    def _start(self, seat: int) -> Start:
        setting = self._setting
        return Start(
            game=self._game.name,
            rules_version=self._game.rules_version,
            seat=seat,
            sides=self._sides(),
            names=setting.shown_names,
            options=setting.table.options,
            clock=setting.clock,
            seed=setting.seeds[seat],
            split=split_text(setting.table.split),
        )

    def _sides(self) -> tuple[int, ...]:
        return tuple(self._side_of[seat] for seat in range(self._setting.table.seats))

    async def _choose(self, state: Any, pending: Mapping[Seat, Decision]) -> dict[Seat, Choice]:
        """What each pending seat chooses, in the order of seats and not of who was quicker, as a
        replay has it: a game may look at the order."""
        asked = [seat for seat, decision in pending.items() if len(decision.menu) > 1 or decision.always_ask]
        chosen: dict[Seat, Choice] = {}
        if len(asked) == 1:
            (seat,) = asked
            view = self._game.view(state, seat)
            chosen[seat] = await self._seats[seat].choose(pending[seat], Shared(view.public), view.own)
        elif asked:
            await self._choose_together(state, asked, pending, chosen)
        return {
            seat: chosen[seat] if seat in chosen else Choice(decision.menu[0], None)
            for seat, decision in pending.items()
        }

    async def _choose_together(
        self, state: Any, asked: Sequence[Seat], pending: Mapping[Seat, Decision], chosen: dict[Seat, Choice]
    ) -> None:
        public = Shared(self._game.view(state, None).public)

        async def choose(seat: Seat) -> None:
            async with self._thinking:
                own = self._game.view(state, seat).own
                chosen[seat] = await self._seats[seat].choose(pending[seat], public, own)

        async with trio.open_nursery() as nursery:
            for seat in asked:
                nursery.start_soon(choose, seat)

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            to_all = Told(event.public, None)
            for keeper in self._seats:
                own = event.own.get(keeper.number)
                keeper.tell(to_all if own is None else Told(event.public, own))

    def _report(self, seat: int, kind: FaultKind, sentence: str, forfeit: bool) -> None:
        fault = Fault(self._step, seat, kind, sentence, forfeit)
        self._faults.append(fault)
        for keeper in self._seats:
            keeper.notify(Notice(fault))

    def _finish(self, state: Any, chain: Chain) -> Record:
        setting = self._setting
        outcome = self._game.outcome(state)
        if outcome is None:
            raise RuntimeError(f"{self._game.name} asks nobody but has no outcome: a mistake in its rules")
        out = {fault.seat for fault in self._faults if fault.forfeit}
        forfeits = tuple(any(seat in out for seat in side.seats) for side in setting.table.sides)
        ranks = final_outcome(outcome.ranks, forfeits)
        reason = reason_text(self._faults)
        sides = self._sides()
        for keeper in self._seats:
            keeper.finish(
                tuple(ranks[s] for s in sides), tuple(outcome.scores[s] for s in sides), reason, void=False
            )
        return Record(
            game=self._game.name,
            rules_version=self._game.rules_version,
            options=setting.table.options,
            seats=setting.table.seats,
            split=split_text(setting.table.split),
            players=setting.players,
            sides=sides,
            secret=setting.secret.hex(),
            choices=tuple(self._rows),
            times_ms=tuple(self._times_ms),
            faults=tuple(self._faults),
            chain=tuple(chain.links),
            ranks=ranks,
            scores=tuple(float(score) for score in outcome.scores),
            forfeits=forfeits,
            reason=reason,
            identity=setting.identity,
        )


def _first_sentence(group: BaseExceptionGroup[MachineFault]) -> str:
    first = group.exceptions[0]
    return _first_sentence(first) if isinstance(first, BaseExceptionGroup) else str(first)
