"""Games' values to protobuf bytes and back: one generic codec for all games.

A value is a named tuple; its message is the one of the same class name in the game's generated
module, with the same field names. Nothing is written per game: the first value of a class compiles
its encoder, and a class that does not match its message is an error then and in the tests.

A message is its fields' bytes one after the other, and most fields of a view are as they were in the
last one. So each field is encoded by protobuf once for each value that it takes, and remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, cast

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from arena.games.contract import Game

OWN = "Own"
"""The message of a seat's own part is called as the public one with this behind it."""

REMEMBERED = 4096
"""So many values of one field are remembered; then all are forgotten."""


class CodecError(TypeError):
    """A game's value does not match its proto file: our mistake or the game author's."""


class FieldEncoder(dict[Any, bytes]):
    """The bytes of one field of a message, by its value.

    field: its name. plain: makes of a value what protobuf takes."""

    def __init__(
        self, message: type[Message], field: str, plain: Callable[[Any], Any] = lambda value: value
    ) -> None:
        super().__init__()
        self._message, self._field, self._plain = message, field, plain

    def __missing__(self, value: Any) -> bytes:
        if len(self) >= REMEMBERED:
            self.clear()
        data = self[value] = self._message(**{self._field: self._plain(value)}).SerializeToString()
        return data


class SmallNumbersEncoder(FieldEncoder):
    """The bytes of a field of numbers, mostly cards and counts: packed, one below 128 is one byte.

    Hands and bouts are ever new, and this is quicker than to ask protobuf."""

    def __init__(self, message: type[Message], field: str) -> None:
        super().__init__(message, field)
        self._key = message(**{field: (0,)}).SerializeToString()[:-2]  # the rest: one byte, which is 0

    def __missing__(self, value: Any) -> bytes:
        try:
            packed = bytes(value) if type(value) is tuple else b""
        except (TypeError, ValueError):  # protobuf knows whether it fits and says why it does not
            packed = b""
        if not packed.isascii() or not 0 < len(packed) < 128:
            return super().__missing__(value)
        if len(self) >= REMEMBERED:
            self.clear()
        data = self[value] = self._key + bytes((len(packed),)) + packed
        return data


class Codec:
    """The codec of one generated module.

    messages: the dotted name of the module."""

    def __init__(self, messages: str) -> None:
        self._module = import_module(messages)
        self._encoders: dict[type, tuple[FieldEncoder, ...]] = {}
        self._names: dict[type, str] = {}

    def encode(self, value: Any) -> bytes:
        """The bytes of a named tuple. Raises CodecError when it does not match its message."""
        kind = value.__class__
        encoders = self._encoders.get(kind) or self._compile(kind)
        try:
            return b"".join([encoder[item] for encoder, item in zip(encoders, value, strict=True)])
        except (TypeError, ValueError) as error:
            raise CodecError(f"{value!r} does not fit its message: {error}") from error

    def type_name(self, value: Any) -> str:
        """The full name of a value's message."""
        kind = value.__class__
        name = self._names.get(kind)
        if name is None:
            name = self._names[kind] = self._message(kind.__name__).DESCRIPTOR.full_name
        return name

    def decode(self, name: str, data: bytes) -> Message:
        """The message of this full name. Raises CodecError."""
        try:
            return self._message(name.rpartition(".")[2]).FromString(data)
        except DecodeError as error:
            raise CodecError(f"not a {name}: {error}") from error

    def _message(self, name: str) -> type[Message]:
        found = getattr(self._module, name, None)
        if found is None:
            raise CodecError(f"{self._module.__name__} has no message {name}")
        return cast(type[Message], found)

    def _compile(self, kind: type) -> tuple[FieldEncoder, ...]:
        message = self._message(kind.__name__)
        names: tuple[str, ...] = getattr(kind, "_fields", ())
        wanted = [field.name for field in message.DESCRIPTOR.fields]
        if sorted(names) != sorted(wanted):
            raise CodecError(f"{kind.__name__} has the fields {sorted(names)}, its message {sorted(wanted)}")
        encoders = tuple(
            self._field_encoder(message, message.DESCRIPTOR.fields_by_name[name]) for name in names
        )
        self._encoders[kind] = encoders
        return encoders

    def _field_encoder(self, message: type[Message], field: Any) -> FieldEncoder:
        if field.is_repeated and field.type in (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_INT32):
            return SmallNumbersEncoder(message, field.name)
        if field.type != FieldDescriptor.TYPE_MESSAGE:
            return FieldEncoder(message, field.name)
        part = self._message(field.message_type.name)

        def plain(value: Any) -> Any:
            if field.is_repeated:
                return [part.FromString(self.encode(item)) for item in value]
            return None if value is None else part.FromString(self.encode(value))

        return FieldEncoder(message, field.name, plain)


@cache
def codec_for(messages: str) -> Codec:
    """The codec of a generated module, made once."""
    return Codec(messages)


def encode(game: Game[Any], value: Any) -> bytes:
    """A value of this game as its bots are sent it."""
    return codec_for(game.messages).encode(value)
