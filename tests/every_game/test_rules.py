"""Law 15: every clause of RULES.md is cited by the game's code and by a test, and nothing cites a
clause that is not there.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from emberstacks.games import GAMES
from emberstacks.kernel.rules import chapters, cited, clauses

ROOT = Path(__file__).parents[2]


def sources(folder: Path) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))


def exercised(folder: Path) -> set[str]:
    """The clauses that tests name in their docstrings: `tests/games/conftest.py` sees to it that
    they exercise these.
    """
    found: set[str] = set()
    for path in folder.glob("test_*.py"):
        for part in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(part, ast.FunctionDef) and part.name.startswith("test_"):
                found |= cited(ast.get_docstring(part) or "")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_carried_out_and_tested(name: str) -> None:
    known = set(clauses(GAMES[name].rules()))
    folder = name.replace("-", "_")
    code = cited(sources(ROOT / "src/emberstacks/games" / folder))
    tests = cited(sources(ROOT / "tests/games" / folder))
    assert known - code == set(), "clauses that no code cites"
    assert known - exercised(ROOT / "tests/games" / folder) == set(), "clauses that no test names"
    assert code | tests <= known, "citations of clauses that are not there"


@pytest.mark.parametrize("name", GAMES)
def test_clauses_are_numbered_in_order(name: str) -> None:
    rules = GAMES[name].rules()
    numbers = [tuple(int(part) for part in clause.split(".")) for clause in clauses(rules)]
    assert numbers == sorted(set(numbers))
    assert {str(chapter) for chapter, _ in numbers} == set(chapters(rules))


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_say_which_version_they_are(name: str) -> None:
    assert f"Rules version {GAMES[name].info.rules_version}" in GAMES[name].rules()


@pytest.mark.parametrize("name", GAMES)
def test_every_figure_has_a_provenance(name: str) -> None:
    """Every table of components.toml says where its figures come from."""
    text = (ROOT / "src/emberstacks/games" / name.replace("-", "_") / "components.toml").read_text(
        encoding="utf-8"
    )
    blocks = text.split("\n[")[1:]
    assert [block.split("]")[0] for block in blocks if 'provenance = "' not in block] == []
