"""A referee that does as it is told, over real gRPC on a Unix socket, to test the bots' side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc

from arena_bot.generated import arena_pb2 as pb
from arena_bot.generated import gorus_pb2

TOKEN = "the token"
WELCOME = pb.ToBot(welcome=pb.Welcome(protocol=1, session=b"secret", matches_at_once=64))

Script = Callable[[Iterator[pb.FromBot], Any], Iterator[pb.ToBot]]
"""What the referee says on a stream: a generator, given what the bot sends and the gRPC context."""


@contextmanager
def fake_referee(folder: Path, script: Script) -> Iterator[dict[str, str]]:
    """Serve the script while the context lasts; gives the environment that a bot needs."""
    address = f"unix:{folder / 'referee.sock'}"
    handler = grpc.stream_stream_rpc_method_handler(
        script,
        request_deserializer=pb.FromBot.FromString,
        response_serializer=pb.ToBot.SerializeToString,
    )
    server = grpc.server(ThreadPoolExecutor(4))
    service = grpc.method_handlers_generic_handler("arena.v1.Referee", {"Play": handler})
    server.add_generic_rpc_handlers((service,))
    server.add_insecure_port(address)
    server.start()
    try:
        yield {"ARENA_ADDRESS": address, "ARENA_TOKEN": TOKEN}
    finally:
        server.stop(grace=None).wait()


def start(match: int, *, seed: bytes = b"seed", seat: int = 1, game: str = "gorus") -> pb.Item:
    """Opens a match of three."""
    players = [pb.Player(side=side) for side in range(3)]
    options = {"edition": "english"}
    clock = pb.Clock(bank_ms=10_000, increment_ms=100, cap_ms=2_000)
    opened = pb.Start(match=match, game=game, rules_version="1", seat=seat, players=players, options=options)
    opened.seed, opened.split = seed, ""
    opened.clock.CopyFrom(clock)
    return pb.Item(start=opened)


def ask(match: int, number: int, *options: str, view: pb.View | None = None) -> pb.Item:
    """A question with these options, and with two events before it."""
    dealt = gorus_pb2.Dealt(round=1, dealer=2).SerializeToString()
    hand = gorus_pb2.DealtOwn(hand=[4, 20]).SerializeToString()
    played = gorus_pb2.Played(seat=2, card=36, preferred=2).SerializeToString()
    question = pb.Ask(match=match, number=number, kind="play", options=options, bank_ms=9_000)
    question.answer_ms = 1_500
    question.view.CopyFrom(view or gorus_view())
    question.events.add(type="arena.v1.gorus.Dealt", public=dealt, own=hand)
    question.events.add(type="arena.v1.gorus.Played", public=played)
    return pb.Item(ask=question)


def gorus_view() -> pb.View:
    """The view of a seat that must answer green-4 with blue-4 or brown-4 in hand."""
    public = gorus_pb2.GorusView(round=1, bout=1, dealer=2, turn=1, initiating=2, preferred=2)
    public.cards.append(36)
    public.seats.append(2)
    public.hand_sizes.extend((10, 2, 9))
    public.support.extend((0, 0, 0))
    public.schools.extend((0, 1, 2))
    own = gorus_pb2.GorusViewOwn(hand=[4, 20])
    return pb.View(
        type="arena.v1.gorus.GorusView", public=public.SerializeToString(), own=own.SerializeToString()
    )


def over(match: int) -> pb.Item:
    """Ends a match of three, which seat 1 won."""
    event = pb.Event(type="arena.v1.gorus.BoutWon", public=gorus_pb2.BoutWon(side=1).SerializeToString())
    ended = pb.Over(match=match, ranks=[2, 1, 2], scores=[0, 3, 0], reason="played to its end")
    ended.events.append(event)
    return pb.Item(over=ended)


def notice(match: int) -> pb.Item:
    """Tells of the fault of another seat."""
    fault = pb.Fault(seat=2, kind="crash", sentence="its process exited with status 1", forfeit=True)
    return pb.Item(notice=pb.Notice(match=match, fault=fault))
