"""The plan of an event: all its matches, known before the first is played.

Pure and the same every time; how many processes play it changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from arena.games.contract import Game, Side, Split, split_text
from arena.scheduler.event import Duplicate, Event
from arena.scheduler.identity import Identity
from arena.scheduler.round_robin import mixed, table_count, table_entrants
from arena.scheduler.seating import in_order, roles, rotation_count

DEALS_A_BLOCK = 16
"""At most so many deals make a block: enough that new processes for each rotation cost little."""

FEWEST_BLOCKS = 8
"""Blocks get smaller so that there are so many, or small events would keep one process busy."""


class PlannedMatch(NamedTuple):
    """One match to play.

    position: its place in the schedule, from 0: deal by deal, table by table, rotation by rotation.
        It is the order of results; the order of play is that of blocks.
    sides: as the game seats them. entrants: one for each side that has a seat, in their order
        (`arena.scheduler.seating` spreads them over sides and seats).
    """

    position: int
    identity: Identity
    seats: int
    split: Split | None
    sides: tuple[Side, ...]
    entrants: tuple[str, ...]


class Block(NamedTuple):
    """A run of deals at one table: all deals of rotation 0, then all of rotation 1, and so on.

    It is played whole by one referee process, which starts the bots afresh for each rotation, as a
    bot that has seen a deal may not be given it again."""

    matches: tuple[PlannedMatch, ...]


class TableGroup(NamedTuple):
    """All tables of one kind. kind: "3p" or "2-2-1". roles: entrants a table.
    tables: how many. rotations: matches a set."""

    kind: str
    seats: int
    split: Split | None
    sides: tuple[Side, ...]
    roles: int
    tables: int
    rotations: int


class Plan(NamedTuple):
    """What an event will play. Nothing is written out until `blocks` is read."""

    entrants: tuple[str, ...]
    deals: int
    duplicate: Duplicate
    groups: tuple[TableGroup, ...]

    @property
    def match_count(self) -> int:
        """How many matches there are, worked out without making them."""
        return self.deals * self._matches_a_deal

    @property
    def deals_a_block(self) -> int:
        """How many deals a block has, except the last ones of a table, which may have fewer."""
        sets = self.deals * sum(group.tables for group in self.groups)
        return max(1, min(DEALS_A_BLOCK, sets // FEWEST_BLOCKS))

    def blocks(self) -> Iterator[Block]:
        """All matches in order of play: each table plays its first deals before any its next."""
        for first in range(0, self.deals, self.deals_a_block):
            run = range(first, min(self.deals, first + self.deals_a_block))
            before = 0
            for group in self.groups:
                for turn, number in enumerate(mixed(group.tables)):
                    yield self._block(group, number, before + turn * group.rotations, run)
                before += group.tables * group.rotations

    def matches(self) -> Iterator[PlannedMatch]:
        """All matches in order of play."""
        return (match for block in self.blocks() for match in block.matches)

    @property
    def _matches_a_deal(self) -> int:
        return sum(group.tables * group.rotations for group in self.groups)

    def _block(self, group: TableGroup, number: int, before: int, deals: range) -> Block:
        entrants = table_entrants(number, self.entrants, group.roles)
        return Block(
            tuple(
                self._match(group, number, before, deal, turn, entrants)
                for turn in range(group.rotations)
                for deal in deals
            )
        )

    def _match(
        self, group: TableGroup, number: int, before: int, deal: int, turn: int, entrants: tuple[str, ...]
    ) -> PlannedMatch:
        rotation = turn + self._offset(group, number, deal)
        return PlannedMatch(
            position=deal * self._matches_a_deal + before + turn,
            identity=Identity(1, 1, f"{group.kind}.{number}", deal, rotation),
            seats=group.seats,
            split=group.split,
            sides=group.sides,
            entrants=in_order(entrants, self.duplicate, rotation),
        )

    def _offset(self, group: TableGroup, number: int, deal: int) -> int:
        """Without duplicates, deals take turns with the one rotation, or who is first in the file
        would always sit first."""
        return (number + deal) % group.roles if self.duplicate == "none" else 0


def plan(event: Event, game: Game[Any]) -> Plan:
    """The plan of a checked event."""
    wanted: list[tuple[str, int, Split | None]] = []
    wanted += [(f"{size}p", size, None) for size in event.format.players]
    wanted += [(split_text(split), sum(split), split) for split in event.format.teams]
    entrants = tuple(bot.name for bot in event.bots)
    groups = tuple(
        _group(kind, game.seating(seats, split), seats, split, len(entrants), event.format.duplicate)
        for kind, seats, split in wanted
    )
    return Plan(entrants, event.format.deals, event.format.duplicate, groups)


def _group(
    kind: str, sides: tuple[Side, ...], seats: int, split: Split | None, entrants: int, duplicate: Duplicate
) -> TableGroup:
    count = roles(sides)
    return TableGroup(
        kind, seats, split, sides, count, table_count(entrants, count), rotation_count(count, duplicate)
    )
