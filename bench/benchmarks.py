"""The benchmarks by name: what each measures against what, and the bar."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from bench.apart import Measurement, measure
from bench.pairs import Course, Figure, ceiling, ratio, total

Benchmark = Callable[[Course], list[Figure]]

TURNS = "decisions/s"


def against_echo(
    name: str, *, seats: int, streams: int, matches: int, echo_streams: int, bar: float
) -> Benchmark:
    """The referee on core 0 against the bare echo there, the same client on core 1."""

    def run(course: Course) -> list[Figure]:
        with tempfile.TemporaryDirectory() as folder:
            ask = Path(folder) / "ask"  # the echo sends what the referee had sent

            def referee() -> float:
                return float(measure("referee", seats, streams, matches, course.seconds, ask))

            def echo() -> float:
                return float(measure("echo", echo_streams, course.seconds, ask))

            return [ratio(name, TURNS, referee, echo, bar=bar, course=course)]

    return run


def two_referees(course: Course) -> list[Figure]:
    """Two referees on two cores against one, each sharing its core with its bots."""

    def together(*cpus: int) -> float:
        running = [
            Measurement("referee", 2, 32, 2, course.seconds, "--cpu", cpu, "--client-cpu", cpu)
            for cpu in cpus
        ]
        return sum(float(one.result()) for one in running)

    return [ratio("two-referees", TURNS, lambda: together(0, 1), lambda: together(0), bar=1.6, course=course)]


def deadlines(course: Course) -> list[Figure]:
    """How late a late bot is called late, and whether one was that was not."""
    found = []
    for number in range(course.pairs):
        seen = measure("deadlines", course.seconds)
        found.append(seen)
        course.progress(
            f"deadlines {number + 1}/{course.pairs}: p99 {seen['p99_ms']:.1f} ms, {seen['faults']} faults,"
            f" {seen['answered']} answers before one"
        )
    return [
        ceiling("deadlines-p50", "ms late", [seen["p50_ms"] for seen in found]),
        ceiling("deadlines-p99", "ms late", [seen["p99_ms"] for seen in found], bar=20.0),
        total("deadlines-wronged", "answers in time called late", [s["wronged"] for s in found], bar=0),
    ]


def rules(course: Course) -> list[Figure]:
    """Random play of Gorus Maximus against random play of OpenSpiel's hearts, views included."""
    return [
        ratio(
            "rules",
            TURNS,
            lambda: float(measure("rules", "gorus", course.seconds)),
            lambda: float(measure("rules", "hearts", course.seconds)),
            bar=0.45,
            course=course,
        )
    ]


def memory(course: Course) -> list[Figure]:
    """What a connected bot costs."""
    found = []
    for number in range(course.pairs):
        found.append(float(measure("memory")))
        course.progress(f"memory {number + 1}/{course.pairs}: {found[-1]:.0f} KiB a bot")
    return [ceiling("memory", "KiB a bot", found, bar=150.0)]


BENCHMARKS: Mapping[str, Benchmark] = {
    "referee-one": against_echo("referee-one", seats=3, streams=3, matches=1, echo_streams=1, bar=0.5),
    "referee-32": against_echo("referee-32", seats=2, streams=32, matches=2, echo_streams=32, bar=0.8),
    "referee-64": against_echo("referee-64", seats=2, streams=2, matches=64, echo_streams=1, bar=3.0),
    "two-referees": two_referees,
    "deadlines": deadlines,
    "rules": rules,
    "memory": memory,
}
