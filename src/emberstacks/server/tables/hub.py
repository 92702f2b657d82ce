"""The hub: which tables are in memory, and who is at them."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress

from emberstacks.protocol import Table, TableInfo
from emberstacks.server import clock
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Unavailable
from emberstacks.server.store.rows import ChairRow, TableRow
from emberstacks.server.tables import telling
from emberstacks.server.tables.live import Connection, LiveTable, chat_line
from emberstacks.server.tables.play import Play, concerned
from emberstacks.server.tables.reading import read_on, take_news, take_seating, told_of

QUIET = 300.0  # seconds
AT_A_TIME = 100  # tables
IDS = re.compile(r"[A-Za-z0-9_-]{1,32}")  # of tables
RECENT = 8.0  # seconds that a sign of life lasts; processes give one every two seconds
LAGS = (0.1, 0.4, 1.0)  # seconds that the database may need to show what another process wrote


class Hub:
    """All live tables of this process."""

    def __init__(self, store: Store, play: Play, reaction: float, notice: float) -> None:
        self.store = store
        self.play = play
        self.reaction = reaction  # seconds that a reaction window stays open
        self.notice = notice  # seconds after which people who are asked and away are told
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        # tables whose game cannot continue, as far as this process knows
        self.set_aside: set[str] = set()

    async def table(self, name: str) -> LiveTable | None:
        """A table by its id, or None."""
        if not IDS.fullmatch(name):
            return None
        if name in self.tables:
            self.tables[name].wanted = time.monotonic()
            return self.tables[name]
        try:
            async with self.loading.setdefault(name, asyncio.Lock()):
                if name not in self.tables:
                    await self.load(name)
        finally:
            self.loading.pop(name, None)  # keep nothing for ids that do not exist
        return self.tables.get(name)

    async def read(self, name: str) -> LiveTable | None:
        """A table as the database has it, not kept in memory."""
        found = await self.store.table(name)
        if found is None:
            return None
        live = LiveTable(*found, self.reaction, self.notice)
        live.elsewhere = set((await self.present([name])).get(name, ()))
        await read_on(self.store, live)
        return live

    async def present(self, names: list[str]) -> dict[str, list[int]]:
        """The seats of the people at some tables, by any process; nothing if this is the only one."""
        seats: dict[str, list[int]] = {}
        if self.store.shared:
            for table, seat in await self.store.signs_of_life(names, clock.now() - RECENT):
                seats.setdefault(table, []).append(seat)
        return seats

    async def load(self, name: str) -> None:
        """Read a table into memory, if there is one."""
        live = await self.read(name)
        if live is None:
            return
        await self.mark(live)
        if self.tables.setdefault(name, live) is live:
            self.play.wake(live)
            if live.unopened:
                await self.play.open_sealed(live)

    async def mark(self, live: LiveTable) -> None:
        """Write down whether a table is set aside or can be read again."""
        if live.aside or live.withheld:
            self.set_aside.add(live.id)
        else:
            self.set_aside.discard(live.id)
        if live.aside != live.row.aside and live.row.status != "open" and not live.withheld:
            now = clock.now()
            due = live.due(live.match, now) if live.match is not None else None
            with suppress(Unavailable):
                await self.store.change_table(live.id, aside=live.aside, due=due)

    async def listed(self, names: list[str]) -> list[TableInfo]:
        """Tables for a list, without reading their games."""
        present, found = await self.present(names), []
        for row, chairs in await self.store.tables(names):
            table = LiveTable(row, chairs, self.reaction, self.notice)
            table.elsewhere = set(present.get(row.id, ()))
            live = self.tables.get(row.id)
            if live is not None:
                table.connections, table.elsewhere, table.aside = (
                    live.connections,
                    live.elsewhere,
                    live.aside,
                )
            found.append(table.info())
        return found

    def removed(self, live: LiveTable) -> None:
        """The table is not in the database any more: tell those who are still there, and forget it."""
        live.aside = "This table has been removed."
        telling.table(live)
        self.set_aside.discard(live.id)
        self.tables.pop(live.id, None)

    def behind(
        self, live: LiveTable, latest: tuple[int, int], row: TableRow, chairs: list[ChairRow]
    ) -> bool:
        """Does the database know more about a table than we do?"""
        version, line = latest
        gone_on = version > live.version and not live.aside
        return (
            gone_on
            or line > live.talked
            or told_of(row) != told_of(live.row)
            or chairs != live.chairs
        )

    async def look_again(self, live: LiveTable) -> None:
        """Another process may have changed this table: read the rest of the log, and tell what is
        new.
        """
        async with live.lock:
            async with live.rereading:
                news = await self.store.news(live.id, live.version, live.talked)
                before = live.deadline()
                changed = take_seating(live, news.table)
                wound = live.deadline() != before  # by a pause or a vacation
            held, known = dict(live.held), (live.match, live.settled)
            new = await take_news(self.store, live, news)
        if news.table is None:
            self.removed(live)
            return
        if (bool(live.aside) or live.withheld) != (live.id in self.set_aside):
            await self.mark(live)
            changed = True
        if changed:
            telling.table(live)
            self.play.wake(live)  # a bot may have taken a chair, or the host has put the game back
        for line in news.talk:
            if line.number > live.talked:
                telling.line(live, chat_line(line))
        if new or wound:
            telling.game(live, None if wound else concerned(live, *known))
            self.play.wake(live)
        else:
            # they have answered at another process
            for seat, _ in set(live.held.items()) ^ set(held.items()):
                telling.game(live, only=seat)
        if live.unopened:
            await self.play.open_sealed(live)

    # Coming and going

    async def catch_up(self, live: LiveTable, seen: int) -> None:
        """Somebody comes in who may have seen more at another process: read the log at least that
        far.
        """
        for wait in LAGS:
            if self.store.shared or live.version < seen:
                await self.look_again(live)
            if live.version >= seen:
                return
            await asyncio.sleep(wait)

    async def join(self, live: LiveTable, connection: Connection) -> None:
        """A socket opens: tell it everything it may know at once, so that nothing gets lost or
        comes twice.
        """
        talk = await self.store.talk(live.id)
        if connection.seat is not None and live.chairs[connection.seat].stand_in:
            await self.store.change_seat(live.id, connection.seat, stand_in=False)
            await self.play.refresh(live)
        live.connections.add(connection)
        if connection.seat is None:  # nobody is told who is watching
            connection.send(Table(table=live.info(), you=None))
        else:
            telling.table(live)
        for line in talk:
            connection.send(chat_line(line))
            live.talked = max(live.talked, line.number)
        if live.match is not None:
            update = live.update(connection.seat, connection.known_events)
            connection.known_events = update.events_from + len(update.events)
            connection.send(update)

    def part(self, live: LiveTable, connection: Connection) -> None:
        """A socket closes. If others wait for this person, a bot stands in after a while (see
        clockwork.py).
        """
        live.connections.discard(connection)
        if connection.seat is not None:
            live.left[connection.seat] = clock.now()
            telling.table(live)

    async def each(self) -> AsyncIterator[LiveTable]:
        """Every table in memory, a few at a time, so that nobody has to wait for all of them."""
        for number, live in enumerate(list(self.tables.values()), 1):
            yield live
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)

    def let_go(self, gone: Sequence[str]) -> None:
        """Forget removed tables and idle ones; those are read again when somebody needs them."""
        for name, live in list(self.tables.items()):
            quiet = (
                time.monotonic() - live.wanted > QUIET and not live.connections and not live.tasks
            )
            if quiet or (name in gone and not live.connections):
                del self.tables[name]
