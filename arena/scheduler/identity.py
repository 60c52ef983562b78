"""The name of a match in its event, for ever: stage, round, table, deal, rotation and attempt."""

from __future__ import annotations

import re
from typing import NamedTuple

_TEXT = re.compile(r"(\d+)/(\d+)/((?:\d+p|\d+(?:-\d+)+)\.\d+)/(\d+)/(\d+)/(\d+)", re.ASCII)


class Identity(NamedTuple):
    """Which match of an event this is.

    stage, round: from 1.
    table: the kind of table and its number of that kind, from 0: "3p.0", "2-2-1.17".
    deal: of that table, from 0. rotation: of that deal's set, from 0.
    attempt: from 0; one more each time a void match is replayed.

    >>> Identity(1, 1, "3p.0", 2, 0, 0).text
    '1/1/3p.0/2/0/0'
    """

    stage: int
    round: int
    table: str
    deal: int
    rotation: int
    attempt: int = 0

    @property
    def text(self) -> str:
        """The one text form, which `parse_identity` reads back."""
        return "/".join(map(str, self))

    @property
    def set_text(self) -> str:
        """The set that the match belongs to: all rotations of one deal share it.

        >>> Identity(1, 1, "3p.0", 2, 1, 0).set_text
        '1/1/3p.0/2'
        """
        return "/".join(map(str, self[:4]))

    @property
    def table_kind(self) -> str:
        """The kind of its table: "3p", "2-2-1"."""
        return self.table.partition(".")[0]


def parse_identity(text: str) -> Identity:
    """The identity of a text form. Raises ValueError."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise ValueError(f"expected the identity of a match such as 1/1/3p.0/2/0/0, got {text!r}")
    stage, round_, table, deal, rotation, attempt = found.groups()
    identity = Identity(int(stage), int(round_), table, int(deal), int(rotation), int(attempt))
    if identity.text != text:  # "01" would be a second name of the same match
        raise ValueError(f"expected the identity of a match without leading zeros, got {text!r}")
    return identity
