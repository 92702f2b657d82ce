"""Transactions: each is done or not done, and what is done is durable."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, insert, select, update

from emberstacks.server.store.copies import BadCopy, copied, keep_beside
from emberstacks.server.store.engines import Database, database_for
from emberstacks.server.store.migrate import newest, upgrade, version_of
from emberstacks.server.store.outcomes import (
    CannotOpen,
    Conflict,
    Unavailable,
    of_one_transaction,
    troubles,
)
from emberstacks.server.store.schema import heartbeat

log = logging.getLogger("emberstacks.transactions")

LONG = 3600.0  # seconds that a migration may take
PULSE = 32_768  # characters of a heartbeat

T = TypeVar("T")


class Transactions:
    """Opens a database and runs transactions on it."""

    def __init__(self, url: str, patience: float = 5.0, direct: str = "") -> None:
        self.url = url
        self.direct = direct or url  # bypasses PgBouncer, if there is one
        self.me = secrets.token_hex(4)  # how other processes know this one
        self.database: Database = database_for(url, patience, self.me, pooled=bool(direct))
        self.waiting = 0  # unfinished transactions
        self.shared = not url.startswith("sqlite:")  # other processes may write as well
        self.trouble = ""  # why a transaction failed, until a heartbeat has succeeded
        self.beaten = 0.0  # when the last heartbeat began

    async def open(self) -> None:
        """Bring the database up to date, after a word to the host and a copy of the file; this may
        take a while.

        CannotOpen if a newer program wrote it.
        """
        with troubles():
            version = await self.database.run(version_of)
            if version == newest():
                return
            if version:
                way_back = "a dump from before (pg_dump) is the only way back"
                if not self.shared:
                    kept = await asyncio.to_thread(
                        keep_version, Path(self.url.removeprefix("sqlite:///")), version
                    )
                    way_back = f"{kept} is a copy from before"
                log.warning(
                    "the database is upgraded from version %s to %s; %s",
                    version,
                    newest(),
                    way_back,
                )
            if not self.shared:
                await self.database.run(upgrade)
                return
            patient = database_for(self.direct, LONG)
            try:
                await patient.run(upgrade)
            finally:
                await patient.close()

    async def close(self) -> None:
        await self.database.close()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; Conflict if what it writes is already there, Unavailable if the
        database has a problem.
        """
        self.waiting += 1
        try:
            with self.watched():
                return await self.database.run(work)
        finally:
            self.waiting -= 1

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Turns what a database raises into what it means to us, and remembers trouble, which is
        logged once.
        """
        try:
            with troubles():
                yield
        except Unavailable as trouble:
            if not of_one_transaction(trouble):
                if not self.trouble:
                    log.warning("nothing can be saved: %s", trouble)
                self.trouble = str(trouble)
            raise

    async def check(self, rest: float) -> None:
        """Is the database well? Reads, and also writes if that has not been tried for a while;
        Unavailable if not.
        """
        if self.trouble or time.monotonic() - self.beaten >= rest:
            await self.beat()
        else:
            await self.run(lambda db: db.execute(select(1)).scalar())

    async def beat(self) -> None:
        """Write something, to find out whether that works. Only this ends a trouble: reading says
        nothing about it.

        It is larger than a move: when only a few bytes are left on a disk, some moves would work
        and some not.
        """
        self.beaten = time.monotonic()
        text = secrets.token_hex(PULSE // 2)

        def work(db: Connection) -> None:
            if not db.execute(update(heartbeat).values(text=text)).rowcount:
                db.execute(insert(heartbeat).values(number=1, text=text))

        await self.again(work)
        if self.trouble:
            log.warning("the database can be written again")
        self.trouble = ""

    async def again(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; try again if another process wrote the same new row at the same
        moment.
        """
        while True:
            try:
                return await self.run(work)
            except Conflict:
                continue


def keep_version(file: Path, version: str) -> Path:
    """A copy of a database as an earlier version of the program wrote it; CannotOpen if there can
    be none.
    """
    try:
        with copied(file, file) as (part, _):
            return keep_beside(part, file, f"version-{version}")
    except BadCopy as wrong:
        raise CannotOpen(
            f"The database is not upgraded, because no copy can be kept first. {wrong}"
        ) from None
