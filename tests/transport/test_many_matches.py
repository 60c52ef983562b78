"""Many matches on one stream: whatever waits goes out together, and a flood costs little memory."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
import trio
from raw_client import RawClient
from test_misbehaving_programs import played
from wire_match import NET_S, ROOMY, PlayedLauncher, setting

from arena.games.gorus import GORUS
from arena.referee.match import play
from arena.referee.record import Record
from arena.referee.replay import verify
from arena.transport.codec import codec_for
from arena.transport.generated import arena_pb2 as pb
from arena.transport.instance import Instance
from arena.transport.local import Local, Program
from arena.transport.wire import open_wire

MATCHES = 64


class Batching:
    """A bot that answers all questions of a message in one message, and counts."""

    def __init__(self) -> None:
        self.messages = self.questions = 0
        self.most_at_once = 0

    async def __call__(self, client: RawClient, token: str) -> None:
        client.hello(token, matches_at_once=MATCHES)
        while (message := await client.receive()) is not None:
            asks = [item.ask for item in message.items if item.HasField("ask")]
            self.messages += 1
            self.questions += len(asks)
            self.most_at_once = max(self.most_at_once, len(asks))
            if asks:
                answers = [pb.Answer(match=ask.match, number=ask.number, option=0) for ask in asks]
                client.send(pb.FromBot(answers=answers))


def test_64_matches_of_one_stream_share_their_messages(tmp_path: Path) -> None:
    bot, records = Batching(), list[Record]()

    async def playing() -> None:
        with trio.fail_after(NET_S):
            async with open_wire(f"unix:{tmp_path / 'wire'}") as wire, trio.open_nursery() as nursery:
                local = Local(wire, PlayedLauncher([bot], nursery), nursery, matches_at_once=MATCHES)
                instance = Instance("bot#1", Program("0", ("0",), "/"), local)

                async def one() -> None:
                    records.append(await play(setting(1, clock=ROOMY), [instance.link(codec)]))

                codec = codec_for(GORUS.messages)
                async with trio.open_nursery() as matches:
                    for _ in range(MATCHES):
                        matches.start_soon(one)
                await instance.stop()
                nursery.cancel_scope.cancel()

    trio.run(playing)
    assert len(records) == MATCHES
    assert not any(record.faults for record in records)
    assert verify(records[0], GORUS)
    assert bot.questions == sum(time is not None for record in records for time in record.times_ms)
    assert bot.messages * 4 < bot.questions
    assert bot.most_at_once > MATCHES / 2


@pytest.mark.slow
def test_a_bot_that_floods_does_not_fill_the_memory(tmp_path: Path) -> None:
    """What a flooding process makes the referee hold, in the referee's own highest memory."""
    before_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    record = played(tmp_path, "floods")
    assert record.faults[0].kind == "flood"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kib < 64 * 1024
