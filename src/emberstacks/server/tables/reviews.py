"""Reviews of finished games: one at a time, in turn, in a separate process, so that people and bots
never wait.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import msgspec

import emberstacks
from emberstacks.kernel.match import Match
from emberstacks.protocol import ReviewInfo, ReviewState
from emberstacks.server.errors import conflict
from emberstacks.server.store import Store
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables.lane import Piece
from emberstacks.server.tables.thinking import TRIES, Thinking

log = logging.getLogger("emberstacks.reviews")

PATIENCE = 10  # runs at the lowest priority, so that everybody else goes first


def work(sender: Connection, record: str, names: list[str], limit: float) -> None:
    """In the process: reports progress, and at the end the review."""
    from emberstacks.bots.review import review  # the server itself does not need it

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends it
    if hasattr(os, "nice"):
        os.nice(PATIENCE)
    match = emberstacks.read_record(record)
    match.names = names
    found = review(
        match, limit=limit, progress=sender.send, clock=time.process_time
    )  # processor time, which does not pass while others go first
    sender.send(found.json())


class Reviews:
    """Reviews are made when somebody first asks, and then kept."""

    def __init__(
        self, store: Store, thinking: Thinking, supervisor: Supervisor, limit: float
    ) -> None:
        self.store = store
        self.thinking = thinking
        self.supervisor = supervisor
        self.limit = limit  # seconds of work that one may take
        self.progress: dict[str, float] = {}  # of those being made, or waiting for it
        self.failed: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def look(self, table: str, match: Match, person: str) -> ReviewState:
        """The review of a finished game, or how far along it is; asking starts it, for the person
        who asks.
        """
        text = await self.store.review(table)
        if text is not None:
            return ReviewState(progress=1.0, review=msgspec.json.decode(text, type=ReviewInfo))
        if table in self.failed:
            raise conflict("no-review", "The review of this game could not be made.")
        if table not in self.progress:
            piece = Piece("reviews", self.thinking.asker(person))
            self.thinking.admit(self.thinking.reviewing, piece)
            self.progress[table] = 0.0
            task = asyncio.create_task(self.make(piece, table, match.record(), list(match.names)))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return ReviewState(progress=self.progress[table], review=None)

    async def make(self, piece: Piece, table: str, record: str, names: list[str]) -> None:
        """Wait for the review's turn, make it, keep it."""
        try:
            async with self.thinking.reviews(piece):
                found = await self.tried(table, record, names)
            text = msgspec.json.encode(msgspec.convert(found, ReviewInfo)).decode()
            await self.supervisor.until_done(
                "reviews", partial(self.store.keep_review, table, text), lambda: True
            )
        except Exception:
            self.failed.add(table)
            log.exception("the review of table %s failed", table)
        finally:
            del self.progress[table]

    async def tried(self, table: str, record: str, names: list[str]) -> dict[str, Any]:
        """What the process says; if it dies, another one."""
        for _ in range(TRIES - 1):
            with suppress(EOFError, OSError):
                return await self.made(table, record, names)
            log.warning("the process of a review has died; there is a new one")
        return await self.made(table, record, names)

    async def made(self, table: str, record: str, names: list[str]) -> dict[str, Any]:
        """What the process finally says."""
        context = multiprocessing.get_context("spawn")
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(
            target=work, args=(sender, record, names, self.limit), daemon=True
        )
        started = asyncio.ensure_future(asyncio.to_thread(process.start))
        try:
            await asyncio.shield(started)
            sender.close()
            while isinstance(said := await asyncio.to_thread(receiver.recv), float):
                self.progress[table] = said
            found: dict[str, Any] = said
            return found
        finally:
            await started  # otherwise a process that is just being started would be left behind
            process.kill()  # so that a thread that is still listening stops
            process.join()

    async def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
