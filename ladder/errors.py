"""What can go wrong with a results file.

LadderError             catch this to catch all of ladder's own
└── FileMistake         a results file says something that it may not: correct the named line
"""

from __future__ import annotations

_SHOWN_CHARACTERS = 60


class LadderError(Exception):
    """The root of what ladder raises for mistakes that are not the caller's own."""


class FileMistake(LadderError):
    """A results file breaks its form.

    file: as the user called it. line: from 1. key: the field at fault, e.g. "sides[1].rank", or ""
    for the line as a whole. expected: what should stand there, in words. got: what does.
    """

    def __init__(self, file: str, line: int, key: str, expected: str, got: object) -> None:
        place = f"{file}, line {line}, {key}" if key else f"{file}, line {line}"
        super().__init__(f"{place}: expected {expected}, got {_short(got)}")
        self.file, self.line, self.key, self.expected, self.got = file, line, key, expected, got


def _short(value: object) -> str:
    text = ascii(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"
