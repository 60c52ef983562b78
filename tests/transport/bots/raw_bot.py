"""What the bots of the tests share: a stream on bare gRPC, with the generated code of the raw sample."""

import os
import queue
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "sample_bots" / "python_raw"))

import arena_pb2 as pb
import grpc


class Stream:
    """The stream of this process."""

    def __init__(self):
        self._to_send = queue.SimpleQueue()
        channel = grpc.insecure_channel(os.environ["ARENA_ADDRESS"])
        self.received = channel.stream_stream("/arena.v1.Referee/Play")(iter(self._to_send.get, None))

    def send(self, message):
        """Send a message, or bytes as one."""
        self._to_send.put(message if isinstance(message, bytes) else message.SerializeToString())

    def hello(self):
        """Say hello."""
        hello = pb.Hello(token=os.environ["ARENA_TOKEN"], protocol=1, matches_at_once=8)
        self.send(pb.FromBot(hello=hello))

    def items(self):
        """What the referee sends, in order."""
        for data in self.received:
            yield from pb.ToBot.FromString(data).items

    def answer(self, ask, option=0):
        """Answer a question."""
        self.send(pb.FromBot(answers=[pb.Answer(match=ask.match, number=ask.number, option=option)]))
