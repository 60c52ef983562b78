"""Golden matches: one of each table, written so that a person can follow it.

    python -m tests.games.golden           say which files differ from what the rules do now
    python -m tests.games.golden --write   write them anew

The digest covers every state and event of every golden match. It is kept with the rules version
under which it was made and is not written anew under the same version: a change of behaviour needs
a new rules_version, since records of matches played before would not replay."""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from arena.games import catalog
from arena.games.chance import KeyedChance, derive
from arena.games.contract import Event, Game, Split, Table, split_text
from arena.games.gorus.text import cards_text
from arena.games.gorus.views import BoutWon, Played, RoundScored
from arena.games.options import resolve

FOLDER = Path(__file__).parent / "golden"
SECRET = b"the golden matches of the arena"
DIGEST = "digest.txt"


class Golden(NamedTuple):
    """One match to keep, with choices drawn from the seed that its name is."""

    game: str
    seats: int
    split: Split | None = None
    options: tuple[tuple[str, str | int], ...] = ()

    @property
    def name(self) -> str:
        """The name of its file, without ".txt"."""
        options = "-".join(f"{key}-{value}" for key, value in self.options)
        return "-".join(filter(None, (self.game, str(self.seats), split_text(self.split), options)))


class Moment(NamedTuple):
    """A state and what happened on the way to it; nothing on the way to the first."""

    state: Any
    choices: Mapping[int, int]
    events: tuple[Event, ...]


def golden_matches() -> list[Golden]:
    """Every table size and team format of every game, and what else is worth keeping."""
    single = [Golden(name, seats) for name in catalog.names() for seats in catalog.load(name).seats]
    teams = [
        Golden(golden.game, golden.seats, split)
        for golden in single
        for split in catalog.load(golden.game).splits(golden.seats)
    ]
    return [*single, *teams, Golden("gorus", 3, None, (("edition", "french"), ("target", 1)))]


def moments(golden: Golden) -> Iterator[Moment]:
    """The match, moment by moment."""
    game = catalog.load(golden.game)
    sides = game.seating(golden.seats, golden.split)
    table = Table(golden.seats, sides, resolve(game.options(), dict(golden.options)), golden.split)
    chance, dice = KeyedChance(derive(SECRET, golden.name)), random.Random(golden.name)
    state, moment = game.setup(table, chance), 0
    yield Moment(state, {}, ())
    while pending := game.pending(state):
        choices = {seat: dice.choice(decision.menu) for seat, decision in pending.items()}
        state, events = game.advance(state, choices, chance)
        moment += 1
        yield Moment(state, choices, tuple(events))


def written(golden: Golden) -> str:
    """The match as the text of its file."""
    game, kept = catalog.load(golden.game), list(moments(golden))
    tell = LINES.get(golden.game, every_event)
    outcome = game.outcome(kept[-1].state)
    assert outcome is not None
    lines = [
        f"{golden.name}: rules version {game.rules_version}, seed {golden.name!r}",
        *tell(game, kept),
        f"places by side: {' '.join(map(str, outcome.ranks))}",
        f"digest {digest([kept])}",
    ]
    return "\n".join(lines) + "\n"


def every_event(game: Game[Any], kept: list[Moment]) -> Iterator[str]:
    """A line an event."""
    for event in chain.from_iterable(moment.events for moment in kept):
        yield game.tell(event)


def gorus_lines(game: Game[Any], kept: list[Moment]) -> Iterator[str]:
    """A line a troupe and a line a bout; "!" marks a Challenge."""
    yield from _troupes(kept[0].state)
    bout = [
        f"{'contenders' if card_seat < 0 else card_seat}: {cards_text([card])}"
        for card_seat, card in _lead(kept)
    ]
    for moment in kept[1:]:
        for event in (event.public for event in moment.events):
            if isinstance(event, Played):
                who = "contenders" if event.seat < 0 else event.seat
                bout.append(f"{who}: {cards_text([event.card])}{'!' * event.challenge}")
            elif isinstance(event, BoutWon):
                yield f"  {'  '.join(bout)}  -> side {event.side}"
                bout = []
            elif isinstance(event, RoundScored):
                yield game.tell(Event(event))
                if game.pending(moment.state):
                    yield from _troupes(moment.state)


def _lead(kept: list[Moment]) -> list[tuple[int, int]]:
    public = kept[0].state.public
    return list(zip(public.seats, public.cards, strict=True))


def _troupes(state: Any) -> Iterator[str]:
    yield f"round {state.public.round}: seat {state.public.dealer} deals"
    for seat, hand in enumerate(state.hands):
        yield f"  seat {seat} holds {cards_text(hand)}"
    if state.pile:
        yield f"  pile: {cards_text(state.pile)}"


LINES = {"gorus": gorus_lines}
"""How a game's matches are told shorter than a line an event."""


def digest(matches: list[list[Moment]]) -> str:
    """A digest of all states and events, as a record's chain sees them."""
    total = hashlib.blake2b(digest_size=16)
    for moment in chain.from_iterable(matches):
        events = [(event.public, tuple(event.own.items())) for event in moment.events]
        total.update(repr((sorted(moment.choices.items()), events, moment.state)).encode())
    return total.hexdigest()


def digest_line(name: str) -> str:
    """A game's line of the digest file: its name, its rules version, the digest of its matches."""
    kept = [list(moments(golden)) for golden in golden_matches() if golden.game == name]
    return f"{name} {catalog.load(name).rules_version} {digest(kept)}"


def kept_digest_line(name: str) -> str:
    """The line that stands in the file; empty if there is none."""
    path = FOLDER / DIGEST
    lines = path.read_text().splitlines() if path.exists() else []
    return next((line for line in lines if line.startswith(f"{name} ")), "")


def _write() -> None:
    lines = []
    for name in catalog.names():
        now, before = digest_line(name), kept_digest_line(name)
        if before and now != before and now.split()[1] == before.split()[1]:
            sys.exit(f"golden: {name} behaves differently; raise its rules_version first")
        lines.append(now)
    for golden in golden_matches():
        (FOLDER / f"{golden.name}.txt").write_text(written(golden))
    (FOLDER / DIGEST).write_text("\n".join(lines) + "\n")


def _compare() -> None:
    differ = [
        golden.name
        for golden in golden_matches()
        if not (path := FOLDER / f"{golden.name}.txt").exists() or path.read_text() != written(golden)
    ]
    if differ:
        sys.exit("golden: these differ: " + ", ".join(differ))


if __name__ == "__main__":
    _write() if "--write" in sys.argv[1:] else _compare()
