"""The `arena` command itself: what it lists, and how little it needs for that."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from arena.cli.main import COMMANDS, main

from .commands import arena

HEAVY = ("grpc", "numpy", "sqlalchemy", "tabulate", "tqdm", "trio")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_the_group_says_of_a_command_what_its_own_help_says(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert command.name == name
    assert COMMANDS[name].summary == command.get_short_help_str(limit=200)


def test_the_help_names_every_command() -> None:
    done = arena("--help")
    assert done.status == 0
    assert all(f"\n  {name} " in done.out for name in COMMANDS)


def test_an_unknown_command_is_wrong() -> None:
    done = arena("juggle")
    assert done.status == 2
    assert "No such command 'juggle'" in done.err


def test_the_help_imports_none_of_the_parts() -> None:
    code = (
        "import sys; from arena.cli.main import main; main(['--help'], standalone_mode=False); "
        f"print(set({HEAVY}) & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\nset()\n")


def test_games_lists_table_sizes_team_formats_and_options() -> None:
    out = arena("games").out
    assert "gorus (rules" in out
    assert "players: 1, 2, 3, 4, 5, 6, 7, 8" in out
    assert "4: 2-2; 5: 2-2-1, 3-2" in out
    assert "edition" in out


def test_games_as_json_has_the_same() -> None:
    (gorus,) = arena("games", "--json").json
    assert gorus.keys() == {"name", "rules_version", "players", "teams", "options"}
    assert gorus["teams"]["4"] == ["2-2"]
    assert [option["key"] for option in gorus["options"]] == ["edition", "target"]
    assert all(option.keys() == {"key", "expected", "default", "doc"} for option in gorus["options"])
