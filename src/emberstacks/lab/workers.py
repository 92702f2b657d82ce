"""Games on all cores: blocks of seeds go to processes, rows come back in the order of the seeds."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Final, TypeVar

from emberstacks.games import use_figures
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lab.games import Block, block
from emberstacks.lab.plan import Plan

AHEAD: Final = 3  # blocks for each worker that may be under way or waiting for their turn to be written
SECONDS: Final = 0.5  # that a block should take
LARGEST: Final = 5000  # games of a block


Item = TypeVar("Item")
Done = TypeVar("Done")


class WorkerLost(EmberstacksError):
    """A process that played games is gone."""


def blocks(plan: Plan, seeds: range, workers: int) -> Iterator[Block]:
    """The rows of all seeds, a block at a time; what comes out does not depend on the number of workers."""
    if workers == 1 or len(seeds) <= 1:
        yield from in_turn(plan, seeds)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=begin)
    try:
        yield from in_order(plan, seeds, workers, pool)
    except BrokenProcessPool:
        raise WorkerLost("A process that played games has ended, perhaps for want of memory") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def mapped(
    work: Callable[[Item], Done], items: Sequence[Item], workers: int, figures: tuple[str, str] | None = None
) -> Iterator[Done]:
    """The results of some work on all items, in their order; with figures, a game and a folder, never in this process."""
    if figures is None and (workers == 1 or len(items) <= 1):
        yield from map(work, items)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=begin, initargs=(figures,))
    under_way: deque[Future[Done]] = deque()
    waiting = iter(items)
    try:
        for item in itertools.islice(waiting, AHEAD * workers):
            under_way.append(pool.submit(work, item))
        while under_way:
            done = under_way.popleft().result()
            for item in itertools.islice(waiting, 1):
                under_way.append(pool.submit(work, item))
            yield done
    except BrokenProcessPool:
        raise WorkerLost("A process that played games has ended, perhaps for want of memory") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def in_turn(plan: Plan, seeds: range) -> Iterator[Block]:
    """Everything in this process."""
    size = 1
    while seeds:
        began = time.perf_counter()
        yield block(plan, seeds[:size])
        seeds = seeds[size:]
        size = next_size(size, time.perf_counter() - began)


def in_order(plan: Plan, seeds: range, workers: int, pool: ProcessPoolExecutor) -> Iterator[Block]:
    """Blocks are handed out as long as few are under way, and waited for in their order: memory stays bounded."""
    under_way: deque[Future[tuple[Block, float]]] = deque()
    size = 1
    while seeds or under_way:
        while seeds and len(under_way) < AHEAD * workers:
            under_way.append(pool.submit(timed, block, plan, seeds[:size]))
            seeds = seeds[size:]
        result, seconds = under_way.popleft().result()
        size = next_size(max(1, result.rows), seconds)
        yield result


def timed(work: Callable[[Plan, range], Block], plan: Plan, seeds: range) -> tuple[Block, float]:
    began = time.perf_counter()
    return work(plan, seeds), time.perf_counter() - began


def next_size(size: int, seconds: float) -> int:
    """So many games that a block takes its time, growing at most eightfold at once."""
    fitting = size * SECONDS / max(seconds, 1e-4)
    return max(1, min(LARGEST, 8 * size, int(fitting)))


def begin(figures: tuple[str, str] | None = None) -> None:
    """In a worker: Ctrl-C is the parent's business, and without a parent there is nothing to do."""
    if figures is not None:
        use_figures(figures[0], Path(figures[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
