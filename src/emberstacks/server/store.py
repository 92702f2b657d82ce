"""The database: one SQL for SQLite and PostgreSQL. What it has acknowledged is never lost, and nothing is written twice."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, InvalidRequestError, SQLAlchemyError

from emberstacks.server import quotas
from emberstacks.server.engines import Database, database_for
from emberstacks.server.limits import Limits, Quota
from emberstacks.server.migrate import upgrade
from emberstacks.server.moves import write_moves
from emberstacks.server.schema import chat, crowd, events, people, presence, reviews, sealed, seats, sessions, snapshots, tables

ANSWER, UNDO, CLOCK = "answer", "undo", "clock"  # the last: an answer that the clock gave
MOST_FORGOTTEN = 1000  # people at once, so that nobody waits for it
PAGE = 50  # lines of chat that are told at once
MOST_LINES = 2**31 - 1  # as many as a number of the database can count
LONG = 3600.0  # seconds that a migration may take

T = TypeVar("T")


class Conflict(Exception):
    """Somebody else has written this version first; read on from the log and decide again."""


class Unavailable(Exception):
    """The database cannot be read or written now; why, in words for those who run the server."""


class EmptyChair(Exception):
    """Nobody sits on one of the chairs, so the game cannot begin."""


class TooManyTables(Exception):
    """No more tables for this person, or for anybody."""


class NoTable(Exception):
    """The table is not there any more."""


def never(_chairs: list[Row[Any]]) -> None:
    """Only people are waited for."""


class Store:
    """All reading and writing. Every method is one transaction."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        self.url = url
        self.database: Database = database_for(url, patience)
        self.waiting = 0  # transactions that are not finished yet
        self.shared = not url.startswith("sqlite:")  # other processes may write as well

    async def open(self) -> None:
        """Bring the database to the present form; with a large one that may take a while."""
        if not self.shared:
            await self.run(upgrade)
            return
        patient = database_for(self.url, LONG)
        try:
            await patient.run(upgrade)
        finally:
            await patient.close()

    async def close(self) -> None:
        await self.database.close()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """One transaction; Conflict where what it writes is there already, Unavailable where the database is the trouble."""
        self.waiting += 1
        try:
            with troubles():
                return await self.database.run(work)
        finally:
            self.waiting -= 1

    async def ping(self) -> None:
        await self.run(lambda db: db.execute(select(1)).scalar())

    # People and their sessions

    async def add_person(self, person: str, name: str, now: float) -> None:
        def work(db: Connection) -> None:
            db.execute(insert(people).values(id=person, name=name, created=now))

        await self.run(work)

    async def rename(self, person: str, name: str) -> None:
        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(name=name))

        await self.run(work)

    async def make_account(self, person: str, name: str, password: str) -> None:
        """Give a guest a password; Conflict where another account has the name."""

        def work(db: Connection) -> None:
            change = update(people).where(people.c.id == person)
            db.execute(change.values(account=name.lower(), password=password))

        await self.run(work)

    async def account(self, name: str) -> Row[Any] | None:
        def work(db: Connection) -> Row[Any] | None:
            return (db.execute(select(people).where(people.c.account == name.lower()))).first()

        return await self.run(work)

    async def settings(self, person: str) -> str:
        """What a person prefers, as the page wrote it."""

        def work(db: Connection) -> str:
            return db.scalar(select(people.c.settings).where(people.c.id == person)) or "{}"

        return await self.run(work)

    async def keep_settings(self, person: str, text: str) -> None:
        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(settings=text))

        await self.run(work)

    async def add_session(self, session: str, person: str, now: float) -> None:
        def work(db: Connection) -> None:
            db.execute(insert(sessions).values(id=session, person=person, created=now))

        await self.run(work)

    async def person_of(self, session: str) -> Row[Any] | None:
        def work(db: Connection) -> Row[Any] | None:
            joined = select(people).join(sessions, sessions.c.person == people.c.id)
            return (db.execute(joined.where(sessions.c.id == session))).first()

        return await self.run(work)

    async def drop_session(self, session: str) -> None:
        def work(db: Connection) -> None:
            db.execute(delete(sessions).where(sessions.c.id == session))

        await self.run(work)

    async def forget_people(self, guests_before: float, sessions_before: float) -> int:
        """Remove guests who never sat down or opened a table, and sessions that nobody can use any more; how many guests."""

        def work(db: Connection) -> int:
            sat = select(seats.c.person).where(seats.c.person == people.c.id).exists()
            hosted = select(tables.c.host).where(tables.c.host == people.c.id).exists()
            idle = select(people.c.id).where(people.c.account.is_(None), people.c.created < guests_before, ~sat, ~hosted)
            gone = [row.id for row in db.execute(idle.limit(MOST_FORGOTTEN))]
            db.execute(delete(sessions).where(sessions.c.person.in_(gone)))
            db.execute(delete(people).where(people.c.id.in_(gone)))
            db.execute(delete(sessions).where(sessions.c.created < sessions_before))
            return len(gone)

        return await self.run(work)

    # Limits

    async def again(self, work: Callable[[Connection], T]) -> T:
        """One transaction, tried again where another process wrote the same new row at the same moment."""
        while True:
            try:
                return await self.run(work)
            except Conflict:
                continue

    async def spend(self, wanted: Sequence[Quota]) -> tuple[Quota, float] | None:
        """Count one more of each, or none: then what is used up, and the seconds until there is room again."""
        return await self.again(lambda db: quotas.spend(db, wanted, time.time()))

    async def try_passwords(self, tries: Sequence[tuple[str, int]], longest: float) -> tuple[float, int]:
        """One more try of a password, under keys with a number of free tries: the longest wait, and the most tries."""

        def work(db: Connection) -> tuple[float, int]:
            now = time.time()
            waits = [quotas.read(db, key)[0] - now for key, _ in tries]
            if max(waits) > 0:
                return max(waits), 0
            return 0.0, max(quotas.try_password(db, key, free, longest, now)[1] for key, free in tries)

        return await self.again(work)

    async def forgive(self, account: str, address: str) -> None:
        await self.again(lambda db: quotas.forgive(db, account, address))

    async def wear_off(self, before: float) -> None:
        await self.run(lambda db: quotas.worn_off(db, before))

    async def exchange_crowd(
        self, process: str, mine: Sequence[tuple[str, int, int]], minute: int, now: float, lost: float
    ) -> list[tuple[str, int, int, int]]:
        """Write the busy addresses of a process, drop what dead processes wrote, and read the others'."""

        def work(db: Connection) -> list[tuple[str, int, int, int]]:
            db.execute(delete(crowd).where((crowd.c.process == process) | (crowd.c.at < lost)))
            rows = [
                {"process": process, "address": address, "sockets": sockets, "requests": requests, "minute": minute, "at": now}
                for address, sockets, requests in mine
            ]
            if rows:
                db.execute(insert(crowd), rows)
            others = db.execute(select(crowd).where(crowd.c.process != process))
            return [(row.address, row.sockets, row.requests, row.minute) for row in others]

        return await self.run(work)

    # Tables and chairs

    async def add_table(
        self, row: dict[str, Any], chairs: Sequence[dict[str, Any]], rematch_of: str = "", limits: Limits | None = None
    ) -> str:
        """Write a new table; returns its id, or that of the rematch which somebody else was faster to ask for.

        TooManyTables where the host, or everybody together, has as many as there may be.
        """

        def work(db: Connection) -> str:
            if limits is not None:
                going = select(func.count()).select_from(tables).where(tables.c.status.in_(("open", "playing")))
                if (db.scalar(going.where(tables.c.host == row["host"])) or 0) >= limits.tables_a_person:
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

    async def table(self, table: str) -> tuple[Row[Any], list[Row[Any]]] | None:
        """A table and its chairs."""

        def work(db: Connection) -> tuple[Row[Any], list[Row[Any]]] | None:
            row = (db.execute(select(tables).where(tables.c.id == table))).first()
            chairs = db.execute(select(seats).where(seats.c.table == table).order_by(seats.c.seat))
            return None if row is None else (row, list(chairs))

        return await self.run(work)

    async def public_tables(self, limit: int) -> list[str]:
        """Public tables, those with the latest change first."""

        def work(db: Connection) -> list[str]:
            wanted = select(tables.c.id).where(tables.c.public, tables.c.status.in_(("open", "playing")))
            return [row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))]

        return await self.run(work)

    async def tables_of(self, person: str, limit: int) -> list[str]:
        """The tables at which a person sits, those with the latest change first."""

        def work(db: Connection) -> list[str]:
            wanted = select(tables.c.id).join(seats, seats.c.table == tables.c.id).where(seats.c.person == person)
            return [row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))]

        return await self.run(work)

    async def games_of(self, person: str, limit: int) -> list[str]:
        """The same without those that the person has taken off the list."""

        def work(db: Connection) -> list[str]:
            wanted = select(tables.c.id).join(seats, seats.c.table == tables.c.id)
            wanted = wanted.where(seats.c.person == person, seats.c.hidden.is_(False))
            return [row.id for row in db.execute(wanted.order_by(tables.c.changed.desc()).limit(limit))]

        return await self.run(work)

    async def end(self, table: str, seat: int) -> bool:
        """A person would end the game; true when all who still play would, and it is over without a result."""

        def work(db: Connection) -> bool:
            row, chairs = locked(db, table)
            db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(wants_end=True))
            others = [chair for chair in chairs if chair.kind == "person" and not chair.stand_in and chair.seat != seat]
            agreed = row.status == "playing" and all(chair.wants_end for chair in others)
            if agreed:
                db.execute(update(tables).where(tables.c.id == table).values(status="over", due=None))
            return agreed

        return await self.run(work)

    async def tables(self, names: Sequence[str]) -> list[tuple[Row[Any], list[Row[Any]]]]:
        """Some tables and their chairs, in the order of their names as given."""

        def work(db: Connection) -> list[tuple[Row[Any], list[Row[Any]]]]:
            rows = {row.id: row for row in db.execute(select(tables).where(tables.c.id.in_(names)))}
            chairs: dict[str, list[Row[Any]]] = {name: [] for name in rows}
            for chair in db.execute(select(seats).where(seats.c.table.in_(names)).order_by(seats.c.seat)):
                chairs[chair.table].append(chair)
            return [(rows[name], chairs[name]) for name in names if name in rows]

        return await self.run(work)

    # What goes on by itself

    async def claim_due(self, now: float, until: float, most: int) -> list[str]:
        """Tables that somebody must look at now; until a later moment they are ours, and no other process takes them."""

        def work(db: Connection) -> list[str]:
            found = select(tables.c.id).where(tables.c.due <= now).order_by(tables.c.due).limit(most)
            names = [row.id for row in db.execute(found.with_for_update(skip_locked=True))]
            if names:
                db.execute(update(tables).where(tables.c.id.in_(names)).values(due=until))
            return names

        return await self.run(work)

    async def set_aside(self) -> list[str]:
        """The tables whose game cannot go on."""

        def work(db: Connection) -> list[str]:
            return [row.id for row in db.execute(select(tables.c.id).where(tables.c.aside != ""))]

        return await self.run(work)

    async def sign_of_life(self, present: Sequence[tuple[str, int]], now: float) -> None:
        """These people are at their tables."""
        rows = [{"table": table, "seat": seat, "seen": now} for table, seat in sorted(present)]

        def work(db: Connection) -> None:
            there = [{"this_table": row["table"], "this_seat": row["seat"]} for row in rows]
            match_one = (presence.c.table == bindparam("this_table"), presence.c.seat == bindparam("this_seat"))
            db.execute(delete(presence).where(*match_one), there)
            db.execute(insert(presence), rows)

        await self.run(work)

    async def seen(self, table: str, seat: int) -> float:
        """When there was a sign of life of a person; 0 where there was none."""

        def work(db: Connection) -> float:
            return float(db.scalar(select(presence.c.seen).where(presence.c.table == table, presence.c.seat == seat)) or 0.0)

        return await self.run(work)

    async def stand_in(self, table: str, seat: int, due: float | None) -> None:
        """A bot plays for a person from now on, and somebody sees to it that it does."""

        def work(db: Connection) -> None:
            db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(stand_in=True))
            db.execute(update(tables).where(tables.c.id == table).values(due=due))

        await self.run(work)

    async def change_table(self, table: str, **values: Any) -> None:
        def work(db: Connection) -> None:
            db.execute(update(tables).where(tables.c.id == table).values(**values))

        await self.run(work)

    async def change_seating(self, table: str, decide: Callable[[Row[Any], list[Row[Any]]], dict[int, dict[str, Any]]]) -> None:
        """Change who sits where: what `decide` is shown of table and chairs holds until its changes are written.

        It returns the new values by seat, or raises why nothing may change. Of two changes at once, one waits for the other.
        """

        def work(db: Connection) -> None:
            row, chairs = locked(db, table)
            for seat, values in decide(row, chairs).items():
                db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values))

        await self.run(work)

    async def change_seat(self, table: str, seat: int, **values: Any) -> None:
        def work(db: Connection) -> None:
            db.execute(update(seats).where(seats.c.table == table, seats.c.seat == seat).values(**values))

        await self.run(work)

    async def start(
        self, table: str, rows: Sequence[dict[str, Any]], now: float, due: Callable[[list[Row[Any]]], float | None] = never
    ) -> list[Row[Any]]:
        """The game begins with what chance answers first; returns who sits where.

        Conflict where it has begun already, EmptyChair where nobody sits on one of the chairs.
        """

        def work(db: Connection) -> list[Row[Any]]:
            row, chairs = locked(db, table)
            if row.status != "open":
                raise Conflict
            if any(chair.kind == "open" for chair in chairs):
                raise EmptyChair
            db.execute(update(tables).where(tables.c.id == table).values(status="playing", changed=now, due=due(chairs)))
            if rows:
                db.execute(insert(events), list(rows))
            return chairs

        return await self.run(work)

    async def forget(self, opened_before: float, played_before: float) -> list[str]:
        """Remove tables that were opened but never played, and games that nobody goes on with; returns which."""

        def work(db: Connection) -> list[str]:
            idle = and_(tables.c.status == "open", tables.c.changed < opened_before)
            left = and_(tables.c.status == "playing", tables.c.changed < played_before)
            names = [row.id for row in db.execute(select(tables.c.id).where(or_(idle, left)))]
            for part in (seats, chat, events, sealed, presence, snapshots):
                db.execute(delete(part).where(part.c.table.in_(names)))
            db.execute(delete(tables).where(tables.c.id.in_(names)))
            return names

        return await self.run(work)

    # The log

    async def log(self, table: str, since: int) -> list[Row[Any]]:
        """The events of a match after a version."""

        def work(db: Connection) -> list[Row[Any]]:
            wanted = select(events).where(events.c.table == table, events.c.version > since)
            return list(db.execute(wanted.order_by(events.c.version)))

        return await self.run(work)

    async def append(
        self, table: str, rows: Sequence[dict[str, Any]], now: float, result: str, ended: bool, due: float | None = None
    ) -> None:
        """Write events, all or none; Conflict where one of the versions is taken."""
        move = {"table": table, "changed": now, "result": result, "ended": ended, "due": due}
        with troubles():
            await self.database.join(write_moves, (move, rows))

    async def seal(self, table: str, version: int, seat: int, code: int) -> list[tuple[int, int]]:
        """Keep an answer that nobody may see yet; returns all that are kept for the question.

        Conflict where the question has been closed meanwhile. Of several who answer at once, in whatever process, the last
        one sees all the answers.
        """

        def work(db: Connection) -> list[tuple[int, int]]:
            db.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())
            if (db.scalar(select(func.max(events.c.version)).where(events.c.table == table)) or 0) != version:
                raise Conflict
            where = (sealed.c.table == table, sealed.c.version == version, sealed.c.seat == seat)
            db.execute(delete(sealed).where(*where))
            db.execute(insert(sealed).values(table=table, version=version, seat=seat, code=code))
            return kept(db, table, version)

        return await self.run(work)

    async def sealed(self, table: str, version: int) -> list[tuple[int, int]]:
        """The answers kept for a question."""

        return await self.run(lambda db: kept(db, table, version))

    async def snapshot(self, table: str) -> str | None:
        """What was kept of a match, so that it need not be played again from its start."""

        def work(db: Connection) -> str | None:
            return db.scalar(select(snapshots.c.text).where(snapshots.c.table == table))

        return await self.run(work)

    async def keep_snapshot(self, table: str, version: int, text: str) -> None:
        """Keep a match as it is at a version of its log; an older one makes way for it."""

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
        """Keep a review; one that another server has made meanwhile makes way for it."""

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

    async def talk(self, table: str, since: int = 0, before: int = MOST_LINES) -> list[Row[Any]]:
        """The lines of chat between two numbers, of many the last page, in order."""

        def work(db: Connection) -> list[Row[Any]]:
            wanted = select(chat).where(chat.c.table == table, chat.c.number > since, chat.c.number < before)
            return list(db.execute(wanted.order_by(chat.c.number.desc()).limit(PAGE)))[::-1]

        return await self.run(work)


