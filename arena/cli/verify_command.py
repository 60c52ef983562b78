"""`arena verify`: play records again and hold them to the rules and to the event's secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from tqdm import tqdm

from arena.cli.event_results import event_record
from arena.cli.mistakes import Failed
from arena.cli.records import find_record, is_record
from arena.cli.shared import json_option, store_option, write_json
from arena.cli.stores import stored_event
from arena.games import catalog
from arena.referee.record import Record, RecordError
from arena.referee.replay import Difference, verify
from arena.scheduler.event_secrets import commitment, open_secret
from arena.storage.errors import StoreUnreadable
from arena.storage.store import Store
from arena.storage.values import StoredEvent, StoredResult


@click.command("verify")
@click.argument("word", metavar="RECORD|EVENT")
@store_option
@json_option
def verify_command(word: str, store: str | None, as_json: bool) -> None:
    """Play a record, or all of an event, again: exit 0 if identical, 1 with where it first differs."""
    if is_record(word):
        record = find_record(word, store)
        differences = list(_differences(record, word))
        said = f"{word}: identical, {len(record.chain) - 1} steps"
    else:
        opened, name = stored_event(word, store)
        with opened:
            differences = _verify_event(opened, opened.event(name))
            count = len(opened.results(name))
        said = f"{name}: {count} matches, all identical to their replay"
    if as_json:
        write_json({"identical": not differences, "differences": differences})
        raise click.exceptions.Exit(1 if differences else 0)
    if differences:
        raise Failed("\n".join(differences))
    click.echo(said)


def _verify_event(store: Store, event: StoredEvent) -> list[str]:
    if event.commitment and not event.finished_at:
        raise Failed(f"{event.name} is not over: its deals are secret until its last match is played")
    differences = list(_secret_differences(event))
    for result in tqdm(store.results(event.name), unit="match", desc="verify", delay=1, disable=None):
        if not result.void:
            label = f"{event.name}/{result.identity}"
            try:
                record = event_record(store, event, result.identity)
            except (RecordError, StoreUnreadable, ValueError) as error:
                differences.append(f"{label}: {error}")
                continue
            differences += _differences(record, label)
            differences += _result_differences(event, result, record, label)
    return differences


def _differences(record: Record, label: str) -> Iterator[str]:
    """Where a record first differs from its replay."""
    try:
        verify(record, catalog.load(record.game))
    except Difference as difference:
        at = "" if difference.step is None else "differs at "
        yield f"{label}: {at}{difference}"


def _secret_differences(event: StoredEvent) -> Iterator[str]:
    seed: Any = event.frozen["matches"]["seed"]
    if event.commitment is None and event.secret != open_secret(seed):
        yield f"{event.name}: its secret is not that of its seed {seed}"
    if event.commitment is not None and commitment(event.secret) != event.commitment:
        yield f"{event.name}: its secret does not fit the commitment {event.commitment}"


def _result_differences(
    event: StoredEvent, result: StoredResult, record: Record, label: str
) -> Iterator[str]:
    """Where a match's record is not that of the match, or not what the standings are made from."""
    for key, wanted in (
        ("identity", result.identity),
        ("game", event.frozen["matches"]["game"]),
        ("players", result.seats),
        ("ranks", result.ranks),
        ("scores", result.scores),
        ("forfeits", result.forfeits),
        ("faults", result.faults),
    ):
        if getattr(record, key) != wanted:
            yield f"{label}: {key}: the store has {wanted!r}, the record {getattr(record, key)!r}"
