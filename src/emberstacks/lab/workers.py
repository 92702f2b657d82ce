"""Games on all cores: pieces of work go to a crew, results come back in the order of the pieces."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Final, TypeVar

from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lab.games import Block, block
from emberstacks.lab.plan import Plan

AHEAD: Final = 3  # pieces per worker that may be in progress or waiting
SECONDS: Final = 0.5  # that a block should take
LARGEST: Final = 5000  # games of a block


Item = TypeVar("Item")
Done = TypeVar("Done")


class WorkerLost(EmberstacksError):
    """A process that played games is gone."""


class Crew:
    """Does the work. This one is the process itself, one piece after the other."""

    workers = 1
    ahead = 1  # pieces in progress at a time

    def submit(self, work: Callable[..., Done], *args: Any) -> Future[Done]:
        done: Future[Done] = Future()
        try:
            done.set_result(work(*args))
        except EmberstacksError as wrong:
            done.set_exception(wrong)
        return done

    def result(self, future: Future[Done]) -> Done:
        """The result of a piece of work; WorkerLost if no worker is left."""
        return future.result()

    def close(self) -> None:
        """Stop working; drop what is in progress."""

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Processes(Crew):
    """Processes on this machine."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.ahead = AHEAD * workers
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=begin)

    def submit(self, work: Callable[..., Done], *args: Any) -> Future[Done]:
        try:
            return self.pool.submit(work, *args)
        except BrokenProcessPool as lost:
            failed: Future[Done] = Future()
            failed.set_exception(lost)
            return failed

    def result(self, future: Future[Done]) -> Done:
        try:
            return future.result()
        except BrokenProcessPool:
            raise WorkerLost(
                "A process that played games has ended, perhaps because memory ran out"
            ) from None

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def crew_of(workers: int) -> Crew:
    """This many workers; a single one is this process."""
    return Crew() if workers == 1 else Processes(workers)


def mapped(work: Callable[[Item], Done], items: Iterable[Item], crew: Crew) -> Iterator[Done]:
    """The results of some work on all items, in their order."""
    under_way: deque[Future[Done]] = deque()
    waiting = iter(items)
    try:
        while True:
            under_way.extend(
                crew.submit(work, item)
                for item in itertools.islice(waiting, crew.ahead - len(under_way))
            )
            if not under_way:
                return
            yield crew.result(under_way.popleft())
    finally:  # somebody may not want the rest
        for future in under_way:
            future.cancel()


def blocks(plan: Plan, seeds: range, crew: Crew) -> Iterator[Block]:
    """The rows of all seeds, a block at a time; the number of workers does not change them.

    Only a few blocks are in progress at a time, and we wait for them in order, so memory stays
    bounded.
    """
    under_way: deque[Future[tuple[Block, float]]] = deque()
    size = 1
    while seeds or under_way:
        while seeds and len(under_way) < crew.ahead:
            under_way.append(crew.submit(timed, block, plan, seeds[:size]))
            seeds = seeds[size:]
        result, seconds = crew.result(under_way.popleft())
        size = next_size(max(1, result.totals.games), seconds)
        yield result


def timed(work: Callable[[Plan, range], Block], plan: Plan, seeds: range) -> tuple[Block, float]:
    began = time.perf_counter()
    return work(plan, seeds), time.perf_counter() - began


def next_size(size: int, seconds: float) -> int:
    """How many games make a block last long enough, growing at most eightfold at a time."""
    fitting = size * SECONDS / max(seconds, 1e-4)
    return max(1, min(LARGEST, 8 * size, int(fitting)))


def begin() -> None:
    """In a worker: leave Ctrl-C to the parent, and exit when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
