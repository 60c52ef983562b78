"""A match on record: plain JSON from which it can be replayed and checked by anyone."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from arena.games.options import OptionValue
from arena.referee.faults import KINDS, Fault

FORMAT = 1

_LARGEST = 1.7976931348623157e308
"""The largest float there is (IEEE 754); JSON has texts for larger numbers, such as 1e999."""


class RecordError(ValueError):
    """A record cannot be read. The message says which key and what was expected."""


class Record(NamedTuple):
    """One match.

    split: the team format as text, empty without teams.
    players: a name a seat. sides: the side of each seat.
    secret: the match's chance as hex, None while a secret event still hides it.
    choices: [seat, option text] in the order of steps and, within a step, of seats.
    times_ms: one entry a choice; None where no answer of the bot was used or asked for.
    chain: one digest a step, of all that was chosen and told up to it, and one with the state at the end.
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
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from error
    if not isinstance(plain, dict) or plain.pop("format", None) != FORMAT:
        raise RecordError(f"format: expected a record of format {FORMAT}")
    if missing := [key for key in Record._fields if key not in plain]:
        raise RecordError(f"{missing[0]}: missing")
    if unknown := [key for key in plain if key not in Record._fields]:
        raise RecordError(f"{unknown[0]}: not a key of a record")
    for key, (expected, check) in _FORMS.items():
        if not check(plain[key]):
            raise RecordError(f"{key}: expected {expected}")
    plain["faults"] = tuple(Fault(**fault) for fault in plain["faults"])
    plain["choices"] = tuple((seat, option) for seat, option in plain["choices"])
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()}
    return Record(**fields)


Check = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _is_flag(value: Any) -> bool:
    return type(value) is bool


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and abs(value) <= _LARGEST


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_options(value: Any) -> bool:
    return isinstance(value, dict) and all(type(item) in (str, int, bool) for item in value.values())


def _is_choice(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_whole(value[0]) and _is_text(value[1])


def _is_fault(value: Any) -> bool:
    if not isinstance(value, dict) or set(value) != set(Fault._fields):
        return False
    numbers, texts = (value["step"], value["seat"]), (value["kind"], value["sentence"])
    typed = all(map(_is_whole, numbers)) and all(map(_is_text, texts)) and _is_flag(value["forfeit"])
    return typed and value["kind"] in KINDS


def _is_secret(value: Any) -> bool:
    if value is None:
        return True
    try:
        return 16 <= len(bytes.fromhex(value)) <= 64
    except (TypeError, ValueError):
        return False


_FORMS: Mapping[str, tuple[str, Check]] = {
    "game": ("a text", _is_text),
    "rules_version": ("a text", _is_text),
    "options": ("keys with texts, whole numbers, true or false", _is_options),
    "seats": ("a whole number", _is_whole),
    "split": ("a text", _is_text),
    "players": ("a list of texts", _list_of(_is_text)),
    "sides": ("a list of whole numbers", _list_of(_is_whole)),
    "secret": ("16 to 64 bytes as hex digits, or null", _is_secret),
    "choices": ("a list of [seat, option]", _list_of(_is_choice)),
    "times_ms": ("a list of numbers and nulls", _list_of(lambda item: item is None or _is_number(item))),
    "faults": (f"a list of faults with {', '.join(Fault._fields)}", _list_of(_is_fault)),
    "chain": ("a list of texts", _list_of(_is_text)),
    "ranks": ("a list of whole numbers", _list_of(_is_whole)),
    "scores": ("a list of numbers", _list_of(_is_number)),
    "forfeits": ("a list of true and false", _list_of(_is_flag)),
    "reason": ("a text", _is_text),
    "identity": ("a text", _is_text),
}
