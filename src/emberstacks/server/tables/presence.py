"""Coming and going during a game: leave it to a bot, come back, and what others can do when
somebody does not answer.
"""

from __future__ import annotations

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.protocol import Person, SeatNumber, TableInfo
from emberstacks.server import clock
from emberstacks.server.errors import bad_request, conflict, forbidden
from emberstacks.server.services import Services
from emberstacks.server.tables.access import find
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.wire.trouble import TROUBLES


def seated(live: LiveTable, person: Person) -> int:
    seat = live.seat_of(person.id)
    if seat is None:
        raise forbidden("not-seated", "Only those who play can do that.")
    if not live.playing:
        raise conflict("not-playing", "This game is not being played now.")
    return seat


class Presence(Controller):
    """Who is there, and who is not."""

    path = "/api/tables/{table:str}"
    tags = ("tables",)

    @post("/leave", summary="Leave, and let a bot play for me", status_code=200, responses=TROUBLES)
    async def leave(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        await services.play.stand_in(live, seated(live, person))
        return live.info()

    @post("/return", summary="Take my seat back", status_code=200, responses=TROUBLES)
    async def come_back(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        await services.store.change_seat(table, seated(live, person), stand_in=False, hidden=False)
        await services.play.changed(live)
        return live.info()

    @post(
        "/absent",
        summary="Let a bot play for somebody who does not answer",
        status_code=200,
        responses=TROUBLES,
    )
    async def absent(
        self,
        table: FromPath[str],
        data: JSONBody[SeatNumber],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        mine = seated(live, person)
        if (
            not 0 <= data.seat < len(live.chairs)
            or live.chairs[data.seat].kind != "person"
            or data.seat == mine
        ):
            raise bad_request("bad-seat", "Nobody else sits on that chair.")
        waiting = live.match.waiting if live.match is not None else []
        if mine in waiting and mine not in live.held:
            raise conflict("your-turn", "You have not answered yourself yet.")
        patience = max(services.settings.absence, live.clock)
        begun = live.wound(live.match, live.since) if live.match is not None else live.since
        if data.seat not in waiting or live.paused or clock.now() < begun + patience:
            raise conflict("too-early", f"{live.chairs[data.seat].name} still has time to answer.")
        if live.match is not None and live.match.together:
            await services.play.answer_for(live, data.seat)
        else:
            await services.play.stand_in(live, data.seat)
        services.announce(table)
        return live.info()

    @post(
        "/pause",
        summary="Pause the game, if all players agree",
        status_code=200,
        responses=TROUBLES,
    )
    async def pause(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        """Clocks and bots stand still until a player resumes."""
        live = await find(services, table)
        await services.store.pause(table, seated(live, person))
        await services.play.changed(live)
        return live.info()

    @post(
        "/resume",
        summary="End a pause, or no longer ask for one",
        status_code=200,
        responses=TROUBLES,
    )
    async def resume(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        seated(live, person)
        await services.store.resume(table, clock.now())
        await services.play.changed(live)
        services.play.wake(live)
        return live.info()

    @post(
        "/end",
        summary="End the game early, if all players agree",
        status_code=200,
        responses=TROUBLES,
    )
    async def end(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> TableInfo:
        live = await find(services, table)
        await services.store.end(table, seated(live, person))
        await services.play.changed(live)
        return live.info()
