"""What the database keeps about telling people outside the page: their addresses, who was told,
what is still to be sent.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from emberstacks.server.store.outcomes import TooMany
from emberstacks.server.store.rows import AddressRow, NoticeRow, read
from emberstacks.server.store.schema import addresses, outbox, own_keys, people, seats, tables, told
from emberstacks.server.store.transactions import Transactions


class AddressStore(Transactions):
    """Every method is one transaction."""

    async def own_key(self, name: str, make: Callable[[], str]) -> str:
        """A key of this server: made once, and the same for all processes."""

        def work(db: Connection) -> str:
            found = db.scalar(select(own_keys.c.text).where(own_keys.c.name == name))
            if found is None:
                found = make()
                db.execute(insert(own_keys).values(name=name, text=found))
            return str(found)

        return await self.again(work)

    # Addresses

    async def addresses_of(self, person: str) -> list[AddressRow]:
        """Where a person is told, oldest first."""

        def work(db: Connection) -> list[AddressRow]:
            return read(
                db,
                select(addresses).where(addresses.c.person == person).order_by(addresses.c.created),
                AddressRow,
            )

        return await self.run(work)

    async def add_address(self, row: dict[str, Any], most: int, only: bool) -> None:
        """Add an address, or renew it if the person has it already; `only`: it replaces all others
        of its kind.

        Until it is confirmed, it replaces only others that wait. TooMany if the person has as many
        as are allowed.
        """

        def work(db: Connection) -> None:
            # one change at a time
            db.execute(select(people.c.id).where(people.c.id == row["person"]).with_for_update())
            known = list(db.execute(select(addresses).where(addresses.c.person == row["person"])))
            same = [
                one
                for one in known
                if one.kind == row["kind"] and (only or one.target == row["target"])
            ]
            old = [one.id for one in same if one.code or not row["code"]]
            if len(known) - len(old) >= most:
                raise TooMany
            drop(db, old)
            db.execute(insert(addresses).values(**row))
            if not row["code"]:
                look_again(db, row["person"], row["created"])

        await self.run(work)

    async def confirm_address(self, code: str, since: float, now: float) -> str | None:
        """Confirm the address of a code that is not older than a moment, in place of the one
        before; returns whose it is.
        """

        def work(db: Connection) -> str | None:
            wanted = select(addresses).where(addresses.c.code == code, addresses.c.created >= since)
            row = db.execute(wanted.with_for_update()).first()
            if row is None:
                return None
            same = select(addresses.c.id).where(
                addresses.c.person == row.person, addresses.c.kind == row.kind
            )
            drop(db, [one.id for one in db.execute(same) if one.id != row.id])
            db.execute(update(addresses).where(addresses.c.id == row.id).values(code=""))
            look_again(db, row.person, now)
            return str(row.person)

        return await self.run(work)

    async def drop_address(self, address: str, person: str = "") -> str | None:
        """Remove an address, of this person if one is given; returns whose it was, or None."""

        def work(db: Connection) -> str | None:
            wanted = select(addresses.c.person).where(addresses.c.id == address)
            found = db.scalar(wanted.where(addresses.c.person == person) if person else wanted)
            if found is not None:
                drop(db, [address])
            return None if found is None else str(found)

        return await self.run(work)

    async def drop_unconfirmed(self, before: float) -> None:
        def work(db: Connection) -> None:
            late = select(addresses.c.id).where(
                addresses.c.code != "", addresses.c.created < before
            )
            drop(db, [row.id for row in db.execute(late)])

        await self.run(work)

    async def playing(self, person: str) -> list[str]:
        """The tables at which a person plays now."""

        def work(db: Connection) -> list[str]:
            return [row.id for row in db.execute(select(tables.c.id).where(*games_of(person)))]

        return await self.run(work)

    async def go_away(self, person: str, until: float, now: float) -> None:
        """A person is on vacation until a moment; the tables they play at are looked at again."""

        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(away=until))
            look_again(db, person, now)

        await self.run(work)

    async def away(self, person: str) -> float:
        def work(db: Connection) -> float:
            return float(db.scalar(select(people.c.away).where(people.c.id == person)) or 0.0)

        return await self.run(work)

    # What is sent

    async def tell(self, table: str, seat: int, version: int, now: float) -> bool:
        """A person is to be told about a turn: once for each version. What is to be sent is written
        at the same time.
        """

        def work(db: Connection) -> bool:
            here = (told.c.table == table, told.c.seat == seat)
            last = db.scalar(select(told.c.version).where(*here).with_for_update())
            if last is not None and last >= version:
                return False
            if last is None:
                db.execute(insert(told).values(table=table, seat=seat, version=version))
            else:
                db.execute(update(told).where(*here).values(version=version))
            person = db.scalar(
                select(seats.c.person).where(seats.c.table == table, seats.c.seat == seat)
            )
            known = select(addresses.c.id).where(
                addresses.c.person == person, addresses.c.code == ""
            )
            for row in list(db.execute(known)):
                put_out(db, row.id, table, seat, now)
            return True

        return await self.again(work)

    async def try_out(self, address: str, now: float) -> None:
        """Send a test to an address."""
        await self.run(lambda db: put_out(db, address, "", 0, now))

    async def claim_outbox(
        self, now: float, until: float, most: int, busy: Sequence[str]
    ) -> list[NoticeRow]:
        """Claim what is to be sent, one for each person who is not busy, with where it goes: for a
        while it is ours.
        """

        def work(db: Connection) -> list[NoticeRow]:
            wanted = (outbox.c.due <= now, addresses.c.person.not_in(busy))
            each = (
                select(func.min(outbox.c.id).label("id"))
                .join(addresses)
                .where(*wanted)
                .group_by(addresses.c.person)
            )
            first = [
                row.id for row in db.execute(each.order_by(func.min(outbox.c.due)).limit(most))
            ]
            still = select(outbox.c.id).where(outbox.c.id.in_(first), outbox.c.due <= now)
            names = [row.id for row in db.execute(still.with_for_update(skip_locked=True))]
            if not names:
                return []
            db.execute(update(outbox).where(outbox.c.id.in_(names)).values(due=until))
            place = (addresses.c.person, addresses.c.kind, addresses.c.target, addresses.c.browser)
            return read(
                db, select(outbox, *place).join(addresses).where(outbox.c.id.in_(names)), NoticeRow
            )

        return await self.run(work)

    async def put_off(self, notice: str, due: float) -> None:
        """It was not tried: somebody else comes first."""
        await self.run(
            lambda db: db.execute(update(outbox).where(outbox.c.id == notice).values(due=due))
        )

    async def sent(self, notice: str) -> None:
        """Nothing more is to be done about it."""

        def work(db: Connection) -> None:
            db.execute(delete(outbox).where(outbox.c.id == notice))

        await self.run(work)

    async def send_later(self, notice: str, due: float) -> None:
        """It could not be sent: try again then."""

        def work(db: Connection) -> None:
            db.execute(
                update(outbox)
                .where(outbox.c.id == notice)
                .values(due=due, tries=outbox.c.tries + 1)
            )

        await self.run(work)


def games_of(person: str) -> Sequence[Any]:
    mine = select(seats.c.table).where(seats.c.person == person)
    return (tables.c.id.in_(mine), tables.c.status == "playing")


def look_again(db: Connection, person: str, now: float) -> None:
    """A process looks soon at every table where this person plays."""
    late = or_(tables.c.due.is_(None), tables.c.due > now)
    db.execute(update(tables).where(*games_of(person), late).values(due=now))


def drop(db: Connection, names: Sequence[str]) -> None:
    db.execute(delete(outbox).where(outbox.c.address.in_(names)))
    db.execute(delete(addresses).where(addresses.c.id.in_(names)))


def put_out(db: Connection, address: str, table: str, seat: int, now: float) -> None:
    values = {
        "id": secrets.token_urlsafe(16),
        "address": address,
        "table": table,
        "seat": seat,
        "due": now,
        "tries": 0,
    }
    db.execute(insert(outbox).values(**values))
