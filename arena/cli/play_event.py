"""Plays what is left of an event into its store, from the freeze to the last match."""

from __future__ import annotations

from collections.abc import Sequence

import click

from arena.cli.event_results import stored_result
from arena.cli.house import HouseSetting
from arena.cli.local_executor import open_local_executor
from arena.cli.progress import Progress
from arena.cli.stopping import run_until_stopped
from arena.games import catalog
from arena.referee.record import Record
from arena.scheduler.event import Event
from arena.scheduler.event_secrets import commitment, draw_secret, open_secret
from arena.scheduler.frozen import freeze_event
from arena.scheduler.plan import Block, Plan
from arena.scheduler.resume import blocks_left
from arena.scheduler.runner import Played, play_blocks
from arena.storage.store import Store
from arena.storage.values import BotLog, PlayedMatch, StoredEvent


def play_event(
    store: Store, event: Event, planned: Plan, setting: HouseSetting, *, jobs: int, accept: bool
) -> None:
    """Play the event to its end; what is stored already is not played again.

    jobs: referee processes at once, at most. accept: go on although the event has changed.
    Raises EventDiffers, StoreError, MachineFault, Failed."""
    stored = _frozen(store, event, accept=accept)
    if stored.commitment and not stored.finished_at:
        click.echo(f"commitment to the secret of all deals: {stored.commitment}", err=True)
    left = list(blocks_left(planned, finished=store.finished(event.name), void=store.void(event.name)))
    if left:
        _play_left(store, stored, left, planned.match_count, setting, min(jobs, len(left)))
    store.finish(event.name)
    if stored.commitment:
        click.echo(f"the secret was {stored.secret.hex()}", err=True)


def _frozen(store: Store, event: Event, *, accept: bool) -> StoredEvent:
    secret = draw_secret() if event.seed is None else open_secret(event.seed)
    return store.freeze(
        event.name,
        freeze_event(event, catalog.load(event.game)),
        secret=secret,
        commitment=commitment(secret) if event.seed is None else None,
        accept=accept,
    )


def _play_left(
    store: Store, stored: StoredEvent, left: Sequence[Block], total: int, setting: HouseSetting, jobs: int
) -> None:
    count = sum(len(block.matches) for block in left)
    setting = setting._replace(max_processes=max(1, setting.max_processes // jobs))
    with Progress(stored.name, total=total, done=total - count) as progress:
        written = _Written(store, stored.name, progress)
        run_until_stopped(_play_blocks, stored, left, setting, jobs, written)


async def _play_blocks(
    stored: StoredEvent, left: Sequence[Block], setting: HouseSetting, jobs: int, written: _Written
) -> None:
    async with open_local_executor(setting, jobs, written.write_log) as executor:
        await play_blocks(left, stored.secret, executor, written.write)


class _Written:
    """Where results and logs go: into the store first, then before who watches."""

    def __init__(self, store: Store, event: str, progress: Progress) -> None:
        self._store, self._event, self._progress = store, event, progress
        self._told: set[tuple[str, str]] = set()

    def write(self, played: Sequence[Played]) -> None:
        self._store.write(
            self._event,
            [
                PlayedMatch(stored_result(match, record), record._replace(secret=None).dumps())
                for match, record in played
            ],
        )
        for _, record in played:
            self._tell_forfeits(record)
        self._progress.played(len(played))

    def write_log(self, bot: str, instance: str, log: str) -> None:
        if log:
            self._store.write_logs(self._event, [BotLog(bot, instance, log)])

    def _tell_forfeits(self, record: Record) -> None:
        """The first forfeit of each bot and kind; how many there were is in the standings."""
        for fault in record.faults:
            bot = record.players[fault.seat]
            if fault.forfeit and (bot, fault.kind) not in self._told:
                self._told.add((bot, fault.kind))
                self._progress.say(
                    f"{bot} forfeits {record.identity}, the first time by {fault.kind}: {fault.sentence}"
                )
