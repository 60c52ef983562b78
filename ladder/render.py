"""Ladder's values as text for people, plain values for JSON, and CSV.

Text shortens names and escapes what cannot be printed; JSON and CSV hold them in full.
"""

from __future__ import annotations

from tabulate import tabulate

from ladder.compare import Comparison
from ladder.csv_text import csv_text
from ladder.elo import Ratings
from ladder.names import shown_name
from ladder.sheets import Column, Sheet, Table, cross_grid, sheets
from ladder.tables import Cell, CrossTable

_TITLES = {"solo": "Played alone: scored, not rated"}
_NOTHING = "no matches to show"


def text(value: Table | Comparison) -> str:
    """Tables, or two lines for a comparison, without a line break at the end."""
    if isinstance(value, Comparison):
        return _comparison_text(value)
    drawn = (cross_grid(value),) if isinstance(value, CrossTable) else sheets(value)
    return "\n\n".join(_titled(sheet) for sheet in drawn if sheet.rows) or _NOTHING


def as_json(value: Table | Comparison) -> dict[str, object]:
    """What `json.dumps` writes: a list of rows for each sheet, the keys those of the CSV columns.

    Ratings come with how they were made; a comparison is one row, not a list."""
    listed: dict[str, object] = {sheet.key: _objects(sheet) for sheet in sheets(value)}
    if isinstance(value, Comparison):
        return dict(_objects(sheets(value)[0])[0])
    if isinstance(value, Ratings):
        made = {key: made for key, made in value._asdict().items() if key != "rows"}
        return made | listed
    return listed


def as_csv(value: Table | Comparison) -> str:
    """One CSV table with full names and numbers.

    Standings hold two sheets; both are in it, told apart by the first column, `table`."""
    drawn = sheets(value)
    tagged = [{**row, "table": sheet.key} for sheet in drawn for row in _objects(sheet)]
    tag = ("table",) if len(drawn) > 1 else ()
    keys = (*tag, *dict.fromkeys(column.key for sheet in drawn for column in sheet.columns))
    return csv_text((keys, *([row.get(key) for key in keys] for row in tagged)))


def _objects(sheet: Sheet) -> list[dict[str, Cell]]:
    keys = [column.key for column in sheet.columns]
    if len(set(keys)) < len(keys):
        raise ValueError(f"an extra column may not be called as one of: {', '.join(dict.fromkeys(keys))}")
    return [dict(zip(keys, row, strict=True)) for row in sheet.rows]


def _titled(sheet: Sheet) -> str:
    title = _TITLES.get(sheet.key)
    return f"{title}\n{_drawn(sheet)}" if title else _drawn(sheet)


def _drawn(sheet: Sheet) -> str:
    """The table with the names in its last column, where no letter's width can shift a number."""
    order = sorted(range(len(sheet.columns)), key=lambda place: sheet.columns[place].key == "name")
    columns: list[Column] = [sheet.columns[place] for place in order]
    drawn = tabulate(
        [
            [column.shown(row[place]) for column, place in zip(columns, order, strict=True)]
            for row in sheet.rows
        ],
        headers=[shown_name(column.heading) for column in columns],
        disable_numparse=True,
        colalign=["left" if column.key == "name" else "right" for column in columns],
    )
    return "\n".join(line.rstrip() for line in drawn.split("\n"))


def _comparison_text(value: Comparison) -> str:
    pair = f"{shown_name(value.first)} against {shown_name(value.second)}"
    if value.share is None or value.difference is None:
        return f"{pair}: {value.note}"
    interval = "95 % interval {:+.0f} to {:+.0f}".format(*value.interval) if value.interval else "no interval"
    lines = [
        f"{pair}: {value.difference:+.0f} Elo, {interval}",
        f"{value.points:g} of {value.meetings} points ({value.share:.3f}) in {value.matches} matches "
        f"of {value.sets} sets; {value.resamples} resamples of sets, seed {value.seed}",
    ]
    return "\n".join([*lines, value.note] if value.note else lines)
