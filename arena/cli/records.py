"""Finds the record that a command's word means: a file, or a match of an event in the store."""

from __future__ import annotations

from pathlib import Path

from arena.cli.event_results import event_record
from arena.cli.mistakes import Wrong
from arena.cli.shared import stored_event
from arena.referee.record import Record, RecordError, loads
from arena.scheduler.identity import parse_identity


def find_record(word: str, store_url: str | None) -> Record:
    """The record of a file, or of EVENT/IDENTITY in the store (spring-cup/1/1/3p.0/0/0/0).

    Raises Wrong, RecordError, StoreError."""
    if Path(word).is_file():
        return read_record(Path(word))
    event, *parts = word.rsplit("/", 6)
    try:
        identity = parse_identity("/".join(parts))
    except ValueError as error:
        raise Wrong(f"{word}: no such file, and not EVENT/MATCH in the store ({error})") from error
    opened, name = stored_event(event, store_url)
    with opened:
        return event_record(opened, opened.event(name), identity.text)


def read_record(path: Path) -> Record:
    """The record in a file. Raises RecordError that names it."""
    try:
        return loads(path.read_text(encoding="utf-8"))
    except (RecordError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: {error}") from error
