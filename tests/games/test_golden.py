"""The golden matches are played as they were, and behaviour has a version."""

from __future__ import annotations

import pytest

from arena.games import catalog

from .golden import DIGEST, FOLDER, digest_line, golden_matches, kept_digest_line, written

AGAIN = "run `python -m tests.games.golden --write` and read what changed"


@pytest.mark.parametrize("golden", golden_matches(), ids=lambda golden: golden.name)
def test_a_golden_match_is_played_as_it_was(golden):
    assert written(golden) == (FOLDER / f"{golden.name}.txt").read_text(), AGAIN


@pytest.mark.parametrize("name", catalog.names())
def test_behaviour_changes_only_with_the_rules_version(name):
    now, before = digest_line(name), kept_digest_line(name)
    if now.split()[:2] == before.split()[:2]:
        assert now == before, "the rules behave differently under the same rules_version: raise it"
    assert now == before, AGAIN


def test_every_golden_file_is_of_a_match():
    names = {f"{golden.name}.txt" for golden in golden_matches()} | {DIGEST}
    assert {path.name for path in FOLDER.iterdir()} == names
