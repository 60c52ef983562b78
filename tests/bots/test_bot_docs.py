"""docs/writing-a-bot.md says what is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_referee import WELCOME, ask, fake_referee, start

from arena.referee.faults import KINDS
from arena_bot.generated import arena_pb2 as pb
from arena_bot.question import Question

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "writing-a-bot.md").read_text()


@pytest.mark.parametrize("kind", KINDS)
def test_each_fault_is_explained_to_authors(kind: str) -> None:
    assert f"\n| `{kind}` |" in PAGE


@pytest.mark.parametrize("field", [name for name in vars(Question) if not name.startswith("_")])
def test_each_field_of_a_question_is_explained(field: str) -> None:
    assert re.search(rf"^\|.*`{field}`.*\|", PAGE, re.MULTILINE)


def test_the_first_example_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[int] = []

    def script(bot: Iterator[pb.FromBot], context: Any) -> Iterator[pb.ToBot]:
        next(bot)
        yield WELCOME
        yield pb.ToBot(items=[start(7), ask(7, 1, "blue-4", "blue-10", "blue-12")])
        chosen.extend(answer.option for answer in next(bot).answers)

    example = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
    with fake_referee(tmp_path, script) as environment:
        for key, value in environment.items():
            monkeypatch.setenv(key, value)
        with pytest.raises(SystemExit):
            exec(compile(example, "bot.py", "exec"), {"__name__": "__main__"})
    assert chosen == [1]
