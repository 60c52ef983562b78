"""kill -9 of the runner at any moment: nothing is left, every match counts once, the same table comes."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from .commands import PATIENT, arena, event_text
from .running import SAMPLES, running

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("ARENA_KILLS", "4"))
"""How many moments are tried."""

DEALS = 5


def test_a_runner_killed_at_any_moment_costs_nothing_but_time(folder: Path) -> None:
    """Event after event is killed until it is over all the same, so that all stages of one are met."""
    (folder / "cup.toml").write_text(
        event_text(
            format=f"players = [2]\ndeals = {DEALS}",
            more=PATIENT,
            bots=f'path = "{SAMPLES}/python/greedy" | builtin = "random"',
        )
    )
    chance, kills, number = random.Random(1), 0, 0
    begun_s = time.monotonic()
    undisturbed = arena("run", "cup.toml", "--store", "sqlite:///undisturbed.db").out
    latest_s = time.monotonic() - begun_s
    assert f"cup: {2 * DEALS} matches played, over" in undisturbed
    while kills < KILLS:
        number += 1
        store = f"sqlite:///killed-{number}.db"
        runs, over = 0, False
        while not over and kills < KILLS:
            moment_s = chance.uniform(0.0, latest_s)
            with running("run", "cup.toml", "--store", store, home=folder) as run:
                over = not run.killed_after(moment_s)
            runs += 1
            kills += not over
        if over and runs == 1:  # the machine has less to do now than when the time was taken
            latest_s = moment_s
        assert arena("run", "cup.toml", "--store", store).out == undisturbed
        assert arena("results", "cup", "--store", store) == arena(
            "results", "cup", "--store", "sqlite:///undisturbed.db"
        )
