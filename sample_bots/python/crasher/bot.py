"""Crashes on purpose at its fifth question of each match, to show what that costs."""

from __future__ import annotations

from arena_bot import Question, run


class Crasher:
    """Plays one match, as far as it comes."""

    def __init__(self) -> None:
        self._questions = 0

    def choose(self, question: Question) -> int:
        """Any option, four times."""
        self._questions += 1
        if self._questions == 5:
            raise RuntimeError("this bot crashes on purpose at its fifth question")
        return question.random.randrange(len(question.options))


if __name__ == "__main__":
    run(Crasher, name="crasher", version="1.0")
