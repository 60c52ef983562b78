"""What a bot author imports: see docs/writing-a-bot.md."""

from arena_bot.author import Player
from arena_bot.question import Event, Fault, Match, Over, Question
from arena_bot.running import run

__all__ = ["Event", "Fault", "Match", "Over", "Player", "Question", "run"]
