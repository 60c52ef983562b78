"""Rows as the text of a CSV file, read back by any reader as they were."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows, one a line, cells quoted where they must be; None is an empty cell."""
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    # Python's writer quotes a line end only if it ends its own lines: a lone "\r" would split a row.
    bare_return = any("\r" in cell for row in cells for cell in row)
    written = io.StringIO()
    csv.writer(
        written, lineterminator="\n", quoting=csv.QUOTE_ALL if bare_return else csv.QUOTE_MINIMAL
    ).writerows(cells)
    return written.getvalue()
