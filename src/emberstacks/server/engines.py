"""How transactions are run: on SQLite one thread commits all that wait together, on PostgreSQL a pool does it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.ext.asyncio import create_async_engine

log = logging.getLogger("emberstacks.engines")

T = TypeVar("T")

MOST_TOGETHER = 256  # transactions in one commit


class Database(Protocol):
    """Runs transactions."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """All of it or nothing; when it returns, it is durable."""

    async def join(self, work: Callable[[Connection, list[T]], None], item: T) -> None:
        """The same for one of many alike: all items that wait are written by one call of the work."""

    async def close(self) -> None: ...


def database_for(url: str, patience: float) -> Database:
    """The database of a URL as users write it: sqlite:///file.db or postgresql://..."""
    scheme, _, rest = url.partition(":")
    return Sqlite(url, patience) if scheme == "sqlite" else Postgres(f"postgresql+asyncpg:{rest}", patience)


class Postgres:
    """A pool of connections; of what is alike, one transaction at a time takes all that waits."""

    def __init__(self, url: str, patience: float) -> None:
        limits = {"timeout": patience, "command_timeout": patience}
        self.engine = create_async_engine(url, pool_pre_ping=True, pool_timeout=patience, connect_args=limits)
        self.waiting: dict[Any, list[tuple[Any, asyncio.Future[None]]]] = {}  # by the work that writes it
        self.writers: dict[Any, asyncio.Task[None]] = {}

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def join(self, work: Callable[[Connection, list[T]], None], item: T) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(work, []).append((item, done))
        if work not in self.writers:
            self.writers[work] = asyncio.create_task(self.work_off(work))
        await done

    async def work_off(self, work: Callable[[Connection, list[Any]], None]) -> None:
        """Write all that waits, again and again, until nothing does."""
        try:
            while waiting := self.waiting.pop(work, None):
                for start in range(0, len(waiting), MOST_TOGETHER):
                    await self.write(work, waiting[start : start + MOST_TOGETHER])
        finally:
            del self.writers[work]

    async def write(self, work: Callable[[Connection, list[Any]], None], part: list[tuple[Any, asyncio.Future[None]]]) -> None:
        """One transaction; where it fails, each item by itself, so that only the one to blame fails."""
        try:
            await self.run(lambda connection: work(connection, [item for item, _ in part]))
        except Exception as failed:
            if len(part) == 1 or not worth_parting(failed):
                for _, done in part:
                    finish(done, None, failed)
            else:
                for one in part:
                    await self.write(work, [one])
        else:
            for _, done in part:
                finish(done, None, None)

    async def close(self) -> None:
        await self.engine.dispose()


class Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Callable[..., Any]
    items: list[Any] | None  # what is alike has one item, and is written with others
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class Sqlite:
    """One connection in one thread: nobody waits for a lock, and one fsync serves all who wait for it."""

    def __init__(self, url: str, patience: float) -> None:
        self.engine = sqlite_engine(url, patience)
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work_off, name="sqlite", daemon=True)
        self.thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self.jobs.put(Job(work, None, loop, done))
        return await done

    async def join(self, work: Callable[[Connection, list[T]], None], item: T) -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.jobs.put(Job(work, [item], loop, done))
        await done

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    def work_off(self) -> None:
        """In the thread: take what has come meanwhile, do it, commit once, and say so."""
        while (first := self.jobs.get()) is not None:
            jobs: list[Job] = [first]
            last = False
            while len(jobs) < MOST_TOGETHER and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    last = True
                    break
                jobs.append(job)
            settle(jobs, self.commit(jobs))
            if last:
                break
        self.engine.dispose()

    def commit(self, jobs: list[Job]) -> list[tuple[Any, Exception | None]]:
        """What each returned or raised; where one fails, all is undone and done again, each by itself."""
        try:
            try:
                with self.engine.begin() as connection:
                    return together(connection, jobs)
            except Exception as failed:
                if len(jobs) == 1 or not worth_parting(failed):
                    raise
                with self.engine.begin() as connection:
                    return [alone(connection, job) for job in jobs]
        except Exception as failed:  # nothing was written at all, and everybody is told
            return [(None, failed)] * len(jobs)


def worth_parting(failed: Exception) -> bool:
    """May others succeed where these failed together? Not where the database cannot be reached or written at all."""
    return not isinstance(failed, (OSError, OperationalError, InterfaceError))


def together(connection: Connection, jobs: list[Job]) -> list[tuple[Any, Exception | None]]:
    """All in one transaction; what is alike by one call."""
    alike: dict[Callable[..., Any], list[Any]] = {}
    results: list[tuple[Any, Exception | None]] = []
    for work, items, _, _ in jobs:
        if items is None:
            results.append((work(connection), None))
        else:
            alike.setdefault(work, []).extend(items)
            results.append((None, None))
    for work, items in alike.items():
        work(connection, items)
    return results


def alone(connection: Connection, job: Job) -> tuple[Any, Exception | None]:
    try:
        with connection.begin_nested():
            return job.work(connection) if job.items is None else job.work(connection, job.items), None
    except Exception as failed:
        driver: Any = connection.connection.driver_connection
        if not driver.in_transaction:  # after a full disk SQLite has undone everything, the others' work as well
            raise (failed.__context__ if isinstance(failed.__context__, Exception) else failed) from None
        return None, failed


def settle(jobs: list[Job], outcomes: list[tuple[Any, Exception | None]]) -> None:
    """Tell everybody; each event loop is woken once."""
    loops: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any, Exception | None]]] = {}
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
    """Durable commits, readers beside the writer, and transactions that we begin ourselves."""
    keep_private(url.removeprefix("sqlite:///"))
    engine = create_engine(url)
    event.listen(engine, "connect", lambda connection, _record: prepare(connection, patience))
    event.listen(engine, "begin", begin_immediate)
    return engine


def keep_private(file: str) -> None:
    """Passwords and the secrets of running games are in the file: nobody else on this computer may read it.

    SQLite gives the files that it makes beside it (-wal, -shm) the same mode.
    """
    if not file or file == ":memory:":
        return
    path = Path(file)
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)
    private_file(path)
    for known in (path, path.with_name(path.name + "-wal")):
        if os.name == "posix" and known.exists() and known.stat().st_mode & 0o077:
            log.warning("others on this computer can read %s; 'chmod 600' keeps it to yourself", known.name)


def private_file(path: Path) -> None:
    """Make the file if it is not there yet, for its owner only."""
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def prepare(connection: Any, patience: float) -> None:
    connection.isolation_level = None
    cursor: sqlite3.Cursor = connection.cursor()
    busy = f"busy_timeout={int(patience * 1000)}"  # how long another program may hold the file
    for pragma in (busy, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_immediate(connection: Any) -> None:
    """A deferred BEGIN fails at once with 'database is locked' when it later wants to write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
