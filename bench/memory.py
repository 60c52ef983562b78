"""How much the referee's memory grows with each connected bot.

python -m bench.memory"""

from __future__ import annotations

import gc
import os

import click
import trio

from bench.bots import open_bots
from bench.client import Manner
from bench.process_state import raise_open_files, rss_kib

FIRST, MORE = 50, 500
SETTLE_S = 1.0


async def measure() -> float:
    """KiB a bot, from 50 connected bots to 550: each has said hello, and waits for a match."""
    async with open_bots() as bots:
        await bots.connect(FIRST, Manner((1,)))
        before = await _settled_kib()
        await bots.connect(MORE, Manner((1,)))
        return (await _settled_kib() - before) / MORE


async def _settled_kib() -> float:
    await trio.sleep(SETTLE_S)
    gc.collect()
    return rss_kib()


@click.command()
def main() -> None:
    """Print the growth in KiB a bot."""
    os.sched_setaffinity(0, {0})
    raise_open_files()
    click.echo(trio.run(measure))


if __name__ == "__main__":
    main()
