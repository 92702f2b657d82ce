"""The command `simulate` as a user runs it, start-up included: one worker and two by the clock, and its memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.run import ROOT, figure

GAMES = 1_000_000
ROUNDS = 3
TARGETS = (
    "Targets: two workers 1.7 x one, where two cores are idle; as much memory at the end as after a tenth, but for a few MB."
)


def run(games: int, workers: int) -> tuple[float, float, int]:
    """Seconds by the clock, megabytes at the most (of the largest of its processes), and decisions."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".fast")}
    words = f"simulate fire-prototype --games {games} --bots random --players 4 --workers {workers} --out".split()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        start = time.perf_counter()
        command = [sys.executable, "-m", "emberstacks", *words, str(path)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"emberstacks: '{' '.join(command)}' failed.")
        with open(path, encoding="utf-8") as rows:
            next(rows)
            decisions = sum(int(row[row.rindex(",") + 1 :]) for row in rows)
    return seconds, used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10), decisions


def main() -> None:
    _, early, _ = run(GAMES // 10, 1)
    rounds = [(run(GAMES, 1), run(GAMES, 2)) for _ in range(ROUNDS)]
    ones, twos = zip(*rounds, strict=True)
    ratios = [one / two for (one, *_), (two, *_) in rounds]
    late, both = max(run[1] for run in ones), max(run[1] for run in twos)
    print(f"emberstacks simulate fire-prototype --games {GAMES} --bots random --players 4, compiled, start-up included,")
    print(f"medians of {ROUNDS} rounds:")
    print(f"  one worker   {rate(ones):>10} decisions/s")
    print(f"  two workers  {rate(twos):>10} decisions/s: {median(ratios):.2f} x one ({min(ratios):.2f} to {max(ratios):.2f})")
    print(
        f"  memory       {early:.1f} MB at the most in {GAMES // 10} games, {late:.1f} in {GAMES}, {both:.1f} with two workers"
    )
    print(TARGETS)


def rate(runs: Sequence[tuple[float, float, int]]) -> str:
    """Decisions a second, the median."""
    return figure(median(decisions / seconds for seconds, _, decisions in runs))


if __name__ == "__main__":
    if list((ROOT / ".fast").glob("emberstacks__mypyc*")):
        main()
    else:
        print("A long run of simulate: not measured, for there is no compiled build ('make fast' makes one).")
