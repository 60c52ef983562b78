"""What passes between the referee and a seat's link, as values; only the wire knows bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.games.options import OptionValue
from arena.referee.faults import Fault


class Shared:
    """A value that several seats are sent: encoded once, by the wire, which keeps its bytes here in
    whatever form it sends them."""

    __slots__ = ("encoded", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.encoded: bytes | None = None


@dataclass(slots=True)
class Told:
    """An event as it is told: one for all seats, or one's own for a seat that is told more.

    own: None where nothing is for this seat alone. encoded: as in `Shared`."""

    public: Any
    own: Any
    encoded: bytes | None = field(default=None, compare=False, repr=False)


class ClockLimits(NamedTuple):
    """The clock of a match, one bank a seat.

    bank_s: for all answers together. increment_s: added after each answer. cap_s: at most for one
    answer, None for no cap. start_s: for a process to come up and say hello. grace_s: added to
    each answer's limit and not charged (0 for local bots, 10 to 20 ms over a network).
    """

    bank_s: float = 10.0
    increment_s: float = 0.1
    cap_s: float | None = 2.0
    start_s: float = 10.0
    grace_s: float = 0.0


class Start(NamedTuple):
    """Opens a match on a link. Names are empty where the event hides them."""

    game: str
    rules_version: str
    seat: int
    sides: tuple[int, ...]
    names: tuple[str, ...]
    options: Mapping[str, OptionValue]
    clock: ClockLimits
    seed: bytes
    split: str


class Ask(NamedTuple):
    """A question. bank_s: what the seat's bank holds; answer_s: the most this answer may take."""

    number: int
    kind: str
    options: tuple[str, ...]
    public: Shared
    own: Any
    events: tuple[Told, ...]
    bank_s: float
    answer_s: float


class Over(NamedTuple):
    """Closes a match. One entry a seat in ranks and scores."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str
    void: bool
    events: tuple[Told, ...]


class Notice(NamedTuple):
    """Tells a seat of a fault, its own or another's."""

    fault: Fault


Message = Ask | Notice | Over


class Answer(NamedTuple):
    """What came back: the question's number, the index into its options, and when it arrived in
    seconds of trio's clock, as stamped by the wire."""

    number: int
    option: int
    arrived_s: float


class Nonsense(NamedTuple):
    """What came back can be read but answers nothing that this bot was ever asked."""

    sentence: str
    arrived_s: float
