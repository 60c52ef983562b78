"""Plays matches over the real wire between scripted bots that live in the test's own process.

Each bot is a function that is given its stream and its token; when it returns, its process has ended
with status 0. Only the processes are not real: see test_misbehaving_programs.py for those."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import trio
from raw_client import RawClient, connected

from arena.games import catalog
from arena.games.contract import Table
from arena.games.options import resolve
from arena.referee.faults import FaultPolicy
from arena.referee.match import MatchSetting, play
from arena.referee.messages import ClockLimits
from arena.referee.record import Record
from arena.referee.replay import verify
from arena.transport.codec import codec_for
from arena.transport.generated import arena_pb2 as pb
from arena.transport.launcher_memory import MemoryLauncher, MemoryProcess
from arena.transport.launcher_port import Command
from arena.transport.local import Local, Program
from arena.transport.pool import Pool
from arena.transport.wire import open_wire

Bot = Callable[[RawClient, str], Awaitable[None]]

GAME = catalog.load("gorus")
FORFEIT = FaultPolicy(on_fault="forfeit")
ROOMY = ClockLimits(bank_s=1000.0, increment_s=0.0, cap_s=None, start_s=30.0)
NET_S = 60.0
"""A safety net under tests that take milliseconds."""


class Witness:
    """A bot that takes the first option, as often as it is asked, and keeps all that it was sent."""

    def __init__(self) -> None:
        self.items: list[pb.Item] = []

    async def __call__(self, client: RawClient, token: str) -> None:
        client.hello(token)
        while (message := await client.receive()) is not None:
            self.items += message.items
            for item in message.items:
                if item.HasField("ask"):
                    client.answer(item.ask)

    @property
    def over(self) -> pb.Over:
        """The end, which comes last."""
        assert self.items[-1].HasField("over")
        return self.items[-1].over

    @property
    def notices(self) -> list[pb.Fault]:
        """The faults that it was told of."""
        return [item.notice.fault for item in self.items if item.HasField("notice")]


class PlayedLauncher(MemoryLauncher):
    """Starts functions instead of programs; the first word of the command names the bot."""

    def __init__(self, bots: Sequence[Bot], nursery: trio.Nursery) -> None:
        super().__init__()
        self._bots, self._nursery = bots, nursery

    async def start(self, command: Command) -> MemoryProcess:
        process = await super().start(command)
        self._nursery.start_soon(self._run, self._bots[int(command.argv[0])], process)
        return process

    async def _run(self, bot: Bot, process: MemoryProcess) -> None:
        env = process.command.env
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_cancel_at_exit, process, nursery.cancel_scope)
            async with connected(env["ARENA_ADDRESS"]) as client:
                await bot(client, env["ARENA_TOKEN"])
            process.exit(0)


async def _cancel_at_exit(process: MemoryProcess, scope: trio.CancelScope) -> None:
    await process.wait_exited()
    scope.cancel()


class PlayedMatch(NamedTuple):
    """A match that was played, and the processes that were started for it."""

    record: Record
    processes: list[MemoryProcess]


def played(
    folder: Path, *bots: Bot, policy: FaultPolicy = FORFEIT, clock: ClockLimits = ROOMY
) -> PlayedMatch:
    """Play one match between these bots, seat by seat, over a Unix socket in the folder."""

    async def playing() -> PlayedMatch:
        with trio.fail_after(NET_S):
            async with open_wire(f"unix:{folder / 'wire'}") as wire, trio.open_nursery() as nursery:
                launcher = PlayedLauncher(bots, nursery)
                local = Local(wire, launcher, nursery, start_s=clock.start_s)
                names = [str(seat) for seat in range(len(bots))]
                pool = Pool({name: Program(name, (name,), "/") for name in names}, local, 64)
                async with pool.seated(names, "deal") as instances:
                    links = [instance.link(codec_for(GAME.messages)) for instance in instances]
                    record = await play(setting(len(bots), policy=policy, clock=clock), links)
                await pool.stop()
                nursery.cancel_scope.cancel()
        return PlayedMatch(record, launcher.started)

    match = trio.run(playing)
    verify(match.record, GAME)
    return match


def setting(seats: int, *, clock: ClockLimits, policy: FaultPolicy = FORFEIT) -> MatchSetting:
    """A short match of Gorus Maximus."""
    return MatchSetting(
        game=GAME,
        table=Table(seats, GAME.seating(seats, None), resolve(GAME.options(), {"target": 1})),
        secret=bytes(32),
        seeds=(bytes(16),) * seats,
        players=tuple(f"bot-{seat}" for seat in range(seats)),
        clock=clock,
        policy=policy,
    )
