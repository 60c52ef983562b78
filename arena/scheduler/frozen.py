"""What the first run of an event freezes, as one JSON value that later runs are held to."""

from __future__ import annotations

from typing import Any

from arena.games.contract import Game, split_text
from arena.scheduler.bots import BotSpec
from arena.scheduler.event import Event
from arena.scheduler.fingerprint import fingerprint

JsonObject = dict[str, Any]


def freeze_event(event: Event, game: Game[Any]) -> JsonObject:
    """Everything that a result depends on.

    "matches" says which match an identity means; once there are results it may only grow.
    "play" says how they are played; it may change if the organiser accepts that."""
    return {"matches": _matches(event), "play": _play(event, game)}


def _matches(event: Event) -> JsonObject:
    return {
        "game": event.game,
        "seed": event.seed,
        "kind": event.format.kind,
        "sides": event.format.sides,
        "duplicate": event.format.duplicate,
        "bots": [bot.name for bot in event.bots],
    }


def _play(event: Event, game: Game[Any]) -> JsonObject:
    return {
        "rules_version": game.rules_version,
        "game": dict(event.options),
        "format": {
            "players": list(event.format.players),
            "teams": [split_text(split) for split in event.format.teams],
            "deals": event.format.deals,
        },
        "clock": event.clock._asdict(),
        "run": {
            "matches_per_bot": event.run.matches_per_bot,
            "on_fault": event.run.on_fault,
            "fault_limit": event.run.fault_limit,
            "show_names": event.run.show_names,
        },
        "bot": {bot.name: _bot(bot) for bot in event.bots},
    }


def _bot(bot: BotSpec) -> JsonObject:
    if bot.folder is not None:
        return {"version": bot.version, "folder": fingerprint(bot.folder)}
    return {"command": list(bot.argv)} if bot.builtin is None else {"builtin": bot.builtin}
