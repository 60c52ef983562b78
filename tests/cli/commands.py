"""Calls the commands as a person does, without a process of their own, and says what came of it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from click.testing import CliRunner

from arena.cli.main import main
from ladder.command import main as ladder_main

PATIENT = "[clock]\nstart_s = 100.0\nbank_s = 1000.0\ncap_s = 100.0\n"
"""A clock for bots that are processes: what they do must not depend on what else the machine does."""


class Done(NamedTuple):
    """How a command ended: its exit status and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it wrote to standard output, read as JSON."""
        return json.loads(self.out)

    @property
    def json_lines(self) -> list[Any]:
        """The same for one value a line."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def sentence(self) -> str:
        """What went wrong: the only line on standard error, with nothing on standard output."""
        assert self.out == ""
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("Error: ")
        return self.err.removeprefix("Error: ").rstrip("\n")


def arena(*words: object) -> Done:
    """Call `arena`. What no command may raise is raised here."""
    return _called(main, *words)


def ladder(*words: object) -> Done:
    """Call `ladder`."""
    return _called(ladder_main, *words)


def _called(command: Any, *words: object) -> Done:
    result = CliRunner().invoke(command, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def event_text(
    *,
    name: str = "cup",
    seed: int | None = 7,
    format: str = "players = [3]",
    bots: str = 'builtin = "greedy" | builtin = "random" | builtin = "random"',
    more: str = "",
) -> str:
    """An event file. bots: how each is told, between bars; they are called a, b, c and so on."""
    tables = "".join(
        f'\n[[bot]]\nname = "{chr(ord("a") + number)}"\n{told.strip()}\n'
        for number, told in enumerate(bots.split("|"))
    )
    secret = "" if seed is None else f"seed = {seed}\n"
    return f'[event]\nname = "{name}"\ngame = "gorus"\n{secret}\n[format]\n{format}\n{more}\n{tables}'
