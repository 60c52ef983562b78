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
            SeatKeeper(seat, link, setting.clock, setting.policy, self._report)
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
            texts = {seat: tuple(map(game.text, decision.menu)) for seat, decision in pending.items()}
            choices = await self._ask(state, pending, texts)
            for seat, decision in pending.items():
                code, used_s = choices[seat]
                self._rows.append((seat, texts[seat][decision.menu.index(code)]))
                self._times_ms.append(None if used_s is None else round(used_s * 1000, 2))
            # By seat, as a replay has them, not by who was quicker: a game may look at the order.
            codes = {seat: choices[seat].code for seat in pending}
            state, events = game.advance(state, codes, self._chance)
            chain.add(self._rows[-len(pending) :], events)
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

    async def _ask(
        self, state: Any, pending: Mapping[Seat, Decision], texts: Mapping[Seat, tuple[str, ...]]
    ) -> dict[Seat, Choice]:
        choices = {
            seat: Choice(decision.menu[0], None)
            for seat, decision in pending.items()
            if len(decision.menu) == 1 and not decision.always_ask
        }
        asked = [seat for seat in pending if seat not in choices]
        if not asked:
            return choices
        if len(asked) == 1:
            view = self._game.view(state, asked[0])
            choices[asked[0]] = await self._put(asked[0], pending, texts, Shared(view.public), view.own)
        else:
            await self._ask_together(state, asked, pending, texts, choices)
        return choices

    async def _ask_together(
        self,
        state: Any,
        asked: Sequence[Seat],
        pending: Mapping[Seat, Decision],
        texts: Mapping[Seat, tuple[str, ...]],
        choices: dict[Seat, Choice],
    ) -> None:
        public = Shared(self._game.view(state, None).public)

        async def ask(seat: Seat) -> None:
            async with self._thinking:
                own = self._game.view(state, seat).own
                choices[seat] = await self._put(seat, pending, texts, public, own)

        async with trio.open_nursery() as nursery:
            for seat in asked:
                nursery.start_soon(ask, seat)

    async def _put(
        self,
        seat: Seat,
        pending: Mapping[Seat, Decision],
        texts: Mapping[Seat, tuple[str, ...]],
        public: Shared,
        own: Any,
    ) -> Choice:
        return await self._seats[seat].choose(pending[seat], texts[seat], public, own)

    def _tell(self, events: Sequence[Event]) -> None:
        for event in events:
            to_all = Told(event.public, None)
            for keeper in self._seats:
                own = event.own.get(keeper.number)
                keeper.tell(to_all if own is None else to_all._replace(own=own))

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
