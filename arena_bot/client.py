"""Plays on a stream to the referee, from connecting to its end.

grpc.aio, because it measured faster than the synchronous interface at ping-pong
(docs/decisions/0010-client-library-transport.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc

from arena_bot.author import Author
from arena_bot.conversation import Conversation, Introduction
from arena_bot.environment import Environment
from arena_bot.errors import SetupError, StreamLost
from arena_bot.generated import arena_pb2 as pb

METHOD = "/arena.v1.Referee/Play"
_END: Any = grpc.aio.EOF  # type: ignore[attr-defined]  # the stubs lack it
MAX_MESSAGE_BYTES = 1 << 20  # the referee's own limit for what it sends is lower
_OPTIONS = (
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.enable_http_proxy", 0),  # a proxy of the environment must not come between us and loopback
)


async def play(environment: Environment, introduction: Introduction, author: Author) -> None:
    """Connect, say hello and answer until the referee closes the stream. Raises StopBot."""
    conversation = Conversation(author)
    async with _channel(environment) as channel:
        open_stream: Any = channel.stream_stream(
            METHOD,
            request_serializer=pb.FromBot.SerializeToString,
            response_deserializer=pb.ToBot.FromString,
        )
        stream = open_stream()
        try:
            await stream.write(introduction.hello(environment.token))
            while (message := await stream.read()) is not _END:
                reply = conversation.handle(message)
                if reply is not None:
                    await stream.write(reply)
        except (grpc.RpcError, grpc.aio.UsageError):
            pass  # the stream has ended, in the middle of a write: its status says how
        await _check_end(stream, environment)


async def _check_end(stream: Any, environment: Environment) -> None:
    if await stream.code() is not grpc.StatusCode.OK:
        code, details = (await stream.code()).name, await stream.details()
        raise StreamLost(f"lost the referee at {environment.target}: {code}, {details}")


def _channel(environment: Environment) -> grpc.aio.Channel:
    if not environment.secure:
        return grpc.aio.insecure_channel(environment.target, options=_OPTIONS)
    try:
        roots = Path(environment.ca_file).read_bytes() if environment.ca_file else None
    except OSError as error:
        raise SetupError(f"cannot read ARENA_CA_FILE={environment.ca_file}: {error.strerror}") from error
    return grpc.aio.secure_channel(environment.target, grpc.ssl_channel_credentials(roots), options=_OPTIONS)
