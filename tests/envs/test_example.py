"""The example in the docs learns."""

from __future__ import annotations

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "docs/examples/learn.py"


def test_the_table_learns_the_prototype() -> None:
    """After 300 games it wins clearly more than half; random answers win about half, give or take 5 %."""
    example = runpy.run_path(str(EXAMPLE))
    learner, table = example["Learner"](1), example["table"]
    learner.learn(table("random", 1), 300)
    assert learner.wins(table("random", 2), 100) > 0.66
