"""The codec, held to the named tuples of every game and to protobuf's own encoding."""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from google.protobuf.message import Message

from arena.games import catalog
from arena.games.chance import KeyedChance
from arena.games.contract import Split, Table
from arena.games.options import resolve
from arena.transport.codec import Codec, CodecError, codec_for, encode

GORUS = "arena.transport.generated.gorus_pb2"


def tables() -> Iterator[Any]:
    """Every table size and team format of every game."""
    for name in catalog.names():
        game = catalog.load(name)
        for seats in game.seats:
            for split in (None, *game.splits(seats)):
                yield pytest.param(name, seats, split, id=f"{name}-{seats}-{split or 'alone'}")


def values(name: str, seats: int, split: Split | None) -> Iterator[Any]:
    """All that anybody is told in a match of random play: views and events, public parts and own."""
    game, chance = catalog.load(name), random.Random(seats)
    table = Table(seats, game.seating(seats, split), resolve(game.options(), {}), split)
    keyed = KeyedChance(bytes([seats]) * 16)
    state = game.setup(table, keyed)
    while pending := game.pending(state):
        for seat in (None, *range(seats)):
            view = game.view(state, seat)
            yield view.public
            if view.own is not None:
                yield view.own
        choices = {seat: chance.choice(decision.menu) for seat, decision in pending.items()}
        state, events = game.advance(state, choices, keyed)
        for event in events:
            yield event.public
            yield from event.own.values()


def assert_same(value: Any, message: Message) -> None:
    """Compare a value with what came over the wire, field by field."""
    assert message.DESCRIPTOR.name == type(value).__name__
    assert {field.name for field in message.DESCRIPTOR.fields} == set(value._fields)
    for name in value._fields:
        told, sent = getattr(message, name), getattr(value, name)
        if isinstance(told, Message):
            assert_same(sent, told)
        elif isinstance(sent, tuple):
            assert len(told) == len(sent)
            for one, other in zip(told, sent, strict=True):
                if isinstance(one, Message):
                    assert_same(other, one)
                else:
                    assert one == other
        else:
            assert told == sent


@pytest.mark.parametrize(("name", "seats", "split"), list(tables()))
def test_all_that_a_game_tells_arrives_as_it_was(name: str, seats: int, split: Split | None) -> None:
    game = catalog.load(name)
    codec = codec_for(game.messages)
    seen = set()
    for value in values(name, seats, split):
        assert_same(value, codec.decode(codec.type_name(value), encode(game, value)))
        seen.add(type(value).__name__)
    assert len(seen) > 3


@pytest.mark.parametrize("name", catalog.names())
def test_every_message_of_a_game_is_sent_at_some_table(name: str) -> None:
    """Else nothing above has compared it with its class."""
    module = import_module(catalog.load(name).messages)
    wanted = set(module.DESCRIPTOR.message_types_by_name)
    found: set[str] = set()
    for parameter in tables():
        if parameter.values[0] == name:
            found |= {type(value).__name__ for value in values(*parameter.values)}
        if wanted <= found:
            return
    assert not wanted - found


def test_the_own_part_is_called_as_the_public_one_with_own_behind_it() -> None:
    for name in catalog.names():
        game = catalog.load(name)
        seats = game.seats[-1]
        table = Table(seats, game.seating(seats, None), resolve(game.options(), {}))
        view = game.view(game.setup(table, KeyedChance(bytes(16))), 0)
        assert type(view.own).__name__ == type(view.public).__name__ + "Own"


class GorusViewOwn(NamedTuple):
    hand: Any


class BoutWon(NamedTuple):
    side: int
    seat: int


class Played(NamedTuple):
    seat: int
    card: int
    challenge: bool
    preferred: int
    colour: int


class Unheard(NamedTuple):
    seat: int


@pytest.mark.parametrize(
    "value",
    [BoutWon(1, 2), Played(0, 1, False, 0, 0), Unheard(1), SimpleNamespace(seat=1)],
    ids=["a field too few", "a field too many", "no such message", "no named tuple"],
)
def test_a_class_that_does_not_match_its_message_is_an_error(value: Any) -> None:
    with pytest.raises(CodecError):
        Codec(GORUS).encode(value)


@pytest.mark.parametrize("hand", [("a",), (-1,), (2**32,), 7, (1.5,)])
def test_a_value_that_does_not_fit_its_field_is_an_error(hand: Any) -> None:
    with pytest.raises(CodecError, match="does not fit its message"):
        Codec(GORUS).encode(GorusViewOwn(hand))


def test_bytes_that_are_not_the_message_are_an_error() -> None:
    with pytest.raises(CodecError, match=r"not a arena\.v1\.gorus\.GorusViewOwn"):
        Codec(GORUS).decode("arena.v1.gorus.GorusViewOwn", b"\xff")


def test_a_message_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(CodecError, match="has no message Nothing"):
        Codec(GORUS).decode("arena.v1.gorus.Nothing", b"")


def test_equal_values_of_different_kinds_are_not_mixed_up() -> None:
    """1, 1.0 and True are equal in Python and one key in a dict; on the wire they are not the same."""
    codec = Codec(GORUS)
    codec.encode(GorusViewOwn((1,)))
    for wrong in ((1.5,), ("1",)):
        with pytest.raises(CodecError):
            codec.encode(GorusViewOwn(wrong))
    assert list(codec.decode("GorusViewOwn", codec.encode(GorusViewOwn((1,)))).hand) == [1]  # type: ignore[attr-defined]


def test_more_values_than_are_remembered_are_encoded_all_the_same() -> None:
    codec = Codec(GORUS)
    for card in [*range(5000), *range(5000)]:
        assert codec.decode("GorusViewOwn", codec.encode(GorusViewOwn((card,)))).hand == [card]  # type: ignore[attr-defined]
