"""The `arena` command: a group whose commands are imported when they are called for.

Together they need every part of the engine, which takes a second to import; `arena games` does not."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

import click

from arena.cli.mistakes import Mistakes


class Lazy(NamedTuple):
    """A command that is not imported yet.

    place: its module and attribute. summary: its line in the group's help."""

    place: str
    summary: str


COMMANDS = MappingProxyType(
    {
        "games": Lazy(
            "arena.cli.games_command:games_command",
            "List the games, their table sizes, team formats and options.",
        ),
        "match": Lazy(
            "arena.cli.match_command:match_command",
            "Play one match.",
        ),
        "results": Lazy(
            "arena.cli.results_command:results_command",
            "Write all results of an event in schedule order, for `ladder rate` or a program of yours.",
        ),
        "run": Lazy(
            "arena.cli.run_command:run_command",
            "Play an event, or what is left of it; every match counts once, however often this is run.",
        ),
        "show": Lazy(
            "arena.cli.show_command:show_command",
            "Show a match step by step: a record's file, or EVENT/MATCH of the store.",
        ),
        "standings": Lazy(
            "arena.cli.standings_command:standings_command",
            "Show the standings and the cross table of an event (a file, or a name in the store).",
        ),
        "verify": Lazy(
            "arena.cli.verify_command:verify_command",
            "Play a record, or all of an event, again: exit 0 if identical, 1 with where it first differs.",
        ),
    }
)


class LazyGroup(Mistakes):
    """The group of `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].place.partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].summary) for name in self.list_commands(ctx)])


@click.group(cls=LazyGroup)
@click.version_option(package_name="arena-engine")
def main() -> None:
    """Run contests between bots that play gladiator games."""
