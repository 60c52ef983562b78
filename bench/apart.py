"""Measurements in processes of their own, so that none inherits the state of another."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


class MeasurementFailed(Exception):
    """A measurement ended badly; what it had to say stands on standard error."""


class Measurement:
    """A running `python -m bench.MODULE`, whose last line of output is its result as JSON."""

    def __init__(self, module: str, *arguments: object) -> None:
        self._module = module
        words = [sys.executable, "-m", f"bench.{module}", *map(str, arguments)]
        self._process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def result(self) -> Any:
        """Wait for it. Raises MeasurementFailed."""
        try:
            output, _ = self._process.communicate()
        finally:
            self._process.kill()  # for who is interrupted; its client ends with its stream
        if self._process.returncode != 0:
            raise MeasurementFailed(f"bench.{self._module} exited with status {self._process.returncode}")
        return json.loads(output.splitlines()[-1])


def measure(module: str, *arguments: object) -> Any:
    """Run a measurement to its end. Raises MeasurementFailed."""
    return Measurement(module, *arguments).result()
