"""What the database keeps about games: their logs, answers that nobody may see yet, snapshots,
reviews and chat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from emberstacks.server.store.chairs import chairs_of
from emberstacks.server.store.moves import Move, write_moves
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.store.rows import ChairRow, ChatRow, LogRow, TableRow, first, read
from emberstacks.server.store.schema import chat, events, reviews, sealed, snapshots, tables
from emberstacks.server.store.transactions import Transactions

# the last two: answers that the clock or a bot gave
ANSWER, UNDO, CLOCK, STAND_IN = "answer", "undo", "clock", "stand-in"
AT_ONCE = 50  # lines of chat that are told
MOST_LINES = 2**31 - 1  # the largest number that the database can store


class News(NamedTuple):
    """What the database says about a table."""

    table: tuple[TableRow, list[ChairRow]] | None
    log: list[LogRow]  # what is new in it
    sealed: list[tuple[int, int]]  # the answers that wait for others
    talk: list[ChatRow]  # new lines of chat


class LogStore(Transactions):
    """Every method is one transaction."""

    # The log

    async def log(self, table: str, since: int) -> list[LogRow]:
        """The events of a match after a version."""

        return await self.run(lambda db: logged(db, table, since))

    async def news(self, table: str, since: int, talked: int) -> News:
        """Everything that has changed about a table since a version of its log and a line of chat,
        read at one moment.
        """

        def work(db: Connection) -> News:
            row = first(db, select(tables).where(tables.c.id == table), TableRow)
            chairs = chairs_of(db, table)
            entries = logged(db, table, since)
            given = kept(db, table, entries[-1].version if entries else since)
            return News(
                None if row is None else (row, chairs),
                entries,
                given,
                spoken(db, table, talked, MOST_LINES),
            )

        return await self.run(work)

    async def latest(self, names: Sequence[str]) -> dict[str, tuple[int, int]]:
        """The last version and the last line of chat of some tables."""

        def work(db: Connection) -> dict[str, tuple[int, int]]:
            found = dict.fromkeys(names, (0, 0))
            versions = select(events.c.table, func.max(events.c.version)).where(
                events.c.table.in_(names)
            )
            for name, version in db.execute(versions.group_by(events.c.table)):
                found[name] = version, 0
            lines = select(chat.c.table, func.max(chat.c.number)).where(chat.c.table.in_(names))
            for name, number in db.execute(lines.group_by(chat.c.table)):
                found[name] = found[name][0], number
            return found

        return await self.run(work)

    async def append(self, move: Move) -> None:
        """Write a move, all or nothing; Conflict if one of its versions is taken."""
        with self.watched():
            await self.database.write(move)

    async def seal(self, table: str, version: int, seat: int, code: int) -> list[tuple[int, int]]:
        """Keep an answer that nobody may see yet; returns all that are kept for the question.

        Conflict if the question has been closed by then. If several answer at once, in any process,
        the last one sees all the answers.
        """

        def work(db: Connection) -> list[tuple[int, int]]:
            hold(db, table, version)
            where = (sealed.c.table == table, sealed.c.version == version, sealed.c.seat == seat)
            db.execute(delete(sealed).where(*where))
            db.execute(insert(sealed).values(table=table, version=version, seat=seat, code=code))
            return kept(db, table, version)

        return await self.run(work)

    async def sealed(self, table: str, version: int) -> list[tuple[int, int]]:
        """The answers kept for a question."""

        return await self.run(lambda db: kept(db, table, version))

    async def open_sealed(
        self, table: str, version: int, decide: Callable[[list[tuple[int, int]]], Move | None]
    ) -> None:
        """Open the answers kept for a question: `decide` is shown them, and nobody can change one
        until its move is written.

        Conflict if the question has been closed by then.
        """

        def work(db: Connection) -> None:
            hold(db, table, version)
            move = decide(kept(db, table, version))
            if move is not None:
                write_moves(db, [move], self.me)

        await self.run(work)

    async def snapshot(self, table: str) -> str | None:
        """The snapshot of a match, so that it does not have to be replayed from its start."""

        def work(db: Connection) -> str | None:
            return db.scalar(select(snapshots.c.text).where(snapshots.c.table == table))

        return await self.run(work)

    async def keep_snapshot(self, table: str, version: int, text: str) -> None:
        """Keep a match as it is at a version of its log, instead of the older snapshot."""

        def work(db: Connection) -> None:
            db.execute(delete(snapshots).where(snapshots.c.table == table))
            db.execute(insert(snapshots).values(table=table, version=version, text=text))

        await self.run(work)

    # Reviews

    async def review(self, table: str) -> str | None:
        """The review of a finished game, if there is one."""

        def work(db: Connection) -> str | None:
            return db.scalar(select(reviews.c.text).where(reviews.c.table == table))

        return await self.run(work)

    async def keep_review(self, table: str, text: str) -> None:
        """Keep a review; it replaces one from another server."""

        def work(db: Connection) -> None:
            db.execute(delete(reviews).where(reviews.c.table == table))
            db.execute(insert(reviews).values(table=table, text=text))

        await self.run(work)

    # Talk

    async def say(self, table: str, seat: int | None, name: str, text: str, now: float) -> int:
        """Keep a line of chat; returns its number."""

        def work(db: Connection) -> int:
            last = db.scalar(select(func.max(chat.c.number)).where(chat.c.table == table))
            number = int(last or 0) + 1
            values = {"number": number, "seat": seat, "name": name, "text": text, "at": now}
            db.execute(insert(chat).values(table=table, **values))
            return number

        while True:
            try:
                return await self.run(work)
            except Conflict:  # another server was faster: the next number
                continue

    async def talk(self, table: str, since: int = 0, before: int = MOST_LINES) -> list[ChatRow]:
        """The lines of chat between two numbers, in order; only the last page if there are many."""

        return await self.run(lambda db: spoken(db, table, since, before))


def hold(db: Connection, table: str, version: int) -> None:
    """Lock a table whose log ends with this version; Conflict if it has moved on."""
    db.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
    if (
        db.scalar(select(func.max(events.c.version)).where(events.c.table == table)) or 0
    ) != version:
        raise Conflict


def logged(db: Connection, table: str, since: int) -> list[LogRow]:
    wanted = select(events).where(events.c.table == table, events.c.version > since)
    return read(db, wanted.order_by(events.c.version), LogRow)


def spoken(db: Connection, table: str, since: int, before: int) -> list[ChatRow]:
    wanted = select(chat).where(
        chat.c.table == table, chat.c.number > since, chat.c.number < before
    )
    return read(db, wanted.order_by(chat.c.number.desc()).limit(AT_ONCE), ChatRow)[::-1]


def kept(db: Connection, table: str, version: int) -> list[tuple[int, int]]:
    wanted = (
        select(sealed)
        .where(sealed.c.table == table, sealed.c.version == version)
        .order_by(sealed.c.seat)
    )
    return [(row.seat, row.code) for row in db.execute(wanted)]
