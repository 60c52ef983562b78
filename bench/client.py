"""The compiled client of the benchmarks, built once and started on cores of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

SOURCE = Path(__file__).parent / "client_go"
BINARY = Path(__file__).parent.parent / "build" / "bench_client"


def build() -> None:
    """Build the client. Needs Go."""
    if shutil.which("go") is None:
        raise SystemExit("bench: the referee's benchmarks need Go for their compiled client")
    BINARY.parent.mkdir(exist_ok=True)
    subprocess.run(["go", "build", "-o", str(BINARY), "."], cwd=SOURCE, check=True)


def start(
    address: str,
    tokens: Sequence[str],
    *,
    cpus: Sequence[int],
    matches: int = 1,
    nice: int = 0,
    extra: Sequence[str] = (),
) -> subprocess.Popen[bytes]:
    """Start the client with one stream a token. nice: how far below our priority it runs."""
    words = [str(BINARY), "-address", address, "-tokens", ",".join(tokens), "-matches-at-once", str(matches)]
    environment = {**os.environ, "GOMAXPROCS": str(len(cpus))}
    prefix = ["nice", "-n", str(nice), "taskset", "-c", ",".join(map(str, cpus))]
    return subprocess.Popen([*prefix, *words, *extra], env=environment)
