"""Several server processes on one PostgreSQL: NOTIFY is a hint to look at the log, and a slow poll
finds what got lost.

The transaction that writes a move announces it (see moves.py); `announce` tells everything else. A
process that does not have a table in memory ignores news of it. With SQLite there is only one
process, but the host's commands may write too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from emberstacks.server.store.moves import CHANNEL
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.visitors import PERSON, Visitors

POLL = 3.0  # seconds


class Bus:
    """Tells other processes that a table has changed, and listens to them."""

    def __init__(
        self,
        hub: Hub,
        visitors: Visitors,
        said: asyncio.Queue[str],
        supervisor: Supervisor,
        patience: float,
    ) -> None:
        self.hub = hub
        self.visitors = visitors
        self.said = said  # tables and people that this process announces
        self.supervisor = supervisor
        self.patience = patience  # seconds that PostgreSQL may take for an answer
        self.me = hub.store.me
        self.heard: dict[str, None] = {}  # tables and people to look at, oldest news first
        self.news = asyncio.Event()
        # how often another program has written to an SQLite file, by SQLite's own count
        self.changes = 0

    def open(self) -> None:
        if self.hub.store.shared:
            self.supervisor.start("wake-up connection", self.stay_connected, every=0.2)
            self.supervisor.start("reading on", self.catch_up, every=0.0)
            self.supervisor.start("slow poll", self.poll, every=POLL)
        else:
            self.supervisor.start("reading on", self.catch_up, every=0.0)
            self.supervisor.start("changes by others", self.watch, every=1.0)

    async def stay_connected(self) -> None:
        """One connection to listen and tell. When it breaks, make a new one and read the log of
        every table.
        """
        import asyncpg  # type: ignore[import-untyped]  # not needed with SQLite

        connection = await asyncpg.connect(
            self.hub.store.direct, timeout=self.patience, command_timeout=self.patience
        )
        try:
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _connection: lost.set())
            await connection.add_listener(CHANNEL, self.on_notify)
            self.supervisor.well("wake-up connection", "wake-up connection")
            self.look_at_all()
            talking, losing = (
                asyncio.create_task(self.talk(connection)),
                asyncio.create_task(lost.wait()),
            )
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
        sender, *names = payload.split(" ")
        if sender != self.me:
            self.look_at(
                name for name in names if name in self.hub.tables or name.startswith(PERSON)
            )

    def look_at(self, names: Iterable[str]) -> None:
        for name in names:
            self.heard[name] = None
            self.news.set()

    def look_at_all(self) -> None:
        self.look_at(self.hub.tables)

    async def catch_up(self) -> None:
        """Look at one table, or at the sessions of a person; if that fails, try again later."""
        if not self.heard:
            self.news.clear()
            await self.news.wait()
        table = next(iter(self.heard))
        del self.heard[table]
        live = self.hub.tables.get(table)
        try:
            if live is not None:
                await self.hub.look_again(live)
            elif table.startswith(PERSON):
                await self.visitors.look(table.removeprefix(PERSON))
        except Exception:
            self.look_at([table])
            raise

    async def poll(self) -> None:
        """Two queries for all tables: which of them have changed without our hearing of it?"""
        names = list(self.hub.tables)
        if not names or self.heard:
            return
        latest = await self.hub.store.latest(names)
        found = {row.id: (row, chairs) for row, chairs in await self.hub.store.tables(names)}
        for name in names:
            live = self.hub.tables.get(name)
            if live is not None and (
                name not in found or self.hub.behind(live, latest[name], *found[name])
            ):
                self.look_at([name])

    async def watch(self) -> None:
        """With SQLite only the host's own commands change a database beside its server; SQLite says
        whether one has.
        """
        changes = await self.hub.store.changes_by_others()
        if changes != self.changes:
            await self.poll()
            self.changes = changes
