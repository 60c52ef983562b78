"""Gorus Maximus, a trick-taking game of gladiators for one to eight; rules in docs/games/gorus.md."""

from arena.games.gorus.game import GORUS

__all__ = ["GORUS"]
