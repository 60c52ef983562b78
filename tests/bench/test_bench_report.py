"""How the benchmarks are reported."""

from __future__ import annotations

import json

from bench.pairs import Figure, ceiling
from bench.report import dumps, head, table

RATIO = Figure("referee-one", "decisions/s", 5123.4, 8012.0, 0.639, 0.61, 0.7, bar=0.5)
MISSED = ceiling("memory", "KiB a bot", [160.2], bar=150.0)
UNJUDGED = ceiling("deadlines-p50", "ms late", [0.4])
MACHINE = {"date": "2026-01-01", "cpu": "C", "cores": 2, "python": "3.11", "load": 0.1}


def row(figure: Figure) -> str:
    """The row of one figure, without its padding."""
    return " ".join(table([figure]).splitlines()[-1].split())


def test_a_ratio_is_shown_with_both_rates_its_spread_and_its_bar() -> None:
    assert row(RATIO) == "referee-one 5,123 8,012 decisions/s 0.64 0.61–0.70 ≥ 0.5 yes"


def test_a_ceiling_that_is_passed_does_not_hold() -> None:
    assert row(MISSED) == "memory 160 KiB a bot 160–160 ≤ 150 no"


def test_what_has_no_bar_is_not_judged() -> None:
    assert row(UNJUDGED) == "deadlines-p50 0.40 ms late 0.40–0.40"


def test_the_json_says_on_which_machine_and_what_holds() -> None:
    report = json.loads(dumps(MACHINE, [RATIO, MISSED]))

    assert report["machine"] == MACHINE
    assert [(one["name"], one["judged"], one["holds"]) for one in report["figures"]] == [
        ("referee-one", 0.639, True),
        ("memory", 160.2, False),
    ]


def test_the_head_is_one_line_about_the_machine() -> None:
    assert head(MACHINE) == "2026-01-01, C, 2 cores, Python 3.11, load 0.1 at the start"
