"""Reads an event file: every mistake in it is found before anything starts."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, cast

from arena.games import catalog
from arena.games.contract import Game
from arena.games.options import OptionError, OptionValue, resolve
from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BotSpec, bot_of_section
from arena.scheduler.event import Event, OnFault, Run
from arena.scheduler.format_section import FORMAT_KEYS, check_entrants, read_format
from arena.scheduler.names import first_repeated, name_fault
from arena.scheduler.section import Section, read_toml

KEYS: Mapping[str, tuple[str, ...]] = {
    "event": ("name", "game", "seed", "store"),
    "format": FORMAT_KEYS,
    "run": tuple(Run._fields),
    "clock": ("bank_s", "increment_s", "cap_s", "start_s", "grace_s"),
    "bot": ("name", "path", "command", "builtin"),
}
"""Every key of an event file by its table, but for [game], whose keys the game has."""

_LARGEST_SEED = 2**63 - 1  # TOML's largest whole number
_MOST = 10_000


def read_event(
    path: Path, *, builtins: Collection[str], load_game: Callable[[str], Game[Any]] = catalog.load
) -> Event:
    """The event of a file.

    builtins: the names of the bots inside the engine.
    Raises EventError with file, key and what was expected."""
    top = Section(str(path), "", read_toml(path), (*KEYS, "game"))
    about = top.table("event", KEYS["event"])
    game = _game(about, load_game)
    event = Event(
        name=_name(about),
        game=game.name,
        seed=about.whole_or_none("seed", 0, _LARGEST_SEED),
        store=_store(about),
        options=_options(top, game),
        format=read_format(top.table("format", KEYS["format"]), game),
        run=_run(top.table("run", KEYS["run"])),
        clock=_clock(top.table("clock", KEYS["clock"])),
        bots=_bots(top.tables("bot", KEYS["bot"]), builtins),
    )
    check_entrants(top, event, game)
    return event


def _game(about: Section, load_game: Callable[[str], Game[Any]]) -> Game[Any]:
    name = about.text("game")
    try:
        return load_game(name)
    except catalog.UnknownGame as error:
        about.refuse("game", str(error))


def _name(section: Section) -> str:
    name = section.text("name")
    fault = name_fault(name)
    if fault:
        section.refuse("name", fault)
    return name


def _store(about: Section) -> str | None:
    url = about.text_or_none("store")
    if url is not None and "://" not in url:
        about.refuse("store", f"expected a URL such as sqlite:///results.db, got {url!r}")
    return url


def _options(top: Section, game: Game[Any]) -> Mapping[str, OptionValue]:
    schema = game.options()
    try:
        return resolve(schema, top.table("game", [option.key for option in schema]).values)
    except OptionError as error:
        top.refuse(f"game.{error.key}", f"expected {error.expected}, got {error.got!r}")


def _run(section: Section) -> Run:
    default = Run()
    return Run(
        jobs=section.whole_or_none("jobs", 1, 1024),
        matches_per_bot=section.whole("matches_per_bot", 1, 1024, default=default.matches_per_bot),
        max_processes=section.whole("max_processes", 1, _MOST, default=default.max_processes),
        on_fault=cast(
            OnFault, section.choice("on_fault", ("substitute", "forfeit"), default=default.on_fault)
        ),
        fault_limit=section.whole("fault_limit", 0, _MOST, default=default.fault_limit),
        show_names=section.flag("show_names", default=default.show_names),
    )


def _clock(section: Section) -> ClockLimits:
    default = ClockLimits()
    cap_s = section.seconds("cap_s", default=default.cap_s or math.inf, above=0)
    clock = ClockLimits(
        bank_s=section.seconds("bank_s", default=default.bank_s),
        increment_s=section.seconds("increment_s", default=default.increment_s),
        cap_s=None if cap_s == math.inf else cap_s,
        start_s=section.seconds("start_s", default=default.start_s, above=0),
        grace_s=section.seconds("grace_s", default=default.grace_s),
    )
    for key, value in clock._asdict().items():
        if value == math.inf:
            section.refuse(key, "expected a limit, only cap_s may be inf")
    if clock.bank_s + clock.increment_s == 0:
        section.refuse("bank_s", "expected time to think, bank_s and increment_s are both 0")
    return clock


def _bots(sections: tuple[Section, ...], builtins: Collection[str]) -> tuple[BotSpec, ...]:
    names = [_name(section) for section in sections]
    repeated = first_repeated(names)
    if repeated:
        place, earlier = repeated
        sections[place].refuse(
            "name", f"expected a name of its own, {names[place]!r} is too like {names[earlier]!r}"
        )
    return tuple(
        bot_of_section(section, name, builtins) for section, name in zip(sections, names, strict=True)
    )
