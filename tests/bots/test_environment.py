"""Where a bot finds its referee."""

from __future__ import annotations

import pytest

from arena_bot.environment import Environment, read
from arena_bot.errors import SetupError


def place(address: str) -> Environment:
    return read({"ARENA_ADDRESS": address, "ARENA_TOKEN": "secret"})


@pytest.mark.parametrize(
    "address", ["unix:/run/arena.sock", "127.0.0.1:7000", "localhost:7000", "[::1]:7000"]
)
def test_on_the_same_machine_the_line_is_plain(address: str) -> None:
    assert place(address) == Environment(address, secure=False, ca_file="", token="secret")


def test_another_machine_is_spoken_to_over_tls() -> None:
    assert place("tls://arena.example:443").target == "arena.example:443"
    assert place("tls://arena.example:443").secure


@pytest.mark.parametrize("address", ["arena.example:7000", "10.0.0.7:7000"])
def test_a_token_is_never_sent_to_another_machine_in_the_clear(address: str) -> None:
    with pytest.raises(SetupError, match="tls://"):
        place(address)


@pytest.mark.parametrize("missing", ["ARENA_ADDRESS", "ARENA_TOKEN"])
def test_without_address_or_token_the_bot_says_what_to_set(missing: str) -> None:
    variables = {"ARENA_ADDRESS": "unix:/run/arena.sock", "ARENA_TOKEN": "secret"}
    del variables[missing]
    with pytest.raises(SetupError, match="ARENA_ADDRESS and ARENA_TOKEN"):
        read(variables)
