"""The documentation names all there is and nothing else, and its links lead somewhere."""

from __future__ import annotations

import pkgutil
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from arena.cli.main import main as arena
from arena.games import catalog
from arena.referee.faults import KINDS
from arena.transport import generated, limits
from arena.transport.generated import arena_pb2
from ladder.command import main as ladder

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("sample_bots/*.md")])
PROTOCOL = (ROOT / "docs/protocol.md").read_text("utf-8")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """What a link may name behind #: headings as GitHub makes them."""
    heads = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links(page: Path) -> list[str]:
    return [
        link
        for link in re.findall(r"\]\(([^)\s]+)\)", prose(page))
        if not re.match(r"[a-z]+://|mailto:", link)
    ]


def leads_nowhere(page: Path, link: str) -> bool:
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or (bool(anchor) and anchor not in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if leads_nowhere(page, link)] == []


def test_a_dead_link_is_found() -> None:
    assert leads_nowhere(ROOT / "README.md", "docs/nothing.md")
    assert leads_nowhere(ROOT / "README.md", "docs/protocol.md#nothing")


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs/index.md"
    listed = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert set(ROOT.glob("docs/**/*.md")) - listed == {index}


def test_what_is_generated_of_the_docs_is_not_stale() -> None:
    done = subprocess.run([sys.executable, "docs/generate.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run make docs"


def commands() -> dict[str, click.Command]:
    """Every command by the two words that call it."""
    found = {}
    for name, group in (("arena", arena), ("ladder", ladder)):
        context = click.Context(group)
        found |= {f"{name} {word}": group.get_command(context, word) for word in group.list_commands(context)}
    return {words: command for words, command in found.items() if command is not None}


def test_every_command_says_what_it_does() -> None:
    assert len(commands()) >= 9
    assert [words for words, command in commands().items() if not command.help] == []


def test_every_option_says_what_it_does() -> None:
    assert [
        f"{words} {option.name}"
        for words, command in commands().items()
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_that_a_page_names_exist(page: Path) -> None:
    named = re.findall(r"(?:^|`|\$ )(arena|ladder) ([a-z][a-z-]*)\b", page.read_text("utf-8"), re.MULTILINE)
    assert {f"{group} {word}" for group, word in named} - commands().keys() == set()


def test_contributing_lists_what_make_can_do() -> None:
    targets = re.findall(r"^([a-z-]+):.*  ## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    listed = re.findall(r"^\| `make ([a-z-]+)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(set(targets) - {"help"})


def section(page: str, head: str) -> str:
    """What stands under a heading, up to the next of any depth."""
    found = re.search(rf"^#+ {re.escape(head)}\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"there is no heading {head!r}"
    return found[1]


def rows(page: str, head: str) -> list[list[str]]:
    """The rows of the table under a heading, without its own head."""
    lines = re.findall(r"^\| (.*?) ?\|$", section(page, head), re.MULTILINE)
    cells = [[cell.strip() for cell in line.split(" |")] for line in lines]
    return [row for row in cells[1:] if row[0].strip("-")]


def type_text(field: FieldDescriptor) -> str:
    kind = field.message_type.name if field.message_type else SCALARS[field.type]
    if field.message_type and field.message_type.GetOptions().map_entry:
        return "map of string to string"
    return f"repeated {kind}" if field.is_repeated else kind


SCALARS = {
    FieldDescriptor.TYPE_BOOL: "bool",
    FieldDescriptor.TYPE_BYTES: "bytes",
    FieldDescriptor.TYPE_DOUBLE: "double",
    FieldDescriptor.TYPE_FIXED64: "fixed64",
    FieldDescriptor.TYPE_STRING: "string",
    FieldDescriptor.TYPE_UINT32: "uint32",
}
MESSAGES: dict[str, Descriptor] = dict(arena_pb2.DESCRIPTOR.message_types_by_name)


@pytest.mark.parametrize("name", MESSAGES)
def test_the_protocol_page_has_every_field_with_its_number_and_type(name: str) -> None:
    fields = [
        [str(field.number), f"`{field.name}`", type_text(field)]
        for field in sorted(MESSAGES[name].fields, key=lambda field: field.number)
    ]
    assert [row[:3] for row in rows(PROTOCOL, name)] == fields


def test_the_protocol_page_has_every_limit() -> None:
    names = [f"`{name}`" for name in vars(limits) if name.isupper()]
    assert [row[0] for row in rows(PROTOCOL, "Limits")] == names


@pytest.mark.parametrize("page", ["docs/protocol.md", "docs/writing-a-bot.md"])
def test_every_kind_of_fault_is_explained(page: str) -> None:
    found = [row[0] for row in rows((ROOT / page).read_text("utf-8"), "Faults")]
    assert found == [f"`{kind}`" for kind in KINDS]


def our_games() -> list[str]:
    """The games of this repository, without those of packages that happen to be installed."""
    return [name for name in catalog.names() if catalog.load(name).messages.startswith("arena.")]


@pytest.mark.parametrize("name", our_games())
def test_every_game_has_a_page_with_its_options(name: str) -> None:
    page = (ROOT / f"docs/games/{name}.md").read_text("utf-8")
    assert [option.key for option in catalog.load(name).options() if f"`{option.key}`" not in page] == []


@pytest.mark.parametrize("name", our_games())
def test_every_message_and_field_of_a_game_is_on_its_page(name: str) -> None:
    page = (ROOT / f"docs/games/{name}.md").read_text("utf-8")
    messages = import_module(catalog.load(name).messages).DESCRIPTOR.message_types_by_name.values()
    wanted = {message.name for message in messages}
    wanted |= {field.name for message in messages for field in message.fields}
    assert sorted(word for word in wanted if f"`{word}`" not in page) == []


def test_all_generated_messages_belong_to_the_wire_or_to_a_game() -> None:
    found = {module.name for module in pkgutil.iter_modules(generated.__path__)}
    games = {catalog.load(name).messages.rpartition(".")[2] for name in our_games()}
    assert found == games | {"arena_pb2"}
