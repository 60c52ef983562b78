"""An instance on a bench: a wire and processes that the test plays itself, on a clock that jumps."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import trio
import trio.testing

from arena.games.gorus.views import GorusViewOwn
from arena.referee.messages import Ask, ClockLimits, Shared, Start
from arena.transport import limits
from arena.transport.codec import Codec, codec_for
from arena.transport.generated import arena_pb2 as pb
from arena.transport.grpc_link import GrpcLink
from arena.transport.instance import Instance
from arena.transport.launcher_memory import MemoryLauncher, MemoryProcess
from arena.transport.local import Local, Program
from arena.transport.server import Departure, Stream
from arena.transport.timekeeper import Timekeeper
from arena.transport.wire import Wire

CODEC: Codec = codec_for("arena.transport.generated.gorus_pb2")
START = Start("gorus", "1", 0, (0, 1), (), {}, ClockLimits(), b"seed" * 4, "")
START_S = 10.0


def run(async_fn: Callable[[], Awaitable[None]]) -> None:
    """Run on a clock that jumps to the next thing that happens."""

    async def bounded() -> None:
        with trio.fail_after(3600.0):
            await async_fn()

    trio.run(bounded, clock=trio.testing.MockClock(autojump_threshold=0))


def on_bench(matches_at_once: int = 1) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """Make a test of a scene: its first parameter is a `Bench`, the others are pytest's."""

    def decorate(scene: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def test(**arguments: Any) -> None:
            async def play() -> None:
                async with bench(matches_at_once) as table:
                    await scene(table, **arguments)

            run(play)

        signature = inspect.signature(scene)
        test.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=list(signature.parameters.values())[1:], return_annotation=None
        )
        test.__name__, test.__doc__, test.__module__ = scene.__name__, scene.__doc__, scene.__module__
        return test

    return decorate


async def settle() -> None:
    """Let everything that can go on without time passing go on."""
    await trio.testing.wait_all_tasks_blocked()


class BenchStream:
    """What was sent on a stream, in order."""

    def __init__(self) -> None:
        self.owner: object = None
        self.sent: list[pb.ToBot] = []
        self.unwritten_bytes = 0
        self.closed = False

    def send(self, data: bytes, departure: Departure | None = None) -> None:
        self.sent.append(pb.ToBot.FromString(data))
        if departure is not None:
            departure.left_s = trio.current_time()

    @property
    def starts(self) -> int:
        """How many matches were opened on it."""
        return sum(item.HasField("start") for message in self.sent for item in message.items)


class BenchWire:
    """Knows who is waited for; nothing comes but what a test makes come."""

    address = "unix:nowhere"

    def __init__(self) -> None:
        self.expected: dict[str, Instance] = {}
        self.timekeeper = Timekeeper()

    def expect(self, token: str, owner: Instance) -> None:
        self.expected[token] = owner

    def forget(self, token: str) -> None:
        self.expected.pop(token, None)

    def close(self, stream: BenchStream) -> None:
        stream.closed = True


class Bench:
    """One instance, and the hands that play its processes."""

    def __init__(self, nursery: trio.Nursery, matches_at_once: int = 1) -> None:
        self.wire, self.launcher = BenchWire(), MemoryLauncher()
        self.logs: list[tuple[str, str]] = []
        self.local = Local(
            cast(Wire, self.wire),
            self.launcher,
            nursery,
            start_s=START_S,
            matches_at_once=matches_at_once,
            on_log=lambda name, log: self.logs.append((name, log)),
        )
        self.instance = Instance("bot#1", Program("bot", ("./bot",), "/"), self.local)
        self.nursery = nursery

    @property
    def process(self) -> MemoryProcess:
        """The last process that was started."""
        return self.launcher.started[-1]

    def hello(self, **changes: Any) -> tuple[BenchStream, str]:
        """Say hello for the last process: its stream, and why it is refused ("": it is not)."""
        stream = BenchStream()
        token = self.process.command.env["ARENA_TOKEN"]
        owner = self.wire.expected.pop(token, None)
        if owner is None:
            return stream, "unknown token"
        hello = pb.Hello(token=token, **({"protocol": limits.PROTOCOL} | changes))
        return stream, owner.greeted(cast(Stream, stream), hello)

    async def seat(self) -> GrpcLink:
        """A link for one match, with a Start on it once the process is up."""
        link = self.instance.link(CODEC)
        link.open(START)
        self.nursery.start_soon(link.wait_ready)
        await settle()
        return link

    async def up(self, **changes: Any) -> tuple[GrpcLink, BenchStream]:
        """A link to a process that has said hello."""
        link = await self.seat()
        stream, reason = self.hello(**changes)
        assert reason == ""
        await settle()
        return link, stream

    def receive(self, stream: BenchStream, *answers: pb.Answer, **fields: Any) -> None:
        """A message comes from the bot, now."""
        self.receive_bytes(stream, pb.FromBot(answers=answers, **fields).SerializeToString())

    def receive_bytes(self, stream: BenchStream, data: bytes) -> None:
        """Bytes come from the bot, now; what comes on a closed stream is not passed on."""
        if not stream.closed:
            self.instance.received(cast(Stream, stream), data, trio.current_time())

    def end(self, stream: BenchStream, *, oversize: bool = False) -> None:
        """The stream ends."""
        if not stream.closed:
            self.instance.ended(cast(Stream, stream), oversize=oversize)


@asynccontextmanager
async def bench(matches_at_once: int = 1) -> AsyncIterator[Bench]:
    """A bench; whatever still runs at the end is cancelled."""
    async with trio.open_nursery() as nursery:
        table = Bench(nursery, matches_at_once)
        nursery.start_soon(table.wire.timekeeper.keep)
        yield table
        nursery.cancel_scope.cancel()


def ask(number: int) -> Ask:
    """A question, of which only the number matters here."""
    return Ask(number, "play", ("blue-1", "blue-2"), Shared(GorusViewOwn((1, 2))), None, (), 1.0, 1.0)
