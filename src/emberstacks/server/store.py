"""The database: one SQL for SQLite and PostgreSQL. What it has acknowledged is never lost, and nothing is written twice."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Row, delete, event, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from emberstacks.server import migrate
from emberstacks.server.schema import chat, events, people, sealed, seats, sessions, tables

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
ANSWER, UNDO = "answer", "undo"


class Conflict(Exception):
    """Somebody else has written this version first; read on from the log and decide again."""


def engine_for(url: str) -> AsyncEngine:
    """An engine for a database URL as users write it: sqlite:///file.db or postgresql://..."""
    scheme, _, rest = url.partition(":")
    engine = create_async_engine(f"{DRIVERS[scheme]}:{rest}", pool_pre_ping=scheme != "sqlite")
    if scheme == "sqlite":
        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        event.listen(engine.sync_engine, "begin", begin_immediate)
    return engine


def prepare_sqlite(connection: Any, _record: Any) -> None:
    """Durable commits, readers beside the writer, and transactions that we begin ourselves."""
    connection.isolation_level = None
    cursor: sqlite3.Cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin_immediate(connection: Any) -> None:
    """A deferred BEGIN fails at once with 'database is locked' when it later wants to write."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Store:
    """All reading and writing. Every method is one transaction."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = engine_for(url)

    async def open(self) -> None:
        """Bring the database to the present form."""
        await migrate.upgrade(self.engine)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.begin() as connection:
            yield connection

    async def ping(self) -> None:
        async with self.begin() as db:
            await db.execute(select(1))

    # People and their sessions

    async def add_person(self, person: str, name: str, now: float) -> None:
        async with self.begin() as db:
            await db.execute(insert(people).values(id=person, name=name, created=now))

    async def rename(self, person: str, name: str) -> None:
        async with self.begin() as db:
            await db.execute(update(people).where(people.c.id == person).values(name=name))

    async def make_account(self, person: str, name: str, password: str) -> None:
        """Give a guest a password; Conflict where another account has the name."""
        try:
            async with self.begin() as db:
                change = update(people).where(people.c.id == person)
                await db.execute(change.values(account=name.lower(), password=password))
        except IntegrityError:
            raise Conflict from None

    async def account(self, name: str) -> Row[Any] | None:
        async with self.begin() as db:
            return (await db.execute(select(people).where(people.c.account == name.lower()))).first()

    async def add_session(self, session: str, person: str, now: float) -> None:
        async with self.begin() as db:
            await db.execute(insert(sessions).values(id=session, person=person, created=now))

    async def person_of(self, session: str) -> Row[Any] | None:
        async with self.begin() as db:
            joined = select(people).join(sessions, sessions.c.person == people.c.id)
            return (await db.execute(joined.where(sessions.c.id == session))).first()

    async def drop_session(self, session: str) -> None:
        async with self.begin() as db:
            await db.execute(delete(sessions).where(sessions.c.id == session))

    # Tables and chairs

    async def add_table(self, row: dict[str, Any], chairs: Sequence[dict[str, Any]]) -> None:
        async with self.begin() as db:
            await db.execute(insert(tables).values(**row))
            await db.execute(insert(seats), list(chairs))

    async def table(self, table: str) -> tuple[Row[Any], list[Row[Any]]] | None:
        """A table and its chairs."""
        async with self.begin() as db:
            row = (await db.execute(select(tables).where(tables.c.id == table))).first()
            chairs = await db.execute(select(seats).where(seats.c.table == table).order_by(seats.c.seat))
            return None if row is None else (row, list(chairs))

    async def public_tables(self, limit: int) -> list[str]:
        """Public tables, those with the latest change first."""
        async with self.begin() as db:
            wanted = select(tables.c.id).where(tables.c.public, tables.c.status != "over")
            return [row.id for row in await db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))]

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """The tables at which a person sits, those with the latest change first."""
        async with self.begin() as db:
            wanted = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(seats.c.person == person)
            return [row.id for row in await db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))]

    async def running_tables(self) -> list[str]:
        """All tables with a game under way."""
        async with self.begin() as db:
            return [row.id for row in await db.execute(select(tables.c.id).where(tables.c.status == "playing"))]

    async def change_table(self, table: str, **values: Any) -> None:
        async with self.begin() as db:
            await db.execute(update(tables).where(tables.c.id == table).values(**values))

    async def take_seat(self, table: str, seat: int, person: str, name: str) -> bool:
        """Sit down on a chair that is still open; false where it is not."""
        async with self.begin() as db:
            free = update(seats).where(seats.c.table == table, seats.c.seat == seat, seats.c.kind == "open")
            done = await db.execute(free.values(kind="person", person=person, name=name, bot=""))
            return bool(done.rowcount == 1)

    async def change_seat(self, table: str, seat: int, **values: Any) -> None:
        async with self.begin() as db:
            await db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values))

    async def start(self, table: str, names: Sequence[str], rows: Sequence[dict[str, Any]], now: float) -> None:
        """The game begins with what chance answers first; Conflict where it has begun already."""
        try:
            async with self.begin() as db:
                begun = update(tables).where(tables.c.id == table, tables.c.status == "open")
                done = await db.execute(begun.values(status="playing", changed=now))
                if done.rowcount != 1:
                    raise Conflict
                for seat, name in enumerate(names):
                    await db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(name=name))
                if rows:
                    await db.execute(insert(events), list(rows))
        except IntegrityError:
            raise Conflict from None

    async def forget_idle(self, before: float) -> int:
        """Remove tables that were opened but never played; returns how many."""
        async with self.begin() as db:
            idle = select(tables.c.id).where(tables.c.status == "open", tables.c.changed < before)
            names = [row.id for row in await db.execute(idle)]
            for part in (seats, chat, events, sealed):
                await db.execute(delete(part).where(part.c.table.in_(names)))
            await db.execute(delete(tables).where(tables.c.id.in_(names)))
            return len(names)

    # The log

    async def log(self, table: str, since: int) -> list[Row[Any]]:
        """The events of a match after a version."""
        async with self.begin() as db:
            wanted = select(events).where(events.c.table == table, events.c.version > since)
            return list(await db.execute(wanted.order_by(events.c.version)))

    async def append(self, table: str, rows: Sequence[dict[str, Any]], now: float, result: str, ended: bool) -> None:
        """Write events, all or none; Conflict where one of the versions is taken."""
        try:
            async with self.begin() as db:
                await db.execute(insert(events), list(rows))
                await db.execute(delete(sealed).where(sealed.c.table == table))
                change = {"changed": now, "result": result, **({"status": "over"} if ended else {})}
                await db.execute(update(tables).where(tables.c.id == table).values(**change))
        except IntegrityError:
            raise Conflict from None

    async def seal(self, table: str, version: int, seat: int, code: int) -> None:
        """Keep an answer that nobody may see yet."""
        async with self.begin() as db:
            where = (sealed.c.table == table, sealed.c.version == version, sealed.c.seat == seat)
            await db.execute(delete(sealed).where(*where))
            await db.execute(insert(sealed).values(table=table, version=version, seat=seat, code=code))

    async def sealed(self, table: str, version: int) -> list[tuple[int, int]]:
        """The answers kept for a question."""
        async with self.begin() as db:
            wanted = select(sealed).where(sealed.c.table == table, sealed.c.version == version).order_by(sealed.c.seat)
            return [(row.seat, row.code) for row in await db.execute(wanted)]

    # Talk

    async def say(self, table: str, seat: int | None, name: str, text: str, now: float) -> int:
        """Keep a line of chat; returns its number."""
        while True:
            try:
                async with self.begin() as db:
                    last = await db.scalar(select(func.max(chat.c.number)).where(chat.c.table == table))
                    number = (last or 0) + 1
                    values = {"number": number, "seat": seat, "name": name, "text": text, "at": now}
                    await db.execute(insert(chat).values(table=table, **values))
                    return number
            except IntegrityError:
                continue

    async def talk(self, table: str, since: int) -> list[Row[Any]]:
        """The lines of chat after a number."""
        async with self.begin() as db:
            return list(
                await db.execute(select(chat).where(chat.c.table == table, chat.c.number > since).order_by(chat.c.number))
            )


def options_text(options: dict[str, Any]) -> str:
    """Options as the database keeps them."""
    return json.dumps(options, sort_keys=True)
