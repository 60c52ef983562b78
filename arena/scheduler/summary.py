"""What a plan comes to, in numbers, for a person to read before it is played."""

from __future__ import annotations

from typing import NamedTuple

from arena.scheduler.plan import Plan, TableGroup


class TableLine(NamedTuple):
    """All tables of one kind. kind: "3p" or "2-2-1". sets: deals over all its tables.
    rotations: matches a set."""

    kind: str
    tables: int
    sets: int
    rotations: int
    matches: int


class Summary(NamedTuple):
    """lines: one for each kind of table. processes: of bots, alive at once, at most."""

    lines: tuple[TableLine, ...]
    matches: int
    processes: int


def summary(plan: Plan, *, jobs: int, max_processes: int) -> Summary:
    """Sum up a plan. jobs: referee processes at once, each plays one match at a time."""
    most_seats = max(group.seats for group in plan.groups)
    lines = tuple(_line(group, plan.deals) for group in plan.groups)
    return Summary(lines, plan.match_count, min(max_processes, jobs * most_seats))


def _line(group: TableGroup, deals: int) -> TableLine:
    sets = group.tables * deals
    return TableLine(group.kind, group.tables, sets, group.rotations, sets * group.rotations)
