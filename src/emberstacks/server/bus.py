"""Several server processes on one PostgreSQL: NOTIFY is a hint to look at the log, a slow poll repairs what got lost.

With SQLite there is one process, and nothing to do.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from emberstacks.server.hub import Hub
from emberstacks.server.supervision import Supervisor

CHANNEL = "emberstacks"
POLL = 3.0  # seconds


class Bus:
    """Tells other processes that a table has changed, and hears it from them."""

    def __init__(self, database: str, hub: Hub, supervisor: Supervisor, patience: float) -> None:
        self.database = database if database.startswith("postgres") else ""
        self.hub = hub
        self.supervisor = supervisor
        self.patience = patience  # seconds that PostgreSQL may take for an answer
        self.me = secrets.token_hex(4)
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.said: asyncio.Queue[str] = asyncio.Queue()

    def open(self) -> None:
        if self.database:
            self.hub.announce = self.said.put_nowait
            self.supervisor.start("wake-up connection", self.stay_connected, every=0.2)
            self.supervisor.start("reading on", self.catch_up, every=0.0)
            self.supervisor.start("slow poll", self.poll, every=POLL)

    async def stay_connected(self) -> None:
        """One connection for listening and telling; when it breaks, a new one, and everybody reads on from the log."""
        import asyncpg  # type: ignore[import-untyped]  # not needed with SQLite

        connection = await asyncpg.connect(self.database, timeout=self.patience, command_timeout=self.patience)
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, self.on_notify)
            self.supervisor.well("wake-up connection", "wake-up connection")
            self.look_at_all()
            talking, losing = asyncio.create_task(self.talk(connection)), asyncio.create_task(lost.wait())
            try:
                await asyncio.wait((talking, losing), return_when=asyncio.FIRST_COMPLETED)
            finally:
                losing.cancel()
                talking.cancel()
            if talking.done() and not talking.cancelled():
                talking.result()
            raise ConnectionError("the connection to PostgreSQL was lost")
        finally:
            await connection.close(timeout=1)

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
        table = await self.heard.get()
        live = self.hub.tables.get(table)
        if live is not None:
            try:
                await self.hub.look_again(live)
            except Exception:
                self.heard.put_nowait(table)  # later
                raise

    async def poll(self) -> None:
        if self.heard.empty():
            self.look_at_all()
