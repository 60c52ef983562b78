"""An event file is read whole, and every mistake in it is told with file, key and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.referee.messages import ClockLimits
from arena.scheduler.bots import BotSpec
from arena.scheduler.errors import EventError
from arena.scheduler.event import Event, Format, Run
from arena.scheduler.event_file import read_event

from .fake_game import load_fake

BOT_FILE = 'name = "Alice"\ncommand = "python3 bot.py --fast"\nversion = "1.2"\nbuild = "make all"\n'
FULL = """
[event]
name = "spring-cup"
game = "fake"
seed = 20261127
store = "sqlite:///spring-cup.db"
[game]
edition = "french"
[format]
kind = "round-robin"
players = [2, 3]
sides = "entrant"
deals = 4
tables = "all"
duplicate = "permutations"
[run]
jobs = 2
matches_per_bot = 3
max_processes = 32
on_fault = "forfeit"
fault_limit = 1
show_names = true
[clock]
bank_s = 5
increment_s = 0.5
cap_s = 1.0
start_s = 20
grace_s = 0.02
[[bot]]
name = "alice"
path = "bots/alice"
[[bot]]
name = "bob"
command = "python3 'my bot.py'"
[[bot]]
name = "carol"
builtin = "random"
"""
SMALL = """
[event]
name = "e"
game = "fake"
[format]
players = [2]
[[bot]]
name = "a"
builtin = "random"
[[bot]]
name = "b"
builtin = "greedy"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots/alice").mkdir(parents=True)
    (tmp_path / "bots/alice/bot.toml").write_text(BOT_FILE)
    (tmp_path / "bots/empty").mkdir()
    return tmp_path


def read(folder: Path, text: str) -> Event:
    file = folder / "cup.toml"
    file.write_text(text, "utf-8")
    return read_event(file, builtins={"random", "greedy"}, load_game=load_fake)


def test_every_key_of_an_event_file_is_read(folder: Path) -> None:
    assert read(folder, FULL) == Event(
        name="spring-cup",
        game="fake",
        seed=20261127,
        store="sqlite:///spring-cup.db",
        options={"edition": "french", "target": 3},
        format=Format(players=(2, 3), deals=4, duplicate="permutations"),
        run=Run(2, 3, 32, "forfeit", 1, True),
        clock=ClockLimits(5.0, 0.5, 1.0, 20.0, 0.02),
        bots=(
            BotSpec("alice", ("python3", "bot.py", "--fast"), folder / "bots/alice", "1.2", ("make", "all")),
            BotSpec("bob", ("python3", "my bot.py")),
            BotSpec("carol", builtin="random"),
        ),
    )


def test_what_is_left_out_has_a_default(folder: Path) -> None:
    event = read(folder, SMALL)
    assert (event.seed, event.store, event.run, event.clock) == (None, None, Run(), ClockLimits())
    assert event.format == Format(players=(2,))


def test_teams_stand_instead_of_players(folder: Path) -> None:
    event = read(folder, SMALL.replace("players = [2]", 'teams = ["2-2", "3-2"]'))
    assert (event.format.players, event.format.teams) == ((), ((2, 2), (3, 2)))


def test_one_bot_may_play_alone(folder: Path) -> None:
    assert read(folder, SMALL.replace("[2]", "[1]").split('[[bot]]\nname = "b"')[0]).format.players == (1,)


def test_a_cap_of_inf_is_no_cap(folder: Path) -> None:
    assert read(folder, SMALL + "[clock]\ncap_s = inf").clock.cap_s is None


