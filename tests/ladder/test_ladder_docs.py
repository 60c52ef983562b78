"""The examples of docs/ladder.md are what the command reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from ladder.command import main
from ladder.files import results_from

PAGE = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text(encoding="utf-8")


def example(form: str) -> str:
    found = re.search(rf"^```{form}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/ladder.md has no example marked {form}"
    return found[1]


def test_the_two_forms_of_the_example_are_the_same_results() -> None:
    json_lines = results_from(example("json").encode(), "docs/ladder.md", ".jsonl")
    assert results_from(example("csv").encode(), "docs/ladder.md", ".csv") == json_lines


def test_the_ratings_of_the_example_are_what_the_command_writes() -> None:
    done = CliRunner().invoke(main, ["rate", "-"], input=example("json"))
    assert done.output == example("text")
