"""`arena run`: an event from its file to its standings, as often as it takes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from arena.cli.bots import entries, prepared
from arena.cli.check_bots import check_bots
from arena.cli.dry_run import dry_run_json, dry_run_text
from arena.cli.event_results import fault_lines, stored_result
from arena.cli.house import HouseSetting
from arena.cli.local_executor import open_local_executor
from arena.cli.shared import DEFAULT_STORE, json_option, seed_option, store_option, write_json
from arena.cli.standings_command import standings_json, standings_text
from arena.cli.stopping import run_until_stopped
from arena.games import catalog
from arena.referee.faults import FaultPolicy
from arena.scheduler.event import Event
from arena.scheduler.event_file import read_event
from arena.scheduler.event_secrets import commitment, draw_secret, open_secret
from arena.scheduler.frozen import freeze_event
from arena.scheduler.plan import Plan, plan
from arena.scheduler.resume import blocks_left
from arena.scheduler.runner import Played, play_blocks
from arena.storage.store import Store
from arena.storage.values import BotLog, PlayedMatch, StoredEvent
from arena_bot.policies import POLICIES

MANY_MATCHES = 10_000
"""An event of more matches than this is started only when asked for twice."""


@click.command("run")
@click.argument("event_file", metavar="EVENT.toml", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--jobs", type=click.IntRange(1), help="Referee processes at once; default: one a core.")
@click.option("--dry-run", is_flag=True, help="Show what would be played; start nothing.")
@click.option("--check", is_flag=True, help="Start every bot, let it say hello and play one move; no more.")
@click.option("--yes", is_flag=True, help=f"Do not ask before more than {MANY_MATCHES:,} matches.")
@click.option("--accept-changes", is_flag=True, help="Go on although bots, clock or options have changed.")
@click.option("--listen", default="unix", help='Where bots connect: "unix" or HOST:PORT (one more a job).')
@store_option
@seed_option
@json_option
def run_command(
    event_file: Path,
    jobs: int | None,
    dry_run: bool,
    check: bool,
    yes: bool,
    accept_changes: bool,
    listen: str,
    store: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play an event, or what is left of it; every match counts once, however often this is run."""
    event = read_event(event_file, builtins=POLICIES)
    event = event._replace(seed=event.seed if seed is None else seed)
    planned = plan(event, catalog.load(event.game))
    jobs = jobs or event.run.jobs or len(os.sched_getaffinity(0))
    if dry_run:
        write_json(dry_run_json(event, planned, jobs)) if as_json else click.echo(
            dry_run_text(event, planned, jobs)
        )
        return
    prepared(event.bots)
    setting = _setting(event, listen)
    if check:
        click.echo(run_until_stopped(check_bots, event, planned, setting))
        return
    _ask_if_many(planned, yes)
    with Store.open(store or event.store or DEFAULT_STORE) as opened, opened.running(event.name):
        _play(opened, event, planned, setting, jobs, accept_changes)
        shown = (opened, event.name)
        write_json(standings_json(*shown)) if as_json else click.echo(standings_text(*shown))


def _ask_if_many(planned: Plan, yes: bool) -> None:
    count = planned.match_count
    if count > MANY_MATCHES and not yes:
        click.confirm(f"This event has {count:,} matches. Play them?", abort=True, err=True)


def _setting(event: Event, listen: str) -> HouseSetting:
    run = event.run
    return HouseSetting(
        game=event.game,
        options=event.options,
        bots=entries(event.bots),
        clock=event.clock,
        policy=FaultPolicy(run.on_fault, run.fault_limit),
        matches_per_bot=run.matches_per_bot,
        max_processes=run.max_processes,
        show_names=run.show_names,
        listen=listen,
    )


def _play(store: Store, event: Event, planned: Plan, setting: HouseSetting, jobs: int, accept: bool) -> None:
    stored = _frozen(store, event, accept)
    finished, void = store.finished(event.name), store.void(event.name)
    left = list(blocks_left(planned, finished=finished, void=void))
    count = sum(len(block.matches) for block in left)
    if stored.commitment and not stored.finished_at:
        click.echo(f"commitment to the secret of all deals: {stored.commitment}", err=True)
    if count:
        total = planned.match_count
        with tqdm(total=total, initial=total - count, unit="match", desc=event.name, delay=0.2) as bar:
            jobs = min(jobs, len(left))
            share = max(1, setting.max_processes // jobs)
            work = _Work(store, event.name, stored.secret, bar)
            run_until_stopped(work.play, setting._replace(max_processes=share), jobs, left)
    store.finish(event.name)
    if stored.commitment:
        click.echo(f"the secret was {stored.secret.hex()}", err=True)


def _frozen(store: Store, event: Event, accept: bool) -> StoredEvent:
    secret = draw_secret() if event.seed is None else open_secret(event.seed)
    return store.freeze(
        event.name,
        freeze_event(event, catalog.load(event.game)),
        secret=secret,
        commitment=commitment(secret) if event.seed is None else None,
        accept=accept,
    )


class _Work:
    """What is played, and where its results go."""

    def __init__(self, store: Store, event: str, secret: bytes, bar: tqdm[Any]) -> None:
        self._store, self._event, self._secret, self._bar = store, event, secret, bar

    async def play(self, setting: HouseSetting, jobs: int, left: Sequence[Any]) -> bool:
        async with open_local_executor(setting, jobs, self._log) as executor:
            await play_blocks(left, self._secret, executor, self._write)
        return True

    def _write(self, played: Sequence[Played]) -> None:
        rows = [
            PlayedMatch(stored_result(p.match, p.record), p.record._replace(secret=None).dumps())
            for p in played
        ]
        self._store.write(self._event, rows)
        for match in played:
            for line in fault_lines(match.record):
                self._bar.write(line, file=None)
        self._bar.update(len(played))

    def _log(self, instance: str, log: str) -> None:
        if log:
            bot = instance.partition(".")[2].rpartition("#")[0]
            self._store.write_logs(self._event, [BotLog(bot, instance, log)])
