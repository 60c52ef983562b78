"""Connected bots without a process each: every instance is one stream of a compiled client."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import trio

from arena.transport.instance import Instance
from arena.transport.launcher_port import BOT_NICE, Command, Exited, Launcher
from arena.transport.local import Local, Program
from arena.transport.wire import Wire, open_wire
from bench import client
from bench.client import Manner

START_S = 60.0


class Bots:
    """Connects bots to one wire. launcher: see `open_bots`."""

    def __init__(self, wire: Wire, nursery: trio.Nursery, launcher: Launcher | None) -> None:
        self._wire, self._nursery, self._launcher = wire, nursery, launcher
        self._clients: list[subprocess.Popen[bytes]] = []

    async def connect(self, streams: int, manner: Manner) -> list[Instance]:
        """So many more, all through one new client; returns when all have said hello."""
        streamed = _Streams(self, streams, manner)
        local = Local(self._wire, streamed, self._nursery, start_s=START_S, matches_at_once=manner.matches)
        program = Program("bot", ("bench",), "/")
        instances = [Instance(f"bot#{number}", program, local) for number in range(streams)]
        async with trio.open_nursery() as starting:
            for instance in instances:
                starting.start_soon(instance.wait_up)
        return instances

    async def start_client(self, address: str, tokens: list[str], manner: Manner) -> None:
        """Start the client that holds these streams."""
        if self._launcher is None:
            self._clients.append(client.start(address, tokens, manner))
            return
        argv = manner.argv(address, tokens)
        await self._launcher.start(Command(argv, os.getcwd(), manner.environment, BOT_NICE, manner.cpus))

    def stop(self) -> None:
        """End the clients that no launcher will end."""
        for process in self._clients:
            client.stop(process)


@asynccontextmanager
async def open_bots(launcher: Launcher | None = None) -> AsyncIterator[Bots]:
    """A wire of its own for bots; at the end their clients are gone.

    launcher: starts the clients as an event starts its bots, at their lower priority; None: they
    run at ours."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_wire(f"unix:{folder}/referee") as wire, trio.open_nursery() as nursery:
            bots = Bots(wire, nursery, launcher)
            try:
                yield bots
            finally:
                nursery.cancel_scope.cancel()
                bots.stop()


class _Streams:
    """A launcher whose processes are the streams of one client, which starts with the last."""

    def __init__(self, bots: Bots, streams: int, manner: Manner) -> None:
        self._bots, self._streams, self._manner = bots, streams, manner
        self._tokens: list[str] = []

    async def start(self, command: Command) -> Any:
        self._tokens.append(command.env["ARENA_TOKEN"])
        if len(self._tokens) == self._streams:
            await self._bots.start_client(command.env["ARENA_ADDRESS"], self._tokens, self._manner)
        return _Standing()


class _Standing:
    """A process that goes on."""

    id, pid = "bench", 0

    async def wait_exited(self) -> Exited:
        await trio.sleep_forever()
        raise AssertionError

    async def stop(self) -> Exited:
        return Exited(0, "", True)
