"""Tests wait for what is to happen and never for a moment: they sleep only between two looks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
# what is called between two looks (tests/waiting.py) is written as a lambda
LOOPS = (ast.While, ast.For, ast.AsyncFor, ast.Lambda)
PAUSES = {"sleep": 1.0, "wait_for_timeout": 0.001}  # and how many seconds their numbers stand for
BETWEEN_LOOKS = 0.2  # seconds at most, in a loop
# nothing must happen, which has no end to wait for; or somebody in the test is slow by design
KNOWN = [
    "server/test_page.py::test_a_double_click_answers_once",
    "server/test_page_rough.py::late",
    "server/test_page_rough.py::test_somebody_who_does_not_answer_is_in_sight_on_a_phone",
    "server/test_page_still.py::test_the_replay_of_alexandria_keeps_its_height",
    "server/test_window_beat.py::choose",
    "server/test_window_beat.py::without_an_end",
]


def naps(node: ast.AST, function: str = "", looking: bool = False) -> Iterator[str]:
    """The functions that wait for a moment."""
    for part in ast.iter_child_nodes(node):
        inside = part.name if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) else function
        match part:
            case ast.Call(func=ast.Attribute(attr=name), args=[seconds]) if name in PAUSES:
                number = seconds.value if isinstance(seconds, ast.Constant) else None
                if not isinstance(number, int | float):  # it is worked out: in a loop, a pause
                    nap = not looking
                else:
                    nap = number * PAUSES[name] > (BETWEEN_LOOKS if looking else 0)
                if nap:
                    yield inside
        yield from naps(part, inside, looking or isinstance(part, LOOPS))


def test_no_test_waits_for_a_moment() -> None:
    found = {
        f"{path.relative_to(TESTS).as_posix()}::{function}"
        for path in TESTS.rglob("*.py")
        for function in naps(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert sorted(found) == KNOWN


def test_a_nap_is_found() -> None:
    def found(text: str) -> list[str]:
        return list(naps(ast.parse(text)))

    assert found("def a():\n    time.sleep(0.5)\n    assert done") == ["a"]
    assert found("def a():\n    while not done():\n        time.sleep(0.05)") == []
    assert found("def a():\n    for _ in range(3):\n        page.wait_for_timeout(500)") == ["a"]
    assert found("async def a():\n    await asyncio.sleep(0)") == []
