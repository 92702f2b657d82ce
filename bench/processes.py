"""Batches in one process and in two at once, by the clock: `PYTHONPATH=.fast python -m
bench.processes [GAME ...]`.

Only an idle machine with two cores says anything about the ratio.
"""

from __future__ import annotations

import statistics
import sys
import time
from multiprocessing import get_context
from typing import Any

from bench.learners import BUILD, COUNT, PLAYERS, Batch
from emberstacks.games import GAMES

SECONDS = 3.0
ROUNDS = 3


def worker(name: str, ready: Any, speeds: Any) -> None:
    """Step until the time is over, once everybody is ready."""
    batch = Batch(name)
    ready.wait()
    start, steps = time.perf_counter(), 0
    while (taken := time.perf_counter() - start) < SECONDS:
        batch.games.step(batch.games.sample(), batch.arrays)
        steps += COUNT
    speeds.put(steps / taken)


def speed(name: str, processes: int) -> float:
    """Steps per second of all processes together."""
    context = get_context("spawn")
    ready, speeds = context.Barrier(processes), context.Queue()
    crew = [context.Process(target=worker, args=(name, ready, speeds)) for _ in range(processes)]
    for one in crew:
        one.start()
    total = sum(speeds.get() for _ in crew)
    for one in crew:
        one.join()
    return float(total)


def main() -> None:
    """One and two in turn, several times."""
    print(
        f"Batches of {COUNT}, {PLAYERS} players, {BUILD}: steps per second, medians of {ROUNDS}"
        f" rounds of {SECONDS:g} s"
    )
    for name in sys.argv[1:] or list(GAMES):
        rounds = [(speed(name, 1), speed(name, 2)) for _ in range(ROUNDS)]
        one, two = (statistics.median(figures) for figures in zip(*rounds, strict=True))
        ratio = statistics.median(both / alone for alone, both in rounds)
        print(f"  {name:<16} one process {one:>12,.0f}   two {two:>12,.0f}   {ratio:.2f} times")


if __name__ == "__main__":
    main()
