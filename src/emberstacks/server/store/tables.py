"""What the database keeps about tables: who sits where, and when somebody must look at them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, or_, select, update

from emberstacks.server.settings import Limits
from emberstacks.server.store.chairs import chairs_of
from emberstacks.server.store.outcomes import Conflict, EmptyChair, NoTable, TooManyTables
from emberstacks.server.store.rows import ChairRow, TableRow, first, read
from emberstacks.server.store.schema import (
    chat,
    events,
    presence,
    reviews,
    sealed,
    seats,
    snapshots,
    tables,
    told,
)
from emberstacks.server.store.transactions import Transactions


def never(_chairs: list[ChairRow]) -> None:
    """The table waits for people only."""


class TableStore(Transactions):
    """Every method is one transaction."""

    # Tables and chairs

    async def add_table(
        self,
        row: dict[str, Any],
        chairs: Sequence[dict[str, Any]],
        rematch_of: str = "",
        limits: Limits | None = None,
    ) -> str:
        """Write a new table. Returns its id, or the id of the rematch if somebody else was faster
        to ask.

        TooManyTables if the host, or the whole server, has reached the limit.
        """

        def work(db: Connection) -> str:
            if limits is not None:
                going = (
                    select(func.count())
                    .select_from(tables)
                    .where(tables.c.status.in_(("open", "playing")))
                )
                if (
                    db.scalar(going.where(tables.c.host == row["host"])) or 0
                ) >= limits.tables_a_person:
                    raise TooManyTables("person")
                if (db.scalar(going) or 0) >= limits.tables_in_all:
                    raise TooManyTables("all")
            if rematch_of:
                before, _ = locked(db, rematch_of)
                if before.next:
                    return str(before.next)
                db.execute(update(tables).where(tables.c.id == rematch_of).values(next=row["id"]))
            db.execute(insert(tables).values(**row))
            db.execute(insert(seats), list(chairs))
            return str(row["id"])

        return await self.run(work)

    async def table(self, table: str) -> tuple[TableRow, list[ChairRow]] | None:
        """A table and its chairs."""

        def work(db: Connection) -> tuple[TableRow, list[ChairRow]] | None:
            row = first(db, select(tables).where(tables.c.id == table), TableRow)
            return None if row is None else (row, chairs_of(db, table))

        return await self.run(work)

    async def public_tables(self, limit: int) -> list[str]:
        """Public tables, most recently changed first."""

        def work(db: Connection) -> list[str]:
            wanted = select(tables.c.id).where(
                tables.c.public, tables.c.status.in_(("open", "playing"))
            )
            return [
                row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))
            ]

        return await self.run(work)

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """The tables of a person, most recently changed first."""

        def work(db: Connection) -> list[str]:
            wanted = (
                select(tables.c.id)
                .join(seats, seats.c.table == tables.c.id)
                .where(seats.c.person == person)
            )
            return [
                row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))
            ]

        return await self.run(work)

    async def games_of(self, person: str, limit: int) -> list[str]:
        """The same without those that the person has taken off the list."""

        def work(db: Connection) -> list[str]:
            wanted = select(tables.c.id).join(seats, seats.c.table == tables.c.id)
            wanted = wanted.where(seats.c.person == person, seats.c.hidden.is_(False))
            return [
                row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))
            ]

        return await self.run(work)

    async def hear(self, table: str, person: str, line: int) -> None:
        """A person has read the chat of their table up to a line."""

        def work(db: Connection) -> None:
            mine = (seats.c.table == table, seats.c.person == person, seats.c.heard < line)
            db.execute(update(seats).where(*mine).values(heard=line))

        await self.run(work)

    async def heard(self, person: str, names: Sequence[str]) -> dict[str, int]:
        """The last line of chat that a person has read at each of these tables."""

        def work(db: Connection) -> dict[str, int]:
            wanted = select(seats.c.table, seats.c.heard).where(
                seats.c.person == person, seats.c.table.in_(names)
            )
            return {row.table: row.heard for row in db.execute(wanted)}

        return await self.run(work)

    async def end(self, table: str, seat: int) -> bool:
        """A person agrees to end the game; true when all players have agreed, and it is over
        without a result.
        """

        def work(db: Connection) -> bool:
            row, chairs = locked(db, table)
            db.execute(
                update(seats)
                .where(seats.c.table == table, seats.c.seat == seat)
                .values(wants_end=True)
            )
            others = [
                chair
                for chair in chairs
                if chair.kind == "person" and not chair.stand_in and chair.seat != seat
            ]
            agreed = row.status == "playing" and all(chair.wants_end for chair in others)
            if agreed:
                db.execute(
                    update(tables).where(tables.c.id == table).values(status="over", due=None)
                )
            return agreed

        return await self.run(work)

    async def pause(self, table: str, seat: int) -> None:
        """A person agrees to pause; when all players have agreed, nothing runs until somebody
        resumes.
        """

        def work(db: Connection) -> None:
            row, chairs = locked(db, table)
            db.execute(
                update(seats)
                .where(seats.c.table == table, seats.c.seat == seat)
                .values(wants_pause=True)
            )
            others = [
                chair
                for chair in chairs
                if chair.kind == "person" and not chair.stand_in and chair.seat != seat
            ]
            if row.status == "playing" and all(chair.wants_pause for chair in others):
                db.execute(update(tables).where(tables.c.id == table).values(paused=True, due=None))

        await self.run(work)

    async def resume(self, table: str, now: float) -> None:
        """The game continues, or nobody wants to pause any more; clocks begin again, and a process
        looks soon.
        """

        def work(db: Connection) -> None:
            row, _ = locked(db, table)
            db.execute(update(seats).where(seats.c.table == table).values(wants_pause=False))
            if row.paused:
                db.execute(
                    update(tables)
                    .where(tables.c.id == table)
                    .values(paused=False, resumed=now, due=now)
                )

        await self.run(work)

    async def tables(self, names: Sequence[str]) -> list[tuple[TableRow, list[ChairRow]]]:
        """Some tables and their chairs, in the order of their names as given."""

        def work(db: Connection) -> list[tuple[TableRow, list[ChairRow]]]:
            rows = {
                row.id: row
                for row in read(db, select(tables).where(tables.c.id.in_(names)), TableRow)
            }
            chairs: dict[str, list[ChairRow]] = {name: [] for name in rows}
            for chair in chairs_of(db, *names):
                chairs[chair.table].append(chair)
            return [(rows[name], chairs[name]) for name in names if name in rows]

        return await self.run(work)

    # What goes on by itself

    async def claim_due(self, now: float, until: float, most: int) -> list[str]:
        """Claim tables that are due: until a later moment they are ours, and no other process takes
        them.
        """

        def work(db: Connection) -> list[str]:
            found = (
                select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
            )
            names = [row.id for row in db.execute(found.with_for_update(skip_locked=True))]
            if names:
                db.execute(update(tables).where(tables.c.id.in_(names)).values(due=until))
            return names

        return await self.run(work)

    async def set_aside(self) -> list[str]:
        """The tables whose game cannot continue."""

        def work(db: Connection) -> list[str]:
            return [row.id for row in db.execute(select(tables.c.id).where(tables.c.aside != ""))]

        return await self.run(work)

    async def sign_of_life(self, present: Sequence[tuple[str, int]], now: float) -> None:
        """These people are at their tables."""
        rows = [{"table": table, "seat": seat, "seen": now} for table, seat in sorted(present)]

        def work(db: Connection) -> None:
            there = [{"this_table": row["table"], "this_seat": row["seat"]} for row in rows]
            match_one = (
                presence.c.table == bindparam("this_table"),
                presence.c.seat == bindparam("this_seat"),
            )
            db.execute(delete(presence).where(*match_one), there)
            db.execute(insert(presence), rows)

        await self.again(work)  # the same person may be at two processes

    async def signs_of_life(
        self, names: Sequence[str], since: float
    ) -> dict[tuple[str, int], float]:
        """The people who were at some tables after a moment, at any process, and when."""

        def work(db: Connection) -> dict[tuple[str, int], float]:
            wanted = select(presence).where(presence.c.table.in_(names), presence.c.seen > since)
            return {(row.table, row.seat): row.seen for row in db.execute(wanted)}

        return await self.run(work)

    async def seen(self, table: str, seat: int) -> float:
        """When a person last gave a sign of life; 0 for never."""

        def work(db: Connection) -> float:
            return float(
                db.scalar(
                    select(presence.c.seen).where(
                        presence.c.table == table, presence.c.seat == seat
                    )
                )
                or 0.0
            )

        return await self.run(work)

    async def stand_in(self, table: str, seat: int, due: float | None) -> None:
        """A bot plays for a person from now on; the table becomes due, so that some process runs
        it.
        """

        def work(db: Connection) -> None:
            chair = update(seats).where(seats.c.table == table, seats.c.seat == seat)
            db.execute(chair.values(stand_in=True, stood_in=True))
            db.execute(update(tables).where(tables.c.id == table).values(due=due))

        await self.run(work)

    async def change_table(self, table: str, **values: Any) -> None:
        def work(db: Connection) -> None:
            db.execute(update(tables).where(tables.c.id == table).values(**values))

        await self.run(work)

    async def change_seating(
        self, table: str, decide: Callable[[TableRow, list[ChairRow]], dict[int, dict[str, Any]]]
    ) -> None:
        """Change who sits where. `decide` gets the table and its chairs, which stay locked until
        its changes are written.

        It returns the new values by seat, or raises why nothing may change. Of two changes at once,
        one waits.
        """

        def work(db: Connection) -> None:
            row, chairs = locked(db, table)
            for seat, values in decide(row, chairs).items():
                db.execute(
                    update(seats)
                    .where(seats.c.table == table, seats.c.seat == seat)
                    .values(**values)
                )

        await self.run(work)

    async def change_seat(self, table: str, seat: int, **values: Any) -> None:
        def work(db: Connection) -> None:
            db.execute(
                update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values)
            )

        await self.run(work)

    async def start(
        self,
        table: str,
        rows: Sequence[dict[str, Any]],
        now: float,
        due: Callable[[list[ChairRow]], float | None] = never,
    ) -> list[ChairRow]:
        """Start the game with chance's first answers; returns who sits where.

        Conflict if it has already begun, EmptyChair if a chair is empty.
        """

        def work(db: Connection) -> list[ChairRow]:
            row, chairs = locked(db, table)
            if row.status != "open":
                raise Conflict
            if any(chair.kind == "open" for chair in chairs):
                raise EmptyChair
            db.execute(
                update(tables)
                .where(tables.c.id == table)
                .values(status="playing", changed=now, due=due(chairs))
            )
            if rows:
                db.execute(insert(events), list(rows))
            return chairs

        return await self.run(work)

    async def forget(self, opened_before: float, played_before: float) -> list[str]:
        """Remove tables that were never played, and unfinished games that nobody plays; returns
        which.
        """

        def work(db: Connection) -> list[str]:
            idle = and_(tables.c.status == "open", tables.c.changed < opened_before)
            left = and_(tables.c.status == "playing", tables.c.changed < played_before)
            names = [row.id for row in db.execute(select(tables.c.id).where(or_(idle, left)))]
            remove_tables(db, names)
            return names

        return await self.run(work)


def locked(db: Connection, table: str) -> tuple[TableRow, list[ChairRow]]:
    """A table and its chairs, locked until this transaction ends (on SQLite, a transaction holds
    the only lock).
    """
    row = first(db, select(tables).where(tables.c.id == table).with_for_update(), TableRow)
    if row is None:
        raise NoTable
    return row, chairs_of(db, table)


def remove_tables(db: Connection, names: Sequence[str]) -> None:
    """Remove tables with everything that belongs to them."""
    for part in (seats, chat, events, sealed, presence, snapshots, reviews, told):
        db.execute(delete(part).where(part.c.table.in_(names)))
    db.execute(delete(tables).where(tables.c.id.in_(names)))


def options_text(options: dict[str, Any]) -> str:
    """Options as the database keeps them."""
    return json.dumps(options, sort_keys=True)
