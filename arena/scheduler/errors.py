"""What is wrong in an event file, a bot.toml or a BOT word, said in one sentence."""

from __future__ import annotations


class EventError(ValueError):
    """The event cannot be started as it is written; nothing has been started. Tell its author.

    file: the file as it was named; empty for words of a command.
    key: dotted, list entries counted from 1 (`bot[2].path`); empty where the whole file is meant.
    sentence: what was expected, and what stands there.
    """

    def __init__(self, file: str, key: str, sentence: str) -> None:
        super().__init__(": ".join(part for part in (file, key, sentence) if part))
        self.file, self.key, self.sentence = file, key, sentence
