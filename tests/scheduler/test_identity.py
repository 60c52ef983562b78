"""The names of matches, and the secrets that come from them."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.scheduler.event_secrets import (
    BOT_SEED_BYTES,
    bot_seed,
    commitment,
    deal_secret,
    draw_secret,
    open_secret,
)
from arena.scheduler.identity import Identity, parse_identity

SECRET = open_secret(7)
IDENTITY = Identity(1, 1, "3p.4", 2, 0)
GOLDEN = "c9a14a88499c8437d9cc6576a6aba6e426fb344b5faec7863de07732d9727c06"

counts = st.integers(0, 10**6)
tables = st.builds("{}.{}".format, st.sampled_from(["1p", "8p", "2-2", "2-2-2-1"]), counts)
identities = st.builds(Identity, counts, counts, tables, counts, counts, counts)


@settings(deadline=None)
@given(identities)
def test_the_text_of_an_identity_is_read_back(identity: Identity) -> None:
    assert parse_identity(identity.text) == identity


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1/1/3p.0/2/0",
        "1/1/3p/2/0/0",
        "1/1/3p.0/2/0/0\n",
        "01/1/3p.0/2/0/0",
        "1/1/3p.0/2/0/-1",
        "٣/1/3p.0/2/0/0",
    ],
)
def test_another_text_is_not_an_identity(text: str) -> None:
    with pytest.raises(ValueError, match="expected the identity of a match"):
        parse_identity(text)


def test_all_rotations_and_attempts_of_a_set_have_one_deal() -> None:
    again = IDENTITY._replace(rotation=2, attempt=1)
    assert deal_secret(SECRET, again) == deal_secret(SECRET, IDENTITY)


@pytest.mark.parametrize("change", [{"stage": 2}, {"round": 2}, {"table": "3p.5"}, {"deal": 3}])
def test_every_set_has_a_deal_of_its_own(change: dict[str, object]) -> None:
    other = IDENTITY._replace(**change)  # type: ignore[arg-type]
    assert deal_secret(SECRET, other) != deal_secret(SECRET, IDENTITY)


def test_all_who_play_alone_get_the_same_deals() -> None:
    alone = IDENTITY._replace(table="1p.0")
    assert deal_secret(SECRET, alone) == deal_secret(SECRET, alone._replace(table="1p.1"))


@pytest.mark.parametrize("change", [{"deal": 3}, {"rotation": 1}, {"attempt": 1}])
def test_a_bot_has_a_seed_of_its_own_in_each_match(change: dict[str, object]) -> None:
    other = IDENTITY._replace(**change)  # type: ignore[arg-type]
    assert bot_seed(SECRET, other, 0) != bot_seed(SECRET, IDENTITY, 0)


def test_a_bot_has_a_seed_of_its_own_in_each_seat() -> None:
    seeds = {bot_seed(SECRET, IDENTITY, seat) for seat in range(8)}
    assert len(seeds) == 8
    assert {len(seed) for seed in seeds} == {BOT_SEED_BYTES}


def test_an_open_event_has_the_secret_of_its_seed() -> None:
    assert open_secret(7) == open_secret(7) != open_secret(8)


def test_the_deals_of_a_seed_never_change() -> None:
    assert deal_secret(open_secret(7), IDENTITY).hex() == GOLDEN


def test_a_secret_event_has_fresh_secrets_and_a_commitment_that_anybody_can_check() -> None:
    secret = draw_secret()
    assert secret != draw_secret()
    assert commitment(secret) == hashlib.sha256(secret).hexdigest()
