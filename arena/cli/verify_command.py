"""`arena verify`: play records again and hold them to the rules and to the event's secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from arena.cli.event_results import event_record
from arena.cli.mistakes import Failed
from arena.cli.records import find_record
from arena.cli.shared import json_option, store_option, stored_event, write_json
from arena.games import catalog
from arena.referee.record import Record
from arena.referee.replay import Difference, verify
from arena.scheduler.event_secrets import commitment, open_secret
from arena.storage.store import Store
from arena.storage.values import StoredEvent, StoredResult


@click.command("verify")
@click.argument("word", metavar="RECORD|EVENT")
@store_option
@json_option
def verify_command(word: str, store: str | None, as_json: bool) -> None:
    """Play a record, or all of an event, again: exit 0 if identical, 1 with where it first differs."""
    if Path(word).suffix == ".toml" or ("/" not in word and not Path(word).is_file()):
        opened, name = stored_event(word, store)
        with opened:
            differences = _verify_event(opened, opened.event(name))
            count = len(opened.results(name))
        said = f"{name}: {count} matches, all identical to their replay"
    else:
        record = find_record(word, store)
        differences = _differences(record, word)
        said = f"{word}: identical, {len(record.chain)} steps"
    if as_json:
        write_json({"identical": not differences, "differences": differences})
    if not differences:
        if not as_json:
            click.echo(said)
        return
    if as_json:
        raise click.exceptions.Exit(1)
    raise Failed("\n".join(differences))


def _differences(record: Record, label: str) -> list[str]:
    try:
        verify(record, catalog.load(record.game))
    except Difference as difference:
        return [
            f"{label}: differs at {difference}" if difference.step is not None else f"{label}: {difference}"
        ]
    return []


def _verify_event(store: Store, event: StoredEvent) -> list[str]:
    differences = _secret_differences(event)
    for result in tqdm(store.results(event.name), unit="match", desc="verify", delay=0.2):
        if result.void:
            continue
        record = event_record(store, event, result.identity)
        label = f"{event.name}/{result.identity}"
        differences += _differences(record, label) + _result_differences(result, record, label)
    return differences


def _secret_differences(event: StoredEvent) -> list[str]:
    seed: Any = event.frozen["matches"]["seed"]
    if event.commitment is None and event.secret != open_secret(seed):
        return [f"{event.name}: its secret is not that of its seed {seed}"]
    if event.commitment is not None and commitment(event.secret) != event.commitment:
        return [f"{event.name}: its secret does not fit the commitment {event.commitment}"]
    return []


def _result_differences(result: StoredResult, record: Record, label: str) -> list[str]:
    pairs = {
        "ranks": (result.ranks, record.ranks),
        "scores": (result.scores, record.scores),
        "forfeits": (result.forfeits, record.forfeits),
        "seats": (result.seats, record.players),
    }
    return [
        f"{label}: {key}: the result has {list(stored)}, its record {list(played)}"
        for key, (stored, played) in pairs.items()
        if tuple(stored) != tuple(played)
    ]
