"""Messages of the games by the name of their type."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.message import Message

from arena_bot import generated


class UnknownType(LookupError):
    """No imported module has this type: import the game's generated module before `run`."""


def decode(type_name: str, data: bytes) -> Message:
    """The message of that type. Raises UnknownType."""
    kind = _message_class(type_name)
    if kind is None:
        raise UnknownType(
            f"there is no message type {type_name!r}; import the generated module of the game before run()"
        )
    return kind.FromString(data)


def decode_own(type_name: str, data: bytes) -> Message | None:
    """The seat's own part that goes with a public message of this type; None if it has none."""
    kind = _message_class(type_name + "Own")
    return None if kind is None else kind.FromString(data)


@cache
def _import_known_games() -> None:
    for module in pkgutil.iter_modules(generated.__path__):
        if module.name.endswith("_pb2"):
            import_module(f"{generated.__name__}.{module.name}")


def _message_class(type_name: str) -> type[Message] | None:
    _import_known_games()
    return _class_in_pool(type_name)


@cache
def _class_in_pool(type_name: str) -> type[Message] | None:
    try:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(type_name)
    except KeyError:
        return None
    return message_factory.GetMessageClass(descriptor)
