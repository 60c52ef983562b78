"""A store keeps every match once, whatever happens, and says in one sentence what went wrong."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from arena.referee.faults import Fault
from arena.storage import errors
from arena.storage.lock import lock_file
from arena.storage.schema import EVENTS, SCHEMA_VERSION
from arena.storage.store import Store
from arena.storage.values import BotLog, PlayedMatch, StoredResult

FROZEN: dict[str, Any] = {
    "matches": {"game": "fake", "seed": None, "bots": ["alice", "bob"]},
    "play": {
        "format": {"deals": 2},
        "bot": {"alice": {"folder": "1f", "version": "1"}, "bob": {"builtin": "random"}},
    },
}
SECRET = bytes(32)
NASTY = [
    "a'; DROP TABLE results; --",
    'quo"ted',
    "comma,ed",
    "line\nbreak",
    "עברית",
    "\u202edlrow",
    "🏛",
    "%s",
    "ｎ",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cup.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{file}", busy_wait_s=0.0) as opened:
        yield opened


@pytest.fixture
def cup(store: Store) -> Store:
    freeze(store)
    return store


def freeze(store: Store, frozen: object = None, *, name: str = "cup", **keys: Any) -> object:
    given: dict[str, Any] = {"secret": SECRET, "commitment": "c0", **keys}
    return store.freeze(name, FROZEN if frozen is None else frozen, **given)  # type: ignore[arg-type]


def edit(file: Path, statement: str, *values: object) -> None:
    other = sqlite3.connect(file)
    other.execute(statement, values)
    other.commit()
    other.close()


def changed(part: str, key: str, value: object) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(FROZEN))
    copy[part][key] = value
    return copy


def match(number: int, record: str = "{}", **keys: Any) -> PlayedMatch:
    values: dict[str, Any] = {
        "identity": f"1/1/2p.0/{number}/0/0",
        "set_text": f"1/1/2p.0/{number}",
        "position": number,
        "seats": ("alice", "bob"),
        "sides": (("alice",), ("bob",)),
        "ranks": (1, 2),
        "scores": (3.0, 1.0),
        "forfeits": (False, False),
    }
    return PlayedMatch(StoredResult(**{**values, **keys}), record)


# Results


def test_a_result_is_read_as_it_was_written(cup: Store) -> None:
    faults = (Fault(-1, 1, "no-show", "it never said hello", False), Fault(7, 1, "late", "…", True))
    played = match(1, forfeits=(False, True), void=True, faults=faults, scores=(0.5, 2.0))
    cup.write("cup", [played])
    assert cup.results("cup") == [played.result]


def test_a_side_without_a_seat_has_no_entrant(cup: Store) -> None:
    played = match(1, seats=("alice",), sides=(("alice",), ()))
    cup.write("cup", [played])
    assert cup.results("cup") == [played.result]


def test_results_come_in_schedule_order(cup: Store) -> None:
    cup.write("cup", [match(3), match(1)])
    cup.write("cup", [match(2)])
    assert [result.position for result in cup.results("cup")] == [1, 2, 3]


def test_a_match_counts_once_however_often_it_is_written(cup: Store) -> None:
    first, again = match(1, record='"first"'), match(1, record='"again"', ranks=(2, 1))
    assert cup.write("cup", [first]) == (first.result.identity,)
    assert cup.write("cup", [again, match(2)]) == (match(2).result.identity,)
    assert cup.results("cup") == [first.result, match(2).result]
    assert cup.record("cup", first.result.identity) == '"first"'


def test_a_match_counts_once_if_it_is_twice_in_a_batch(cup: Store) -> None:
    first = match(1)
    assert cup.write("cup", [first, match(1, ranks=(2, 1)), match(0)]) == (
        first.result.identity,
        match(0).result.identity,
    )
    assert cup.results("cup") == [match(0).result, first.result]


def test_two_events_may_have_matches_of_one_name(cup: Store) -> None:
    freeze(cup, name="other")
    cup.write("cup", [match(1)])
    assert cup.write("other", [match(1)]) == (match(1).result.identity,)


def test_what_is_finished_and_what_of_it_is_void_is_known(cup: Store) -> None:
    cup.write("cup", [match(1), match(2, void=True)])
    assert cup.finished("cup") == {match(1).result.identity, match(2).result.identity}
    assert cup.void("cup") == {match(2).result.identity}


def test_no_results_are_no_mistake(cup: Store) -> None:
    assert cup.write("cup", []) == ()
    assert cup.results("cup") == []


def test_results_outlive_the_process(cup: Store, file: Path) -> None:
    cup.write("cup", [match(1)])
    with Store.open(f"sqlite:///{file}", create=False) as again:
        assert again.results("cup") == [match(1).result]


def test_a_writer_killed_within_a_batch_leaves_nothing_of_it(cup: Store, file: Path) -> None:
    program = f"""
