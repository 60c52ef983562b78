"""Values laid out as columns and rows: what text, JSON and CSV all show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ladder.compare import Comparison
from ladder.elo import Ratings
from ladder.names import shown_name
from ladder.tables import Cell, CrossTable, Meetings, Standings

Table = Standings | CrossTable | Ratings
Values = tuple[Cell, ...]


class Column(NamedTuple):
    """One column: its key in files, its heading on paper, how a value of it is shown there."""

    key: str
    heading: str
    shown: Callable[[Cell], str]


class Sheet(NamedTuple):
    """Rows under columns, called by a key."""

    key: str
    columns: tuple[Column, ...]
    rows: tuple[Values, ...]


def sheets(value: Table | Comparison) -> tuple[Sheet, ...]:
    """The sheets of a value, always the same ones, empty or not."""
    match value:
        case Ratings():
            return (_ratings(value),)
        case Standings():
            return _standings(value), _solo(value)
        case CrossTable():
            return (_meetings(value),)
        case Comparison():
            return (_comparison(value),)


def cross_grid(table: CrossTable) -> Sheet:
    """A cross table as it is drawn: a row and a column for each entrant, columns by row number."""
    columns = (_RANK, *(Column(str(i), str(i), _plain) for i in range(1, len(table.names) + 1)), _NAME)
    rows = (
        (place, *map(_share_and_number, cells), name)
        for place, (name, cells) in enumerate(zip(table.names, table.cells, strict=True), start=1)
    )
    return Sheet("cross_table", columns, tuple(rows))


def _plain(value: Cell) -> str:
    return "–" if value is None else shown_name(str(value))


def _to_places(places: int) -> Callable[[Cell], str]:
    return lambda value: f"{value:.{places}f}" if isinstance(value, (int, float)) else "–"


def _share_and_number(met: Meetings | None) -> str | None:
    return f"{met.share:.2f} ({met.meetings})" if met else None


_RANK = Column("rank", "#", _plain)
_NAME = Column("name", "name", _plain)


def _counts(*keys: str) -> Iterable[Column]:
    return (Column(key, key, _plain) for key in keys)


def _ratings(ratings: Ratings) -> Sheet:
    columns = (
        _NAME,
        Column("rating", "Elo", _to_places(0)),
        *_counts("matches", "sets", "wins", "won", "drawn", "lost", "forfeits"),
    )
    rows = (
        (row.name, row.rating, own.matches, own.sets, own.wins, own.won, own.drawn, own.lost, own.forfeits)
        for row in ratings.rows
        for own in (row.record,)
    )
    return Sheet("ratings", columns, tuple(rows))


def _standings(value: Standings) -> Sheet:
    columns = (
        _RANK,
        _NAME,
        *_counts("matches", "sets"),
        Column("share", "share", _to_places(3)),
        *_counts("wins"),
        Column("elo", "Elo", _to_places(0)),
        *_counts(*value.extra_columns),
    )
    return Sheet("standings", columns, tuple((*row[:-1], *row.extra) for row in value.rows))


def _solo(value: Standings) -> Sheet:
    columns = (
        _RANK,
        _NAME,
        *_counts("matches", "sets"),
        Column("mean_score", "mean score", _to_places(2)),
        *_counts(*value.extra_columns),
    )
    return Sheet("solo", columns, tuple((*row[:-1], *row.extra) for row in value.solo))


def _meetings(table: CrossTable) -> Sheet:
    rows = (
        (name, other, met.share, met.points, met.meetings)
        for name, cells in zip(table.names, table.cells, strict=True)
        for other, met in zip(table.names, cells, strict=True)
        if met
    )
    return Sheet("cross_table", tuple(_counts("name", "against", "share", "points", "meetings")), tuple(rows))


def _comparison(value: Comparison) -> Sheet:
    fields = value._asdict()
    low, high = fields.pop("interval") or (None, None)
    fields |= {"low": low, "high": high}
    return Sheet("comparison", tuple(_counts(*fields)), (tuple(fields.values()),))
