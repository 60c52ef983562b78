"""Results as JSON Lines: one object a line, its keys the fields of a result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ladder.check import Place, decoded, result_from
from ladder.result import Result


def write(results: Iterable[Result]) -> str:
    """The text of a .jsonl file."""
    return "".join(f"{_line(result)}\n" for result in results)


def read(text: str, file: str) -> Iterator[tuple[Result, Place]]:
    """Each result and where it stands; empty lines are passed over.

    Raises FileMistake."""
    # Not splitlines(): it would also split at letters that JSON allows inside a text.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            place = Place(file, number)
            yield result_from(decoded(line, place, "one JSON object, no key twice"), place), place


def _line(result: Result) -> str:
    fields = result._asdict() | {"sides": [side._asdict() for side in result.sides]}
    return json.dumps(fields, allow_nan=False)
