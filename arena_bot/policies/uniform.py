"""Any option, all equally likely."""

from __future__ import annotations

from arena_bot.question import Question


def random_policy(question: Question) -> int:
    """An option drawn with the match's own chance."""
    return question.random.randrange(len(question.options))
