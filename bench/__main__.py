"""The command of the benchmarks: `python -m bench`, or `make bench`."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from bench import client
from bench.apart import MeasurementFailed
from bench.benchmarks import BENCHMARKS
from bench.pairs import PAIRS, Course, Figure
from bench.report import dumps, head, machine, table

CORES = {0, 1}


@click.command()
@click.option("--only", multiple=True, type=click.Choice(list(BENCHMARKS)), help="One of them; repeatable.")
@click.option("--pairs", default=PAIRS, show_default=True, type=click.IntRange(1), help="How often each.")
@click.option("--seconds", default=3.0, show_default=True, help="How long each measurement lasts.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--strict", is_flag=True, help="Exit with status 1 when a bar is missed.")
def main(only: tuple[str, ...], pairs: int, seconds: float, as_json: bool, strict: bool) -> None:
    """Measure the engine against baselines in the same run; docs/benchmarks.md says what and how."""
    if not os.sched_getaffinity(0) >= CORES:
        raise click.ClickException("the benchmarks need the processors 0 and 1")
    on = machine()
    client.build()
    course = Course(pairs, seconds, lambda line: click.echo(line, err=True))
    figures: list[Figure] = []
    done = _measure(only or tuple(BENCHMARKS), course, figures)
    click.echo(dumps(on, figures) if as_json else f"{head(on)}\n\n{table(figures)}")
    if not done or (strict and not all(figure.holds for figure in figures)):
        raise SystemExit(1)


def _measure(names: Sequence[str], course: Course, figures: list[Figure]) -> bool:
    """Add the figures of these benchmarks. False: interrupted."""
    try:
        for name in names:
            figures += BENCHMARKS[name](course)
    except KeyboardInterrupt:
        click.echo("stopped; this is what was measured", err=True)
        return False
    except MeasurementFailed as failed:
        raise click.ClickException(str(failed)) from failed
    return True


if __name__ == "__main__":
    main(prog_name="python -m bench")
