"""A referee process of a running event: `python -m arena.cli.worker FD`, started by the runner.

FD is its end of the line to the runner. It ends when the other end does, however that came about."""

from __future__ import annotations

import gc
import math
import socket
import sys

import trio

from arena.cli.house import House, open_house
from arena.cli.worker_messages import Line, Message, setting_from_json
from arena.referee.faults import MachineFault
from arena.referee.record import Record
from arena.scheduler.tasks import task_from
from arena.transport.launcher import LaunchFailed
from arena.transport.server import AddressTaken


async def serve(line: Line) -> None:
    """Play blocks as they come over the line, until it ends."""
    said, to_say = trio.open_memory_channel[Message](math.inf)

    async def say_all() -> None:
        async for message in to_say:
            await line.send(message)

    async def play_all(house: House) -> None:
        async for message in line:
            tasks = [task_from(row) for row in message["tasks"]]
            await house.play_block(tasks, lambda record: _say_record(said, record))
            said.send_nowait({"done": True})

    first = await anext(line, None)
    if first is None:  # the runner was gone before it said anything
        return
    setting = setting_from_json(first["setting"])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(say_all)
        try:
            async with open_house(
                setting, lambda *bot_instance_log: said.send_nowait({"log": bot_instance_log})
            ) as house:
                said.send_nowait({"ready": True})
                await play_all(house)
        except* (MachineFault, LaunchFailed, AddressTaken) as faults:
            said.send_nowait({"failed": _first_sentence(faults)})
        said.close()


def collect_seldom() -> None:
    """Look for cyclic garbage less often: a match leaves little, and the search took 5 % of a
    referee's time (measured with py-spy under `bench.referee`)."""
    gc.freeze()  # what is imported stays
    gc.set_threshold(20_000, 20, 20)


def main() -> None:
    """Run until the runner's end of the line is gone."""
    collect_seldom()
    end = socket.socket(fileno=int(sys.argv[1]))
    try:
        trio.run(_main, end)
    except* trio.BrokenResourceError:
        pass  # the runner is gone; so are we


async def _main(end: socket.socket) -> None:
    await serve(Line(end))


def _say_record(said: trio.MemorySendChannel[Message], record: Record) -> None:
    said.send_nowait({"record": record.dumps()})


def _first_sentence(faults: BaseExceptionGroup[Exception]) -> str:
    first: BaseException = faults
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return str(first)


if __name__ == "__main__":
    main()
