"""A report of figures, for a person as a table or for a program as JSON."""

from __future__ import annotations

import datetime
import json
import os
import platform
from collections.abc import Mapping, Sequence
from pathlib import Path

from tabulate import tabulate

from bench.pairs import Figure

HEADERS = ("name", "measured", "baseline", "unit", "ratio", "lowest–highest", "bar", "holds")


def machine() -> dict[str, str | int | float]:
    """When and on what: what a reader must know to compare figures."""
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(" ", "minutes"),
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def head(on: Mapping[str, object]) -> str:
    """The machine in one line."""
    return "{date}, {cpu}, {cores} cores, Python {python}, load {load} at the start".format(**on)


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table."""
    return tabulate([_row(figure) for figure in figures], HEADERS, disable_numparse=True)


def dumps(on: Mapping[str, object], figures: Sequence[Figure]) -> str:
    """Machine and figures as JSON."""
    rows = [{**figure._asdict(), "holds": figure.holds} for figure in figures]
    return json.dumps({"machine": dict(on), "figures": rows}, indent=2)


def _row(figure: Figure) -> tuple[str, ...]:
    return (
        figure.name,
        _number(figure.measured),
        "" if figure.baseline is None else _number(figure.baseline),
        figure.unit,
        "" if figure.baseline is None else _number(figure.judged),
        f"{_number(figure.lowest)}–{_number(figure.highest)}",
        _bar(figure),
        "" if figure.bar is None else "yes" if figure.holds else "no",
    )


def _bar(figure: Figure) -> str:
    if figure.bar is None:
        return ""
    return f"{'≤' if figure.at_most else '≥'} {figure.bar:g}"


def _number(value: float) -> str:
    """Three digits that matter, and no more than a person reads.

    >>> _number(12345.6), _number(0.512345), _number(17.28), _number(0)
    ('12,346', '0.51', '17.3', '0')
    """
    if value == int(value) or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def _cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()
