"""Plays what is left of an event: hands blocks to referees and has results written as they come."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from typing import NamedTuple, Protocol

import trio

from arena.referee.record import Record
from arena.scheduler.plan import Block, PlannedMatch
from arena.scheduler.tasks import MatchTask, task_of


class Played(NamedTuple):
    """A match and its record."""

    match: PlannedMatch
    record: Record


class Executor(Protocol):
    """Referees that play blocks, several at once, each block whole on one of them."""

    @property
    def jobs(self) -> int:
        """How many blocks are played at once."""

    def play(self, job: int, tasks: Sequence[MatchTask]) -> AsyncGenerator[Record, None]:
        """Play matches on referee `job` and give their records in any order.

        Raises MachineFault when the machine failed; what was given counts."""


async def play_blocks(
    blocks: Iterable[Block],
    event_secret: bytes,
    executor: Executor,
    write: Callable[[Sequence[Played]], None],
) -> None:
    """Play blocks to their end. Results are handed to `write` in batches, each of them once.

    write: blocks until its batch is safe.
    Raises what the executor raises, when all that came before is written, or what `write` raises."""
    waiting = iter(blocks)
    results, to_write = trio.open_memory_channel[Played](math.inf)
    async with trio.open_nursery() as writing:
        writing.start_soon(_write_all, to_write, write)
        async with results, trio.open_nursery() as playing:
            for job in range(executor.jobs):
                playing.start_soon(_play_next, job, waiting, event_secret, executor, results.clone())


async def _play_next(
    job: int,
    waiting: Iterator[Block],
    event_secret: bytes,
    executor: Executor,
    results: trio.MemorySendChannel[Played],
) -> None:
    async with results:
        for block in waiting:
            matches = {match.identity.text: match for match in block.matches}
            tasks = [task_of(match, event_secret) for match in block.matches]
            async with aclosing(executor.play(job, tasks)) as records:
                async for record in records:
                    results.send_nowait(Played(matches[record.identity], record))


async def _write_all(
    to_write: trio.MemoryReceiveChannel[Played], write: Callable[[Sequence[Played]], None]
) -> None:
    """Write until the last player has closed its end; whatever stops the players, what they had is kept."""
    with trio.CancelScope(shield=True):
        async for first in to_write:
            waiting = to_write.statistics().current_buffer_used
            write([first, *(to_write.receive_nowait() for _ in range(waiting))])
