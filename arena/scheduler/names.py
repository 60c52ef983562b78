"""Which names an event and a bot may have; when two names are the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 64
# Cc control, Cf format (zero width, direction overrides), Cs surrogates, Zl and Zp line ends: a name
# made of these looks like another name or breaks the table it is printed in.
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def name_fault(name: str) -> str | None:
    """Say what is wrong with a name; None if nothing is."""
    if not name.strip():
        return "expected a name that is not empty"
    if name != name.strip():
        return f"expected a name without spaces around it, got {name!r}"
    if len(name) > LONGEST_NAME:
        return f"expected a name of at most {LONGEST_NAME} characters, this has {len(name)}"
    if any(unicodedata.category(character) in _UNSEEN for character in name):
        return f"expected a name without control or invisible characters, got {name!r}"
    return None


def name_key(name: str) -> str:
    """What two names have in common that a reader would take for one: NFKC and case folded."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def first_repeated(names: Iterable[str]) -> tuple[int, int] | None:
    """The places (from 0) of the first name that stood before, and of where it stood."""
    seen: dict[str, int] = {}
    for place, name in enumerate(names):
        earlier = seen.setdefault(name_key(name), place)
        if earlier != place:
            return place, earlier
    return None


def numbered(name: str, taken: Iterable[str]) -> str:
    """The name, or with "-2", "-3", … behind it the first that is not taken."""
    keys = {name_key(other) for other in taken}
    candidate, number = name, 1
    while name_key(candidate) in keys:
        number += 1
        candidate = f"{name}-{number}"
    return candidate
