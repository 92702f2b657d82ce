"""Who sits where before a game begins, over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.bots.people import person_of
from emberstacks.protocol import Fill, Person, SeatNumber, TableInfo
from emberstacks.server.errors import bad_request, conflict, not_found
from emberstacks.server.names import NUMBERED
from emberstacks.server.services import Services
from emberstacks.server.store.outcomes import NoTable
from emberstacks.server.store.rows import ChairRow, TableRow
from emberstacks.server.tables.access import before_start, find, host_only
from emberstacks.server.tables.catalogue import check_bot
from emberstacks.server.wire.trouble import TROUBLES

Change = dict[int, dict[str, Any]]  # what becomes of chairs
# of bots that programmers use
BOT_NAMES = ("Quill", "Folio", "Vellum", "Inkwell", "Codex", "Papyrus", "Ember", "Scroll")


def seat_of(chairs: list[ChairRow], person: Person) -> int | None:
    return next((int(chair.seat) for chair in chairs if chair.person == person.id), None)


def chair_at(chairs: list[ChairRow], seat: int) -> ChairRow:
    if not 0 <= seat < len(chairs):
        raise bad_request("bad-seat", "There is no such chair.")
    return chairs[seat]


async def change_seating(
    services: Services, table: str, decide: Callable[[TableRow, list[ChairRow]], Change]
) -> TableInfo:
    """Decide and write in one transaction, so that nothing comes in between; then tell everybody."""
    live = await find(services, table)
    try:
        await services.store.change_seating(table, decide)
    except NoTable:
        raise not_found("There is no such table.") from None
    await services.play.changed(live)
    return live.info()


def distinct(name: str, taken: list[str]) -> str:
    """A name that nobody else at the table has.

    >>> distinct("Ada", ["Ben"]), distinct("Ada", ["Ada", "Ada 2"])
    ('Ada', 'Ada 3')
    """
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name[:NUMBERED]} {number}"
    return found


def seat_bot(spec: str, seat: int, taken: list[str]) -> dict[str, str]:
    """A bot on a chair, under a name that nobody else at the table has; that name is taken from now
    on.
    """
    name = person_of(spec, taken) or distinct(BOT_NAMES[seat], taken)
    taken.append(name)
    return {"kind": "bot", "bot": spec, "name": name}


class Seating(Controller):
    """The chairs of a table: sit down, stand up, fill them with bots."""

    path = "/api/tables"
    tags = ("tables",)

    @post(
        "/{table:str}/sit", summary="Sit down on a free chair", status_code=200, responses=TROUBLES
    )
    async def sit(
        self,
        table: FromPath[str],
        data: JSONBody[SeatNumber],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        def decide(row: TableRow, chairs: list[ChairRow]) -> Change:
            before_start(row)
            if seat_of(chairs, person) is not None:
                raise conflict("seated", "You already sit at this table.")
            if chair_at(chairs, data.seat).kind != "open":
                raise conflict("taken", "Somebody else has taken that chair.")
            name = distinct(person.name, [chair.name for chair in chairs])
            return {data.seat: {"kind": "person", "person": person.id, "name": name, "bot": ""}}

        return await change_seating(services, table, decide)

    @post(
        "/{table:str}/stand",
        summary="Stand up again, or let somebody stand up (host)",
        status_code=200,
        responses=TROUBLES,
    )
    async def stand(
        self,
        table: FromPath[str],
        data: JSONBody[SeatNumber],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        def decide(row: TableRow, chairs: list[ChairRow]) -> Change:
            before_start(row)
            if data.seat != seat_of(chairs, person):
                host_only(row, person)
            chair_at(chairs, data.seat)
            return {data.seat: {"kind": "open", "person": "", "bot": "", "name": ""}}

        return await change_seating(services, table, decide)

    @post(
        "/{table:str}/fill",
        summary="Fill empty chairs with bots (host)",
        status_code=200,
        responses=TROUBLES,
    )
    async def fill(
        self,
        table: FromPath[str],
        data: JSONBody[Fill],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        spec = check_bot(data.bot)

        def decide(row: TableRow, chairs: list[ChairRow]) -> Change:
            host_only(row, person)
            before_start(row)
            free = [chair.seat for chair in chairs if chair.kind == "open"]
            taken = [chair.name for chair in chairs]
            return {seat: seat_bot(spec, seat, taken) for seat in free}

        return await change_seating(services, table, decide)