MISTAKES = [
    # what is replaced in SMALL, by what, the key that is named, a part of what was expected
    (
        "",
        "colour = 1\n",
        "colour",
        "there is no such key; expected one of event, format, run, clock, bot, game",
    ),
    ('game = "fake"', 'game = "fake"\nsed = 1', "event.sed", "expected one of name, game, seed, store"),
    ('game = "fake"', 'game = "chess"', "event.game", "there is no game 'chess'"),
    ('game = "fake"', "", "event.game", "expected a text, the key is missing"),
    ('name = "e"', "name = 3", "event.name", "expected a text that is not empty, got 3"),
    ('name = "e"', 'name = " "', "event.name", "expected a text that is not empty"),
    ('name = "e"', 'name = "e\\n"', "event.name", "without spaces around it"),
    ('name = "e"', 'name = "e"\nseed = "7"', "event.seed", "expected a whole number from 0"),
    ('name = "e"', 'name = "e"\nseed = -1', "event.seed", "expected a whole number from 0"),
    ('name = "e"', 'name = "e"\nseed = true', "event.seed", "expected a whole number from 0"),
    ('name = "e"', 'name = "e"\nstore = "cup.db"', "event.store", "expected a URL such as sqlite:///"),
    (
        "[format]",
        '[game]\nedition = "latin"\n[format]',
        "game.edition",
        'expected one of "english", "french"',
    ),
    (
        "[format]",
        "[game]\ntarget = 10\n[format]",
        "game.target",
        "expected a whole number from 1 to 9, got 10",
    ),
    ("[format]", "[game]\nspeed = 1\n[format]", "game.speed", "no such key; expected one of edition, target"),
    ("[format]", "[format]\nkind = 'swiss'", "format.kind", "expected \"round-robin\", got 'swiss'"),
    ("[format]", "[format]\nsides = 'mixed'", "format.sides", "expected \"entrant\", got 'mixed'"),
    ("[format]", "[format]\ntables = 'balanced'", "format.tables", "expected \"all\", got 'balanced'"),
    ("[format]", "[format]\nduplicate = 'twice'", "format.duplicate", 'expected one of "none", "rotations"'),
    ("[format]", "[format]\nrounds = 7", "format.rounds", "expected no such key"),
    ("[format]", "[format]\ndeals = 0", "format.deals", "expected a whole number from 1"),
    ("[format]", "[format]\nteams = ['2-2']", "format.teams", "expected either players or teams, got both"),
    ("players = [2]", "", "format.players", "expected a list of table sizes"),
    (
        "players = [2]",
        "players = []",
        "format.players",
        "expected a list of table sizes (fake: 1 to 8), got []",
    ),
    ("players = [2]", "players = 2", "format.players", "expected a list of table sizes"),
    (
        "players = [2]",
        "players = [2, 9]",
        "format.players[2]",
        "expected a table size of fake, 1 to 8, got 9",
    ),
    ("players = [2]", "players = [2.0]", "format.players[1]", "expected a table size of fake"),
    ("players = [2]", "players = [2, 2]", "format.players[2]", "2 stands in the list twice"),
    ("players = [2]", "players = [3]", "format.players[1]", "needs 3 bots, there are 2"),
    (
        "players = [2]",
        "teams = ['3-1']",
        "format.teams[1]",
        "expected a team format of fake (2-2, 2-2-1, 3-2,",
    ),
    ("players = [2]", "teams = ['4']", "format.teams[1]", "expected a team format such as \"2-2\", got '4'"),
    ("players = [2]", "teams = [22]", "format.teams[1]", 'expected a team format such as "2-2", got 22'),
    ("players = [2]", "teams = ['2-2-2']", "format.teams[1]", "needs 3 bots, there are 2"),
    ("[format]", "[run]\njobs = 0\n[format]", "run.jobs", "expected a whole number from 1 to 1024, got 0"),
    ("[format]", "[run]\nmax_processes = 1\n[format]", "run.max_processes", "expected at least 2"),
    (
        "[format]",
        "[run]\non_fault = 'x'\n[format]",
        "run.on_fault",
        'expected one of "substitute", "forfeit"',
    ),
    ("[format]", "[run]\nfault_limit = 1.5\n[format]", "run.fault_limit", "expected a whole number"),
    ("[format]", "[run]\nshow_names = 1\n[format]", "run.show_names", "expected true or false, got 1"),
    ("[format]", "[clock]\nbank_s = -1\n[format]", "clock.bank_s", "expected a number of seconds, 0 or more"),
    (
        "[format]",
        "[clock]\nbank_s = nan\n[format]",
        "clock.bank_s",
        "expected a number of seconds, 0 or more",
    ),
    ("[format]", "[clock]\nbank_s = inf\n[format]", "clock.bank_s", "only cap_s may be inf"),
    ("[format]", "[clock]\nbank_s = true\n[format]", "clock.bank_s", "expected a number of seconds"),
    ("[format]", "[clock]\nbank_s = 1e308\n[format]", "clock.bank_s", "expected at most 4,000,000 seconds"),
    ("[format]", f"[clock]\nbank_s = 1{'0' * 400}\n[format]", "clock.bank_s", "at most 64 bits"),
    ("players = [2]", f"players = [2, 0x{'f' * 5000}]", "format.players[2]", "at most 64 bits"),
    ("[format]", f"[clock]\nbank_s = 1{'0' * 5000}\n[format]", "", "has far too many digits"),
    ("[format]", f"[clock]\nbank_s = {'[' * 20_000}\n[format]", "", "nested less deeply"),
    ("[format]", "[clock]\ncap_s = 0\n[format]", "clock.cap_s", "expected more than 0 seconds"),
    ("[format]", "[clock]\nbank_s = 0\nincrement_s = 0\n[format]", "clock.bank_s", "expected time to think"),
    ("[format]", "[clock]\nbank = 3\n[format]", "clock.bank", "there is no such key"),
    ('name = "b"', 'name = "A"', "bot[2].name", "expected a name of its own, 'A' is too like 'a'"),
    ('name = "b"', 'name = "ａ"', "bot[2].name", "is too like 'a'"),
    ('name = "b"', 'name = "b\\u0007"', "bot[2].name", "without control or invisible characters"),
    ('name = "b"', 'name = "b\\u202Ea"', "bot[2].name", "without control or invisible characters"),
    ('name = "b"', f'name = "{"b" * 65}"', "bot[2].name", "at most 64 characters, this has 65"),
    ('name = "b"', "", "bot[2].name", "expected a text, the key is missing"),
    ('builtin = "greedy"', "", "bot[2].path", "expected one of path, command, builtin; got none"),
    ('builtin = "greedy"', 'builtin = "greedy"\ncommand = "x"', "bot[2].builtin", "got command and builtin"),
    ('builtin = "greedy"', 'builtin = "best"', "bot[2].builtin", 'expected one of "greedy", "random"'),
    ('builtin = "greedy"', 'command = "a \'b"', "bot[2].command", "expected words as a shell reads them"),
    ('builtin = "greedy"', 'path = "bots/none"', "bot[2].path", "there is no folder"),
    ('builtin = "greedy"', f'path = "{"b" * 5000}"', "bot[2].path", "there is no folder"),
    ('builtin = "greedy"', 'path = "bots/empty"', "bot[2].path", "has no bot.toml"),
    ('builtin = "greedy"', 'path = "bots/alice"\nmemory = 3', "bot[2].memory", "there is no such key"),
]


