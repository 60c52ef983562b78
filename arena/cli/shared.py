"""Options that mean the same in every command, and how output is written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from arena.cli.mistakes import Wrong
from arena.games.contract import Game
from arena.games.options import OptionError, OptionValue, resolve
from arena.scheduler.errors import EventError
from arena.scheduler.section import read_toml
from arena.storage.store import Store

DEFAULT_STORE = "sqlite:///arena.db"

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of text.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Write CSV instead of text.")
seed_option = click.option("--seed", type=click.IntRange(0), help="Play open: the same seed, the same deals.")
store_option = click.option(
    "--store", help="URL of the store (sqlite:///file.db); wins over the event file's.", metavar="URL"
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


def stored_event(event: str, store_url: str | None) -> tuple[Store, str]:
    """The store of an event that has been run, open, and the event's name in it.

    event: a file or a name. Raises StoreError, EventError."""
    path = Path(event)
    if path.suffix == ".toml" or path.is_file():
        about = read_toml(path).get("event")
        if not isinstance(about, dict) or not isinstance(about.get("name"), str):
            raise EventError(event, "event.name", "expected the name of the event")
        url, name = store_url or about.get("store") or DEFAULT_STORE, about["name"]
    else:
        url, name = store_url or DEFAULT_STORE, event
    store = Store.open(url, create=False)
    try:
        store.event(name)
    except BaseException:
        store.close()
        raise
    return store, name
