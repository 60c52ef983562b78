"""The games there are: those inside, and those that installed packages bring.

A package brings a game by an entry point of the group `arena.games` that names an object of the
`Game` protocol; its own proto file and generated module come with it (docs/adding-a-game.md)."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from arena.games.contract import Game

GROUP = "arena.games"
_INSIDE = {"gorus": "arena.games.gorus:GORUS"}


class UnknownGame(LookupError):
    """No game has this name; the message lists those there are."""


def names() -> list[str]:
    """All games by name."""
    return sorted(_INSIDE.keys() | {entry.name for entry in _outside()})


def load(name: str) -> Game[Any]:
    """The game of this name. Raises UnknownGame."""
    if name in _INSIDE:
        module, _, attribute = _INSIDE[name].partition(":")
        game: Game[Any] = getattr(import_module(module), attribute)
        return game
    for entry in _outside():
        if entry.name == name:
            found: Game[Any] = entry.load()
            return found
    raise UnknownGame(f"there is no game {name!r}; there are {', '.join(names())}")


def _outside() -> Iterable[EntryPoint]:
    return entry_points(group=GROUP)
