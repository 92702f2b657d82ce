"""Transactions: each is done or not done, and what is done is durable."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, select

from emberstacks.server.store.engines import Database, database_for
from emberstacks.server.store.migrate import upgrade
from emberstacks.server.store.outcomes import Conflict, troubles

LONG = 3600.0  # seconds that a migration may take

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

    async def open(self) -> None:
        """Bring the database up to date; this may take a while if it is large."""
        if not self.shared:
            await self.run(upgrade)
            return
        patient = database_for(self.direct, LONG)
        try:
            await patient.run(upgrade)
        finally:
            await patient.close()

    async def close(self) -> None:
        await self.database.close()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; Conflict if what it writes is already there, Unavailable if the database has a problem."""
        self.waiting += 1
        try:
            with troubles():
                return await self.database.run(work)
        finally:
            self.waiting -= 1

    async def ping(self) -> None:
        await self.run(lambda db: db.execute(select(1)).scalar())

    async def again(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction; try again if another process wrote the same new row at the same moment."""
        while True:
            try:
                return await self.run(work)
            except Conflict:
                continue
