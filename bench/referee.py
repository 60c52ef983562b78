"""The referee as it is in an event, with rules, clock and record on, against a compiled client.

    python -m bench.referee SEATS STREAMS MATCHES SECONDS [ASK_BYTES_FILE]

STREAMS bots hold MATCHES matches each, or fewer where a match takes several of them. Prints the
decisions a second; writes one question of middling size to the file."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trio

from arena.games import catalog
from arena.games.contract import Table
from arena.games.options import resolve
from arena.referee.match import MatchSetting, play
from arena.referee.messages import Ask, ClockLimits, Message
from arena.transport import frames
from arena.transport.codec import codec_for
from arena.transport.instance import Instance, Local, Program
from arena.transport.launcher_port import Command, Exited
from arena.transport.wire import open_wire
from bench import client
from bench.echo import WARM_UP_S


class ClientLauncher:
    """A launcher whose processes are the streams of one compiled client, started with the last."""

    def __init__(self, streams: int, matches: int, cpus: Sequence[int]) -> None:
        self._streams, self._matches, self._cpus = streams, matches, cpus
        self._tokens: list[str] = []
        self.client: subprocess.Popen[bytes] | None = None

    async def start(self, command: Command) -> Any:
        self._tokens.append(command.env["ARENA_TOKEN"])
        if len(self._tokens) == self._streams:
            address = command.env["ARENA_ADDRESS"]
            self.client = client.start(address, self._tokens, cpus=self._cpus, matches=self._matches)
        return Standing()


class Standing:
    """A process that goes on."""

    id, pid = "bench", 0

    async def wait_exited(self) -> Exited:
        await trio.sleep_forever()
        raise AssertionError

    async def stop(self) -> Exited:
        return Exited(0, "", True)


class Bench:
    """Plays matches of one table size over and over, and counts."""

    def __init__(self, seats: int) -> None:
        self._game = catalog.load("gorus")
        sides = self._game.seating(seats, None)
        self._table = Table(seats, sides, resolve(self._game.options(), {}))
        self.decisions = 0
        self.asks: list[bytes] = []

    async def play_on(self, instances: Sequence[Instance]) -> None:
        """Play one match after the other on these instances, for ever."""
        codec = codec_for(self._game.messages)
        seats = self._table.seats
        clock = ClockLimits(bank_s=600.0)
        while True:
            setting = MatchSetting(
                self._game,
                self._table,
                secrets.token_bytes(32),
                (b"seed" * 4,) * seats,
                ("bot",) * seats,
                clock=clock,
            )
            links = [_Counting(instance.link(codec), self) for instance in instances]
            await play(setting, links)


class _Counting:
    """A link that counts answers."""

    def __init__(self, link: Any, bench: Bench) -> None:
        self._link, self._bench = link, bench
        self.open, self.wait_ready, self.receive_nowait = link.open, link.wait_ready, link.receive_nowait
        self.left_s, self.give_up, self.close = link.left_s, link.give_up, link.close

    @property
    def ready(self) -> bool:
        return bool(self._link.ready)

    def send(self, message: Message) -> None:
        if isinstance(message, Ask) and len(self._bench.asks) < 500:
            self._bench.asks.append(frames.item(0, message, self._link._codec))
        self._link.send(message)

    async def receive(self, deadline_s: float) -> Any:
        received = await self._link.receive(deadline_s)
        self._bench.decisions += 1
        return received


async def measure(
    seats: int, streams: int, matches: int, seconds: float, cpus: Sequence[int]
) -> tuple[float, bytes]:
    """Decisions a second after a warm-up, and a question of middling size."""
    bench = Bench(seats)
    launcher = ClientLauncher(streams, matches, cpus)
    with tempfile.TemporaryDirectory() as folder:
        async with open_wire(f"unix:{folder}/referee") as wire, trio.open_nursery() as nursery:
            local = Local(wire, launcher, nursery, start_s=30.0, matches_at_once=matches)
            program = Program("bot", ("bench",), "/")
            instances = [Instance(f"bot#{number}", program, local) for number in range(streams)]
            async with trio.open_nursery() as starting:
                for instance in instances:
                    starting.start_soon(instance.wait_up)
            for first in range(0, streams - seats + 1, seats):
                for _ in range(matches):
                    nursery.start_soon(bench.play_on, instances[first : first + seats])
            await trio.sleep(WARM_UP_S)
            before, begun_s = bench.decisions, time.perf_counter()
            await trio.sleep(seconds)
            rate = (bench.decisions - before) / (time.perf_counter() - begun_s)
            nursery.cancel_scope.cancel()
        if launcher.client is not None:
            launcher.client.kill()
            launcher.client.wait()
    return rate, sorted(bench.asks, key=len)[len(bench.asks) // 2]


if __name__ == "__main__":
    os.sched_setaffinity(0, {0})
    _seats, _streams, _matches, _seconds = (int(word) for word in sys.argv[1:5])
    _rate, _ask = trio.run(measure, _seats, _streams, _matches, _seconds, [1])
    if len(sys.argv) > 5:
        Path(sys.argv[5]).write_bytes(_ask)
    print(_rate)  # noqa: T201
