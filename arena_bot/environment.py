"""Where the referee is, read from the environment."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import NamedTuple

from arena_bot.errors import SetupError

_TLS = "tls://"


class Environment(NamedTuple):
    """target: as gRPC writes it. secure: whether to speak TLS. ca_file: the certificate authority to
    trust, empty for the usual ones."""

    target: str
    secure: bool
    ca_file: str
    token: str


def read(variables: Mapping[str, str]) -> Environment:
    """The referee's place from ARENA_ADDRESS, ARENA_CA_FILE and ARENA_TOKEN. Raises SetupError."""
    address, token = variables.get("ARENA_ADDRESS", ""), variables.get("ARENA_TOKEN", "")
    if not address or not token:
        raise SetupError("start me through arena, or set ARENA_ADDRESS and ARENA_TOKEN")
    secure = address.startswith(_TLS)
    if not secure and not address.startswith("unix:") and not _is_loopback(address):
        raise SetupError(
            f"ARENA_ADDRESS={address} would send the token in the clear; "
            "use tls://host:port for another machine"
        )
    return Environment(address.removeprefix(_TLS), secure, variables.get("ARENA_CA_FILE", ""), token)


def _is_loopback(address: str) -> bool:
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
