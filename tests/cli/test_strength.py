"""Greedy is above random at every kind of table, by more than chance allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from .commands import arena, event_text, ladder

pytestmark = pytest.mark.slow

SETS = 200
"""A set is a deal in all its rotations; of large tables one match, or this would take minutes."""

TABLES = {
    "three players": ("players = [3]", 3),
    "five players": ('players = [5]\nduplicate = "none"', 5),
    "eight players": ('players = [8]\nduplicate = "none"', 8),
    "two against two": ('teams = ["2-2"]', 2),
}


@pytest.mark.parametrize("format_and_bots", TABLES.values(), ids=TABLES.keys())
def test_greedy_is_above_random(format_and_bots: tuple[str, int], folder: Path) -> None:
    format, bots = format_and_bots
    (folder / "cup.toml").write_text(
        event_text(
            format=f"{format}\ndeals = {SETS}",
            bots=" | ".join(['builtin = "greedy"', *['builtin = "random"'] * (bots - 1)]),
        )
    )
    assert arena("run", "cup.toml", "--jobs", 2).status == 0
    (folder / "r.jsonl").write_text(arena("results", "cup").out)
    compared = ladder("compare", "r.jsonl", "a", "b", "--json").json
    assert compared["sets"] == SETS
    assert compared["low"] > 0, compared
