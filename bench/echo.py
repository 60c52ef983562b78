"""The baseline of the referee: a bare grpc.aio server that answers each message with canned bytes.

python -m bench.echo STREAMS SECONDS ASK_FILE"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from pathlib import Path
from typing import Any

import click
import grpc.aio

from arena.transport import frames
from arena.transport.server import SERVICE
from bench import client

_END: Any = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs lack it
WARM_UP_S = 1.0


class Echo:
    """Sends the same question for ever, and counts the answers."""

    def __init__(self, ask: bytes) -> None:
        self._ask = ask
        self.count = 0

    async def play(self, _requests: Any, context: Any) -> None:
        await context.read()
        await context.write(frames.welcome(b"", 1))
        await context.write(self._ask)
        while await context.read() is not _END:
            self.count += 1
            await context.write(self._ask)


async def measure(streams: int, seconds: float, ask: bytes) -> float:
    """Round trips a second of all streams together, after a warm-up."""
    echo = Echo(ask)
    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(echo.play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{folder}/echo"
        server.add_insecure_port(address)
        await server.start()
        bots = client.start(address, [f"t{number}" for number in range(streams)], client.Manner((1,)))
        try:
            await asyncio.sleep(WARM_UP_S)
            before, begun_s = echo.count, time.perf_counter()
            await asyncio.sleep(seconds)
            return (echo.count - before) / (time.perf_counter() - begun_s)
        finally:
            client.stop(bots)
            await server.stop(0)


@click.command()
@click.argument("streams", type=int)
@click.argument("seconds", type=float)
@click.argument("ask_file", type=Path)
def main(streams: int, seconds: float, ask_file: Path) -> None:
    """Print the round trips a second."""
    os.sched_setaffinity(0, {0})
    click.echo(asyncio.run(measure(streams, seconds, ask_file.read_bytes())))


if __name__ == "__main__":
    main()
