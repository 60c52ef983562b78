"""Bots by folder, by command and by name; and how a changed folder shows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BotSpec, bot_from_word, bots_from_words
from arena.scheduler.errors import EventError
from arena.scheduler.event import Event, Format, Run
from arena.scheduler.fingerprint import fingerprint
from arena.scheduler.frozen import freeze_event

from .fake_game import FAKE

BUILTINS = {"random", "greedy"}


@pytest.fixture
def alice(tmp_path: Path) -> Path:
    folder = tmp_path / "alice"
    (folder / "parts").mkdir(parents=True)
    (folder / "bot.toml").write_text('name = "Alice"\ncommand = "./run"\nversion = "1"\n')
    (folder / "parts/brain.py").write_text("think()")
    return folder


def test_a_word_may_be_a_folder(alice: Path) -> None:
    assert bot_from_word(str(alice), BUILTINS) == BotSpec("Alice", ("./run",), alice, "1")


def test_a_word_may_be_a_command_with_a_name() -> None:
    assert bot_from_word("bob=./bob --depth=3", BUILTINS) == BotSpec("bob", ("./bob", "--depth=3"))


def test_a_word_may_be_a_built_in_bot() -> None:
    assert bot_from_word("random", BUILTINS) == BotSpec("random", builtin="random")


def test_a_name_that_comes_again_gets_a_number() -> None:
    bots = bots_from_words(["random", "random-2=x", "random", "greedy", "RANDOM=y"], BUILTINS)
    assert [bot.name for bot in bots] == ["random", "random-2", "random-3", "greedy", "RANDOM-4"]


@pytest.mark.parametrize("word", ["nobody", "=x", "bob=", "bob=a 'b", "b\x07b=x"])
def test_another_word_is_refused_in_one_sentence(word: str) -> None:
    with pytest.raises(EventError, match="expected") as raised:
        bot_from_word(word, BUILTINS)
    assert raised.value.key == word


def test_a_folder_without_a_bot_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EventError, match=r"has no bot\.toml"):
        bot_from_word(str(tmp_path), BUILTINS)


def test_the_same_files_have_the_same_hash(alice: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin"
    (twin / "parts").mkdir(parents=True)
    for name in ["parts/brain.py", "bot.toml"]:
        (twin / name).write_bytes((alice / name).read_bytes())
    assert fingerprint(twin) == fingerprint(alice)


def change_content(folder: Path) -> None:
    (folder / "parts/brain.py").write_text("think(harder)")


def add_file(folder: Path) -> None:
    (folder / "parts/more").write_text("")


def rename_file(folder: Path) -> None:
    (folder / "parts/brain.py").rename(folder / "parts/mind.py")


def move_bytes_from_content_to_name(folder: Path) -> None:
    (folder / "parts/brain.py").rename(folder / "parts/brain.pyt")
    (folder / "parts/brain.pyt").write_text("hink()")


def link_elsewhere(folder: Path) -> None:
    (folder / "elsewhere").symlink_to("..")


@pytest.mark.parametrize(
    "change", [change_content, add_file, rename_file, move_bytes_from_content_to_name, link_elsewhere]
)
def test_every_change_of_a_bots_files_shows(alice: Path, change: object) -> None:
    before = fingerprint(alice)
    assert callable(change)
    change(alice)
    assert fingerprint(alice) != before


@pytest.mark.parametrize("name", [".git", "__pycache__", "parts/__pycache__"])
def test_what_changes_by_itself_does_not_count(alice: Path, name: str) -> None:
    before = fingerprint(alice)
    (alice / name).mkdir()
    (alice / name / "file").write_text("x")
    assert fingerprint(alice) == before


def test_a_pipe_in_a_bots_folder_is_not_waited_for(alice: Path) -> None:
    before = fingerprint(alice)
    os.mkfifo(alice / "pipe")
    assert fingerprint(alice) != before


def frozen(bots: tuple[BotSpec, ...], run: Run = Run()) -> dict[str, object]:  # noqa: B008, immutable
    event = Event("e", "fake", 1, None, {"target": 3}, Format(players=(2,)), run, ClockLimits(), bots)
    return freeze_event(event, FAKE)


def test_a_changed_folder_changes_what_is_frozen(alice: Path) -> None:
    bots = (bot_from_word(str(alice), BUILTINS), BotSpec("bob", builtin="random"))
    before = frozen(bots)
    change_content(alice)
    assert frozen(bots) != before


def test_how_many_processes_play_is_not_frozen() -> None:
    bots = (BotSpec("a", builtin="random"), BotSpec("b", ("x",)))
    assert frozen(bots, Run(jobs=1, max_processes=8)) == frozen(bots, Run(jobs=4))


def test_what_a_fault_costs_is_frozen() -> None:
    bots = (BotSpec("a", builtin="random"), BotSpec("b", ("x",)))
    assert frozen(bots, Run(on_fault="forfeit")) != frozen(bots)
