"""`arena match`: one match between bots, at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from tabulate import tabulate

from arena.cli.bots import build, entries
from arena.cli.house import HouseSetting, open_house
from arena.cli.mistakes import Failed, Wrong
from arena.cli.shared import game_options, json_option, listen_option, seed_option, write_json
from arena.cli.stopping import run_until_stopped
from arena.games import catalog
from arena.games.contract import Game, Split, Table, split_text
from arena.games.options import OptionValue
from arena.referee.record import Record
from arena.scheduler.bots import bots_from_words
from arena.scheduler.event_secrets import bot_seed, deal_secret, draw_secret, open_secret
from arena.scheduler.identity import Identity
from arena.scheduler.seating import entrants_by_seat, roles
from arena.scheduler.tasks import MatchTask
from arena_bot.policies import POLICIES


@click.command("match")
@click.argument("game_name", metavar="GAME")
@click.argument("words", metavar="BOT...", nargs=-1, required=True)
@click.option("--teams", help="A team format such as 2-2; then one BOT a side, or one a seat.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the game.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write the record to this file.",
)
@listen_option
@seed_option
@json_option
def match_command(
    game_name: str,
    words: tuple[str, ...],
    teams: str | None,
    options: tuple[str, ...],
    record: Path | None,
    listen: str,
    seed: int | None,
    as_json: bool,
) -> None:
    """Play one match. A BOT is a folder with bot.toml, NAME=COMMAND, or a built-in."""
    game = catalog.load(game_name)
    bots = bots_from_words(words, POLICIES)
    table = _table(game, teams, len(bots), game_options(game, options))
    if record is not None and not record.parent.is_dir():
        raise Wrong(f"--record {record}: there is no folder {record.parent}")
    names = tuple(bot.name for bot in bots)
    entrants = names if len(names) == table.seats else entrants_by_seat(names, table.sides)
    task = _task(entrants, teams or "", draw_secret() if seed is None else open_secret(seed))
    build(bots)
    setting = HouseSetting(game.name, table.options, entries(bots), listen=listen)
    played = run_until_stopped(_play, setting, task)
    if record is not None:
        _write(record, played.dumps())
    if as_json:
        write_json(_as_json(played))
    else:
        click.echo(_as_text(played))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:  # a full disk names no file
        raise Failed(f"{file}: {error.strerror}") from error


def _table(game: Game[Any], teams: str | None, bots: int, options: Mapping[str, OptionValue]) -> Table:
    split = None if teams is None else _split(game, teams)
    seats = bots if split is None else sum(split)
    if seats not in game.seats:
        raise Wrong(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players, these are {bots}")
    table = Table(seats, game.seating(seats, split), options, split)
    if bots not in (seats, roles(table.sides)):
        raise Wrong(
            f"--teams {teams}: expected {roles(table.sides)} bots (one a side) or {seats}, got {bots}"
        )
    if refusal := game.refusal(table):
        raise Wrong(f"this table of {seats} cannot be played: {refusal}")
    return table


def _split(game: Game[Any], teams: str) -> Split:
    allowed = {split_text(split): split for seats in game.seats for split in game.splits(seats)}
    if teams not in allowed:
        raise Wrong(f"--teams {teams}: expected one of {', '.join(allowed) or 'none: the game has no teams'}")
    return allowed[teams]


def _task(entrants: tuple[str, ...], split: str, secret: bytes) -> MatchTask:
    identity = Identity(1, 1, f"{split or f'{len(entrants)}p'}.0", 0, 0)
    seeds = tuple(bot_seed(secret, identity, seat).hex() for seat in range(len(entrants)))
    return MatchTask("", "match", len(entrants), split, entrants, deal_secret(secret, identity).hex(), seeds)


async def _play(setting: HouseSetting, task: MatchTask) -> Record:
    played: list[Record] = []
    async with open_house(setting) as house:
        played.append(await house.play(task))
    return played[0]


def _as_json(record: Record) -> dict[str, Any]:
    return {
        "game": record.game,
        "players": record.players,
        "sides": record.sides,
        "ranks": record.ranks,
        "scores": record.scores,
        "forfeits": record.forfeits,
        "faults": [fault._asdict() for fault in record.faults],
        "reason": record.reason,
        "decisions": len(record.choices),
    }


def _as_text(record: Record) -> str:
    rows = [
        (seat, player, side, record.ranks[side], record.scores[side], _faults(record, seat))
        for seat, (player, side) in enumerate(zip(record.players, record.sides, strict=True))
    ]
    lines = [tabulate(rows, ["seat", "bot", "side", "rank", "score", "faults"], disable_numparse=[1])]
    lines += [f"{record.game}, {record.split or 'no teams'}: {record.reason}"]
    lines += [f"  step {f.step}, seat {f.seat}: {f.kind}, {f.sentence}" for f in record.faults]
    return "\n".join(lines)


def _faults(record: Record, seat: int) -> int:
    return sum(fault.seat == seat for fault in record.faults)
