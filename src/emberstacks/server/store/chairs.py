"""The chairs of tables, as the database tells them together with who sits there."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from emberstacks.server.store.rows import ChairRow, read
from emberstacks.server.store.schema import addresses, people, seats

REACHABLE = (
    select(addresses.c.id)
    .where(addresses.c.person == seats.c.person, addresses.c.code == "")
    .exists()
)
CHAIRS = select(
    # who reads the chat changes nothing at a table
    *[column for column in seats.c if column is not seats.c.heard],
    func.coalesce(people.c.away, 0.0).label("away"),  # the person is on vacation until then
    people.c.account.is_not(None).label("account"),  # the person has one
    people.c.name.label("called"),  # and is called this by now
    REACHABLE.label("reachable"),  # the person can be told outside the page
).outerjoin(people, people.c.id == seats.c.person)


def chairs_of(db: Connection, *names: str) -> list[ChairRow]:
    """The chairs of some tables, in order."""
    return read(db, CHAIRS.where(seats.c.table.in_(names)).order_by(seats.c.seat), ChairRow)
