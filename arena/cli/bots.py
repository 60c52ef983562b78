"""Bots of files and words, as a referee process runs them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from arena.cli.house import BotEntry
from arena.cli.mistakes import Failed
from arena.scheduler.bots import BotSpec


def entries(bots: Sequence[BotSpec]) -> tuple[BotEntry, ...]:
    """How a referee process runs these bots; a plain command runs where arena was started."""
    return tuple(
        BotEntry(bot.name, bot.argv, os.path.abspath(bot.folder or os.getcwd()), bot.builtin or "")
        for bot in bots
    )


def prepared(bots: Sequence[BotSpec]) -> None:
    """Build the bots that say how. Raises Failed with what the build wrote."""
    for bot in bots:
        if bot.build is not None:
            try:
                built = subprocess.run(bot.build, cwd=bot.folder, capture_output=True, text=True, check=False)
            except OSError as error:
                raise Failed(f"bot {bot.name} cannot be built: {error}") from error
            if built.returncode:
                output = (built.stdout + built.stderr).strip()[-2000:]
                raise Failed(f"bot {bot.name} cannot be built: {' '.join(bot.build)}\n{output}")
