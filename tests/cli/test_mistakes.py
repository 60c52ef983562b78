"""What can be wrong with an event or fail while it runs: an exit status, one sentence, nothing half-done."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import pytest
from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.engine import Engine

from arena.cli.mistakes import Failed, Wrong
from arena.cli.translation import translation
from arena.referee.faults import MachineFault
from arena.scheduler.errors import EventError
from arena.storage.errors import StoreFull
from arena.storage.store import Store

from .commands import arena, event_text
from .in_process import Opener

Write = Callable[..., Path]

FILES: dict[str, tuple[dict[str, Any], str]] = {
    "a wrong key": (
        {"more": "round = 3"},
        "cup.toml: format.round: there is no such key; expected one of kind, players, teams, ",
    ),
    "a bot's folder that is missing": (
        {"bots": 'builtin = "greedy" | builtin = "random" | path = "bots/nobody"'},
        "cup.toml: bot[3].path: there is no folder bots/nobody",
    ),
    "a table size that the game has not": (
        {"format": "players = [3, 9]"},
        "cup.toml: format.players[2]: expected a table size of gorus, 1 to 8, got 9",
    ),
    "a table that an option rules out": (
        {"format": "players = [2, 1]", "more": '[game]\nedition = "french"'},
        'cup.toml: format.players[2]: expected edition "english" for a solo game, ',
    ),
    "an unknown split": (
        {"format": 'teams = ["3-1"]'},
        "cup.toml: format.teams[1]: expected a team format of gorus (2-2, ",
    ),
    "an unknown option": (
        {"more": '[game]\ncolour = "red"'},
        "cup.toml: game.colour: there is no such key; expected one of edition, target",
    ),
    "too few bots": (
        {"format": "players = [4]"},
        "cup.toml: format.players[1]: a table of this kind needs 4 bots, there are 3",
    ),
}


@pytest.mark.parametrize("words", [[], ["--dry-run"], ["--check"]], ids=["run", "dry-run", "check"])
@pytest.mark.parametrize("about_and_sentence", FILES.values(), ids=FILES.keys())
def test_a_mistake_in_an_event_file_is_told_with_file_key_and_what_was_expected(
    about_and_sentence: tuple[dict[str, Any], str], words: list[str], event: Write, folder: Path
) -> None:
    about, sentence = about_and_sentence
    done = arena("run", event(**about), *words)
    assert done.status == 2
    assert done.sentence.startswith(sentence)
    assert [path.name for path in folder.iterdir()] == ["cup.toml"]


def test_an_unknown_game_is_told_with_those_there_are(folder: Path) -> None:
    (folder / "cup.toml").write_text(event_text().replace("gorus", "chess"))
    done = arena("run", "cup.toml")
    assert done.status == 2
    assert done.sentence == "cup.toml: event.game: there is no game 'chess'; there are gorus"


@pytest.mark.parametrize("command", ["run", "standings", "results", "verify"])
def test_an_event_file_that_is_not_there_is_told(command: str) -> None:
    done = arena(command, "none.toml")
    assert (done.status, done.sentence) == (2, "none.toml: cannot be read: No such file or directory")


@pytest.mark.parametrize("command", ["standings", "results", "verify"])
def test_an_event_that_was_never_run_is_told(command: str, event: Write, executors: Opener) -> None:
    arena("run", event())
    done = arena(command, "autumn")
    assert (done.status, done.sentence) == (2, "no event 'autumn' has been run in this store")


@pytest.mark.parametrize("command", ["standings", "results", "verify"])
def test_a_store_that_is_not_there_is_not_made(command: str, folder: Path) -> None:
    done = arena(command, "cup", "--store", "sqlite:///none.db")
    assert (done.status, done.sentence) == (1, "there is no store none.db")
    assert list(folder.iterdir()) == []


def test_an_event_file_that_names_no_event_or_store_properly_is_told(folder: Path) -> None:
    (folder / "cup.toml").write_text("[event]\nname = 3\n")
    assert arena("standings", "cup.toml").sentence == "cup.toml: event.name: expected the name of the event"
    (folder / "cup.toml").write_text('[event]\nname = "cup"\nstore = 3\n')
    assert arena("standings", "cup.toml").sentence.startswith(
        "cup.toml: event.store: expected a URL such as "
    )


def test_a_dry_run_cannot_be_a_check(event: Write) -> None:
    done = arena("run", event(), "--dry-run", "--check")
    assert (done.status, done.sentence) == (2, "--dry-run and --check exclude each other")


def test_an_event_that_was_changed_is_refused_with_the_flag_that_accepts_it(
    event: Write, executors: Opener
) -> None:
    arena("run", event())
    event(more="[clock]\nbank_s = 5.0")
    done = arena("run", "cup.toml")
    assert done.status == 2
    assert done.sentence == (
        "cup is not what its first run froze: clock.bank_s was 10.0, is 5.0."
        " If that is meant, add --accept-changes."
    )
    assert arena("run", "cup.toml", "--accept-changes").status == 0
    assert arena("run", "cup.toml").status == 0


def test_a_change_that_cannot_be_accepted_offers_no_flag(event: Write, executors: Opener) -> None:
    arena("run", event())
    event(seed=8)
    done = arena("run", "cup.toml", "--accept-changes")
    assert done.status == 2
    assert done.sentence.endswith("would come to mean other matches: give the event a new name")


def test_a_second_run_at_once_is_refused_before_it_builds_anything(event: Write, folder: Path) -> None:
    bot = folder / "bot"
    bot.mkdir()
    (bot / "bot.toml").write_text('name = "d"\nversion = "1"\ncommand = "./d"\nbuild = "touch built"\n')
    event(bots='builtin = "random" | builtin = "random" | path = "bot"')
    with Store.open("sqlite:///arena.db") as store, store.running("cup"):
        done = arena("run", "cup.toml")
    assert done.status == 1
    assert done.sentence.startswith("another run of cup is going on in arena.db (pid ")
    assert not (bot / "built").exists()


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        ("./make-it", "bot c cannot be built: ./make-it: No such file or directory"),
        ("ls no-such-file", "bot c cannot be built: ls no-such-file\nls: cannot access 'no-such-file'"),
    ],
)
@pytest.mark.parametrize("words", [[], ["--check"]], ids=["run", "check"])
def test_a_bot_that_cannot_be_built_stops_the_run_before_the_freeze(
    words: list[str], build: str, sentence: str, event: Write, folder: Path
) -> None:
    (folder / "bot").mkdir()
    (folder / "bot" / "bot.toml").write_text(
        f'name = "d"\nversion = "1"\ncommand = "./d"\nbuild = "{build}"\n'
    )
    done = arena("run", event(bots='builtin = "random" | builtin = "random" | path = "bot"'), *words)
    assert done.status == 1
    assert done.err.startswith(f"Error: {sentence}")
    assert arena("results", "cup").status != 0


def test_a_store_that_another_program_writes_to_is_told(
    event: Write, executors: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cli.run_command.Store.open", functools.partial(Store.open, busy_wait_s=0.0))
    executors.matches = 1
    arena("run", event())
    with closing(sqlite3.connect("arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        done = arena("run", "cup.toml")
    assert (done.status, done.sentence) == (1, "arena.db is locked: another program is writing to it")


@pytest.fixture
def pages() -> Iterator[list[int]]:
    """The size that no store may grow over, in pages, like a disk that is full; empty: no limit."""
    limit: list[int] = []

    def set_limit(connection: sqlite3.Connection, _record: object) -> None:
        for most in limit:
            connection.execute(f"PRAGMA max_page_count = {most}")

    sqlalchemy_event.listen(Engine, "connect", set_limit)
    yield limit
    sqlalchemy_event.remove(Engine, "connect", set_limit)


def test_a_full_disk_stops_the_run_and_with_room_it_goes_on(
    event: Write, executors: Opener, pages: list[int]
) -> None:
    event(format="players = [3]\ndeals = 4")
    executors.matches = 1
    arena("run", "cup.toml")
    with closing(sqlite3.connect("arena.db")) as store:
        (size,) = store.execute("PRAGMA page_count").fetchone()
    executors.matches = None
    pages.append(size + 4)
    done = arena("run", "cup.toml")
    assert (done.status, done.sentence) == (
        1,
        "arena.db cannot grow: the disk is full; nothing was half-written",
    )
    pages.clear()
    assert 1 <= len(arena("results", "cup").json_lines) < 12
    assert arena("run", "cup.toml").out.startswith("cup: 12 matches played, over")
    assert arena("verify", "cup").status == 0


def test_a_store_that_is_none_is_told(event: Write, folder: Path) -> None:
    (folder / "arena.db").write_text("a diary, not a database, and long enough to be looked at " * 20)
    done = arena("run", event())
    assert (done.status, done.sentence) == (1, "arena.db is not a database, or is damaged")


def test_a_record_that_cannot_be_written_is_told() -> None:
    done = arena("match", "gorus", "random", "--record", "/dev/full")
    assert (done.status, done.sentence) == (1, "/dev/full: No space left on device")


TRANSLATIONS: dict[str, tuple[BaseException, type[click.ClickException] | None]] = {
    "words are wrong": (EventError("cup.toml", "", "is empty"), Wrong),
    "work has failed": (StoreFull("full"), Failed),
    "of a group the first counts": (ExceptionGroup("", [MachineFault("one"), StoreFull("two")]), Failed),
    "a mistake of ours is none of the user's": (KeyError("seat"), None),
    "nor is it in a group": (ExceptionGroup("", [MachineFault("one"), KeyError("seat")]), None),
    "nobody reads on": (BrokenPipeError(), None),
}


@pytest.mark.parametrize("error_and_kind", TRANSLATIONS.values(), ids=TRANSLATIONS.keys())
def test_what_went_wrong_has_an_exit_status_unless_it_is_our_own_mistake(
    error_and_kind: tuple[BaseException, type[click.ClickException] | None],
) -> None:
    error, kind = error_and_kind
    found = translation(error)
    assert found is None if kind is None else type(found) is kind


def test_a_file_is_named_in_the_sentence_about_it() -> None:
    found = translation(PermissionError(13, "Permission denied", "m.json"))
    assert found is not None
    assert found.message == "m.json: Permission denied"
