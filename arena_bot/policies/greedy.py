"""The best option by a short look ahead, in the games it knows; any option in others."""

from __future__ import annotations

from arena_bot.policies import gorus
from arena_bot.policies.uniform import random_policy
from arena_bot.question import Question

_BY_GAME = {"gorus": gorus.choose}


def greedy_policy(question: Question) -> int:
    """An option that looks best now."""
    return _BY_GAME.get(question.match.game, random_policy)(question)
