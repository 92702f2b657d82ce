"""Several server processes on one PostgreSQL: NOTIFY is a hint to look at the log, a slow poll repairs what got lost.

With SQLite there is one process, and nothing to do.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from emberstacks.server.hub import Hub

log = logging.getLogger("emberstacks.bus")

CHANNEL = "emberstacks"
POLL = 3.0  # seconds


class Bus:
    """Tells other processes that a table has changed, and hears it from them."""

    def __init__(self, database: str, hub: Hub) -> None:
        self.database = database if database.startswith("postgres") else ""
        self.hub = hub
        self.me = secrets.token_hex(4)
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.said: asyncio.Queue[str] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        if self.database:
            self.hub.announce = self.said.put_nowait
            self.tasks = [asyncio.create_task(work) for work in (self.keep_connected(), self.catch_up(), self.poll())]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def keep_connected(self) -> None:
        """One connection for listening and telling; when it breaks, a new one, and everybody reads on from the log."""
        wait = 0.2
        while True:
            try:
                connection = await asyncpg.connect(self.database)
                try:
                    await connection.add_listener(CHANNEL, self.on_notify)
                    wait = 0.2
                    self.look_at_all()
                    await self.talk(connection)
                finally:
                    await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as lost:
                log.warning("the wake-up connection was lost (%s); trying again", type(lost).__name__)
                await asyncio.sleep(wait)
                wait = min(5.0, wait * 2)

    async def talk(self, connection: Any) -> None:
        while True:
            table = await self.said.get()
            await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, f"{self.me} {table}")

    def on_notify(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        sender, _, table = payload.partition(" ")
        if sender != self.me:
            self.heard.put_nowait(table)

    def look_at_all(self) -> None:
        for table in self.hub.tables:
            self.heard.put_nowait(table)

    async def catch_up(self) -> None:
        while True:
            table = await self.heard.get()
            live = self.hub.tables.get(table)
            if live is not None:
                try:
                    await self.hub.look_again(live)
                except Exception:
                    log.exception("a table could not be read again")

    async def poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            self.look_at_all()
