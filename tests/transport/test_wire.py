"""Streams: who is let in, and what everything that a bot can do with a stream is called.

All over a real Unix socket, with bots on bare gRPC. The bad bot sits in seat 0 and forfeits at its
first fault; the other two must get their match to its end, and the reason told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from traceback import format_exception

import pytest
import trio
from raw_client import RawClient, connected
from wire_match import NET_S, ROOMY, Bot, PlayedMatch, Witness, played

from arena.referee.faults import FaultPolicy
from arena.transport import limits
from arena.transport.generated import arena_pb2 as pb
from arena.transport.server import AddressTaken, Stream
from arena.transport.wire import Wire, open_wire


class Keeper:
    """An owner that takes whoever comes, and keeps what is heard of it."""

    def __init__(self, reason: str = "") -> None:
        self.reason = reason
        self.heard: list[object] = []
        self.something = trio.Event()
        self.stream: Stream | None = None

    def greeted(self, stream: Stream, hello: pb.Hello) -> str:
        self.stream = stream
        self._hear(hello.name)
        return self.reason

    def received(self, stream: Stream, data: bytes, arrived_s: float) -> None:
        self._hear(data)

    def ended(self, stream: Stream, *, oversize: bool) -> None:
        self._hear("oversize" if oversize else "ended")

    def _hear(self, what: object) -> None:
        self.heard.append(what)
        self.something.set()
        self.something = trio.Event()

    async def wait_heard(self, number: int) -> None:
        while len(self.heard) < number:
            await self.something.wait()


def on_wire(folder: Path, scene: Callable[[Wire], Awaitable[None]]) -> None:
    """Run a scene with a wire of its own."""

    async def playing() -> None:
        with trio.fail_after(NET_S):
            async with open_wire(f"unix:{folder / 'wire'}") as wire:
                await scene(wire)

    trio.run(playing)


@asynccontextmanager
async def refused(wire: Wire, sentence: str) -> AsyncIterator[RawClient]:
    """A client that must be told this sentence, and nothing more."""
    async with connected(wire.address) as client:
        yield client
        message = await client.receive()
        assert message is not None
        assert message.refusal.reason == sentence
        assert await client.receive() is None


# Who is let in


def test_a_known_token_lets_in_and_what_comes_then_reaches_its_owner(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token", name="alice")
            client.send(b"anything")
            await keeper.wait_heard(2)
        await keeper.wait_heard(3)
        assert keeper.heard == ["alice", b"anything", "ended"]

    on_wire(tmp_path, scene)


def test_an_unknown_token_is_refused(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        async with refused(wire, "this token is unknown or already used") as client:
            client.hello("token")

    on_wire(tmp_path, scene)


def test_a_token_is_good_for_one_stream(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token")
            await keeper.wait_heard(1)
            async with refused(wire, "this token is unknown or already used") as second:
                second.hello("token")
            assert keeper.heard == [""], "the first stream goes on"

    on_wire(tmp_path, scene)


def test_a_forgotten_token_is_refused(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        wire.expect("token", Keeper())
        wire.forget("token")
        async with refused(wire, "this token is unknown or already used") as client:
            client.hello("token")

    on_wire(tmp_path, scene)


@pytest.mark.parametrize(
    "first", [b"", b"\xff\xff", pb.FromBot(answers=[pb.Answer(match=1)]).SerializeToString()]
)
def test_a_stream_that_does_not_begin_with_a_hello_is_refused(tmp_path: Path, first: bytes) -> None:
    async def scene(wire: Wire) -> None:
        async with refused(wire, "the first message of a stream is a Hello") as client:
            client.send(first)

    on_wire(tmp_path, scene)


def test_an_owner_may_refuse_with_a_reason(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper("too old")
        wire.expect("token", keeper)
        async with refused(wire, "too old") as client:
            client.hello("token")
        assert keeper.heard == [""]

    on_wire(tmp_path, scene)


def test_what_is_sent_before_a_stream_is_closed_still_arrives(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token")
            await keeper.wait_heard(1)
            assert keeper.stream is not None
            keeper.stream.send(pb.ToBot(refusal=pb.Refusal(reason="go")).SerializeToString())
            wire.close(keeper.stream)
            message = await client.receive()
            assert message is not None
            assert message.refusal.reason == "go"
            assert await client.receive() is None
        assert keeper.heard == [""], "it hears no more of a stream that it closed"

    on_wire(tmp_path, scene)


def test_what_is_sent_in_one_turn_arrives_as_one_message(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token")
            await keeper.wait_heard(1)
            assert keeper.stream is not None
            for seat in range(5):
                item = pb.Item(start=pb.Start(seat=seat))
                keeper.stream.send(pb.ToBot(items=[item]).SerializeToString())
            message = await client.receive()
            assert message is not None
            assert [item.start.seat for item in message.items] == [0, 1, 2, 3, 4]

    on_wire(tmp_path, scene)


def test_what_a_bot_does_not_read_waits_and_is_counted(tmp_path: Path) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token")
            await keeper.wait_heard(1)
            assert keeper.stream is not None
            data = pb.ToBot(refusal=pb.Refusal(reason="x" * 65536)).SerializeToString()
            sent = 0
            while keeper.stream.unwritten_bytes <= limits.UNWRITTEN_BYTES:
                keeper.stream.send(data)
                sent += len(data)
                assert sent < 64 * limits.UNWRITTEN_BYTES, "more than that is kept for who does not read"
                await trio.lowlevel.checkpoint()

    on_wire(tmp_path, scene)


@pytest.mark.parametrize(("surplus", "heard"), [(0, "data"), (1, "oversize")])
def test_a_message_may_have_64_kib_and_not_a_byte_more(tmp_path: Path, surplus: int, heard: str) -> None:
    async def scene(wire: Wire) -> None:
        keeper = Keeper()
        wire.expect("token", keeper)
        async with connected(wire.address) as client:
            client.hello("token")
            client.send(bytes(limits.MAX_MESSAGE_BYTES + surplus))
            await keeper.wait_heard(2)
            assert ("data" if isinstance(keeper.heard[1], bytes) else keeper.heard[1]) == heard

    on_wire(tmp_path, scene)


def test_two_wires_cannot_listen_on_one_port() -> None:
    async def playing() -> None:
        async with open_wire("127.0.0.1:0") as wire:
            with pytest.RaisesGroup(AddressTaken, allow_unwrapped=True, flatten_subgroups=True) as raised:
                async with open_wire(wire.address):
                    raise AssertionError
            assert f"cannot listen on {wire.address}" in "".join(format_exception(raised.value))

    trio.run(playing)


# What is called what


def bad(misbehave: Callable[[RawClient, pb.Ask], Awaitable[None]]) -> Bot:
    """A bot that says hello and misbehaves at its first question."""

    async def bot(client: RawClient, token: str) -> None:
        client.hello(token)
        ask = await client.wait_ask()
        assert ask is not None
        await misbehave(client, ask)
        await client.wait_end()

    return bot


def staying(misbehave: Callable[[RawClient, pb.Ask], Awaitable[None]]) -> Bot:
    """A bot that misbehaves, and whose process goes on when its stream has ended."""

    async def bot(client: RawClient, token: str) -> None:
        await bad(misbehave)(client, token)
        await trio.sleep_forever()

    return bot


def fault_of(folder: Path, bot: Bot, **changes: object) -> tuple[str, str]:
    """Kind and sentence of the fault for which the bot in seat 0 forfeits."""
    witnesses = Witness(), Witness()
    match = played(folder, bot, *witnesses, **changes)  # type: ignore[arg-type]
    (fault,) = match.record.faults
    assert (fault.seat, fault.forfeit) == (0, True)
    assert match.record.ranks[0] == 3
    for witness in witnesses:
        assert [notice.sentence for notice in witness.notices] == [fault.sentence]
        assert list(witness.over.ranks) == list(match.record.ranks)
        assert witness.over.reason == f"seat 0 forfeited: {fault.kind}, {fault.sentence}"
    return fault.kind, fault.sentence


def test_good_bots_play_to_the_end(tmp_path: Path) -> None:
    witnesses = Witness(), Witness(), Witness()
    match = played(tmp_path, *witnesses)
    assert not match.record.faults
    assert [list(witness.over.ranks) for witness in witnesses] == [list(match.record.ranks)] * 3


def test_an_option_that_was_not_offered_is_illegal(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        client.answer(ask, option=len(ask.options))

    kind, sentence = fault_of(tmp_path, bad(misbehave))
    assert kind == "illegal"
    assert sentence.startswith("answered option ")


def test_a_question_never_asked_is_malformed(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        ask.number += 1
        client.answer(ask)

    assert fault_of(tmp_path, bad(misbehave)) == ("malformed", "answered question 2, which was never asked")


def test_a_match_of_others_is_malformed(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        ask.match ^= 1
        client.answer(ask)

    kind, sentence = fault_of(tmp_path, bad(misbehave))
    assert kind == "malformed"
    assert sentence.startswith("answered in a match that it does not play (")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xff\xff", "sent a message that is not a FromBot"),
        (b"\x0a\xff\xff\xff\xff\x0f", "sent a message that is not a FromBot"),
        (pb.FromBot(hello=pb.Hello()).SerializeToString(), "said hello twice on one stream"),
        (bytes(limits.MAX_MESSAGE_BYTES + 1), "sent a message of more than 65536 bytes"),
        (bytes(limits.MAX_MESSAGE_BYTES * 15), "sent a message of more than 65536 bytes"),
    ],
    ids=["nonsense", "a length that is a lie", "two hellos", "a byte too long", "960 KiB"],
)  # fmt: skip
def test_messages_that_are_none_are_malformed(tmp_path: Path, data: bytes, sentence: str) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        client.send(data)

    assert fault_of(tmp_path, bad(misbehave)) == ("malformed", sentence)


def test_a_message_too_large_to_be_received_ends_the_stream(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        client.send(bytes(limits.RECEIVED_BYTES + 1))

    assert fault_of(tmp_path, staying(misbehave))[0] == "disconnect"


def test_empty_messages_are_a_flood(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        for _ in range(500):
            client.send(b"")

    kind, sentence = fault_of(tmp_path, bad(misbehave))
    assert kind == "flood"
    assert str(limits.EMPTY_MESSAGES) in sentence


@pytest.mark.parametrize("a_message", [1, 100, 3000])
def test_answers_without_end_are_a_flood(tmp_path: Path, a_message: int) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        stale = pb.Answer(match=ask.match, number=0)
        for _ in range(max(1, 1000 // a_message)):
            client.send(pb.FromBot(answers=[stale] * a_message))

    assert fault_of(tmp_path, bad(misbehave))[0] == "flood"


def test_a_half_close_is_a_disconnect(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        client.half_close()
        await trio.sleep_forever()

    assert fault_of(tmp_path, bad(misbehave)) == (
        "disconnect",
        "ended its stream while its process went on",
    )


def test_a_connection_cut_is_a_disconnect(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        client.disconnect()
        await trio.sleep_forever()

    assert fault_of(tmp_path, bad(misbehave))[0] == "disconnect"


def test_a_process_that_ends_on_its_turn_has_crashed(tmp_path: Path) -> None:
    async def bot(client: RawClient, token: str) -> None:
        client.hello(token)
        await client.wait_ask()

    assert fault_of(tmp_path, bot) == ("crash", "its process exited with status 0")


def test_silence_is_late(tmp_path: Path) -> None:
    async def misbehave(client: RawClient, ask: pb.Ask) -> None:
        await trio.sleep_forever()

    clock = ROOMY._replace(bank_s=2.0, cap_s=None, increment_s=2.0)
    kind, sentence = fault_of(tmp_path, bad(misbehave), clock=clock)
    assert (kind, sentence) == ("late", "no answer came within the 2000 ms allowed")


def test_another_protocol_is_a_no_show(tmp_path: Path) -> None:
    async def bot(client: RawClient, token: str) -> None:
        client.hello(token, protocol=2)
        await trio.sleep_forever()

    assert fault_of(tmp_path, bot) == ("no-show", "speaks protocol 2, this referee speaks 1")


def started_again(folder: Path, bot: Bot) -> PlayedMatch:
    """A match in which the bot of seat 0 is at fault, and what is left of it plays on."""
    match = played(folder, bot, Witness(), Witness(), policy=FaultPolicy(limit=99))
    assert {fault.seat for fault in match.record.faults} <= {0}
    return match


class CrashesOnce(Witness):
    """Ends at its first question, and is good when it is started again."""

    def __init__(self) -> None:
        super().__init__()
        self.lives = 0

    async def __call__(self, client: RawClient, token: str) -> None:
        self.lives += 1
        if self.lives > 1:
            await super().__call__(client, token)
        else:
            client.hello(token)
            await client.wait_ask()


def test_a_bot_that_crashed_once_plays_on_in_a_fresh_process(tmp_path: Path) -> None:
    bot = CrashesOnce()
    match = started_again(tmp_path, bot)
    assert [(fault.kind, fault.forfeit) for fault in match.record.faults] == [("crash", False)]
    assert bot.items[0].HasField("start")
    assert bot.over.reason == "played to its end"
    assert len(match.processes) == 4


def test_a_bot_that_crashes_again_forfeits(tmp_path: Path) -> None:
    async def bot(client: RawClient, token: str) -> None:
        client.hello(token)
        await client.wait_ask()

    match = started_again(tmp_path, bot)
    assert [(fault.kind, fault.forfeit) for fault in match.record.faults] == [
        ("crash", False),
        ("crash", True),
    ]
    assert match.record.ranks[0] == 3


def test_who_dies_before_its_hello_twice_forfeits_before_the_first_step(tmp_path: Path) -> None:
    async def bot(client: RawClient, token: str) -> None:
        pass

    kind, sentence = fault_of(tmp_path, bot)
    assert (kind, sentence) == ("crash", "its process exited with status 0 (before it said hello)")
