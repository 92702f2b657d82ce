"""The command `simulate` as a user runs it: one worker and two by the clock, with and without
start-up, and its memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.run import ROOT, figure

GAMES = 1_000_000
ROUNDS = 3
TARGETS = (
    "Targets, where two cores are idle: two workers 1.7 x one, and without start-up 1.8 x; as much"
    " memory at the end as after a tenth, but for a few MB."
)


class Run(NamedTuple):
    """What one run of the command took."""

    seconds: float  # by the clock
    processor: float  # seconds of all its processes together
    memory: float  # megabytes at the most, of the largest of its processes
    decisions: int

    def since(self, start: Run) -> Run:
        """Without what a shorter run took as well, so without start-up."""
        return Run(
            self.seconds - start.seconds,
            self.processor - start.processor,
            self.memory,
            self.decisions - start.decisions,
        )


def run(games: int, workers: int) -> Run:
    """Run the command once."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".fast")}
    words = (
        f"simulate fire-prototype --games {games} --bots random --players 4 --no-parquet --workers"
        f" {workers} --out".split()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        start = time.perf_counter()
        command = [sys.executable, "-m", "emberstacks", *words, str(path)]
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"emberstacks: '{' '.join(command)}' failed.")
        with open(path, encoding="utf-8") as rows:
            next(rows)
            decisions = sum(int(row[row.rindex(",") + 1 :]) for row in rows)
    memory = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Run(seconds, used.ru_utime + used.ru_stime, memory, decisions)


def main() -> None:
    rounds = [
        [run(games, workers) for workers in (1, 2) for games in (GAMES // 10, GAMES)]
        for _ in range(ROUNDS)
    ]
    early = max(one[0].memory for one in rounds)
    ones, twos = [one[1] for one in rounds], [one[3] for one in rounds]
    print(
        f"emberstacks lab simulate fire-prototype --games {GAMES} --bots random --players 4,"
        " compiled,"
    )
    print(f"medians of {ROUNDS} rounds, on a machine with a load of {os.getloadavg()[0]:.1f}:")
    print(f"  one worker   {rate(ones):>10} decisions/s")
    print(f"  two workers  {rate(twos):>10} decisions/s: {ratio(ones, twos)}")
    later = [[one[1].since(one[0]) for one in rounds], [one[3].since(one[2]) for one in rounds]]
    print(f"  without start-up (the last {GAMES - GAMES // 10} games): {ratio(*later)}")
    work = [median(one.processor / one.decisions for one in runs) for runs in later]
    print(
        f"  two workers take {work[1] / work[0]:.2f} x the processor time of one for a decision:"
        " handing over and waiting;"
    )
    print(f"  with nothing else in the way, they could be {2 * work[0] / work[1]:.2f} x as fast")
    late, both = max(one.memory for one in ones), max(one.memory for one in twos)
    print(
        f"  memory       {early:.1f} MB at the most in {GAMES // 10} games, {late:.1f} in {GAMES},"
        f" {both:.1f} with two workers"
    )
    print(TARGETS)


def ratio(ones: Sequence[Run], twos: Sequence[Run]) -> str:
    """How much faster two workers were, round by round."""
    times = [one.seconds / two.seconds for one, two in zip(ones, twos, strict=True)]
    return f"{median(times):.2f} x one ({min(times):.2f} to {max(times):.2f})"


def rate(runs: Sequence[Run]) -> str:
    """Decisions a second, the median."""
    return figure(median(one.decisions / one.seconds for one in runs))


if __name__ == "__main__":
    if list((ROOT / ".fast").glob("emberstacks__mypyc*")):
        main()
    else:
        print(
            "A long run of simulate: not measured, for there is no compiled build ('make fast'"
            " makes one)."
        )
