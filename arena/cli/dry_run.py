"""What an event would play, and about how long it would take."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from tabulate import tabulate

from arena.games import catalog
from arena.games.chance import KeyedChance
from arena.games.contract import Table
from arena.scheduler.event import Event
from arena.scheduler.plan import Plan, TableGroup
from arena.scheduler.summary import Summary, summary

_SAMPLE_MATCHES = 3
_DECISION_S = 0.001
"""About what a question over the wire costs with a bot that answers at once (`make bench`)."""


class Estimate(NamedTuple):
    """Seconds: if all bots answer at once, and if all use up their clocks."""

    least_s: float
    most_s: float


def dry_run_text(event: Event, planned: Plan, jobs: int) -> str:
    """The plan for a person to read."""
    found = summary(planned, jobs=jobs, max_processes=event.run.max_processes)
    time_s = estimate(event, planned, jobs)
    table = tabulate(
        found.lines, ["tables of", "tables", "sets", "rotations", "matches"], disable_numparse=[0]
    )
    return (
        f"{event.name}: {event.game}, {len(planned.entrants)} bots\n\n{table}\n\n"
        f"{found.matches:,} matches on {jobs} referee processes, "
        f"at most {found.processes} bot processes at once;\n"
        f"from about {_time_text(time_s.least_s)} if all bots answer at once"
        f" to {_time_text(time_s.most_s)} if they use up their clocks."
    )


def dry_run_json(event: Event, planned: Plan, jobs: int) -> dict[str, Any]:
    """The plan with every match, as plain values."""
    found: Summary = summary(planned, jobs=jobs, max_processes=event.run.max_processes)
    return {
        "event": event.name,
        "tables": [line._asdict() for line in found.lines],
        "matches": found.matches,
        "processes": found.processes,
        "jobs": jobs,
        "estimate_s": estimate(event, planned, jobs)._asdict(),
        "schedule": [
            {"match": match.identity.text, "entrants": match.entrants}
            for match in sorted(planned.matches(), key=lambda match: match.position)
        ],
    }


def estimate(event: Event, planned: Plan, jobs: int) -> Estimate:
    """How long the event takes, from the decisions of a few games of each kind at random play."""
    least_s = most_s = 0.0
    for group in planned.groups:
        decisions, rules_s = _sample(event, group)
        matches = group.tables * group.rotations * planned.deals
        thinking_s = group.seats * event.clock.bank_s + decisions * event.clock.increment_s
        least_s += matches * (rules_s + decisions * _DECISION_S)
        most_s += matches * (rules_s + thinking_s)
    return Estimate(round(least_s / jobs, 1), round(most_s / jobs, 1))


def _sample(event: Event, group: TableGroup) -> tuple[float, float]:
    """Decisions and seconds of a game, the mean of a few."""
    game = catalog.load(event.game)
    table = Table(group.seats, group.sides, event.options, group.split)
    decisions, begun_s = 0, time.perf_counter()
    for number in range(_SAMPLE_MATCHES):
        chance = KeyedChance(number.to_bytes(16, "little"))
        state = game.setup(table, chance)
        while pending := game.pending(state):
            choices = {
                seat: decision.menu[chance.below(f"sample/{decisions}/{seat}", len(decision.menu))]
                for seat, decision in pending.items()
            }
            state, _ = game.advance(state, choices, chance)
            decisions += len(pending)
    return decisions / _SAMPLE_MATCHES, (time.perf_counter() - begun_s) / _SAMPLE_MATCHES


def _time_text(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
