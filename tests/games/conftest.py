"""Law 15: a test that names a clause exercises it: it answers a question, gets a refusal or runs
code that cites it.

Only the interpreted build can be watched. With parameters it is enough that each run exercises one
of the clauses.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from emberstacks.kernel import match
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.rules import cited
from emberstacks.kernel.state import State
from emberstacks.kernel.step import CHANCE
from tests.conftest import COMPILED

GAMES = Path(__file__).parents[2] / "src/emberstacks/games"
# to say what a step asks is not to run it
WORDS = ("text", "public_text", "label", "question", "pieces", "asked_by", "rule")
Place = tuple[str, int]  # a file, and the line where a function begins


@cache
def citations(game: str) -> tuple[dict[Place, set[str]], set[str]]:
    """The clauses that each function of a game cites, and those cited only by what runs once, when
    the game is loaded.
    """
    by_place: dict[Place, set[str]] = {}
    loaded: set[str] = set()
    once: set[Place] = set()  # constructors, and what reads the data files
    for path in sorted((GAMES / game).rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        outside = set(range(len(lines)))
        for node, owner in functions(ast.parse("\n".join(lines))):
            within = range(first_line(node) - 1, node.end_lineno or 0)
            outside -= set(within)
            own = cited("\n".join(lines[k] for k in within))
            if owner is not None and node.name not in WORDS:
                own |= class_citations(owner, lines)
            by_place[(str(path), first_line(node))] = own
            if node.name == "__init__" or path.name == "components.py":
                loaded |= own
                once.add((str(path), first_line(node)))
        loaded |= cited(
            "\n".join(lines[k] for k in sorted(outside) if not lines[k].startswith("    "))
        )
    return by_place, loaded - {
        clause for place, own in by_place.items() if place not in once for clause in own
    }


def functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.ClassDef | None]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, None
        elif isinstance(node, ast.ClassDef):
            yield from ((part, node) for part in node.body if isinstance(part, ast.FunctionDef))


def class_citations(owner: ast.ClassDef, lines: list[str]) -> set[str]:
    """What stands in a class outside its methods: its docstring, and its `clause`."""
    inside = {
        k
        for part in owner.body
        if isinstance(part, ast.FunctionDef)
        for k in range(first_line(part) - 1, part.end_lineno or 0)
    }
    text = "\n".join(
        lines[k] for k in range(owner.lineno - 1, owner.end_lineno or 0) if k not in inside
    )
    clauses = {
        str(part.value.value)
        for part in owner.body
        if isinstance(part, ast.AnnAssign)
        and isinstance(part.target, ast.Name)
        and part.target.id == "clause"
        and isinstance(part.value, ast.Constant)
    }
    return cited(text) | clauses


def first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def asked(give: Callable[..., Any], missing: set[str]) -> Callable[..., Any]:
    """The same, and the clauses by which the question is asked and the answer is allowed are
    exercised.
    """

    def given(s: State, *answer: int) -> None:
        if s.step.seat != CHANCE:
            missing.difference_update((s.step.asked_by(s), s.step.rule(s, answer[-1])))
        give(s, *answer)

    return given


def refused(refuse: Callable[..., Any], missing: set[str]) -> Callable[..., Any]:
    """The same, and the clause that the refusal cites is exercised."""

    def refusal(*tried: Any) -> IllegalChoice:
        error: IllegalChoice = refuse(*tried)
        missing.discard(error.clause)
        return error

    return refusal


@pytest.fixture(autouse=True)
def exercised(request: pytest.FixtureRequest) -> Iterator[None]:
    """Of the clauses that a test names it runs every one; with parameters, each time at least one."""
    game = Path(request.node.path).parent.name
    claimed = cited(request.function.__doc__ or "")
    if COMPILED or not claimed or not (GAMES / game).is_dir():
        yield
        return
    by_place, loaded = citations(game)
    missing = claimed - loaded
    ran: set[int] = set()
    codes: list[object] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and id(code) not in ran:
            ran.add(id(code))
            codes.append(code)
            missing.difference_update(by_place.get((code.co_filename, code.co_firstlineno), ()))

    with pytest.MonkeyPatch.context() as patch:
        for name, watched in (("answer", asked), ("seal", asked), ("refusal", refused)):
            patch.setattr(match, name, watched(getattr(match, name), missing))
        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)
    enough = "callspec" in vars(request.node) and missing != claimed - loaded
    if missing and not enough:
        pytest.fail(
            f"names {', '.join(f'§{clause}' for clause in sorted(missing))}, but runs nothing that"
            " cites it",
            pytrace=False,
        )
