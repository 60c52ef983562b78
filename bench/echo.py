"""The baseline of the referee: a bare grpc.aio server that answers each message with canned bytes.

    python -m bench.echo STREAMS SECONDS ASK_BYTES_FILE

Prints the round trips a second of all streams together."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import grpc.aio

from arena.transport import frames
from arena.transport.server import SERVICE
from bench import client

_END: Any = grpc.aio.EOF  # type: ignore[attr-defined]
WARM_UP_S = 1.0


async def measure(streams: int, seconds: float, ask: bytes) -> float:
    """Round trips a second, after a warm-up."""
    count = 0

    async def play(_requests: Any, context: Any) -> None:
        nonlocal count
        await context.read()
        await context.write(frames.welcome(b"", 1))
        await context.write(ask)
        while await context.read() is not _END:
            count += 1
            await context.write(ask)

    server = grpc.aio.server()
    handler = grpc.stream_stream_rpc_method_handler(play)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Play": handler}),))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{folder}/echo"
        server.add_insecure_port(address)
        await server.start()
        bots = client.start(address, [f"t{number}" for number in range(streams)], cpus=[1])
        await asyncio.sleep(WARM_UP_S)
        before, begun_s = count, time.perf_counter()
        await asyncio.sleep(seconds)
        rate = (count - before) / (time.perf_counter() - begun_s)
        bots.kill()
        bots.wait()
        await server.stop(0)
    return rate


if __name__ == "__main__":
    os.sched_setaffinity(0, {0})
    print(asyncio.run(measure(int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]).read_bytes())))  # noqa: T201
