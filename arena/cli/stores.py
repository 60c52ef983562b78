"""Finds the store that a command's words mean, and in it an event that has been run."""

from __future__ import annotations

from pathlib import Path

from arena.scheduler.errors import EventError
from arena.scheduler.section import read_toml
from arena.storage.store import Store

DEFAULT_STORE = "sqlite:///arena.db"


def stored_event(event: str, store_url: str | None) -> tuple[Store, str]:
    """The store of an event that has been run, open, and the event's name in it.

    event: a file or a name. Raises StoreError, EventError."""
    name, named_url = _name_and_url(Path(event)) if _is_file(event) else (event, None)
    store = Store.open(store_url or named_url or DEFAULT_STORE, create=False)
    try:
        store.event(name)
    except BaseException:
        store.close()
        raise
    return store, name


def _is_file(event: str) -> bool:
    """Whether a file is meant; one that is not there must not be taken for a name."""
    return Path(event).suffix == ".toml" or Path(event).is_file()


def _name_and_url(path: Path) -> tuple[str, str | None]:
    """What a file says of these; the rest of it may have changed, or its bots gone, since it was run."""
    about = read_toml(path).get("event")
    if not isinstance(about, dict):
        raise EventError(str(path), "event", "expected a table [event]")
    name, url = about.get("name"), about.get("store")
    if not isinstance(name, str):
        raise EventError(str(path), "event.name", "expected the name of the event")
    if url is not None and not isinstance(url, str):
        raise EventError(str(path), "event.store", "expected a URL such as sqlite:///results.db")
    return name, url
