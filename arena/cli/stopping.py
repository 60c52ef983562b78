"""Runs async work so that SIGINT and SIGTERM end it cleanly; elsewhere they raise (arena.cli.mistakes)."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import trio

from arena.cli.mistakes import Stopped

T = TypeVar("T")


def run_until_stopped(work: Callable[..., Awaitable[T]], *arguments: Any) -> T:
    """Run async work to its end and return what it returns. Raises Stopped."""
    return trio.run(_until_stopped, work, arguments)


async def _until_stopped(work: Callable[..., Awaitable[T]], arguments: tuple[Any, ...]) -> T:
    result: list[T] = []
    stopped_by: list[str] = []
    # Before the work begins: from then on there may be processes that must not be left behind.
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:

        async def cancel_on_signal() -> None:
            async for number in signals:
                stopped_by.append(signal.Signals(number).name)
                nursery.cancel_scope.cancel()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(cancel_on_signal)
            result.append(await work(*arguments))
            nursery.cancel_scope.cancel()
    if not result:
        raise Stopped(stopped_by[0])
    return result[0]
