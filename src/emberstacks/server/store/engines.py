"""Runs transactions: on SQLite, one thread commits all that are waiting together; on PostgreSQL, a
pool does it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.pool import NullPool

from emberstacks.server.store.moves import POSTGRES, Move, as_json, write_moves
from emberstacks.server.store.outcomes import Conflict, Unavailable, why

log = logging.getLogger("emberstacks.engines")

T = TypeVar("T")

# transactions in one commit: the names of this many tables fit into one message of PostgreSQL
MOST_TOGETHER = 240
# seconds from one commit to the next if some wait, and if very many do
TOGETHER, LONGEST = 0.005, 0.015
# seconds for each transaction of the last commit: beyond 2,000 a second the pause grows from one to
# the other
EACH = 0.0005


class Database(Protocol):
    """Runs transactions."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction, all or nothing; when this returns, it is durable."""

    async def write(self, move: Move) -> None:
        """Write a move, together with all others that are waiting."""

    async def close(self) -> None: ...


def database_for(url: str, patience: float, me: str = "", pooled: bool = False) -> Database:
    """The database of a URL as users write it: sqlite:///file.db or postgresql://...

    `me` is how other processes know this one; `pooled` says that there is a PgBouncer in between.
    """
    return (
        Sqlite(url, patience) if url.startswith("sqlite:") else Postgres(url, patience, me, pooled)
    )


class Postgres:
    """A pool of connections, and one more that writes all waiting moves with one statement."""

    def __init__(self, url: str, patience: float, me: str, pooled: bool) -> None:
        # takes a tenth of the start, and SQLite does not need it
        from sqlalchemy.ext.asyncio import create_async_engine

        self.url = url
        self.me = me
        self.limits: dict[str, Any] = {"timeout": patience, "command_timeout": patience}
        more: dict[str, Any] = {"pool_pre_ping": True}
        if pooled:  # prepare no statements: the next transaction may get another connection
            self.limits["statement_cache_size"] = 0
            more = {"poolclass": NullPool}
        else:
            more["pool_timeout"] = patience
        rest = url.partition(":")[2]
        nameless = (
            {"prepared_statement_cache_size": 0, "prepared_statement_name_func": lambda: ""}
            if pooled
            else {}
        )
        self.engine = create_async_engine(
            f"postgresql+asyncpg:{rest}", connect_args={**self.limits, **nameless}, **more
        )
        self.waiting: list[tuple[Move, asyncio.Future[None]]] = []
        self.writer: asyncio.Task[None] | None = None
        self.link: Any = None  # the connection that writes moves

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def write(self, move: Move) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((move, done))
        if self.writer is None:
            self.writer = asyncio.create_task(self.work_off())
        await done

    async def work_off(self) -> None:
        """Write what is waiting until nothing is left."""
        try:
            while self.waiting:
                part, self.waiting = self.waiting[:MOST_TOGETHER], self.waiting[MOST_TOGETHER:]
                await self.write_together(part)
        finally:
            self.writer = None

    async def write_together(self, part: list[tuple[Move, asyncio.Future[None]]]) -> None:
        """Write all moves with one statement; if that fails, one by one, so that only the bad one
        fails.
        """
        try:
            await self.execute([move for move, _ in part])
        except Exception as failed:
            if len(part) == 1 or not worth_parting(failed):
                for _, done in part:
                    finish(done, None, failed)
            else:
                for one in part:
                    await self.write_together([one])
        else:
            for _, done in part:
                finish(done, None, None)

    async def execute(self, moves: list[Move]) -> None:
        import asyncpg  # type: ignore[import-untyped]  # not needed with SQLite

        try:
            if self.link is None or self.link.is_closed():
                self.link = await asyncpg.connect(self.url, **self.limits)
            await self.link.execute(POSTGRES, *as_json(moves), self.me)
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DeadlockDetectedError):
            raise Conflict from None
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as trouble:
            self.drop_link()
            raise Unavailable(why(trouble)) from trouble

    def drop_link(self) -> None:
        if self.link is not None:
            self.link.terminate()
            self.link = None

    async def close(self) -> None:
        self.drop_link()
        await self.engine.dispose()


class Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Callable[[Connection], Any] | None  # None for a move
    move: Move | None
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class Sqlite:
    """One connection in one thread: nobody waits for a lock, and one fsync serves everybody who is
    waiting.
    """

    def __init__(self, url: str, patience: float) -> None:
        self.engine = sqlite_engine(url, patience)
        self.connection: Connection | None = None
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work_off, name="sqlite", daemon=True)
        self.thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self.jobs.put(Job(work, None, loop, done))
        return await done

    async def write(self, move: Move) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.jobs.put(Job(None, move, loop, done))
        await done

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    def work_off(self) -> None:
        """In the thread: take what has come in, do it, commit once, and report back."""
        pause, began = 0.0, 0.0
        while (first := self.jobs.get()) is not None:
            if pause:  # more will come in a moment, and one commit for all of them is cheapest
                time.sleep(max(0.0, began + pause - time.monotonic()))
            began = time.monotonic()
            jobs: list[Job] = [first]
            last = False
            while len(jobs) < MOST_TOGETHER and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    last = True
                    break
                jobs.append(job)
            settle(jobs, self.commit(jobs))
            pause = pause_after(len(jobs))
            if last:
                break
        self.disconnect()
        self.engine.dispose()

    def connected(self) -> Connection:
        if self.connection is None:
            self.connection = self.engine.connect()
        return self.connection

    def disconnect(self) -> None:
        """Drop the connection after trouble; the next transaction makes a new one."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with contextlib.suppress(Exception):
                connection.invalidate()
            with contextlib.suppress(Exception):
                connection.close()

    def commit(self, jobs: list[Job]) -> list[tuple[Any, Exception | None]]:
        """What each job returned or raised. If one fails, all are rolled back and repeated one by
        one.
        """
        try:
            try:
                connection = self.connected()
                with connection.begin():
                    return together(connection, jobs)
            except Exception as failed:
                if len(jobs) == 1 or not worth_parting(failed):
                    raise
                connection = self.connected()
                with connection.begin():
                    return [alone(connection, job) for job in jobs]
        except Exception as failed:  # nothing was written, and everybody hears of it
            if not worth_parting(failed):
                self.disconnect()
            return [(None, failed)] * len(jobs)


def pause_after(jobs: int) -> float:
    """Seconds from one commit to the next, after a commit of this many transactions; a single one
    does not wait.
    """
    return min(LONGEST, max(TOGETHER, jobs * EACH)) if jobs > 1 else 0.0


def worth_parting(failed: Exception) -> bool:
    """Could some of these succeed alone after failing together? Not if the database cannot be
    reached or written at all.
    """
    return not isinstance(failed, (Unavailable, OSError, OperationalError, InterfaceError))


def together(connection: Connection, jobs: list[Job]) -> list[tuple[Any, Exception | None]]:
    """Run all jobs in one transaction, the moves together."""
    results: list[tuple[Any, Exception | None]] = [
        (None if job.work is None else job.work(connection), None) for job in jobs
    ]
    moves = [job.move for job in jobs if job.move is not None]
    if moves:
        write_moves(connection, moves, "")
    return results


def alone(connection: Connection, job: Job) -> tuple[Any, Exception | None]:
    try:
        with connection.begin_nested():
            return together(connection, [job])[0]
    except Exception as failed:
        driver: Any = connection.connection.driver_connection
        # when the disk is full, SQLite has rolled back everything, including the others' work
        if not driver.in_transaction:
            raise (
                failed.__context__ if isinstance(failed.__context__, Exception) else failed
            ) from None
        return None, failed


def settle(jobs: list[Job], outcomes: list[tuple[Any, Exception | None]]) -> None:
    """Report to everybody who waits, and wake each event loop once."""
    loops: dict[
        asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any, Exception | None]]
    ] = {}
    for job, (result, failed) in zip(jobs, outcomes, strict=True):
        loops.setdefault(job.loop, []).append((job.done, result, failed))
    for loop, settled in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(finish_all, settled)


def finish_all(settled: list[tuple[asyncio.Future[Any], Any, Exception | None]]) -> None:
    for done, result, failed in settled:
        finish(done, result, failed)


def finish(done: asyncio.Future[Any], result: Any, failed: Exception | None) -> None:
    if done.done():
        return
    if failed is not None:
        done.set_exception(failed)
    else:
        done.set_result(result)


def sqlite_engine(url: str, patience: float = 5.0) -> Engine:
    """Durable commits, readers while somebody writes, and transactions that we begin ourselves."""
    keep_private(url.removeprefix("sqlite:///"))
    engine = create_engine(url)
    event.listen(engine, "connect", lambda connection, _record: prepare(connection, patience))
    event.listen(engine, "begin", begin_immediate)
    return engine


def keep_private(file: str) -> None:
    """The file has passwords and the secrets of running games: nobody else on this computer may
    read it.

    SQLite gives its extra files (-wal, -shm) the same mode.
    """
    if not file or file == ":memory:":
        return
    path = Path(file)
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)
    private_file(path)
    for known in (path, path.with_name(path.name + "-wal")):
        if os.name == "posix" and known.exists() and known.stat().st_mode & 0o077:
            log.warning(
                "others on this computer can read %s; 'chmod 600' keeps it to yourself", known.name
            )


def private_file(path: Path) -> None:
    """Create the file if it does not exist, readable by its owner only."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def prepare(connection: Any, patience: float) -> None:
    connection.isolation_level = None
    cursor: sqlite3.Cursor = connection.cursor()
    busy = f"busy_timeout={int(patience * 1000)}"  # how long another program may lock the file
    # the file may be a backup from elsewhere: what its schema says runs no function that could do
    # harm
    for pragma in (
        busy,
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "trusted_schema=OFF",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_immediate(connection: Any) -> None:
    """BEGIN IMMEDIATE, because a deferred BEGIN fails with 'database is locked' as soon as it wants
    to write.
    """
    connection.exec_driver_sql("BEGIN IMMEDIATE")
