"""The options of a game: their schema, their check, their documentation."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

OptionValue = str | int | bool


class OptionError(ValueError):
    """An option is unknown or has a value that is not allowed. Say so to whoever wrote it."""

    def __init__(self, key: str, expected: str, got: object) -> None:
        super().__init__(f"{key}: expected {expected}, got {got!r}")
        self.key, self.expected, self.got = key, expected, got


class Option(NamedTuple):
    """One key of [game].

    choices: all allowed values in full. For whole numbers give `low` and `high` instead.
    default: the value when the key is left out; None where leaving it out means something itself.
    """

    key: str
    default: OptionValue | None
    doc: str
    choices: tuple[OptionValue, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def expected(self) -> str:
        """What may stand here, in words."""
        if self.choices:
            return "one of " + ", ".join(_shown(choice) for choice in self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: object) -> OptionValue:
        """The value, if it is allowed.

        Raises OptionError otherwise."""
        for choice in self.choices:
            if type(choice) is type(value) and choice == value:
                return choice
        if not self.choices and type(value) is int and self.low <= value <= self.high:
            return value
        raise OptionError(self.key, self.expected, value)

    def parse(self, text: str) -> OptionValue:
        """The value that a command line's text means."""
        for choice in self.choices:
            if _shown(choice).strip('"') == text:
                return choice
        if not self.choices and text.lstrip("-").isdecimal():
            return self.check(int(text))
        raise OptionError(self.key, self.expected, text)


OptionSchema = tuple[Option, ...]


def resolve(schema: OptionSchema, given: Mapping[str, object]) -> Mapping[str, OptionValue]:
    """All options with their values, defaults filled in (keys whose default is None stay out).

    Raises OptionError for an unknown key or a value that is not allowed."""
    known = {option.key: option for option in schema}
    for key, value in given.items():
        if key not in known:
            raise OptionError(key, "one of the keys " + (", ".join(known) or "(none)"), value)
    values = {option.key: option.default for option in schema if option.default is not None}
    values |= {key: known[key].check(value) for key, value in given.items()}
    return MappingProxyType(values)


def _shown(value: OptionValue) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
