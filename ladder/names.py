"""Names made fit for one cell of a table on a terminal."""

from __future__ import annotations

import unicodedata

SHOWN_LETTERS = 32

_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def shown_name(name: str) -> str:
    r"""The name on one line, at most 32 letters of it, with nothing in it that steers a terminal.

    What cannot be printed is written as Python escapes it; spaces at an end are shown by quotes. A
    long name loses its middle, since the ends tell names apart. A name in a right-to-left script is
    isolated (Unicode annex 9), or the numbers beside it would change places.

    >>> shown_name("two\nlines")
    'two\\nlines'
    """
    text = "".join(letter if letter.isprintable() else _escaped(letter) for letter in name)
    if text != text.strip():
        text = f'"{text}"'
    if len(text) > SHOWN_LETTERS:
        tail = SHOWN_LETTERS // 3
        text = f"{text[: SHOWN_LETTERS - tail - 1]}…{text[-tail:]}"
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        text = f"{_ISOLATE}{text}{_END_OF_ISOLATE}"
    return text


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
