"""How transactions are run: on SQLite one thread commits all that wait together, on PostgreSQL a pool does it."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine

T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]

MOST_TOGETHER = 64  # transactions in one commit


class Database(Protocol):
    """Runs transactions."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """All of it or nothing; when it returns, it is durable."""

    async def close(self) -> None: ...


def database_for(url: str) -> Database:
    """The database of a URL as users write it: sqlite:///file.db or postgresql://..."""
    scheme, _, rest = url.partition(":")
    return Sqlite(url) if scheme == "sqlite" else Postgres(f"postgresql+asyncpg:{rest}")


class Postgres:
    """A pool of connections."""

    def __init__(self, url: str) -> None:
        self.engine = create_async_engine(url, pool_pre_ping=True)

    async def run(self, work: Callable[[Connection], T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self.engine.dispose()


class Sqlite:
    """One connection in one thread: nobody waits for a lock, and one fsync serves all who wait for it."""

    def __init__(self, url: str) -> None:
        self.engine = sqlite_engine(url)
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work_off, name="sqlite", daemon=True)
        self.thread.start()

    async def run(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self.jobs.put((work, loop, done))
        return await done

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
            settle(jobs, self.commit([work for work, _, _ in jobs]))
            if last:
                break
        self.engine.dispose()

    def commit(self, works: list[Callable[[Connection], Any]]) -> list[tuple[Any, Exception | None]]:
        """What each returned or raised; one that fails is undone alone."""
        try:
            with self.engine.begin() as connection:
                if len(works) == 1:
                    return [(works[0](connection), None)]
                return [alone(connection, work) for work in works]
        except Exception as failed:  # nothing was written at all, and everybody is told
            return [(None, failed)] * len(works)


def alone(connection: Connection, work: Callable[[Connection], Any]) -> tuple[Any, Exception | None]:
    try:
        with connection.begin_nested():
            return work(connection), None
    except Exception as failed:
        return None, failed


def settle(jobs: list[Job], outcomes: list[tuple[Any, Exception | None]]) -> None:
    for (_, loop, done), (result, failed) in zip(jobs, outcomes, strict=True):
        if not loop.is_closed():
            loop.call_soon_threadsafe(finish, done, result, failed)


def finish(done: asyncio.Future[Any], result: Any, failed: Exception | None) -> None:
    if done.done():
        return
    if failed is not None:
        done.set_exception(failed)
    else:
        done.set_result(result)


def sqlite_engine(url: str) -> Engine:
    """Durable commits, readers beside the writer, and transactions that we begin ourselves."""
    engine = create_engine(url)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin_immediate)
    return engine


def prepare(connection: Any, _record: Any) -> None:
    connection.isolation_level = None
    cursor: sqlite3.Cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_immediate(connection: Any) -> None:
    """A deferred BEGIN fails at once with 'database is locked' when it later wants to write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
