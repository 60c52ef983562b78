"""Games' values to protobuf bytes and back: one generic codec for all games.

A value is a named tuple; its message is the one of the same class name in the game's generated
module, with the same field names. Nothing is written per game: the first value of a class compiles
its encoder, and a class that does not match its message is an error then and in the tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from arena.games.contract import Game

OWN = "Own"
"""The message of a seat's own part is called as the public one with this behind it."""


class CodecError(TypeError):
    """A game's value does not match its proto file: our mistake or the game author's."""


class Codec:
    """The codec of one generated module.

    messages: the dotted name of the module."""

    def __init__(self, messages: str) -> None:
        self._module = import_module(messages)
        self._build: dict[type, Callable[[Any], Message]] = {}

    def encode(self, value: Any) -> bytes:
        """The bytes of a named tuple. Raises CodecError when it does not match its message."""
        kind = value.__class__
        build = self._build.get(kind) or self._compile(kind)
        try:
            return build(value).SerializeToString()
        except (TypeError, ValueError) as error:
            raise CodecError(f"{value!r} does not fit its message: {error}") from error

    def type_name(self, value: Any) -> str:
        """The full name of a value's message."""
        return self._message(value.__class__.__name__).DESCRIPTOR.full_name

    def decode(self, name: str, data: bytes) -> Message:
        """The message of this full name. Raises CodecError."""
        try:
            return self._message(name.rpartition(".")[2]).FromString(data)
        except ValueError as error:
            raise CodecError(f"not a {name}: {error}") from error

    def _message(self, name: str) -> type[Message]:
        found = getattr(self._module, name, None)
        if found is None:
            raise CodecError(f"{self._module.__name__} has no message {name}")
        return cast(type[Message], found)

    def _compile(self, kind: type) -> Callable[[Any], Message]:
        message = self._message(kind.__name__)
        fields: tuple[str, ...] = getattr(kind, "_fields", ())
        wanted = [field.name for field in message.DESCRIPTOR.fields]
        if sorted(fields) != sorted(wanted):
            raise CodecError(f"{kind.__name__} has the fields {sorted(fields)}, its message {sorted(wanted)}")
        nested = [message.DESCRIPTOR.fields_by_name[name] for name in fields]
        if any(field.type == FieldDescriptor.TYPE_MESSAGE for field in nested):
            build = self._nested(message, nested)
        else:
            build = _flat(message, fields)
        self._build[kind] = build
        return build

    def _nested(self, message: type[Message], fields: list[Any]) -> Callable[[Any], Message]:
        def part(value: Any) -> Message:
            kind = value.__class__
            return (self._build.get(kind) or self._compile(kind))(value)

        def convert(field: Any, value: Any) -> Any:
            if field.type != FieldDescriptor.TYPE_MESSAGE or value is None:
                return value
            return [part(item) for item in value] if field.is_repeated else part(value)

        def build(value: Any) -> Message:
            pairs = zip(fields, value, strict=True)
            return message(**{field.name: convert(field, item) for field, item in pairs})

        return build


def _flat(message: type[Message], fields: tuple[str, ...]) -> Callable[[Any], Message]:
    return lambda value: message(**dict(zip(fields, value, strict=True)))


@cache
def codec_for(messages: str) -> Codec:
    """The codec of a generated module, made once."""
    return Codec(messages)


def encode(game: Game[Any], value: Any) -> bytes:
    """A value of this game as its bots are sent it."""
    return codec_for(game.messages).encode(value)
