"""Every rule of docs/games is proved by a test that names it, and no test names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "docs" / "games").glob("*.md"))
_ROW = re.compile(r"^\| ([A-Z]+-\d+[a-z]?)\b", re.MULTILINE)


def rule_ids(path: Path) -> set[str]:
    """The ids that stand first in a row of a table of this page."""
    return set(_ROW.findall(path.read_text()))


def marked_ids(folder: Path) -> set[str]:
    """The ids in the rule markers of all test functions under this folder."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                found.update(*map(_ids_of, node.decorator_list))
    return found


def _ids_of(decorator: ast.expr) -> set[str]:
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != "pytest.mark.rule":
        return set()
    return {argument.value for argument in decorator.args if isinstance(argument, ast.Constant)}


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_rule_is_named_by_a_test(page):
    assert rule_ids(page)
    assert sorted(rule_ids(page) - marked_ids(ROOT / "tests")) == []


def test_every_rule_that_a_test_names_is_written_down():
    assert RULES
    assert sorted(marked_ids(ROOT / "tests") - set().union(*map(rule_ids, RULES))) == []


def test_a_marker_is_read_from_a_test_but_not_from_a_comment(tmp_path):
    (tmp_path / "test_some.py").write_text(
        '@pytest.mark.rule("GM-01", "GM-02")\ndef test_it(): ...\n# @pytest.mark.rule("GM-03")\n'
    )
    assert marked_ids(tmp_path) == {"GM-01", "GM-02"}
