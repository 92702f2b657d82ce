"""Worker processes, in which everything that thinks runs, so that it never delays a person. A
worker only gets the view.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import Any, Final

from emberstacks.bots.hints import Hint, hints
from emberstacks.bots.specs import harmless_bot
from emberstacks.bots.talk import wish
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.words import Label
from emberstacks.puzzles.mistakes import judged

log = logging.getLogger("emberstacks.workers")

PATIENCE: Final = 5  # workers run at low priority, so that the server goes first
LONGEST: Final = 180.0  # seconds; what takes longer has gone wrong, and its worker is replaced

# a choice as it travels between processes
Packed = tuple[str, int, int, str, Label, str, list[tuple[str, int]]]


def packed(choice: Choice) -> Packed:
    return (
        choice.step,
        choice.seat,
        choice.code,
        choice.text,
        choice.parts,
        choice.clause,
        choice.pieces,
    )


def begin(lifeline: Connection) -> None:
    """In a worker: run at low priority, leave Ctrl-C to the server, and exit when the server is
    gone.
    """
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()


def end_with(lifeline: Connection) -> None:
    """Nothing is ever sent here: it becomes readable when the server closes it or dies."""
    wait([lifeline])
    os._exit(0)


def timed(work: Callable[..., Any], *what: Any) -> tuple[Any, float]:
    """In a worker: what the work found, and the seconds of processor time it took."""
    began = time.thread_time()
    found = work(*what)
    return found, time.thread_time() - began


def think(spec: str, view: dict[str, Any], choices: Sequence[Packed], seed: int) -> str:
    """In a worker: the notation of the bot's choice."""
    player = harmless_bot(spec)  # from a database, which may be somebody's backup
    try:
        return str(
            player.choose(view, [Choice(*choice) for choice in choices], random.Random(seed))
        )
    finally:
        player.close()


def mark(spec: str, view: dict[str, Any]) -> str:
    """In a worker: where the bot wants its marker."""
    player = harmless_bot(spec)
    try:
        return wish(player, view)
    finally:
        player.close()


def advise(view: dict[str, Any], choices: Sequence[Packed], seed: int) -> list[Hint]:
    """In a worker: a hint for each choice."""
    return hints(view, [Choice(*choice) for choice in choices], random.Random(seed))


def weigh(
    view: dict[str, Any], choices: Sequence[Packed], choice: str, best: str, at: int
) -> float:
    """In a worker: what a choice loses against the best one."""
    return judged(view, [Choice(*one) for one in choices], choice, best, at)


class Worker:
    """One process that does one thing after the other; without processes, a thread of the server."""

    def __init__(self, process: bool) -> None:
        self.process = process
        self.executor: Executor
        self.lifeline: Connection | None = None
        self.hire()

    def hire(self) -> None:
        """A process that ends with its lifeline; it starts when it is first needed."""
        if not self.process:
            self.executor = ThreadPoolExecutor(1)
            return
        context = multiprocessing.get_context("spawn")
        theirs, self.lifeline = context.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            1, mp_context=context, initializer=begin, initargs=(theirs,)
        )

    async def do(self, work: Callable[..., Any], *what: Any) -> tuple[Any, float]:
        """Do one thing; BrokenExecutor if the process died, TimeoutError if it takes for ever."""
        async with asyncio.timeout(LONGEST):
            return await asyncio.get_running_loop().run_in_executor(
                self.executor, timed, work, *what
            )

    def replace(self) -> None:
        """The process is dead or stuck: take another one."""
        log.warning("a bot's process has died or was stuck; there is a new one")
        self.end()
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.hire()

    def end(self) -> None:
        """End the process, even if it is thinking."""
        if self.lifeline is not None:
            self.lifeline.close()

    async def close(self) -> None:
        """End the process, and wait until it is gone; a thread cannot be ended."""
        self.end()
        await asyncio.to_thread(self.executor.shutdown, wait=self.process, cancel_futures=True)
