"""A match on record: plain JSON from which it can be replayed and checked by anyone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from arena.games.options import OptionValue
from arena.referee.faults import KINDS, Fault

FORMAT = 1


class RecordError(ValueError):
    """A record cannot be read. The message says which key and what was expected."""


class Record(NamedTuple):
    """One match.

    split: the team format as text, empty without teams.
    players: a name a seat. sides: the side of each seat.
    secret: the match's chance as hex, None while a secret event still hides it.
    choices: [seat, option text] in the order of steps and, within a step, of seats.
    times_ms: one entry a choice; None where no answer of the bot was used or asked for.
    chain: one digest a step, of all that was chosen, told and reached up to it.
    ranks, scores, forfeits: one entry a side.
    identity: which match of which event this is, empty for a single match.
    """

    game: str
    rules_version: str
    options: Mapping[str, OptionValue]
    seats: int
    split: str
    players: tuple[str, ...]
    sides: tuple[int, ...]
    secret: str | None
    choices: tuple[tuple[int, str], ...]
    times_ms: tuple[float | None, ...]
    faults: tuple[Fault, ...]
    chain: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    forfeits: tuple[bool, ...]
    reason: str
    identity: str = ""

    def dumps(self) -> str:
        """The record as JSON text, one choice a line."""
        plain = {"format": FORMAT, **self._asdict()}
        plain["options"] = dict(self.options)
        plain["faults"] = [fault._asdict() for fault in self.faults]
        rows = ",\n  ".join(json.dumps(choice) for choice in plain.pop("choices"))
        head = json.dumps(plain, ensure_ascii=False, indent=None)
        return f'{head[:-1]}, "choices": [\n  {rows}\n]}}\n'


def loads(text: str) -> Record:
    """A record from its JSON text. Raises RecordError."""
    try:
        plain = json.loads(text)
    except ValueError as error:
        raise RecordError(f"not JSON: {error}") from error
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise RecordError(f"format: expected a record of format {FORMAT}")
    if missing := [key for key in Record._fields if key not in plain]:
        raise RecordError(f"{missing[0]}: missing")
    if unknown := [key for key in plain if key not in Record._fields]:
        raise RecordError(f"{unknown[0]}: not a key of a record")
    for key, check in _CHECKS.items():
        if not check(plain[key]):
            raise RecordError(f"{key}: not of the form a record has there")
    plain["faults"] = tuple(Fault(**fault) for fault in plain["faults"])
    plain["choices"] = tuple((seat, option) for seat, option in plain["choices"])
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()}
    return Record(**fields)


def _list_of(*kinds: type) -> Any:
    return lambda value: isinstance(value, list) and all(type(item) in kinds for item in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_choices(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, list) and len(row) == 2 and type(row[0]) is int and type(row[1]) is str
        for row in value
    )


def _is_faults(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, dict) and set(row) == set(Fault._fields) and row["kind"] in KINDS for row in value
    )


def _is_secret(value: Any) -> bool:
    if value is None:
        return True
    try:
        return 16 <= len(bytes.fromhex(value)) <= 64
    except (TypeError, ValueError):
        return False


_CHECKS = {
    "game": _is_text,
    "rules_version": _is_text,
    "options": lambda value: isinstance(value, dict),
    "seats": lambda value: type(value) is int,
    "split": _is_text,
    "players": _list_of(str),
    "sides": _list_of(int),
    "secret": _is_secret,
    "choices": _is_choices,
    "times_ms": _list_of(int, float, type(None)),
    "faults": _is_faults,
    "chain": _list_of(str),
    "ranks": _list_of(int),
    "scores": _list_of(int, float),
    "forfeits": _list_of(bool),
    "reason": _is_text,
    "identity": _is_text,
}
