"""Finding a table, and who may see or do what there."""

from __future__ import annotations

from typing import Any

from litestar import Request

from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS
from emberstacks.protocol import Person
from emberstacks.puzzles import today
from emberstacks.server.errors import bad_request, conflict, forbidden, not_found
from emberstacks.server.services import Services
from emberstacks.server.store.rows import TableRow
from emberstacks.server.tables.live import LiveTable

Asking = Request[Any, Any, Any]


async def find(services: Services, table: str) -> LiveTable:
    """A table as the database has it now, so that people find what another process has told them."""
    live: LiveTable | None = await services.hub.table(table)
    if live is None:
        raise not_found("There is no such table.")
    if services.store.shared:
        await services.hub.look_again(live)
        if table not in services.hub.tables:  # somebody has removed it
            raise not_found("There is no such table.")
    return live


async def still_played(services: Services, table: str) -> bool:
    """Is this table a try at the challenge of today? Then its secret would tell others every draw."""
    return bool(await services.store.challenge_day(table) == today().isoformat())


def played(live: LiveTable) -> Match:
    if live.aside:
        raise conflict("set-aside", live.aside)
    if live.match is None:
        raise conflict("not-begun", "The game has not begun yet.")
    return live.match


def viewpoint(live: LiveTable, match: Match, person: Person, wanted: str) -> int | None:
    """Whose view you get: your own or a spectator's, and any seat's when the game is over."""
    own = live.seat_of(person.id)
    if not wanted:
        return own
    if wanted == "spectator":
        return None
    if wanted not in LETTERS[: match.players]:
        raise bad_request(
            "bad-seat", f"Seats are {', '.join(LETTERS[: match.players])} and spectator."
        )
    if not match.over and LETTERS.index(wanted) != own:
        raise forbidden(
            "not-your-seat", "Until the game is over, you only see it from your own seat."
        )
    return LETTERS.index(wanted)


def host_only(row: TableRow, person: Person) -> None:
    if row.host != person.id:
        raise forbidden("not-host", "Only the host of the table can do that.")


def before_start(row: TableRow) -> None:
    if row.status != "open":
        raise conflict("started", "The game has already begun.")


def others_play(live: LiveTable, person: Person) -> bool:
    return any(chair.kind == "person" and chair.person != person.id for chair in live.chairs)


async def may_help(services: Services, live: LiveTable, person: Person) -> bool:
    """Hints for a fork: if nobody else plays the game, or it is over; so must be the games that it
    continues itself.
    """
    source = live.row.source
    while source:
        found = await services.store.table(source)
        if found is not None and found[0].status != "over":
            return False
        source = found[0].source if found is not None else ""
    over = live.ended or (live.match is not None and live.match.over)
    return over or (live.helps and not others_play(live, person))
