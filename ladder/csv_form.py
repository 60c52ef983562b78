"""Results as CSV: one row a side, the rows of a match together.

The cells of `match` and `set` are the texts themselves; every other cell is JSON, so that a list of
names may hold commas, quotes and line breaks and still comes back as it was.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from ladder.check import Place, decoded, side_from, text_from, truth_from
from ladder.csv_text import csv_text
from ladder.result import Result, SideResult

HEADER = ("match", "set", "side", "players", "rank", "score", "forfeit", "void")

_EXPECTED = {
    "side": "the number of the side within its match, from 0",
    "players": 'a list of names as JSON, e.g. ["alice", "bob"]',
    "rank": "a whole number from 1",
    "score": "a finite number",
    "forfeit": "true or false",
    "void": "true or false",
}


class _Row(NamedTuple):
    place: Place
    cells: dict[str, str]

    def value(self, key: str) -> object:
        return decoded(self.cells[key], self.place.at(key), _EXPECTED[key])


def write(results: Iterable[Result]) -> str:
    """The text of a .csv file."""
    rows = (row for result in results for row in _written(result))
    return csv_text((HEADER, *rows))


def read(text: str, file: str) -> Iterator[tuple[Result, Place]]:
    """Each result and where its first row stands; empty lines are passed over.

    Raises FileMistake."""
    for _, rows in groupby(_rows(text, file), key=lambda row: row.cells["match"]):
        match = tuple(rows)
        yield _result(match), match[0].place


def _written(result: Result) -> Iterator[tuple[str, ...]]:
    for number, side in enumerate(result.sides):
        values = (number, side.players, side.rank, side.score, side.forfeit, result.void)
        yield result.match, result.set, *(json.dumps(value, allow_nan=False) for value in values)


def _rows(text: str, file: str) -> Iterator[_Row]:
    lines = _numbered(text, file)
    line, header = next(lines, (1, []))
    if tuple(header) != HEADER:
        Place(file, line).refuse(f"the header {','.join(HEADER)}", ",".join(header))
    for line, cells in lines:
        if len(cells) != len(HEADER):
            Place(file, line).refuse(f"{len(HEADER)} cells", len(cells))
        yield _Row(Place(file, line), dict(zip(HEADER, cells, strict=True)))


def _numbered(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Each row that is not empty with the line it begins on."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            Place(file, line).refuse("a row of CSV", str(error))
        if cells:
            yield line, cells


def _result(rows: tuple[_Row, ...]) -> Result:
    first = rows[0]
    for number, row in enumerate(rows):
        if row.value("side") != number:
            row.place.at("side").refuse(f"{number}, the next side of its match", row.cells["side"])
        for key in ("set", "void"):
            if row.cells[key] != first.cells[key]:
                row.place.at(key).refuse(f"the same as on line {first.place.line}", row.cells[key])
    return Result(
        match=text_from(first.cells["match"], first.place.at("match")),
        set=text_from(first.cells["set"], first.place.at("set")),
        sides=tuple(_side(row) for row in rows),
        void=truth_from(first.value("void"), first.place.at("void")),
    )


def _side(row: _Row) -> SideResult:
    return side_from({key: row.value(key) for key in SideResult._fields}, row.place)
