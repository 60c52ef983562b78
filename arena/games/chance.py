"""Chance by label: every draw is named by its place in the game and comes from one secret.

A label is the phase and the public index of the draw ("deal/3", "die/lap-2/seat-1/turn-4"), never
a running counter, so that the same place in two rotations of one deal meets the same chance
whatever was chosen before. A value is read from a keyed hash (BLAKE2b, RFC 7693) of the label with
unbiased rejection; nothing that was drawn tells what will be drawn.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

_WORDS = struct.Struct("<16I")  # one BLAKE2b digest
_WORD_RANGE = 1 << 32


class Chance(Protocol):
    """Where a game gets its draws."""

    def below(self, label: str, bound: int) -> int:
        """A whole number from 0 to bound − 1, all equally likely."""

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order, all orders equally likely."""


class KeyedChance:
    """Chance from a secret of 16 to 64 bytes: repeatable by who knows it, unpredictable to others."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if not 16 <= len(secret) <= 64:
            raise ValueError(f"a secret has 16 to 64 bytes, this has {len(secret)}")
        self._secret = secret

    def below(self, label: str, bound: int) -> int:
        return _below(self._words(label), bound)

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        words, order = self._words(label), list(items)
        for last in range(len(order) - 1, 0, -1):  # Fisher and Yates, as Knuth 3.4.2 P
            other = _below(words, last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def _words(self, label: str) -> Iterator[int]:
        counter = 0
        while True:
            block = hashlib.blake2b(f"{counter}/{label}".encode(), key=self._secret).digest()
            yield from _WORDS.unpack(block)
            counter += 1


class ScriptedChance:
    """Chance for tests: what each label gives is written down; an unscripted draw is an error.

    draws: by label, the number that `below` gives, or the order that `shuffled` gives.
    """

    def __init__(self, draws: Mapping[str, int | Sequence[Any]]) -> None:
        self.draws = draws

    def below(self, label: str, bound: int) -> int:
        value = self.draws[label]
        if not isinstance(value, int) or not 0 <= value < bound:
            raise ValueError(f"{label}: {value!r} is not a number below {bound}")
        return value

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        order = self.draws[label]
        left = list(items)
        if not isinstance(order, Sequence) or len(order) != len(left):
            raise ValueError(f"{label}: {order!r} is not an order of {items!r}")
        return tuple(left.pop(left.index(wanted)) for wanted in order)


def derive(secret: bytes, *path: object) -> bytes:
    """A secret of 32 bytes for one purpose, from which neither the given one nor that of another
    path can be worked out.

    path: names the purpose; its parts are told apart, ("a", "bc") is not ("ab", "c")."""
    message = b"".join(len(part).to_bytes(4, "little") + part for part in (str(p).encode() for p in path))
    return hashlib.blake2b(message, key=secret, digest_size=32).digest()


def _below(words: Iterator[int], bound: int) -> int:
    if not 1 <= bound <= _WORD_RANGE:
        raise ValueError(f"a bound lies from 1 to {_WORD_RANGE}, not {bound}")
    limit = _WORD_RANGE - _WORD_RANGE % bound
    word = next(words)
    while word >= limit:  # kept, it would favour the smaller numbers
        word = next(words)
    return word % bound
