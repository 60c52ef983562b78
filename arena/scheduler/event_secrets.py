"""The secrets of an event: all its chance comes from one, by one way of derivation.

docs/decisions/0040-deals-come-from-one-secret.md says why so."""

from __future__ import annotations

import hashlib
import secrets

from arena.games.chance import derive
from arena.scheduler.identity import Identity

SECRET_BYTES = 32
BOT_SEED_BYTES = 16

_OPEN_KEY = b"arena open event"
_ALONE = "1p"


def draw_secret() -> bytes:
    """A fresh secret for an event, from the system's randomness."""
    return secrets.token_bytes(SECRET_BYTES)


def open_secret(seed: int) -> bytes:
    """The secret of an open event, which everybody who knows the seed can work out."""
    return derive(_OPEN_KEY, "seed", seed)


def commitment(secret: bytes) -> str:
    """What is shown before the first match: SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def deal_secret(event_secret: bytes, identity: Identity) -> bytes:
    """The secret that all chance of a match comes from: the same in all rotations of a set.

    Those who play alone all get the same deals, as only so their scores compare."""
    alone = identity.table_kind == _ALONE
    table = _ALONE if alone else identity.table
    return derive(event_secret, "deal", identity.stage, identity.round, table, identity.deal)


def bot_seed(event_secret: bytes, identity: Identity, seat: int) -> bytes:
    """The seed that a bot is given for its own chance in one seat of one match."""
    return derive(event_secret, "bot", identity.text, seat)[:BOT_SEED_BYTES]