import os, signal
from arena.storage.database import Database
from arena.storage.results import write_results
from arena.storage.values import PlayedMatch, StoredResult
with Database("sqlite:///{file}", wait_s=9.0).writing() as connection:
    result = StoredResult("1/1/2p.0/1/0/0", "s", 1, (), (), (), (), ())
    assert write_results(connection, "cup", [PlayedMatch(result, "")])
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == -9
    assert cup.results("cup") == []
    assert cup.write("cup", [match(1)]) == (match(1).result.identity,)


@pytest.mark.parametrize("name", NASTY)
def test_any_name_is_kept_as_it_is(store: Store, name: str) -> None:
    freeze(store, name=name)
    played = match(1, seats=(name, "bob"), sides=((name,), ("bob",)), record=json.dumps({"who": name}))
    store.write(name, [played])
    store.write_logs(name, [BotLog(name, "1", name)])
    assert store.event_names() == [name]
    assert store.results(name) == [played.result]
    assert json.loads(store.record(name, played.result.identity)) == {"who": name}
    assert store.logs(name, name) == [BotLog(name, "1", name)]


def test_logs_are_kept_in_order_with_whatever_a_bot_wrote(cup: Store) -> None:
    first, second = BotLog("alice", "1", "a\x00b\udcff"), BotLog("alice", "2", "")
    cup.write_logs("cup", [first, BotLog("bob", "1", "mine")])
    cup.write_logs("cup", [second])
    assert cup.logs("cup", "alice") == [first._replace(text="a\x00b?"), second]


# Events


def test_the_first_run_freezes_the_event_and_its_secret(cup: Store) -> None:
    event = cup.event("cup")
    assert (event.frozen, event.secret, event.commitment, event.finished_at) == (FROZEN, SECRET, "c0", None)


def test_a_later_run_gets_the_secret_of_the_first(cup: Store) -> None:
    assert freeze(cup, secret=b"x" * 32, commitment="c1") == cup.event("cup")
    assert cup.event("cup").secret == SECRET


@pytest.mark.parametrize(
    ("part", "key", "value", "sentence"),
    [
        ("play", "format", {"deals": 4}, "format.deals was 2, is 4"),
        (
            "play",
            "bot",
            {**FROZEN["play"]["bot"], "alice": {"folder": "2e", "version": "1"}},
            "bot alice: its folder has changed",
        ),
        (
            "play",
            "bot",
            {**FROZEN["play"]["bot"], "alice": {"folder": "1f", "version": "2"}},
            "bot alice: its version was '1', is '2'",
        ),
        ("play", "rules_version", "2", "rules_version is now '2'"),
        ("play", "bot", {**FROZEN["play"]["bot"], "carol": {"builtin": "x"}}, "bot carol: it is new"),
        (
            "matches",
            "bots",
            ["alice", "bob", "carol"],
            "bots was ['alice', 'bob'], is ['alice', 'bob', 'carol']",
        ),
    ],
)
def test_a_change_is_told_and_may_be_accepted(
    cup: Store, part: str, key: str, value: object, sentence: str
) -> None:
    cup.write("cup", [match(1)])
    with pytest.raises(errors.EventDiffers) as raised:
        freeze(cup, changed(part, key, value))
    assert raised.value.differences == (sentence,)
    assert raised.value.acceptable
    freeze(cup, changed(part, key, value), accept=True)
    assert cup.event("cup").frozen == changed(part, key, value)


