"""The command of the big counts: `python -m bench.soak`, or `make soak`."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
from types import FrameType

import click
import trio

from bench import client
from bench.apart import ROOT
from bench.pairs import Figure, ceiling, total
from bench.report import dumps, head, machine, table
from bench.soak_matches import SAMPLE_EVERY, Sample, Soak, Soaking

GROWTH_MIB = 20.0
KILL_TEST = ROOT / "tests" / "cli" / "test_kills.py"


class Interrupts:
    """Ctrl-C ends the part that is on; the next part goes on, and all is reported."""

    def __init__(self) -> None:
        self.noticed = False
        signal.signal(signal.SIGINT, self._notice)

    def _notice(self, number: int, frame: FrameType | None) -> None:
        self.noticed = True


@click.command()
@click.option("--matches", default=10_000, show_default=True, type=click.IntRange(2 * SAMPLE_EVERY))
@click.option("--kills", default=20, show_default=True, help="How often to kill a runner; 0: never.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option("--strict", is_flag=True, help="Exit with status 1 when a bar is missed.")
def main(matches: int, kills: int, as_json: bool, strict: bool) -> None:
    """Play thousands of matches in one referee process and kill runners, to see what is left behind."""
    on = machine()
    client.build()
    interrupts = Interrupts()
    soaking = Soaking(_tell, lambda: not interrupts.noticed)
    figures = soak_figures(trio.run(soaking.run, matches))
    if kills:
        figures.append(_killed(kills))
    click.echo(dumps(on, figures) if as_json else f"{head(on)}\n\n{table(figures)}")
    if interrupts.noticed or (strict and not all(figure.holds for figure in figures)):
        raise SystemExit(1)


def soak_figures(soak: Soak) -> list[Figure]:
    """What the samples say, the first of them taken when all had settled."""
    rss_mib = [sample.rss_kib / 1024 for sample in soak.samples]
    played = [sample.matches for sample in soak.samples]
    figures = [
        total("matches", "matches", [played[-1]]),
        total("crashes", "crashes of bots in them", [soak.crashes]),
    ]
    if len(played) > 1:
        slope = statistics.linear_regression(played, rss_mib).slope * 1024 * 1000
        figures += [
            ceiling("memory", "MiB", rss_mib),
            ceiling("memory-range", "MiB, most less least", [max(rss_mib) - min(rss_mib)], bar=GROWTH_MIB),
            ceiling("memory-slope", "KiB a thousand matches", [slope]),
        ]
        first, last = soak.samples[0].held, soak.samples[-1].held
        for name, before, after in zip(first._fields, first, last, strict=True):
            figures.append(total(f"{name}-grown", f"{name} more than at first", [after - before], bar=0))
    for name in ("files", "processes"):  # gRPC keeps a pool of threads
        left = getattr(soak.ended, name) - getattr(soak.started, name)
        figures.append(total(f"{name}-left", f"{name} more than before", [left], bar=0))
    return figures


def _tell(sample: Sample) -> None:
    files, threads, processes = sample.held
    click.echo(
        f"soak: {sample.matches:,} matches, {sample.rss_kib / 1024:.1f} MiB,"
        f" {files} files, {threads} threads, {processes} processes",
        err=True,
    )


def _killed(kills: int) -> Figure:
    """Runs the test that kills runners; it fails when a match is lost or twice, or a bot is left."""
    words = [sys.executable, "-m", "pytest", "-q", "-m", "slow", str(KILL_TEST)]
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, "ARENA_KILLS": str(kills)}, stdout=sys.stderr)
    return total("kills", f"failures of the test of {kills} kills", [int(done.returncode != 0)], bar=0)


if __name__ == "__main__":
    main(prog_name="python -m bench.soak")
