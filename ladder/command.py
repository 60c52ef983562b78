"""The `ladder` command: ratings and comparisons from a file of results."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from types import MappingProxyType

import click

from ladder import render
from ladder.compare import RESAMPLES, SEED, Comparison, compare
from ladder.elo import HIGHEST_K, START, K, Ratings, rate
from ladder.errors import FileMistake
from ladder.files import READERS, results_from
from ladder.result import Result
from ladder.tables import Standings, standings

_MOST_RESAMPLES = 1_000_000
_STANDARD_INPUT = "-"
_MODELS = MappingProxyType({"elo": rate})


def _read_results(_context: click.Context, _parameter: click.Parameter, file: str) -> tuple[Result, ...]:
    suffix = Path(file).suffix.lower()
    if file != _STANDARD_INPUT and suffix not in READERS:
        raise click.BadParameter(f"{file}: expected a file that ends in {' or '.join(READERS)}, or -")
    try:
        if file == _STANDARD_INPUT:
            return results_from(sys.stdin.buffer.read(), "standard input")
        return results_from(Path(file).read_bytes(), file, suffix)
    except FileMistake as mistake:
        raise click.UsageError(str(mistake)) from mistake
    except (FileNotFoundError, IsADirectoryError) as error:
        raise click.BadParameter(f"{file}: {error.strerror}") from error
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from error


def _finite(_context: click.Context, _parameter: click.Parameter, number: float) -> float:
    """Refuse "nan" and "inf", which click takes for numbers within any bounds."""
    if not math.isfinite(number):
        raise click.BadParameter(f"{number} is not a finite number.")
    return number


@click.group()
@click.version_option(package_name="arena-engine")
def main() -> None:
    """Rate players from results.

    RESULTS is a .jsonl or .csv file as docs/ladder.md describes it, or - for standard input."""


@main.command("rate")
@click.argument("results", callback=_read_results)
@click.option(
    "--model", type=click.Choice(list(_MODELS)), default="elo", show_default=True, help="How to rate."
)
@click.option(
    "--k",
    type=click.FloatRange(min=0.0, max=HIGHEST_K, min_open=True),
    callback=_finite,
    default=K,
    show_default=True,
    help="How far one match can move a rating.",
)
@click.option(
    "--start", type=float, callback=_finite, default=START, show_default=True, help="Everyone's first rating."
)
@click.option("--json", "json_wanted", is_flag=True, help="Write JSON.")
@click.option("--csv", "csv_wanted", is_flag=True, help="Write CSV: the ratings alone.")
def rate_command(
    results: tuple[Result, ...], model: str, k: float, start: float, json_wanted: bool, csv_wanted: bool
) -> None:
    """Rate everyone in RESULTS, in the order of the file."""
    if json_wanted and csv_wanted:
        raise click.UsageError("--json and --csv exclude each other")
    ratings = _MODELS[model](results, k=k, start=start)
    alone = standings(results)._replace(rows=())
    if json_wanted:
        _write_json(render.as_json(ratings) | {"solo": render.as_json(alone)["solo"]})
    elif csv_wanted:
        click.echo(render.as_csv(ratings), nl=False)
    else:
        click.echo(_ratings_text(ratings, alone))


@main.command("compare")
@click.argument("results", callback=_read_results)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Of the resampling."
)
@click.option(
    "--resamples",
    type=click.IntRange(1, _MOST_RESAMPLES),
    default=RESAMPLES,
    show_default=True,
    help="How often to draw the sets anew.",
)
@click.option("--json", "json_wanted", is_flag=True, help="Write JSON.")
def compare_command(
    results: tuple[Result, ...], first: str, second: str, seed: int, resamples: int, json_wanted: bool
) -> None:
    """Tell by how many Elo points A is above B, from their meetings in RESULTS alone."""
    known = {name for result in results for side in result.sides for name in side.players}
    for name in (first, second):
        if name not in known:
            raise click.UsageError(f"{name!r}: expected the name of a player in the results")
    if first == second:
        raise click.UsageError("A and B: expected two different players")
    comparison: Comparison = compare(results, first, second, seed=seed, resamples=resamples)
    if json_wanted:
        _write_json(render.as_json(comparison))
    else:
        click.echo(render.text(comparison))


def _ratings_text(ratings: Ratings, alone: Standings) -> str:
    parts = [render.text(ratings)] if ratings.rows else []
    if alone.solo:
        parts.append(render.text(alone))
    parts.append(
        f"{ratings.rated} of {ratings.matches} matches rated, K {ratings.k:g}, start {ratings.start:g}"
    )
    return "\n\n".join(parts)


def _write_json(value: dict[str, object]) -> None:
    click.echo(json.dumps(value, indent=2))
