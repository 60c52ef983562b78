"""Imports run down only, and every module says first what it is for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from import_rules import violations

ROOT = Path(__file__).resolve().parents[1]
LAYERED = ("arena", "arena_bot", "ladder", "sample_bots")
WRITTEN = (*LAYERED, "bench", "docs", "proto", "tests")


def modules(*tops: str) -> Iterator[Path]:
    """The Python files that people wrote, seen from the top of the repository."""
    for top in tops:
        for path in sorted((ROOT / top).rglob("*.py")):
            if "_pb2" not in path.name and "generated" not in path.parts:
                yield path.relative_to(ROOT)


def dotted(path: Path) -> str:
    """The name by which a file is imported."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def text_of(path: Path) -> str:
    return (ROOT / path).read_text("utf-8")


def test_every_module_imports_only_what_its_layer_may() -> None:
    paths = list(modules(*LAYERED))
    assert len(paths) > 100
    assert [line for path in paths for line in violations(dotted(path), text_of(path))] == []


def test_the_first_line_of_a_module_says_what_it_is_for() -> None:
    assert [str(path) for path in modules(*WRITTEN) if not says_what_for(path.name, text_of(path))] == []


def test_no_module_keeps_state_of_its_own() -> None:
    assert [str(path) for path in modules(*LAYERED) if keeps_state(text_of(path))] == []


def says_what_for(name: str, text: str) -> bool:
    """Whether a docstring is the first line, but for the line that makes a script one."""
    lines = [line for line in text.split("\n")[:2] if not line.startswith("#!")]
    return (name == "__init__.py" and not text) or re.match(r'"""\S', lines[0]) is not None


def keeps_state(text: str) -> bool:
    """Whether a module has a global statement or a container that is there to be filled."""
    tree = ast.parse(text)
    return any(isinstance(node, ast.Global) for node in ast.walk(tree)) or any(
        _is_empty_container(getattr(node, "value", None)) for node in tree.body
    )


def _is_empty_container(value: object) -> bool:
    """Whether it is there to be filled."""
    if isinstance(value, ast.List | ast.Set):
        return not value.elts
    if isinstance(value, ast.Dict):
        return not value.keys
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in {"list", "dict", "set", "defaultdict", "deque"}
    )


FORBIDDEN = {
    "a game reads no file": ("arena.games.made_up", "import pathlib"),
    "a game opens no file": ("arena.games.gorus.made_up", "text = open('hand').read()"),
    "a game asks no clock": ("arena.games.gorus.made_up", "import time"),
    "a game draws no chance but what it is passed": ("arena.games.gorus.made_up", "import random"),
    "a game knows no referee": ("arena.games.gorus.made_up", "from arena.referee.match import play"),
    "a game knows no other game": ("arena.games.made_up", "from arena.games.gorus import GORUS"),
    "only the catalog imports by name": ("arena.games.gorus.made_up", "import importlib"),
    "the referee knows no wire": ("arena.referee.made_up", "from arena.transport import frames"),
    "the referee knows no gRPC": ("arena.referee.made_up", "import grpc"),
    "the referee touches no disk": ("arena.referee.made_up", "def f():\n    import os"),
    "the referee runs on trio alone": ("arena.referee.made_up", "import asyncio"),
    "the referee names no game": ("arena.referee.made_up", "from arena.games import gorus"),
    "the referee finds no game": ("arena.referee.made_up", "from arena.games import catalog"),
    "the scheduler knows no wire": ("arena.scheduler.made_up", "import arena.transport.wire"),
    "the scheduler opens no socket": ("arena.scheduler.made_up", "import socket"),
    "the scheduler names no game": ("arena.scheduler.made_up", "import arena.games.gorus.state"),
    "the scheduler knows no store": ("arena.scheduler.made_up", "from arena.storage.store import Store"),
    "the scheduler has no commands": ("arena.scheduler.made_up", "import click"),
    "the store knows no games": ("arena.storage.made_up", "from arena.games.contract import Game"),
    "the wire knows no event": ("arena.transport.made_up", "from arena.scheduler.plan import plan"),
    "asyncio stays where it meets gRPC": ("arena.transport.made_up", "import asyncio"),
    "the supervisor needs the standard library only": ("arena.transport.supervisor_x", "import trio"),
    "protobuf stays under the wire": ("arena.cli.made_up", "from google.protobuf import message"),
    "the commands name no game": ("arena.cli.made_up", "from arena.games.gorus import GORUS"),
    "only the store speaks SQL": ("arena.cli.made_up", "import sqlalchemy"),
    "the ladder knows nothing of arena": ("ladder.made_up", "from arena.referee.record import Record"),
    "the ladder's click is in its command": ("ladder.made_up", "import click"),
    "the client library knows no engine": ("arena_bot.made_up", "from arena.games.contract import Seat"),
    "a sample bot knows no engine": ("sample_bots.made_up", "import arena.games.gorus"),
    "a sample bot knows no ladder": ("sample_bots.made_up", "from ladder import elo"),
    "relative imports count": ("arena.games.gorus.made_up", "from ...referee import match"),
    "a module has a layer": ("arena.made_up", ""),
}


@pytest.mark.parametrize("module_and_text", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_what_is_forbidden_is_found(module_and_text: tuple[str, str]) -> None:
    assert len(violations(*module_and_text)) == 1


ALLOWED = {
    "a game's modules know each other": ("arena.games.gorus.made_up", "from . import cards"),
    "the wire speaks gRPC": ("arena.transport.server", "import grpc.aio"),
    "the catalog imports games by name": ("arena.games.catalog", "from importlib import import_module"),
}


@pytest.mark.parametrize("module_and_text", ALLOWED.values(), ids=ALLOWED.keys())
def test_what_is_allowed_is_let_through(module_and_text: tuple[str, str]) -> None:
    assert violations(*module_and_text) == []


@pytest.mark.parametrize("text", ["import os\n", '"""\nLate."""\n', "# A comment.\n", "\n"])
def test_a_module_without_a_first_line_is_found(text: str) -> None:
    assert not says_what_for("made_up.py", text)


@pytest.mark.parametrize(
    "text", ["CACHE = {}", "seen: list[int] = []", "found = set()", "def f():\n global x"]
)
def test_state_in_a_module_is_found(text: str) -> None:
    assert keeps_state(text)
