"""The `arena` command: one group, a module for each command."""

from __future__ import annotations

import click

from arena.cli.games_command import games_command
from arena.cli.match_command import match_command
from arena.cli.mistakes import Mistakes
from arena.cli.results_command import results_command
from arena.cli.run_command import run_command
from arena.cli.show_command import show_command
from arena.cli.standings_command import standings_command
from arena.cli.verify_command import verify_command


@click.group(cls=Mistakes)
@click.version_option(package_name="arena-engine")
def main() -> None:
    """Run contests between bots that play gladiator games."""


for _command in (
    games_command,
    match_command,
    run_command,
    standings_command,
    results_command,
    show_command,
    verify_command,
):
    main.add_command(_command)
