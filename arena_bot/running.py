"""The one call of a bot's program: play until the referee is done, and exit as a program should."""

from __future__ import annotations

import asyncio
import os
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

from arena_bot.author import Author
from arena_bot.errors import AuthorError, StopBot


def run(
    author: Author,
    *,
    name: str,
    version: str,
    games: Sequence[str] = (),
    matches_at_once: int = 1,
) -> NoReturn:
    """Play with this code and exit: 0 when the referee closes the stream, else 1 with the reason.

    author: a function from a question to the index of an option, or a class with such a method
        `choose`, of which each match gets an instance of its own (see arena_bot.author.Player).
    games: those the bot plays; empty means any.
    matches_at_once: how many matches it can hold at once on its one stream."""
    # Here, because whoever imports only the policies should not pay for gRPC.
    from arena_bot import client, environment
    from arena_bot.conversation import Introduction

    introduction = Introduction(name, version, games, matches_at_once)
    try:
        asyncio.run(client.play(environment.read(os.environ), introduction, author))
    except AuthorError as error:
        traceback.print_exception(error.__cause__)
        sys.exit(1)
    except StopBot as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)