@pytest.mark.parametrize(
    ("old", "new", "key", "expected"), MISTAKES, ids=[f"{m[2]}-{n}" for n, m in enumerate(MISTAKES)]
)
def test_a_mistake_is_told_with_file_key_and_what_was_expected(
    folder: Path, old: str, new: str, key: str, expected: str
) -> None:
    with pytest.raises(EventError) as raised:
        read(folder, SMALL.replace(old, new, 1))
    assert (raised.value.file, raised.value.key) == (str(folder / "cup.toml"), key)
    assert expected in raised.value.sentence
    assert "\n" not in str(raised.value)


def test_permutations_of_five_are_refused(folder: Path) -> None:
    bots = "".join(f'[[bot]]\nname = "b{n}"\nbuiltin = "random"\n' for n in range(3))
    text = SMALL.replace("[2]", '[5]\nduplicate = "permutations"') + bots
    with pytest.raises(EventError, match=r"format\.duplicate: expected at most 4 entrants a table"):
        read(folder, text)


def test_an_event_without_bots_is_refused(folder: Path) -> None:
    with pytest.raises(EventError, match=r"bot: expected at least one \[\[bot\]\]"):
        read(folder, SMALL.split("[[bot]]")[0])


def test_a_section_that_is_no_table_is_refused(folder: Path) -> None:
    with pytest.raises(EventError, match=r"run: expected a table \[run\], got 3"):
        read(folder, "run = 3\n" + SMALL)


@pytest.mark.parametrize("key", ["bot", "game"])
def test_a_number_where_tables_should_be_is_refused(folder: Path, key: str) -> None:
    with pytest.raises(EventError, match=f"{key}: expected"):
        read(folder, f"{key} = 3\n" + SMALL.split("[[bot]]")[0])


@pytest.mark.parametrize(("content", "expected"), [(b"[event", "expected TOML"), (b"\xff", "expected UTF-8")])
def test_a_file_that_is_no_toml_is_refused(folder: Path, content: bytes, expected: str) -> None:
    (folder / "cup.toml").write_bytes(content)
    with pytest.raises(EventError, match=f"cup.toml: {expected}"):
        read_event(folder / "cup.toml", builtins=(), load_game=load_fake)


def test_a_file_that_is_not_there_is_refused(folder: Path) -> None:
    with pytest.raises(EventError, match=r"none\.toml: cannot be read: No such file"):
        read_event(folder / "none.toml", builtins=(), load_game=load_fake)


def test_a_mistake_in_a_bots_own_file_names_that_file(folder: Path) -> None:
    (folder / "bots/alice/bot.toml").write_text(BOT_FILE.replace("command", "comand"))
    with pytest.raises(EventError, match=r"alice/bot\.toml: comand: there is no such key"):
        read(folder, FULL)
