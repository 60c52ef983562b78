"""From the plain values of a file to a result, or the mistake that stands in the way."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, TypeVar

from ladder.errors import FileMistake
from ladder.result import Result, SideResult

T = TypeVar("T")


class Place(NamedTuple):
    """Where in a file a value stands."""

    file: str
    line: int
    key: str = ""

    def at(self, key: str) -> Place:
        """The place of a key of what stands here."""
        return self._replace(key=f"{self.key}.{key}" if self.key else key)

    def item(self, index: int) -> Place:
        """The place of an item of the list that stands here."""
        return self._replace(key=f"{self.key}[{index}]")

    def refuse(self, expected: str, got: object) -> NoReturn:
        """Raise the mistake."""
        raise FileMistake(self.file, self.line, self.key, expected, got)


def decoded(text: str, place: Place, expected: str) -> Any:
    """The plain value of a JSON text; no object in it may give a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError):
        place.refuse(expected, text)


def result_from(value: object, place: Place) -> Result:
    """A result from an object with its fields as keys."""
    fields = _fields(value, Result._fields, place)
    sides = _listed(fields["sides"], place.at("sides"), "a list of one side or more")
    if not sides:
        place.at("sides").refuse("a list of one side or more", sides)
    return Result(
        match=text_from(fields["match"], place.at("match")),
        set=text_from(fields["set"], place.at("set")),
        sides=tuple(side_from(side, place.at("sides").item(index)) for index, side in enumerate(sides)),
        void=truth_from(fields["void"], place.at("void")),
    )


def side_from(value: object, place: Place) -> SideResult:
    """A side from an object with its fields as keys."""
    fields = _fields(value, SideResult._fields, place)
    players = _listed(fields["players"], place.at("players"), "a list of names")
    return SideResult(
        players=tuple(text_from(name, place.at("players").item(index)) for index, name in enumerate(players)),
        rank=_rank_from(fields["rank"], place.at("rank")),
        score=_score_from(fields["score"], place.at("score")),
        forfeit=truth_from(fields["forfeit"], place.at("forfeit")),
    )


def text_from(value: object, place: Place) -> str:
    """A text that can be written again: not empty, no half of a surrogate pair."""
    if isinstance(value, str) and value and not any("\ud800" <= letter <= "\udfff" for letter in value):
        return value
    place.refuse("a text that is not empty", value)


def truth_from(value: object, place: Place) -> bool:
    """True or false, and nothing that merely looks so."""
    return value if isinstance(value, bool) else place.refuse("true or false", value)


def _rank_from(value: object, place: Place) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    place.refuse("a whole number from 1", value)


def _score_from(value: object, place: Place) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            score = float(value)
        except OverflowError:
            score = math.inf
        if math.isfinite(score):
            return score
    place.refuse("a finite number", value)


def _listed(value: object, place: Place, expected: str) -> list[object]:
    return value if isinstance(value, list) else place.refuse(expected, value)


def _fields(value: object, keys: tuple[str, ...], place: Place) -> Mapping[str, object]:
    if not isinstance(value, dict):
        place.refuse(f"an object with the keys {', '.join(keys)}", value)
    for key in keys:
        if key not in value:
            place.at(key).refuse("this key", sorted(value))
    for key in value:
        if key not in keys:
            place.refuse(f"only the keys {', '.join(keys)}", key)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice")
    return fields
