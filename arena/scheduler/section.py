"""One table of a TOML file, read key by key with the type and range that each must have."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from arena.scheduler.errors import EventError

_LARGEST = 2**63 - 1
"""Whole numbers of TOML have 64 bits; a larger one may be too large to compare, or to show."""

_LONGEST_S = 4_000_000.0
"""A time longer than this could not be told on the wire, which has 32 bits for milliseconds."""


def read_toml(path: Path) -> dict[str, object]:
    """What stands in a TOML file. Raises EventError when it cannot be read."""
    try:
        values = tomllib.loads(path.read_text("utf-8"))
        too_large = next(_too_large(values, ""), None)
    except OSError as error:
        raise EventError(str(path), "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise EventError(str(path), "", f"expected UTF-8 text; byte {error.start} is not") from error
    except tomllib.TOMLDecodeError as error:
        raise EventError(str(path), "", f"expected TOML: {error}") from error
    except ValueError as error:  # so many digits that Python does not read them
        raise EventError(str(path), "", "expected TOML: a whole number has far too many digits") from error
    except RecursionError as error:
        raise EventError(str(path), "", "expected TOML that is nested less deeply") from error
    if too_large is not None:
        raise EventError(str(path), too_large, "expected a whole number of at most 64 bits")
    return values


def _too_large(value: object, key: str) -> Iterator[str]:
    """The keys of whole numbers that TOML does not have."""
    match value:
        case int() if abs(value) > _LARGEST:
            yield key
        case dict():
            for name, inner in value.items():
                yield from _too_large(inner, f"{key}.{name}" if key else name)
        case list():
            for number, inner in enumerate(value, 1):
                yield from _too_large(inner, f"{key}[{number}]")


class Section:
    """A table of a file. Every reader raises EventError with file, key and what was expected.

    file: as named in errors. name: the table's dotted name, empty for the top of the file.
    known: all keys that may stand in it; another key is an error, at once.
    values: all that stands in it, unchecked.
    """

    def __init__(self, file: str, name: str, values: object, known: Sequence[str]) -> None:
        self.file, self.name, self._known = file, name, known
        if not isinstance(values, Mapping):
            raise EventError(file, name, f"expected a table [{name}], got {values!r}")
        self.values: Mapping[str, object] = values
        for key in values:
            if key not in known:
                self.refuse(key, f"there is no such key; expected one of {', '.join(known)}")

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def refuse(self, key: str, sentence: str) -> NoReturn:
        """Raise EventError about a key of this table."""
        raise EventError(self.file, f"{self.name}.{key}" if self.name else key, sentence)

    def text(self, key: str) -> str:
        """A text that is not blank; the key must be there."""
        value = self._required(key, "a text")
        if not isinstance(value, str) or not value.strip():
            self.refuse(key, f"expected a text that is not empty, got {value!r}")
        return value

    def text_or_none(self, key: str) -> str | None:
        """The same, or None when the key is left out."""
        return self.text(key) if key in self else None

    def choice(self, key: str, choices: Sequence[str], *, default: str) -> str:
        """One of a few texts."""
        value = self.values.get(key, default)
        if value not in choices:
            shown = ", ".join(f'"{choice}"' for choice in choices)
            self.refuse(key, f"expected {'one of ' if len(choices) > 1 else ''}{shown}, got {value!r}")
        return str(value)

    def whole(self, key: str, low: int, high: int, *, default: int) -> int:
        """A whole number from low to high."""
        value = self.values.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.refuse(key, f"expected a whole number from {low} to {high}, got {value!r}")
        return value

    def whole_or_none(self, key: str, low: int, high: int) -> int | None:
        """The same, or None when the key is left out."""
        return self.whole(key, low, high, default=low) if key in self else None

    def seconds(self, key: str, *, default: float, above: float = -math.inf) -> float:
        """A time in seconds, not negative and greater than `above`; may be infinite."""
        value = self.values.get(key, default)
        if type(value) not in (int, float) or not isinstance(value, int | float) or not value >= 0:
            self.refuse(key, f"expected a number of seconds, 0 or more, got {value!r}")
        if not value > above:
            self.refuse(key, f"expected more than {above:g} seconds, got {value!r}")
        if _LONGEST_S < value < math.inf:
            self.refuse(key, f"expected at most {_LONGEST_S:,.0f} seconds, got {value!r}")
        return float(value)

    def flag(self, key: str, *, default: bool) -> bool:
        """true or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            self.refuse(key, f"expected true or false, got {value!r}")
        return value

    def entries(self, key: str, what: str) -> tuple[object, ...]:
        """A list with at least one entry and none twice; empty when the key is left out."""
        if key not in self:
            return ()
        value = self.values[key]
        if not isinstance(value, list) or not value:
            self.refuse(key, f"expected a list of {what}, got {value!r}")
        for number, entry in enumerate(value):
            if entry in value[:number]:
                self.refuse(f"{key}[{number + 1}]", f"{entry!r} stands in the list twice")
        return tuple(value)

    def table(self, key: str, known: Sequence[str]) -> Section:
        """A table inside this one; empty when it is left out."""
        return Section(self.file, key, self.values.get(key, {}), known)

    def tables(self, key: str, known: Sequence[str]) -> tuple[Section, ...]:
        """A list of tables, [[key]] each."""
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.refuse(key, f"expected tables [[{key}]], got {value!r}")
        return tuple(Section(self.file, f"{key}[{n}]", entry, known) for n, entry in enumerate(value, 1))

    def _required(self, key: str, what: str) -> object:
        if key not in self:
            self.refuse(key, f"expected {what}, the key is missing")
        return self.values[key]
