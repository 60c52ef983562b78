"""Who may import what, and a check of one module's text against that."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

OURS = ("arena", "arena_bot", "bench", "ladder")

QUIET = (
    *("__future__", "abc", "bisect", "collections", "contextlib", "copy", "csv", "dataclasses", "enum"),
    *("errno", "fractions", "functools", "hashlib", "heapq", "ipaddress", "itertools", "json", "math"),
    *("numbers", "operator", "re", "shlex", "statistics", "string", "struct", "textwrap", "tomllib"),
    *("types", "typing", "unicodedata", "zlib"),
)
"""What of the standard library computes and nothing else. Whoever needs more is allowed it by name."""

NEVER_CALLED = frozenset({"__import__", "eval", "exec", "input", "open"})
"""What reaches out of a pure module without an import."""


class Layer(NamedTuple):
    """What the modules of a name may import. ours: modules of this repository, with all below them.
    others: the rest, besides QUIET. pure: NEVER_CALLED holds too."""

    modules: str
    ours: tuple[str, ...]
    others: tuple[str, ...] = ()
    pure: bool = False


RULES = ("arena.games.chance", "arena.games.contract", "arena.games.options")
"""What a game is to everybody: no concrete game among it, and not the catalog of them."""

_PROGRAM = ("os", "pathlib", "sys")
_PARTS = ("arena.cli", "arena.referee", "arena.scheduler", "arena.storage", "arena.transport")
_CLIENT = ("asyncio", "google.protobuf", "grpc", "importlib", "pkgutil", "random", "traceback")
_COMMAND = ("click", "gc", "signal", "socket", "subprocess", "tabulate", "tempfile", "time", "tqdm", "trio")
_SUPERVISOR = ("ctypes", "os", "pathlib", "selectors", "signal", "subprocess", "sys", "time")
_LAUNCHER = ("os", "pathlib", "random", "secrets", "signal", "subprocess", "sys", "trio")

LAYERS = (  # the first that fits a module is its own
    Layer("arena.games.catalog", ours=RULES, others=("importlib",)),
    Layer("arena.games.gorus*", ours=(*RULES, "arena.games.gorus"), pure=True),
    Layer("arena.games*", ours=RULES, pure=True),
    Layer("arena.referee*", ours=(*RULES, "arena.referee"), others=("trio",), pure=True),
    Layer("arena.transport.server", ("arena.transport",), ("asyncio", "grpc", "trio")),
    Layer("arena.transport.pump", (), ("asyncio", "selectors", "trio")),
    Layer("arena.transport.codec", RULES, ("google.protobuf", "importlib")),
    Layer("arena.transport.frames", ("arena.referee", "arena.transport"), ("google.protobuf",)),
    Layer("arena.transport.supervisor*", ("arena.transport.supervisor*",), _SUPERVISOR),
    Layer("arena.transport*", (*RULES, "arena.referee", "arena.transport", "arena_bot.question"), _LAUNCHER),
    Layer(
        "arena.scheduler*",
        ours=(*RULES, "arena.games.catalog", "arena.referee", "arena.scheduler"),
        others=("os", "pathlib", "secrets", "trio"),
    ),
    Layer(
        "arena.storage*",
        ours=("arena.referee.faults", "arena.storage"),
        others=("datetime", "fcntl", "os", "pathlib", "sqlalchemy", "sqlite3"),
    ),
    Layer("arena.cli.main", ours=("arena.cli",), others=("click", "importlib")),
    Layer("arena.cli.main", ours=("arena.cli.mistakes",), others=("click", "importlib")),
    Layer(
        "arena.cli*",
        ours=(*RULES, "arena.games.catalog", *_PARTS, "arena_bot.policies", "ladder"),
        others=(*_PROGRAM, *_COMMAND),
    ),
    Layer("arena", ours=()),
    Layer("ladder.command", ours=("ladder",), others=("click", "pathlib", "sys")),
    Layer("ladder*", ours=("ladder",), others=("io", "numpy", "tabulate"), pure=True),
    Layer("arena_bot.policies*", ours=("arena_bot.policies", "arena_bot.question"), pure=True),
    Layer(
        "arena_bot*",
        ours=("arena_bot",),
        others=(*_PROGRAM, *_CLIENT),
    ),
    Layer(
        "sample_bots*",
        ours=("arena_bot",),
        others=(*_PROGRAM, "arena_pb2", "arena_pb2_grpc", "grpc", "queue", "random"),
    ),
)


def violations(module: str, text: str) -> list[str]:
    """What a module does against the rules, a sentence each."""
    layer = layer_of(module)
    if layer is None:
        return [f"{module} belongs to no layer of tests/import_rules.py"]
    tree = ast.parse(text)
    found = [f"{module} imports {name}" for name in imports(module, tree) if not _allowed(layer, name)]
    if layer.pure:
        found += [f"{module} calls {name}" for name in _calls(tree) if name in NEVER_CALLED]
    return found


def layer_of(module: str) -> Layer | None:
    """The layer that a module belongs to."""
    return next((layer for layer in LAYERS if fnmatchcase(module, layer.modules)), None)


def imports(module: str, tree: ast.Module) -> Iterator[str]:
    """All that is imported, wherever in the module; what comes from a module of ours with its name
    behind it, since that may be a module too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                source = ".".join([*module.split(".")[: -node.level], *filter(None, [source])])
            ours = source.partition(".")[0] in OURS
            yield from (f"{source}.{alias.name}" if ours else source for alias in node.names)


def _allowed(layer: Layer, name: str) -> bool:
    top = name.partition(".")[0]
    if top in QUIET:
        return True
    return any(fnmatchcase(name, one) or fnmatchcase(name, f"{one}.*") for one in layer.ours + layer.others)


def _calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
