"""`arena games`: what can be played."""

from __future__ import annotations

from typing import Any

import click
from tabulate import tabulate

from arena.cli.shared import json_option, write_json
from arena.games import catalog
from arena.games.contract import Game, split_text


@click.command("games")
@json_option
def games_command(as_json: bool) -> None:
    """List the games, their table sizes, team formats and options."""
    games = [_described(catalog.load(name)) for name in catalog.names()]
    if as_json:
        write_json(games)
        return
    for game in games:
        teams = "; ".join(f"{seats}: {', '.join(splits)}" for seats, splits in game["teams"].items())
        click.echo(f"{game['name']} (rules {game['rules_version']})")
        click.echo(f"  players: {', '.join(map(str, game['players']))}")
        click.echo(f"  teams:   {teams or 'none'}")
        rows = [
            (option["key"], option["expected"], option["default"], option["doc"])
            for option in game["options"]
        ]
        table = tabulate(rows, ["option", "value", "default", "meaning"], maxcolwidths=[None, 30, None, 50])
        click.echo("  " + table.replace("\n", "\n  "))


def _described(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "rules_version": game.rules_version,
        "players": list(game.seats),
        "teams": {
            seats: found for seats in game.seats if (found := [split_text(s) for s in game.splits(seats)])
        },
        "options": [
            {"key": option.key, "expected": option.expected, "default": option.default, "doc": option.doc}
            for option in game.options()
        ],
    }