@contextmanager
def troubles() -> Iterator[None]:
    """What a database raises, as what it means to us."""
    try:
        yield
    except IntegrityError:
        raise Conflict from None
    except InvalidRequestError:  # our own mistake
        raise
    except (SQLAlchemyError, OSError) as trouble:
        raise Unavailable(why(trouble)) from trouble


def why(trouble: Exception) -> str:
    """What is wrong with the database, in one line."""
    cause = getattr(trouble, "orig", None) or trouble
    words = " ".join(str(cause).split()) or type(cause).__name__
    known = {
        "database is locked": "another program holds the database file",
        "readonly database": "the database file cannot be written",
        "disk is full": "the disk is full",
    }
    return next((meaning for part, meaning in known.items() if part in words), f"the database does not answer ({words[:200]})")


def locked(db: Connection, table: str) -> tuple[Row[Any], list[Row[Any]]]:
    """A table and its chairs, which nobody else can change before this transaction ends (on SQLite it holds the only lock)."""
    row = db.execute(select(tables).where(tables.c.id == table).with_for_update()).first()
    if row is None:
        raise NoTable
    return row, list(db.execute(select(seats).where(seats.c.table == table).order_by(seats.c.seat)))


def kept(db: Connection, table: str, version: int) -> list[tuple[int, int]]:
    wanted = select(sealed).where(sealed.c.table == table, sealed.c.version == version).order_by(sealed.c.seat)
    return [(row.seat, row.code) for row in db.execute(wanted)]


def options_text(options: dict[str, Any]) -> str:
    """Options as the database keeps them."""
    return json.dumps(options, sort_keys=True)
