"""What belongs to a person: their list of games, and their settings."""

from __future__ import annotations

import json

from litestar import Controller, delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.games import game_by_id
from emberstacks.protocol import ChatRead, MyGame, Person, Preferences
from emberstacks.server.errors import bad_request, forbidden
from emberstacks.server.services import Services
from emberstacks.server.store.results import Outcome, outcome_of
from emberstacks.server.tables.access import find
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.wire.trouble import TROUBLES

MOST_LISTED = 60
LONGEST = 4000  # characters of somebody's settings


def told(live: LiveTable, outcome: Outcome | None) -> str:
    """How a game ended, in names."""
    row, names = live.row, [chair.name for chair in live.chairs]
    if row.status != "over":
        return ""
    if outcome is None:
        return "Ended without a result"
    winners = [names[seat] for seat in outcome.winners]
    if game_by_id(row.game).info.cooperative:
        return "Won together" if winners else "Lost together"
    if len(names) == 1:
        return f"{outcome.scores[0]} points, {'won' if winners else 'not won'}"
    scores = ", ".join(
        f"{name} {score}" for name, score in zip(names, outcome.scores, strict=False)
    )
    return f"{' and '.join(winners) or 'Nobody'} won ({scores})"


def game_of(live: LiveTable, seat: int, unread: int) -> MyGame:
    view = live.match.view(seat) if live.match is not None and live.playing else {"waiting": []}
    waiting = (
        [] if seat in live.held else [seat] if seat in view["waiting"] else list(view["waiting"])
    )
    outcome = outcome_of(live.row.result)
    return MyGame(
        table=live.info(),
        seat=seat,
        waiting=waiting,
        since=live.since,
        deadline=live.deadline(seat),
        unread=unread,
        winners=[] if outcome is None else outcome.winners,
        outcome=told(live, outcome),
    )


class Mine(Controller):
    """A person's own things."""

    path = "/api/mine"
    tags = ("people",)

    @get("/games", summary="My games, the latest first", responses=TROUBLES)
    async def games(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> list[MyGame]:
        found = []
        names = await services.store.games_of(person.id, MOST_LISTED)
        latest, heard = (
            await services.store.latest(names),
            await services.store.heard(person.id, names),
        )
        for name in names:
            live = await find(services, name)
            seat = live.seat_of(person.id)
            if seat is not None:
                found.append(game_of(live, seat, max(0, latest[name][1] - heard.get(name, 0))))
        return found

    @put(
        "/games/{table:str}/read",
        summary="I have read the chat up to this line",
        status_code=204,
        responses=TROUBLES,
    )
    async def read(
        self,
        table: FromPath[str],
        data: JSONBody[ChatRead],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        """At my own tables; elsewhere nothing is kept."""
        await services.store.hear(table, person.id, data.line)

    @delete(
        "/games/{table:str}", summary="Take a game off my list", status_code=204, responses=TROUBLES
    )
    async def remove(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        """A running game continues for the others with a bot in my place; if nobody else plays, it
        is over.
        """
        live = await find(services, table)
        seat = live.seat_of(person.id)
        if seat is None:
            raise forbidden("not-seated", "This is not one of your games.")
        await services.store.change_seat(table, seat, hidden=True)
        if live.playing:
            if any(
                chair.kind == "person" and not chair.stand_in and chair.seat != seat
                for chair in live.chairs
            ):
                await services.store.change_seat(table, seat, stand_in=True, stood_in=True)
            else:
                await services.store.end(table, seat)
        await services.play.changed(live)
        services.play.wake(live)

    @get("/settings", summary="What I prefer", responses=TROUBLES)
    async def settings(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> Preferences:
        return Preferences(settings=json.loads(await services.store.settings(person.id)))

    @put("/settings", summary="Change my settings", responses=TROUBLES)
    async def change(
        self,
        data: JSONBody[Preferences],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Preferences:
        text = json.dumps(data.settings, sort_keys=True)
        if len(text) > LONGEST:
            raise bad_request("too-much", "There are too many settings.")
        await services.store.keep_settings(person.id, text)
        return data
