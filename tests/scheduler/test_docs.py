"""The organisers' page names every key that an event file may have, with its true default."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BOT_FILE_KEYS
from arena.scheduler.event import Format, Run
from arena.scheduler.event_file import KEYS, read_event

from .fake_game import FAKE

PAGE = (Path(__file__).parents[2] / "docs/running-an-event.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| `([\w.]+)` \| (.*?) \| .+ \|$", PAGE, re.MULTILINE))
ALL_KEYS = {f"{table}.{key}" for table, keys in KEYS.items() for key in keys} | set(BOT_FILE_KEYS)
TABLES = {"format": Format()._asdict(), "run": Run()._asdict(), "clock": ClockLimits()._asdict()}
DEFAULTS = {
    f"{table}.{key}": value
    for table, values in TABLES.items()
    for key, value in values.items()
    if value not in (None, ())
}


def test_the_page_explains_the_keys_that_there_are_and_no_others() -> None:
    assert set(ROWS) == ALL_KEYS


@pytest.mark.parametrize("key", sorted(DEFAULTS))
def test_the_page_gives_the_true_default(key: str) -> None:
    value = DEFAULTS[key]
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    assert ROWS[key] == f"`{shown}`"


def test_the_pages_example_is_an_event(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    folder = tmp_path / "bots/alice"
    folder.mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "a"\ncommand = "x"\nversion = "1"\n')
    (tmp_path / "cup.toml").write_text(example)
    event = read_event(tmp_path / "cup.toml", builtins={"random", "greedy"}, load_game=lambda name: FAKE)
    assert [bot.name for bot in event.bots] == [bot["name"] for bot in tomllib.loads(example)["bot"]]
