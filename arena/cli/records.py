"""Finds the record that a command's word means: a file, or a match of an event in the store."""

from __future__ import annotations

from pathlib import Path

from arena.cli.event_results import event_record
from arena.cli.mistakes import Wrong
from arena.cli.stores import stored_event
from arena.referee.record import Record, RecordError, loads
from arena.scheduler.identity import Identity, parse_identity


def is_record(word: str) -> bool:
    """Whether a word means a record, where it may mean an event as well."""
    path = Path(word)
    return path.suffix != ".toml" and (
        path.is_file() or path.suffix == ".json" or _match_of(word) is not None
    )


def find_record(word: str, store_url: str | None) -> Record:
    """The record of a file, or of EVENT/MATCH in the store (spring-cup/1/1/3p.0/0/0/0).

    Raises Wrong, RecordError, StoreError."""
    if Path(word).is_file():
        return read_record(Path(word))
    match = _match_of(word)
    if match is None:
        raise Wrong(f"{word}: expected a record's file or EVENT/MATCH such as spring-cup/1/1/3p.0/0/0/0")
    event, identity = match
    opened, name = stored_event(event, store_url)
    with opened:
        return event_record(opened, opened.event(name), identity.text)


def read_record(path: Path) -> Record:
    """The record in a file. Raises RecordError that names it."""
    try:
        return loads(path.read_text(encoding="utf-8"))
    except (RecordError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: {error}") from error


def _match_of(word: str) -> tuple[str, Identity] | None:
    """The event and the match of EVENT/MATCH; None if it is none."""
    event, *parts = word.rsplit("/", 6)
    try:
        return event, parse_identity("/".join(parts))
    except ValueError:
        return None
