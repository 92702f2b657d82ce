"""Opening a table, starting its game and asking for a rematch, over HTTP."""

from __future__ import annotations

import json
import logging
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.protocol import MAX_TITLE, NewTable, Person, SeatPlan, TableInfo
from emberstacks.server import clock
from emberstacks.server.errors import bad_request, conflict, forbidden, too_many
from emberstacks.server.limits import new_table
from emberstacks.server.names import one_line
from emberstacks.server.services import Services, services_of
from emberstacks.server.store.outcomes import Conflict, EmptyChair, TooManyTables
from emberstacks.server.store.rows import ChairRow, TableRow
from emberstacks.server.store.tables import options_text
from emberstacks.server.tables.access import Asking, find, host_only
from emberstacks.server.tables.catalogue import check_bot
from emberstacks.server.tables.seating import Change, change_seating, distinct, seat_bot, seat_of
from emberstacks.server.wire.address import address_of
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.server.wire.turnstile import spend

log = logging.getLogger("emberstacks.lobby")
MOST_LISTED = 100
LEAST_KEY = 16
CLOCKS = (0, 60, 120, 300, 86_400, 259_200)


def chair_rows(table: str, plans: list[SeatPlan], person: Person) -> list[dict[str, Any]]:
    taken = [person.name]
    rows = []
    for seat, plan in enumerate(plans):
        row = {
            "table": table,
            "seat": seat,
            "kind": "open",
            "person": "",
            "bot": "",
            "name": "",
            "stand_in": False,
        }
        if plan.kind == "host":
            row |= {"kind": "person", "person": person.id, "name": person.name}
        elif plan.kind == "bot":
            row |= seat_bot(check_bot(plan.bot), seat, taken)
        rows.append(row)
    return rows


def table_id(person: Person, key: str) -> str:
    """An id that nobody can guess. A person who asks twice with one key, as a double click does,
    gets the same one.
    """
    if not key:
        return secrets.token_urlsafe(16).replace("-", "_")  # on a command line it is no option
    if len(key) < LEAST_KEY:
        raise bad_request(
            "bad-key", f"A key needs at least {LEAST_KEY} characters, so that nobody can guess it."
        )
    return (
        urlsafe_b64encode(sha256(f"{person.id} {key}".encode()).digest()[:16]).decode().rstrip("=")
    )


async def open_table(
    request: Asking,
    data: NewTable,
    person: Person,
    position: dict[str, Any] | None = None,
    rematch_of: str = "",
    secret: str = "",
    titled: str = "",
    source: str = "",
) -> TableInfo:
    """Write a new table, and make it known; without a secret, it gets one of its own.

    `titled` is whose name a copied title tells, `source` the running game without hints that it
    continues.
    """
    services = services_of(request.app)
    try:
        game = game_by_id(data.game)
        options = game.full_options(len(data.seats), data.options)
    except BadOptions as wrong:
        raise bad_request("bad-options", str(wrong)) from None
    if sum(plan.kind == "host" for plan in data.seats) > 1:
        raise bad_request("bad-seats", "You can only sit on one chair.")
    if data.clock not in CLOCKS:
        raise bad_request(
            "bad-clock", f"The clock can be {', '.join(str(clock) for clock in CLOCKS)} seconds."
        )
    table = table_id(person, data.key)
    title = one_line(data.title)[:MAX_TITLE] or f"{person.name}'s table"
    now = clock.now()
    row = {
        "id": table,
        "game": data.game,
        "players": len(data.seats),
        "options": options_text(options),
        "title": title,
        "titled": titled or (person.id if person.name in title else ""),
        "source": source,
        "public": data.public,
        "clock": data.clock,
        "silent": data.silent or game.silent(options),
        "help": data.help,
        "status": "open",
        "host": person.id,
        "secret": secret or services.settings.entropy(32).hex(),
        "position": json.dumps(position) if position is not None else None,
        "created": now,
        "changed": now,
        "result": "",
        "next": "",
        "rules": position["rules"] if position is not None else game.info.rules_version,
    }
    chairs = chair_rows(table, data.seats, person)
    await spend(services, *new_table(services.settings, person.id, address_of(request)))
    try:
        table = await services.store.add_table(row, chairs, rematch_of, services.settings)
        log.info("a table of %s was opened (%s...) by %s", data.game, table[:6], person.id)
    except TooManyTables as wrong:
        services.figures.limited(f"tables-{wrong}")
        mine = "You have many tables open; play or leave one of them first."
        everybody = "All tables are taken; come back later."
        raise too_many(
            "too-many-tables", mine if str(wrong) == "person" else everybody, 60
        ) from None
    except Conflict:  # the same request a second time: its table exists
        if not data.key:
            raise
    return (await find(services, table)).info()


