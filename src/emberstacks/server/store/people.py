"""What the database keeps about people: who they are, their sessions, and how much they have done
lately.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from emberstacks.server import clock
from emberstacks.server.limits import Quota
from emberstacks.server.names import account_key, former_key, skeleton
from emberstacks.server.store import quotas
from emberstacks.server.store.rows import KnownPerson, PersonRow, SessionRow, first, read
from emberstacks.server.store.schema import (
    addresses,
    challenge_tries,
    crowd,
    links,
    outbox,
    people,
    puzzle_tries,
    seats,
    sessions,
    tables,
)
from emberstacks.server.store.transactions import Transactions

MOST_FORGOTTEN = 1000  # people in one transaction, so that nobody has to wait long


class PeopleStore(Transactions):
    """Every method is one transaction."""

    # People and their sessions

    async def add_person(self, person: str, name: str, now: float) -> None:
        def work(db: Connection) -> None:
            db.execute(insert(people).values(id=person, name=name, created=now))

        await self.run(work)

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name. An account is found by its new name from then on; Conflict if
        another has it.
        """

        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(name=name))
            known = (people.c.id == person, people.c.account.is_not(None))
            db.execute(
                update(people)
                .where(*known)
                .values(account=account_key(name), skeleton=skeleton(name))
            )

        await self.run(work)

    async def make_account(self, person: str, name: str, password: str, now: float = 0.0) -> None:
        """Give a guest a password; Conflict if another account has the name, or one that looks the
        same.
        """

        def work(db: Connection) -> None:
            found_by = {"account": account_key(name), "skeleton": skeleton(name)}
            change = update(people).where(people.c.id == person)
            db.execute(change.values(**found_by, password=password, registered=now))

        await self.run(work)

    async def account(self, name: str) -> PersonRow | None:
        """The account of a name. Of two that have had one name since before the keys of today, each
        is found by its own.
        """

        def work(db: Connection) -> PersonRow | None:
            former = former_key(name)
            found = read(
                db,
                select(people).where(people.c.account.in_((former, account_key(name)))),
                PersonRow,
            )
            return max(found, key=lambda row: row.account == former, default=None)

        return await self.run(work)

    async def change_password(self, person: str, password: str, session: str) -> None:
        """Give an account another password; of all its sessions only this one stays."""

        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(password=password))
            end_sessions(db, person, session)

        await self.run(work)

    async def settings(self, person: str) -> str:
        """What a person prefers, as the page wrote it."""

        def work(db: Connection) -> str:
            return db.scalar(select(people.c.settings).where(people.c.id == person)) or "{}"

        return await self.run(work)

    async def keep_settings(self, person: str, text: str) -> None:
        def work(db: Connection) -> None:
            db.execute(update(people).where(people.c.id == person).values(settings=text))

        await self.run(work)

    # Sessions

    async def add_session(self, session: str, person: str, now: float, browser: str = "") -> None:
        def work(db: Connection) -> None:
            db.execute(
                insert(sessions).values(
                    id=session, person=person, created=now, seen=now, browser=browser
                )
            )

        await self.run(work)

    async def person_of(self, session: str) -> KnownPerson | None:
        """The person of a session, and when it was last used (`seen`)."""

        def work(db: Connection) -> KnownPerson | None:
            joined = select(people, sessions.c.seen).join(
                sessions, sessions.c.person == people.c.id
            )
            return first(db, joined.where(sessions.c.id == session), KnownPerson)

        return await self.run(work)

    async def use_session(self, session: str, now: float) -> None:
        """A session is used."""

        def work(db: Connection) -> None:
            db.execute(update(sessions).where(sessions.c.id == session).values(seen=now))

        await self.run(work)

    async def sessions_of(self, person: str) -> list[SessionRow]:
        """Where a person is logged in, the latest first."""

        def work(db: Connection) -> list[SessionRow]:
            mine = select(sessions).where(sessions.c.person == person)
            return read(
                db, mine.order_by(sessions.c.seen.desc(), sessions.c.created.desc()), SessionRow
            )

        return await self.run(work)

    async def living(self, names: Sequence[str]) -> set[str]:
        """Those of some sessions that have not ended."""

        def work(db: Connection) -> set[str]:
            return {
                row.id for row in db.execute(select(sessions.c.id).where(sessions.c.id.in_(names)))
            }

        return await self.run(work)

    async def drop_session(self, session: str) -> str:
        """End a session; returns whose it was, or "" if there is none."""

        def work(db: Connection) -> str:
            person = db.scalar(select(sessions.c.person).where(sessions.c.id == session))
            db.execute(delete(sessions).where(sessions.c.id == session))
            return person or ""

        return await self.run(work)

    async def end_session(self, person: str, begins: str) -> bool:
        """End the session of a person whose id begins like this; false if there is none."""

        def work(db: Connection) -> bool:
            this = (sessions.c.person == person, sessions.c.id.startswith(begins, autoescape=True))
            return db.execute(delete(sessions).where(*this)).rowcount > 0

        return await self.run(work)

    async def end_sessions(self, person: str) -> None:
        """Log a person out everywhere."""
        await self.run(lambda db: end_sessions(db, person))

    async def add_link(self, link: str, person: str, until: float) -> None:
        """A link that brings a person to another device; it replaces the last one."""

        def work(db: Connection) -> None:
            db.execute(delete(links).where(links.c.person == person))
            db.execute(insert(links).values(id=link, person=person, until=until))

        await self.again(work)

    async def use_link(
        self, link: str, session: str, now: float, browser: str = ""
    ) -> PersonRow | None:
        """The person of a link, with a new session; None if it is too old, was used or never
        existed.
        """

        def work(db: Connection) -> PersonRow | None:
            known = select(people).join(links, links.c.person == people.c.id)
            row = first(db, known.where(links.c.id == link, links.c.until > now), PersonRow)
            # of two at once one has it
            if row is None or not db.execute(delete(links).where(links.c.id == link)).rowcount:
                return None
            db.execute(
                insert(sessions).values(
                    id=session, person=row.id, created=now, seen=now, browser=browser
                )
            )
            return row

        return await self.run(work)

    async def forget_people(self, guests_before: float, sessions_before: float) -> int:
        """Remove guests who never sat down, opened a table or lately tried a puzzle, and expired
        sessions; returns how many.
        """

        def work(db: Connection) -> int:
            sat = select(seats.c.person).where(seats.c.person == people.c.id).exists()
            hosted = select(tables.c.host).where(tables.c.host == people.c.id).exists()
            tried = puzzle_tries.c.person == people.c.id, puzzle_tries.c.at >= guests_before
            puzzled = select(puzzle_tries.c.person).where(*tried).exists()
            old = people.c.account.is_(None), people.c.created < guests_before
            idle = select(people.c.id).where(*old, ~sat, ~hosted, ~puzzled)
            gone = [row.id for row in db.execute(idle.limit(MOST_FORGOTTEN))]
            theirs = select(addresses.c.id).where(addresses.c.person.in_(gone))
            db.execute(delete(outbox).where(outbox.c.address.in_(theirs)))
            for part in (sessions, links, addresses, puzzle_tries, challenge_tries):
                db.execute(delete(part).where(part.c.person.in_(gone)))
            db.execute(delete(people).where(people.c.id.in_(gone)))
            db.execute(delete(sessions).where(sessions.c.created < sessions_before))
            return len(gone)

        return await self.run(work)

    # Limits

    async def spend(self, wanted: Sequence[Quota]) -> tuple[Quota, float] | None:
        """Count one more of each. If one is used up, count none, and return it with the seconds
        until there is room again.
        """
        return await self.again(lambda db: quotas.spend(db, wanted, clock.now()))

    async def try_passwords(
        self, tries: Sequence[tuple[str, int]], longest: float
    ) -> tuple[float, int]:
        """Count a try of a password: returns the seconds to wait first (0: none), and the tries so
        far.
        """
        return await self.again(lambda db: quotas.try_passwords(db, tries, longest, clock.now()))

    async def forgive(self, account: str, address: str = "") -> None:
        await self.again(lambda db: quotas.forgive(db, account, address))

    async def wear_off(self, before: float) -> None:
        """Forget limits and links to other devices that have run out by then."""

        def work(db: Connection) -> None:
            quotas.worn_off(db, before)
            db.execute(delete(links).where(links.c.until < before))

        await self.run(work)

    async def exchange_connections(
        self,
        process: str,
        mine: Sequence[tuple[str, int, int]],
        minute: int,
        now: float,
        lost: float,
    ) -> list[tuple[str, int, int, int]]:
        """Write the busy addresses of a process, drop what dead processes wrote, and read the
        others'.
        """

        def work(db: Connection) -> list[tuple[str, int, int, int]]:
            db.execute(delete(crowd).where((crowd.c.process == process) | (crowd.c.at < lost)))
            rows = [
                {
                    "process": process,
                    "address": address,
                    "sockets": sockets,
                    "requests": requests,
                    "minute": minute,
                    "at": now,
                }
                for address, sockets, requests in mine
            ]
            if rows:
                db.execute(insert(crowd), rows)
            others = db.execute(select(crowd).where(crowd.c.process != process))
            return [(row.address, row.sockets, row.requests, row.minute) for row in others]

        return await self.run(work)


def end_sessions(db: Connection, person: str, but: str = "") -> None:
    """End all sessions of a person but one, and take back the link to another device."""
    db.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id != but))
    db.execute(delete(links).where(links.c.person == person))
