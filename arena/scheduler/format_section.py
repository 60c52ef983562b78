"""Reads [format] and holds it to what the game can do, and to the bots there are."""

from __future__ import annotations

import re
from typing import Any, Literal, cast

from arena.games.contract import Game, Split, Table, split_text
from arena.scheduler.event import Duplicate, Event, Format
from arena.scheduler.seating import MOST_PERMUTED, roles
from arena.scheduler.section import Section

FORMAT_KEYS = tuple(Format._fields)

_MOST_DEALS = 1_000_000


def read_format(section: Section, game: Game[Any]) -> Format:
    """The format of an event. Raises EventError."""
    if "players" in section and "teams" in section:
        section.refuse("teams", "expected either players or teams, got both")
    if "players" not in section and "teams" not in section:
        section.refuse("players", "expected a list of table sizes, or of team formats in format.teams")
    kind = section.choice("kind", ("round-robin",), default="round-robin")
    if "rounds" in section:
        section.refuse("rounds", "expected no such key, a round robin plays each table once; see deals")
    return Format(
        kind=cast(Literal["round-robin"], kind),
        players=_players(section, game),
        teams=_teams(section, game),
        sides=cast(Literal["entrant"], section.choice("sides", ("entrant",), default="entrant")),
        deals=section.whole("deals", 1, _MOST_DEALS, default=1),
        tables=cast(Literal["all"], section.choice("tables", ("all",), default="all")),
        duplicate=cast(
            Duplicate,
            section.choice("duplicate", ("none", "rotations", "permutations"), default="rotations"),
        ),
    )


def check_entrants(top: Section, event: Event, game: Game[Any]) -> None:
    """Hold the tables to the bots and processes there are. Raises EventError.

    top: the whole file, for its name."""
    if not event.bots:
        top.refuse("bot", "expected at least one [[bot]]")
    tables: list[tuple[str, int, Split | None]] = []
    tables += [(f"format.players[{n}]", size, None) for n, size in enumerate(event.format.players, 1)]
    tables += [(f"format.teams[{n}]", sum(split), split) for n, split in enumerate(event.format.teams, 1)]
    for key, seats, split in tables:
        sides = game.seating(seats, split)
        if refusal := game.refusal(Table(seats, sides, event.options, split)):
            top.refuse(key, refusal)
        needed = roles(sides)
        if needed > len(event.bots):
            top.refuse(key, f"a table of this kind needs {needed} bots, there are {len(event.bots)}")
        if event.format.duplicate == "permutations" and needed > MOST_PERMUTED:
            sentence = (
                f"expected at most {MOST_PERMUTED} entrants a table for permutations, {key} has {needed}"
            )
            top.refuse("format.duplicate", sentence)
        if seats > event.run.max_processes:
            sentence = f"expected at least {seats}, a process for each seat of {key}"
            top.refuse("run.max_processes", f"{sentence}, got {event.run.max_processes}")


def _players(section: Section, game: Game[Any]) -> tuple[int, ...]:
    allowed = f"{game.seats[0]} to {game.seats[-1]}"
    sizes = section.entries("players", f"table sizes ({game.name}: {allowed})")
    for number, size in enumerate(sizes, 1):
        if type(size) is not int or size not in game.seats:
            section.refuse(
                f"players[{number}]", f"expected a table size of {game.name}, {allowed}, got {size!r}"
            )
    return cast(tuple[int, ...], sizes)


def _teams(section: Section, game: Game[Any]) -> tuple[Split, ...]:
    texts = section.entries("teams", 'team formats such as "2-2"')
    return tuple(_split(section, f"teams[{n}]", text, game) for n, text in enumerate(texts, 1))


def _split(section: Section, key: str, text: object, game: Game[Any]) -> Split:
    if not isinstance(text, str) or not re.fullmatch(r"[1-9]\d?(-[1-9]\d?)+", text, re.ASCII):
        section.refuse(key, f'expected a team format such as "2-2", got {text!r}')
    split = tuple(map(int, text.split("-")))
    all_splits = {seats: list(game.splits(seats)) for seats in game.seats}
    if split not in all_splits.get(sum(split), ()):
        shown = ", ".join(split_text(known) for splits in all_splits.values() for known in splits)
        section.refuse(key, f"expected a team format of {game.name} ({shown or 'it has none'}), got {text!r}")
    return split
