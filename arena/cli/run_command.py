"""`arena run`: an event from its file to its standings, as often as it takes."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from arena.cli.bots import build, entries
from arena.cli.check_bots import check_bots, check_text
from arena.cli.dry_run import dry_run_json, dry_run_text
from arena.cli.house import HouseSetting
from arena.cli.mistakes import Wrong
from arena.cli.play_event import play_event
from arena.cli.shared import json_option, listen_option, seed_option, store_option, write_json
from arena.cli.standings_command import standings_json, standings_text
from arena.cli.stopping import run_until_stopped
from arena.cli.stores import DEFAULT_STORE
from arena.games import catalog
from arena.referee.faults import FaultPolicy
from arena.scheduler.event import Event
from arena.scheduler.event_file import read_event
from arena.scheduler.plan import Plan, plan
from arena.storage.store import Store
from arena_bot.policies import POLICIES

MANY_MATCHES = 10_000
"""An event of more matches than this is started only when asked for twice."""


@click.command("run")
@click.argument("event_file", metavar="EVENT.toml", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--jobs", type=click.IntRange(1, 1024), help="Referee processes at once; default: one a core.")
@click.option("--dry-run", is_flag=True, help="Show what would be played; start nothing.")
@click.option("--check", is_flag=True, help="Start every bot, let it say hello and play a little; no more.")
@click.option("--yes", is_flag=True, help=f"Do not ask before more than {MANY_MATCHES:,} matches.")
@click.option("--accept-changes", is_flag=True, help="Go on although bots, clock or options have changed.")
@listen_option
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
    if dry_run and check:
        raise Wrong("--dry-run and --check exclude each other")
    event = read_event(event_file, builtins=POLICIES)
    event = event if seed is None else event._replace(seed=seed)
    planned = plan(event, catalog.load(event.game))
    jobs = jobs or event.run.jobs or len(os.sched_getaffinity(0))
    if dry_run:
        _show_dry_run(event, planned, jobs, as_json=as_json)
        return
    setting = _setting(event, listen)
    if check:
        _check(event, planned, setting, as_json=as_json)
        return
    _ask_if_many(event, planned, yes=yes)
    with Store.open(store or event.store or DEFAULT_STORE) as opened, opened.running(event.name):
        build(event.bots)  # not while another run plays them
        play_event(opened, event, planned, setting, jobs=jobs, accept=accept_changes)
        if as_json:
            write_json(standings_json(opened, event.name))
        else:
            click.echo(standings_text(opened, event.name))


def _show_dry_run(event: Event, planned: Plan, jobs: int, *, as_json: bool) -> None:
    if as_json:
        write_json(dry_run_json(event, planned, jobs))
    else:
        click.echo(dry_run_text(event, planned, jobs))


def _check(event: Event, planned: Plan, setting: HouseSetting, *, as_json: bool) -> None:
    """Exit 1 if a bot is at fault."""
    build(event.bots)
    checked = run_until_stopped(check_bots, event, planned, setting)
    if as_json:
        write_json([bot._asdict() for bot in checked])
    else:
        click.echo(check_text(checked))
    if not all(bot.sound for bot in checked):
        raise click.exceptions.Exit(1)


def _ask_if_many(event: Event, planned: Plan, *, yes: bool) -> None:
    if yes or planned.match_count <= MANY_MATCHES:
        return
    sentence = f"{event.name} has {planned.match_count:,} matches"
    if not sys.stdin.isatty():
        raise Wrong(f"{sentence}; add --yes to play that many.")
    click.confirm(f"{sentence}. Play them?", abort=True, err=True)


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
