"""What the host of a server asks the database and does to it, beside the server that runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, or_, select, text, update

from emberstacks.server.store.chairs import chairs_of
from emberstacks.server.store.moves import CHANNEL
from emberstacks.server.store.rows import ChairRow, ListedPerson, TableRow, WaitingNotice, read
from emberstacks.server.store.schema import (
    addresses,
    events,
    links,
    outbox,
    people,
    seats,
    sessions,
    tables,
)
from emberstacks.server.store.tables import locked, remove_tables
from emberstacks.server.store.transactions import Transactions

MOST_TOLD = 200  # tables in one message to the other processes


class Listed(NamedTuple):
    """A table for the host's list."""

    row: TableRow
    chairs: list[ChairRow]
    host: str  # the name of the person who opened it
    version: int  # of the log


class Queue(NamedTuple):
    """What is still to be done, as far as the database knows."""

    due: list[TableRow]  # tables that a process must look at, the most urgent first
    outbox: list[WaitingNotice]  # notices to be sent
    aside: list[TableRow]  # tables whose game cannot continue, or which the host has set aside
    sessions: int  # people who are logged in, by sessions
    playing: int  # games that are being played


class HostStore(Transactions):
    """Every method is one transaction."""

    async def list_people(self, part: str, most: int) -> list[ListedPerson]:
        """People whose name contains this, newest first, with how many sessions and chairs they
        have.
        """

        def work(db: Connection) -> list[ListedPerson]:
            open_sessions = (
                select(func.count()).where(sessions.c.person == people.c.id).scalar_subquery()
            )
            chairs = select(func.count()).where(seats.c.person == people.c.id).scalar_subquery()
            wanted = select(people, open_sessions.label("sessions"), chairs.label("chairs"))
            found = (
                or_(people.c.name.icontains(part, autoescape=True), people.c.id == part)
                if part
                else people.c.id != ""
            )
            return read(
                db, wanted.where(found).order_by(people.c.created.desc()).limit(most), ListedPerson
            )

        return await self.run(work)

    async def list_tables(self, status: str, most: int) -> list[Listed]:
        """Tables of a status, or all, the last changed first."""

        def work(db: Connection) -> list[Listed]:
            wanted = (
                select(tables) if not status else select(tables).where(tables.c.status == status)
            )
            found = []
            for row in read(db, wanted.order_by(tables.c.changed.desc()).limit(most), TableRow):
                host = db.scalar(select(people.c.name).where(people.c.id == row.host))
                version = db.scalar(
                    select(func.max(events.c.version)).where(events.c.table == row.id)
                )
                found.append(Listed(row, chairs_of(db, row.id), str(host or ""), int(version or 0)))
            return found

        return await self.run(work)

    async def queue(self, most: int) -> Queue:
        def work(db: Connection) -> Queue:
            due = select(tables).where(tables.c.due.is_not(None)).order_by(tables.c.due).limit(most)
            names = (addresses.c.kind, addresses.c.person, people.c.name)
            waiting = select(outbox, *names).join(addresses, addresses.c.id == outbox.c.address)
            waiting = (
                waiting.join(people, people.c.id == addresses.c.person)
                .order_by(outbox.c.due)
                .limit(most)
            )
            aside = select(tables).where(tables.c.aside != "").limit(most)
            playing = select(func.count()).select_from(tables).where(tables.c.status == "playing")
            return Queue(
                read(db, due, TableRow),
                read(db, waiting, WaitingNotice),
                read(db, aside, TableRow),
                int(db.scalar(select(func.count()).select_from(sessions)) or 0),
                int(db.scalar(playing) or 0),
            )

        return await self.run(work)

    async def reset_password(self, person: str, hashed: str) -> None:
        """A new password; whoever is logged in as this person is not any more, and links to other
        devices are void.
        """

        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(password=hashed))
            for part in (sessions, links):
                db.execute(delete(part).where(part.c.person == person))

        await self.run(work)

    async def remove_table(self, table: str) -> None:
        """Remove a table with its game; NoTable if there is none."""

        def work(db: Connection) -> None:
            locked(db, table)
            remove_tables(db, [table])

        await self.run(work)

    async def withhold(self, table: str, why: str) -> None:
        """Set a running game aside until `give_back`, however well it can be read; NoTable if there
        is none.
        """

        def work(db: Connection) -> None:
            locked(db, table)
            db.execute(
                update(tables)
                .where(tables.c.id == table)
                .values(withheld=True, aside=why, due=None)
            )

        await self.run(work)

    async def give_back(self, table: str, now: float) -> None:
        """The game goes on if its log can be read; clocks begin again, as after a pause. NoTable if
        there is none.
        """

        def work(db: Connection) -> None:
            locked(db, table)
            here = update(tables).where(tables.c.id == table)
            db.execute(here.values(withheld=False, aside="", resumed=now, due=now))

        await self.run(work)

    async def announce(self, names: Sequence[str]) -> None:
        """Tell all processes that tables have changed; with SQLite, the server finds out by itself."""

        def work(db: Connection) -> None:
            for start in range(0, len(names), MOST_TOLD):
                payload = " ".join([self.me, *names[start : start + MOST_TOLD]])
                db.execute(
                    text("SELECT pg_notify(:channel, :payload)"),
                    {"channel": CHANNEL, "payload": payload},
                )

        if self.shared:
            await self.run(work)

    async def changes_by_others(self) -> int:
        """A number that changes when another program has written to the SQLite file."""
        return int(
            await self.run(lambda db: db.exec_driver_sql("PRAGMA data_version").scalar()) or 0
        )
