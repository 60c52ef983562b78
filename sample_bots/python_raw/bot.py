"""A bot without any library of ours: grpcio and what protoc generates. Chooses at random."""

from __future__ import annotations

import os
import queue
import random
import sys
from pathlib import Path

import arena_pb2 as pb
import arena_pb2_grpc
import grpc


def connect() -> grpc.Channel:
    """The channel to the referee that the environment names."""
    address = os.environ["ARENA_ADDRESS"]
    if not address.startswith("tls://"):
        return grpc.insecure_channel(address)
    ca_file = os.environ.get("ARENA_CA_FILE")
    roots = Path(ca_file).read_bytes() if ca_file else None
    return grpc.secure_channel(address.removeprefix("tls://"), grpc.ssl_channel_credentials(roots))


def answers_to(message: pb.ToBot, chances: dict[int, random.Random]) -> list[pb.Answer]:
    """One answer for each question in the message; chances: by match, seeded at its start."""
    answers = []
    for item in message.items:
        if item.HasField("start"):
            chances[item.start.match] = random.Random(item.start.seed)
        elif item.HasField("ask"):
            ask = item.ask
            option = chances[ask.match].randrange(len(ask.options))
            answers.append(pb.Answer(match=ask.match, number=ask.number, option=option))
        elif item.HasField("over"):
            chances.pop(item.over.match, None)
    return answers


def main() -> None:
    """Say hello and answer until the referee ends the stream."""
    hello = pb.Hello(token=os.environ["ARENA_TOKEN"], protocol=1, name="raw", version="1.0")
    hello.language, hello.matches_at_once = "python", 64
    outbox: queue.SimpleQueue[pb.FromBot | None] = queue.SimpleQueue()
    outbox.put(pb.FromBot(hello=hello))
    chances: dict[int, random.Random] = {}
    with connect() as channel:
        for message in arena_pb2_grpc.RefereeStub(channel).Play(iter(outbox.get, None)):
            if message.HasField("refusal"):
                sys.exit(f"refused: {message.refusal.reason}")
            if answers := answers_to(message, chances):
                outbox.put(pb.FromBot(answers=answers))
    outbox.put(None)


if __name__ == "__main__":
    main()