async def join_rematch(services: Services, table: str, seat: int, person: Person) -> TableInfo:
    """Sit down at the table of a rematch, on your old chair if it is free; if you come too late,
    you may watch.
    """

    def decide(row: TableRow, chairs: list[ChairRow]) -> Change:
        free = (
            row.status == "open" and seat_of(chairs, person) is None and chairs[seat].kind == "open"
        )
        name = distinct(person.name, [chair.name for chair in chairs])
        return (
            {seat: {"kind": "person", "person": person.id, "name": name, "bot": ""}} if free else {}
        )

    return await change_seating(services, table, decide)


class Opening(Controller):
    """Tables: find, open, start, and begin again."""

    path = "/api/tables"
    tags = ("tables",)

    @get(summary="Tables to join or watch, and my own", responses=TROUBLES)
    async def listed(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> list[TableInfo]:
        names = await services.store.tables_of(
            person.id, MOST_LISTED
        ) + await services.store.public_tables(MOST_LISTED)
        listed: list[TableInfo] = await services.hub.listed(list(dict.fromkeys(names)))
        return listed

    @post(summary="Open a table", responses=TROUBLES)
    async def open(
        self, data: JSONBody[NewTable], person: NamedDependency[Person], request: Asking
    ) -> TableInfo:
        return await open_table(request, data, person)

    @get("/{table:str}", summary="A table by its link", responses=TROUBLES)
    async def look(self, table: FromPath[str], services: NamedDependency[Services]) -> TableInfo:
        return (await find(services, table)).info()

    @post(
        "/{table:str}/start", summary="Begin the game (host)", status_code=200, responses=TROUBLES
    )
    async def start(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        host_only(live.row, person)
        try:
            await services.play.start(live)
        except Conflict:
            raise conflict("started", "The game has already begun.") from None
        except EmptyChair:
            raise conflict(
                "empty-chairs", "There are empty chairs: wait for people, or fill them with bots."
            ) from None
        return live.info()

    @post(
        "/{table:str}/rematch",
        summary="Another game with the same people and options",
        responses=TROUBLES,
    )
    async def rematch(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        request: Asking,
    ) -> TableInfo:
        live = await find(services, table)
        if live.row.status != "over":
            raise conflict("not-over", "A rematch is possible when the game is over.")
        if live.seat_of(person.id) is None:
            raise forbidden("not-seated", "Only those who played can ask for a rematch.")
        if live.row.next:
            return await join_rematch(services, live.row.next, live.seat_of(person.id) or 0, person)
        row = live.row
        plan = [
            SeatPlan(kind="bot", bot=chair.bot) if chair.kind == "bot" else SeatPlan(kind="open")
            for chair in live.chairs
        ]
        plan[live.seat_of(person.id) or 0] = SeatPlan(kind="host")
        facts = {
            name: getattr(row, name)
            for name in ("game", "title", "public", "clock", "silent", "help")
        }
        new = NewTable(**facts, seats=plan, options=json.loads(row.options))
        info = await open_table(request, new, person, rematch_of=table, titled=row.titled)
        await services.play.refresh(live)
        if info.host != person.id:  # somebody else was faster
            return await join_rematch(services, info.id, live.seat_of(person.id) or 0, person)
        if all(plan_.kind != "open" for plan_ in plan):
            new_live = await find(services, info.id)
            await services.play.start(new_live)
            return new_live.info()
        return info