@pytest.mark.parametrize(("key", "value"), [("game", "other"), ("seed", 7), ("bots", ["bob", "alice"])])
def test_a_change_by_which_results_would_mean_other_matches_is_refused(
    cup: Store, key: str, value: object
) -> None:
    cup.write("cup", [match(1)])
    with pytest.raises(errors.EventDiffers, match="give the event a new name") as raised:
        freeze(cup, changed("matches", key, value), accept=True)
    assert not raised.value.acceptable


def test_before_the_first_result_everything_may_change_and_the_secret_with_it(cup: Store) -> None:
    freeze(cup, changed("matches", "seed", 7), secret=b"x" * 32, commitment=None, accept=True)
    assert (cup.event("cup").secret, cup.event("cup").commitment) == (b"x" * 32, None)


def test_an_accepted_change_keeps_the_secret(cup: Store) -> None:
    freeze(cup, changed("play", "format", {"deals": 4}), secret=b"x" * 32, accept=True)
    assert cup.event("cup").secret == SECRET


def test_an_event_whose_secret_is_out_cannot_grow(cup: Store) -> None:
    cup.finish("cup")
    with pytest.raises(errors.EventDiffers, match="its secret is out"):
        freeze(cup, changed("play", "format", {"deals": 4}), accept=True)


def test_an_open_event_that_is_over_may_grow_and_is_not_over_then(store: Store) -> None:
    freeze(store, commitment=None)
    store.finish("cup")
    freeze(store, changed("play", "format", {"deals": 4}), commitment=None, accept=True)
    assert store.event("cup").finished_at is None


def test_an_event_is_over_when_it_was_first_said_to_be(cup: Store) -> None:
    cup.finish("cup")
    finished_at = cup.event("cup").finished_at
    cup.finish("cup")
    assert finished_at is not None
    assert cup.event("cup").finished_at == finished_at


def test_an_unknown_event_is_told(cup: Store) -> None:
    with pytest.raises(errors.UnknownEvent, match="no event 'cap' has been run"):
        cup.results("cap")


def test_an_unknown_match_is_told(cup: Store) -> None:
    with pytest.raises(errors.UnknownEvent, match="event 'cup' has no match '1/1/2p"):
        cup.record("cup", "1/1/2p.0/9/0/0")


# What goes wrong


def test_a_full_disk_is_told_and_leaves_nothing_half_written(file: Path) -> None:
    with Store.open(f"sqlite:///{file}") as store:
        freeze(store)
        store.write("cup", [match(0)])
        with store._database.writing() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        noise = "".join(map(chr, range(0x4E00, 0x4E00 + 9000)))
        with pytest.raises(errors.StoreFull, match=r"cup\.db cannot grow: the disk is full"):
            store.write("cup", [match(1), match(2, record=noise), match(3)])
        assert store.results("cup") == [match(0).result]


