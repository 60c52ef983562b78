"""Bots of files and words, as a referee process runs them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from arena.cli.house import BotEntry
from arena.cli.mistakes import Failed
from arena.scheduler.bots import BotSpec

_SHOWN_OUTPUT = 2000
"""Characters shown of what a build that failed has written: its end, where the reason stands."""


def entries(bots: Sequence[BotSpec]) -> tuple[BotEntry, ...]:
    """How a referee process runs these bots; a plain command runs where arena was started."""
    return tuple(
        BotEntry(bot.name, bot.argv, os.path.abspath(bot.folder or os.getcwd()), bot.builtin or "")
        for bot in bots
    )


def build(bots: Sequence[BotSpec]) -> None:
    """Build the bots that say how. Raises Failed with what the build wrote."""
    for bot in bots:
        if bot.build is not None:
            _build(bot, bot.build)


def _build(bot: BotSpec, words: Sequence[str]) -> None:
    try:
        built = subprocess.run(
            words,
            cwd=bot.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise Failed(f"bot {bot.name} cannot be built: {words[0]}: {error.strerror}") from error
    if built.returncode:
        output = built.stdout.strip()[-_SHOWN_OUTPUT:]
        raise Failed(f"bot {bot.name} cannot be built: {' '.join(words)}\n{output}")
