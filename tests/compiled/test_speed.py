"""The compiled build stays fast: a gate on machine instructions, for timings say nothing on a busy
machine.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench import instructions, run
from emberstacks import build
from emberstacks.bots import playouts

# per decision of random play of fire-prototype, compiled with gcc 12 for CPython 3.11: by `make
# fast PROFILE=1`, and by `make fast`, which optimises little
MEASURED = {"profiled": 722, "quick": 1094}
MORE = 1.15  # times as many fail


def test_playouts_are_compiled() -> None:
    assert not playouts.__file__.endswith(".py")


def test_instructions_per_decision(capsys: pytest.CaptureFixture[str]) -> None:
    missing = instructions.missing()
    if missing:
        pytest.skip(f"NO GATE ON SPEED: {missing}")
    measured = MEASURED[
        "profiled" if (run.ROOT / build.FOLDER / build.PROFILED).exists() else "quick"
    ]
    ours, c = instructions.ours(), instructions.c()
    with capsys.disabled():
        print(
            f"\n{ours:.0f} machine instructions per decision ({measured} were measured),"
            f" {ours / c:.1f} times those of C"
        )
    assert ours < measured * MORE


def test_what_a_profile_is_made_of_can_be_played() -> None:
    command = [sys.executable, "tools/rehearse.py", "--short"]
    subprocess.run(command, cwd=run.ROOT, check=True)


def test_the_benchmark_runs_and_says_what_is_missing() -> None:
    """A short run in this environment, which has our rows and the C program but not all of the
    peers.
    """
    command = [sys.executable, "bench/run.py", "--rounds", "1", "--seconds", "0.01"]
    result = subprocess.run(command, cwd=run.ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = result.stdout.splitlines()
    for name in (
        "compiled, many games in one call",
        "compiled, Match with codes",
        "interpreted, Match with Choices",
    ):
        (line,) = [line for line in lines if f"Emberstacks {name}" in line]
        assert "not measured" not in line
    assert any("RLCard" in line and "not measured: No module named" in line for line in lines)


def test_the_benchmark_refuses_players_of_another_game() -> None:
    rows: list[run.Row] = [FakeRow("one", [3, 4]), FakeRow("two", [4, 3])]
    assert run.check([rows[0], FakeRow("three", [3, 4])]) == ""
    assert run.check(rows) == "one: scores [3, 4] in 9 decisions\ntwo: scores [4, 3] in 9 decisions"


class FakeRow(run.Row):
    """A row with made-up scores."""

    def __init__(self, name: str, scores: list[int]) -> None:
        super().__init__(name, "nobody", exact=True)
        self.scores = scores
        self.complaints.close()

    def ask(self, command: str, *numbers: int) -> dict[str, object]:
        return {"decisions": 9, "scores": self.scores, "seconds": 1.0}
