"""Results between the referee's records, the store and the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from arena.referee.record import Record, loads
from arena.scheduler.event_secrets import deal_secret
from arena.scheduler.identity import parse_identity
from arena.scheduler.plan import PlannedMatch
from arena.scheduler.seating import entrants_by_side
from arena.storage.store import Store
from arena.storage.values import StoredEvent, StoredResult
from ladder.result import Result, SideResult


def stored_result(match: PlannedMatch, record: Record) -> StoredResult:
    """What the store keeps of a match beside its record."""
    return StoredResult(
        identity=match.identity.text,
        set_text=match.identity.set_text,
        position=match.position,
        seats=record.players,
        sides=entrants_by_side(match.entrants, match.sides),
        ranks=record.ranks,
        scores=record.scores,
        forfeits=record.forfeits,
        faults=record.faults,
    )


def ladder_result(stored: StoredResult) -> Result:
    """A result as the ladder takes it."""
    columns = zip(stored.sides, stored.ranks, stored.scores, stored.forfeits, strict=True)
    return Result(
        stored.identity, stored.set_text, tuple(SideResult(*column) for column in columns), stored.void
    )


def fault_counts(results: Iterable[StoredResult]) -> Mapping[str, Mapping[str, int]]:
    """How often each bot was at fault and how often that cost a match, as columns of the standings."""
    faults: Counter[str] = Counter()
    forfeits: Counter[str] = Counter()
    for result in results:
        for fault in result.faults:
            faults[result.seats[fault.seat]] += 1
            forfeits[result.seats[fault.seat]] += fault.forfeit
        for bot in result.seats:
            faults[bot] += 0
            forfeits[bot] += 0
    return {"faults": faults, "forfeits": forfeits}


def event_record(store: Store, event: StoredEvent, identity: str) -> Record:
    """A record of an event, with its secret where that may be known: the event is open or over."""
    record = loads(store.record(event.name, identity))
    if event.commitment and not event.finished_at:
        return record
    return record._replace(secret=deal_secret(event.secret, parse_identity(identity)).hex())
