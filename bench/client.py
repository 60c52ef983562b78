"""The compiled client of the benchmarks, built once and started on cores of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).parent / "client_go"
BINARY = Path(__file__).parent.parent / "build" / "bench_client"


class Manner(NamedTuple):
    """How a client runs and answers.

    cpus: the cores it may use. matches: how many a stream says it holds. delay_ms, spread_ms: it
    answers after the one and up to the other later. silent_percent: how many questions in a hundred
    it leaves unanswered. burners: threads that compute without end."""

    cpus: tuple[int, ...]
    matches: int = 1
    delay_ms: int = 0
    spread_ms: int = 0
    silent_percent: int = 0
    burners: int = 0

    def argv(self, address: str, tokens: Sequence[str]) -> tuple[str, ...]:
        """The command of a client with one stream a token."""
        return (*self.argv_at_home, "-address", address, "-tokens", ",".join(tokens))

    @property
    def argv_at_home(self) -> tuple[str, ...]:
        """The command of a client that finds address and token in its environment, as a bot does."""
        return (
            *(str(BINARY), "-matches-at-once", str(self.matches)),
            *("-delay-ms", str(self.delay_ms), "-spread-ms", str(self.spread_ms)),
            *("-silent-percent", str(self.silent_percent), "-burn", str(self.burners)),
        )

    @property
    def environment(self) -> dict[str, str]:
        """Its whole environment."""
        return {**os.environ, "GOMAXPROCS": str(len(self.cpus))}


def build() -> None:
    """Build the client. Needs Go."""
    if shutil.which("go") is None:
        raise SystemExit("bench: the compiled client needs Go, which is not installed")
    BINARY.parent.mkdir(exist_ok=True)
    subprocess.run(["go", "build", "-buildvcs=false", "-o", str(BINARY), "."], cwd=SOURCE, check=True)


def start(address: str, tokens: Sequence[str], manner: Manner) -> subprocess.Popen[bytes]:
    """Start a client at our own priority."""
    on_cpus = ("taskset", "-c", ",".join(map(str, manner.cpus)))
    return subprocess.Popen([*on_cpus, *manner.argv(address, tokens)], env=manner.environment)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Kill the client and wait for its end."""
    process.kill()
    process.wait()
