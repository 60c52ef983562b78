"""Results from the bytes of a file, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType

from ladder import csv_form, jsonl_form
from ladder.check import Place
from ladder.result import Result

Reader = Callable[[str, str], Iterator[tuple[Result, Place]]]

READERS = MappingProxyType({".jsonl": jsonl_form.read, ".csv": csv_form.read})


def results_from(content: bytes, file: str, suffix: str = "") -> tuple[Result, ...]:
    """Read every result, in the order of the file.

    content: UTF-8. file: what messages call it. suffix: ".jsonl" or ".csv"; without it the form is
    told by the first word, that of the header of a CSV file.
    Raises FileMistake at the first mistake; nothing is read by halves."""
    text = _text(content, file)
    read = READERS[suffix or (".csv" if text.startswith(csv_form.HEADER[0]) else ".jsonl")]
    results, seen = [], dict[str, int]()
    for result, place in read(text, file):
        if result.match in seen:
            place.at("match").refuse(f"each match once (see line {seen[result.match]})", result.match)
        seen[result.match] = place.line
        results.append(result)
    return tuple(results)


def _text(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8-sig")  # spreadsheets put a byte order mark in front
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        Place(file, line).refuse("UTF-8", error.object[error.start : error.end])
