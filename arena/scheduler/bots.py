"""The bots of an event: where each comes from, from which words it is started."""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NamedTuple

from arena.scheduler.errors import EventError
from arena.scheduler.names import name_fault, numbered
from arena.scheduler.section import Section, read_toml

BOT_FILE = "bot.toml"
BOT_FILE_KEYS = ("name", "command", "version", "build")


class BotSpec(NamedTuple):
    """A bot as an event knows it.

    name: unique in the event.
    argv: the words that start it; empty for a built-in one.
    folder: where it is started, its own; None for a plain command (started where arena was).
    build: the words that build it in its folder before the first start.
    builtin: the name of the policy inside the engine.
    """

    name: str
    argv: tuple[str, ...] = ()
    folder: Path | None = None
    version: str = ""
    build: tuple[str, ...] | None = None
    builtin: str | None = None


def read_bot_folder(folder: Path, name: str | None = None) -> BotSpec:
    """The bot of a folder with a bot.toml.

    name: instead of the one in bot.toml. Raises EventError."""
    file = folder / BOT_FILE
    section = Section(str(file), "", read_toml(file), BOT_FILE_KEYS)
    build = section.text_or_none("build")
    return BotSpec(
        name=name or _name(section),
        argv=_words(section, "command"),
        folder=folder,
        version=section.text("version"),
        build=None if build is None else _words(section, "build"),
    )


def bot_of_section(section: Section, name: str, builtins: Collection[str]) -> BotSpec:
    """The bot of one [[bot]] table: exactly one of path, command and builtin says where it is from."""
    sources = [key for key in ("path", "command", "builtin") if key in section]
    if len(sources) != 1:
        found = " and ".join(sources) or "none"
        section.refuse(
            sources[1] if sources else "path", f"expected one of path, command, builtin; got {found}"
        )
    if sources == ["command"]:
        return BotSpec(name, argv=_words(section, "command"))
    if sources == ["builtin"]:
        return BotSpec(name, builtin=section.choice("builtin", sorted(builtins), default=""))
    folder = Path(section.file).parent / section.text("path")
    fault = folder_fault(folder)
    if fault:
        section.refuse("path", fault)
    return read_bot_folder(folder, name)


def bots_from_words(words: Iterable[str], builtins: Collection[str]) -> tuple[BotSpec, ...]:
    """The bots of a command line; a name that comes again gets a number ("random", "random-2")."""
    bots: list[BotSpec] = []
    for word in words:
        bot = bot_from_word(word, builtins)
        bots.append(bot._replace(name=numbered(bot.name, [other.name for other in bots])))
    return tuple(bots)


def bot_from_word(word: str, builtins: Collection[str]) -> BotSpec:
    """The bot that a BOT word means: a built-in's name, `NAME=COMMAND`, or a folder with bot.toml.

    Raises EventError."""
    if word in builtins:
        return BotSpec(word, builtin=word)
    folder = Path(word)
    if "=" in word and not os.path.isdir(folder):
        name, _, command = word.partition("=")
        fault = name_fault(name)
        if fault:
            raise EventError("", word, fault)
        return BotSpec(name, argv=_words(Section("", "", {word: command}, [word]), word))
    fault = folder_fault(folder)
    if fault:
        known = ", ".join(sorted(builtins))
        raise EventError("", word, f"expected a built-in ({known}), NAME=COMMAND or a folder, but {fault}")
    return read_bot_folder(folder)


def folder_fault(folder: Path) -> str | None:
    """Say why this is not the folder of a bot; None if it is one."""
    if not os.path.isdir(folder):  # a Path raises where the name is too long to be one
        return f"there is no folder {folder}"
    return None if (folder / BOT_FILE).is_file() else f"the folder {folder} has no {BOT_FILE}"


def _name(section: Section) -> str:
    name = section.text("name")
    fault = name_fault(name)
    if fault:
        section.refuse("name", fault)
    return name


def _words(section: Section, key: str) -> tuple[str, ...]:
    text = section.text(key)
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        section.refuse(key, f"expected words as a shell reads them, got {text!r} ({error})")
