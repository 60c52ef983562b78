"""An event as its file says it, checked, with all defaults filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from arena.games.contract import Split
from arena.games.options import OptionValue
from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BotSpec

Duplicate = Literal["none", "rotations", "permutations"]
OnFault = Literal["substitute", "forfeit"]


class Format(NamedTuple):
    """Who meets whom. Either players (table sizes) or teams (splits) has entries.

    rounds: only for formats that are played in rounds; None for a round robin.
    deals: how many sets each table plays.
    """

    kind: Literal["round-robin"] = "round-robin"
    players: tuple[int, ...] = ()
    teams: tuple[Split, ...] = ()
    sides: Literal["entrant"] = "entrant"
    rounds: int | None = None
    deals: int = 1
    tables: Literal["all"] = "all"
    duplicate: Duplicate = "rotations"


class Run(NamedTuple):
    """How the matches are played.

    jobs: referee processes at once; None for as many as there are cores.
    matches_per_bot: clocked matches that one process of a bot plays at a time.
    max_processes: bots' processes alive at once.
    fault_limit: with "substitute", how many faults of a seat in one match the default stands in for;
        the next one forfeits.
    show_names: whether bots are told whom they play.
    """

    jobs: int | None = None
    matches_per_bot: int = 1
    max_processes: int = 64
    on_fault: OnFault = "substitute"
    fault_limit: int = 3
    show_names: bool = False


class Event(NamedTuple):
    """Everything that an event file says.

    seed: of an open event, which can be repeated; None for a secret one.
    store: the URL of the store; None if the file names none.
    options: all options of the game, resolved.
    """

    name: str
    game: str
    seed: int | None
    store: str | None
    options: Mapping[str, OptionValue]
    format: Format
    run: Run
    clock: ClockLimits
    bots: tuple[BotSpec, ...]
