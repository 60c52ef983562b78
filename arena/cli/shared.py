"""Options that mean the same in every command, and how output is written."""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Mapping
from typing import Any

import click

from arena.cli.mistakes import Wrong
from arena.games.contract import Game
from arena.games.options import OptionError, OptionValue, resolve

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Write CSV instead of text.")
seed_option = click.option("--seed", type=click.IntRange(0), help="Play open: the same seed, the same deals.")
store_option = click.option(
    "--store", help="URL of the store (sqlite:///file.db); wins over the event file's.", metavar="URL"
)


def _listen_address(_context: click.Context, _parameter: click.Parameter, word: str) -> str:
    """Refuse what is no address, and what other machines could reach: nothing on the wire is encrypted."""
    host, _, port = word.rpartition(":")
    if word == "unix" or (_is_loopback(host) and port.isdecimal() and int(port) <= 65535):
        return word
    raise Wrong(f'--listen {word}: expected "unix" or HOST:PORT with a host of this machine only (127.0.0.1)')


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


listen_option = click.option(
    "--listen",
    default="unix",
    metavar="unix|HOST:PORT",
    callback=_listen_address,
    help="Where bots connect; port 0: any that is free. A run takes one port more for each further job.",
)


def write_json(value: Any) -> None:
    """Write a value as JSON to standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def game_options(game: Game[Any], words: tuple[str, ...]) -> Mapping[str, OptionValue]:
    """The game's options from KEY=VALUE words. Raises OptionError, Wrong."""
    known = {option.key: option for option in game.options()}
    given: dict[str, object] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals:
            raise Wrong(f"--option {word}: expected KEY=VALUE")
        if key not in known:
            raise OptionError(key, f"one of the options of {game.name}: {', '.join(known)}", text)
        given[key] = known[key].parse(text)
    return resolve(game.options(), given)
