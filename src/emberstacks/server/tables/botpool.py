"""Bots think in worker processes, so that a thinking bot never delays a person. A worker only gets the view."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeVar

from emberstacks.bots.hints import Hint, hints
from emberstacks.bots.specs import harmless_bot
from emberstacks.bots.talk import wish
from emberstacks.kernel.notation import Choice
from emberstacks.puzzles.mistakes import judged

log = logging.getLogger("emberstacks.botpool")

PATIENCE: Final = 5  # bots run at low priority, so that the server goes first

T = TypeVar("T")
Packed = tuple[str, int, int, str, str, str, list[str]]  # a choice as it travels between processes


def packed(choice: Choice) -> Packed:
    return (choice.step, choice.seat, choice.code, choice.text, choice.label, choice.clause, choice.pieces)


def begin(lifeline: Connection) -> None:
    """In a worker: run at low priority, leave Ctrl-C to the server, and exit when the server is gone."""
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(lifeline,), daemon=True).start()


def end_with(lifeline: Connection) -> None:
    """Nothing is ever sent here: it becomes readable when the server closes it or dies."""
    wait([lifeline])
    os._exit(0)


def think(spec: str, view: dict[str, Any], choices: Sequence[Packed], seed: int) -> str:
    """In a worker: the notation of the bot's choice."""
    player = harmless_bot(spec)  # the spec is from a database, which may be somebody's backup
    try:
        return str(player.choose(view, [Choice(*choice) for choice in choices], random.Random(seed)))
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


def weigh(view: dict[str, Any], choices: Sequence[Packed], choice: str, best: str, at: int) -> float:
    """In a worker: what a choice loses against the best one."""
    return judged(view, [Choice(*one) for one in choices], choice, best, at)


class BotPool:
    """Worker processes for bots, and one for hints, so that no bot ever waits for a hint.

    With no workers, a thread of this process does the work: for tests and small machines.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.executor: Executor | None = None
        self.adviser: Executor | None = None
        self.advising = asyncio.Semaphore(1)
        self.lifeline: Connection | None = None
        self.hire()

    def hire(self) -> None:
        """Processes that end with the lifeline; each starts when it is first needed."""
        if self.workers:
            context = multiprocessing.get_context("spawn")
            theirs, self.lifeline = context.Pipe(duplex=False)
            self.executor, self.adviser = (
                ProcessPoolExecutor(count, mp_context=context, initializer=begin, initargs=(theirs,))
                for count in (self.workers, 1)
            )

    async def think(self, used: Executor | None, work: Callable[..., T], *what: Any) -> T:
        """Give a worker something to do. If one has died, all are replaced, and the caller may try again."""
        try:
            return await asyncio.get_running_loop().run_in_executor(used, work, *what)
        except BrokenExecutor:
            if used in (self.executor, self.adviser):
                log.warning("a bot's process has died; new ones have been started")
                self.hire()
            raise

    async def choose(self, spec: str, view: dict[str, Any], choices: Sequence[Choice], seed: int) -> str:
        """What a bot answers."""
        return await self.think(self.executor, think, spec, view, [packed(choice) for choice in choices], seed)

    async def mark(self, spec: str, view: dict[str, Any]) -> str:
        """Where a bot wants its marker; "" for nowhere."""
        return await self.think(self.executor, mark, spec, view)

    async def hints(
        self, view: dict[str, Any], choices: Sequence[Choice], seed: int, wanted: Callable[[], bool]
    ) -> list[Hint] | None:
        """How good each choice is for the seat with this view; None if nobody wants to know any more when its turn has come."""
        async with self.advising:
            if not wanted():
                return None
            return await self.think(self.adviser, advise, view, [packed(choice) for choice in choices], seed)

    async def loss(self, view: dict[str, Any], choices: Sequence[Choice], choice: str, best: str, at: int) -> float:
        """What a choice loses for the seat with this view."""
        return await self.think(self.adviser, weigh, view, [packed(one) for one in choices], choice, best, at)

    async def close(self) -> None:
        """End the workers, even if they are thinking, and wait until they are gone."""
        if self.lifeline is not None:
            self.lifeline.close()
        for executor in (self.executor, self.adviser):
            if executor is not None:
                await asyncio.to_thread(executor.shutdown, cancel_futures=True)
