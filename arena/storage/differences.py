"""How an event differs from what its first run froze, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_MISSING = object()


class Difference(NamedTuple):
    """sentence: says what changed. renames: identities of stored results would mean other matches."""

    sentence: str
    renames: bool


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Difference]:
    """All differences between two frozen events.

    A frozen event has two parts: what says which match an identity means, "matches", where lists
    may grow at their end and nothing else may change, and how matches are played, "play"."""
    found = [
        Difference(sentence, renames=not _grown(old["matches"].get(key), new["matches"].get(key)))
        for key in sorted(old["matches"].keys() | new["matches"].keys())
        for sentence in _compared((key,), old["matches"].get(key), new["matches"].get(key))
    ]
    return found + [Difference(text, renames=False) for text in _compared((), old["play"], new["play"])]


def _grown(old: Any, new: Any) -> bool:
    return isinstance(old, list) and isinstance(new, list) and new[: len(old)] == old


def _compared(path: tuple[str, ...], old: Any, new: Any) -> Iterator[str]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted(old.keys() | new.keys()):
            yield from _compared((*path, key), old.get(key, _MISSING), new.get(key, _MISSING))
    elif old != new:
        yield _sentence(path, old, new)


def _sentence(path: tuple[str, ...], old: Any, new: Any) -> str:
    match path:
        case ("bot", name):
            return f"bot {name}: it {'is new' if old is _MISSING else 'is gone'}"
        case ("bot", name, "folder") if _MISSING not in (old, new):
            return f"bot {name}: its folder has changed"
        case ("bot", name, key):
            return f"bot {name}: its {key} {_change(old, new)}"
    return f"{'.'.join(path)} {_change(old, new)}"


def _change(old: Any, new: Any) -> str:
    if old is _MISSING:
        return f"is now {new!r}"
    return f"was {old!r} and is gone" if new is _MISSING else f"was {old!r}, is {new!r}"