def test_a_locked_store_is_told(cup: Store, file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(errors.StoreLocked, match=r"cup\.db is locked"):
        cup.write("cup", [match(1)])
    other.close()
    assert cup.write("cup", [match(1)]) == (match(1).result.identity,)


def test_a_store_can_be_read_while_another_writes(cup: Store, file: Path) -> None:
    cup.write("cup", [match(1)])
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    assert cup.results("cup") == [match(1).result]
    other.close()


def test_a_store_that_was_deleted_while_in_use_is_told(cup: Store, file: Path) -> None:
    cup.write("cup", [match(1)])
    file.unlink()
    with pytest.raises(errors.StoreFailed, match=r"cup\.db was deleted or replaced while it was in use"):
        cup.write("cup", [match(2)])


def test_a_store_that_was_replaced_while_in_use_is_told(cup: Store, file: Path) -> None:
    file.rename(file.with_name("moved.db"))
    with Store.open(f"sqlite:///{file}") as other:
        freeze(other)
        with pytest.raises(errors.StoreFailed, match="deleted or replaced"):
            cup.write("cup", [match(1)])
        assert other.write("cup", [match(1)])


@pytest.mark.parametrize("ranks", ["nonsense", "7", "null", "[1, 2, 3]"])
def test_a_result_that_was_edited_beyond_reading_is_told(cup: Store, file: Path, ranks: str) -> None:
    cup.write("cup", [match(1)])
    edit(file, "UPDATE results SET ranks = ?", ranks)
    with pytest.raises(errors.StoreUnreadable, match="a result of event 'cup' in this store is damaged"):
        cup.results("cup")


@pytest.mark.parametrize("record", [b"junk", zlib.compress(b"\xff"), b"", 7])
def test_a_record_that_was_edited_beyond_reading_is_told(cup: Store, file: Path, record: object) -> None:
    cup.write("cup", [match(1)])
    edit(file, "UPDATE results SET record = ?", record)
    identity = match(1).result.identity
    with pytest.raises(errors.StoreUnreadable, match=f"the record of match '{identity}' in this store is"):
        cup.record("cup", identity)


def test_a_file_that_is_no_database_is_told(file: Path) -> None:
    file.write_text("name,rating\n" * 100)
    with pytest.raises(errors.StoreUnreadable, match=r"cup\.db is not a database"):
        Store.open(f"sqlite:///{file}")


def test_a_database_of_something_else_is_told_and_left_alone(file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(errors.StoreUnreadable, match="is a database, but not a store of arena"):
        Store.open(f"sqlite:///{file}")


def test_a_store_of_another_version_is_told(cup: Store, file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("UPDATE arena_store SET schema_version = 99")
    other.commit()
    other.close()
    with pytest.raises(
        errors.StoreUnreadable, match=f"version 99, this program reads version {SCHEMA_VERSION}"
    ):
        Store.open(f"sqlite:///{file}")


def test_a_store_in_no_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(errors.StoreUnreadable, match=r"none/cup\.db cannot be opened"):
        Store.open(f"sqlite:///{tmp_path}/none/cup.db")


def test_a_store_that_is_only_read_is_not_made(file: Path) -> None:
    with pytest.raises(errors.StoreUnreadable, match="there is no store"):
        Store.open(f"sqlite:///{file}", create=False)
    assert not file.exists()


@pytest.mark.parametrize("url", ["cup.db", "mysql://there/cup", "nonsense://x"])
def test_another_url_is_told(url: str) -> None:
    with pytest.raises(errors.StoreUnreadable, match="expected"):
        Store.open(url)


def test_the_database_itself_refuses_results_of_no_event(store: Store) -> None:
    with pytest.raises(errors.StoreFailed, match="FOREIGN KEY"):  # noqa: SIM117, which of them raises matters
        with store._database.writing() as connection:
            connection.exec_driver_sql(
                "INSERT INTO logs (event_id, bot, instance, text) VALUES (99, 'a', '1', x'00')"
            )


def test_a_failed_transaction_leaves_nothing(store: Store) -> None:
    def fail(connection: Connection) -> None:
        row = {"name": "half", "frozen": "{}", "secret": b"", "created_at": ""}
        connection.execute(insert(EVENTS).values(**row))
        raise KeyError

    with pytest.raises(KeyError), store._database.writing() as connection:
        fail(connection)
    assert store.event_names() == []


# One run at a time


def test_a_second_run_of_an_event_is_refused_with_the_process_that_has_it(cup: Store, file: Path) -> None:
    program = f"""
from arena.storage.store import Store
with Store.open("sqlite:///{file}").running("cup"):
    print("running", flush=True)
    input()
"""
    first = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == b"running\n"
        with pytest.raises(errors.EventRunning, match=rf"another run of cup is .* \(pid {first.pid}\)"):
            cup.running("cup").__enter__()
        first.kill()
    with cup.running("cup"):  # the lock of a dead run holds nobody up
        assert lock_file(file, "cup").exists()


def test_two_events_of_one_store_may_run_at_once(cup: Store) -> None:
    with cup.running("cup"), cup.running("other"), pytest.raises(errors.EventRunning):
        cup.running("other").__enter__()


def test_an_event_may_run_again_when_its_run_is_over(cup: Store) -> None:
    with cup.running("cup"):
        pass
    with cup.running("cup"), pytest.raises(errors.EventRunning):
        cup.running("cup").__enter__()
