"""What has been played and said at a table, over HTTP: the record, every moment of it, its review,
and playing on.
"""

from __future__ import annotations

import json
import secrets
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from emberstacks.kernel.notation import LETTERS
from emberstacks.protocol import (
    ChatLine,
    Fork,
    Frame,
    NewTable,
    Person,
    ReviewState,
    SeatPlan,
    TableInfo,
)
from emberstacks.server.errors import bad_request, conflict, forbidden
from emberstacks.server.services import Services
from emberstacks.server.store.log import MOST_LINES
from emberstacks.server.tables.access import (
    Asking,
    find,
    may_help,
    others_play,
    played,
    still_played,
    viewpoint,
)
from emberstacks.server.tables.live import LiveTable, chat_line
from emberstacks.server.tables.opening import open_table
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told.updates import frame


async def record_text(services: Services, live: LiveTable, seat: int | None) -> str:
    """The record of a game: whole when it is over, and before that what a seat may know."""
    if live.aside:
        begun = (
            live.so_far.record(seat) if live.so_far is not None else f'[Game "{live.row.game}"]\n'
        )
        return f"{begun}# {live.aside}\n"
    match = played(live)
    return (
        match.record()
        if match.over and not await still_played(services, live.id)
        else live.with_own(seat).record(seat)
    )


class Played(Controller):
    """A game as it was, as far as you may know it."""

    path = "/api/tables"
    tags = ("tables",)

    @get(
        "/{table:str}/chat",
        summary="The chat before a line, one page at a time",
        responses=TROUBLES,
    )
    async def chat(
        self,
        table: FromPath[str],
        services: NamedDependency[Services],
        before: Annotated[int, QueryParameter(ge=1, le=MOST_LINES)] = MOST_LINES,
    ) -> list[ChatLine]:
        live = await find(services, table)
        return [chat_line(line) for line in await services.store.talk(live.id, before=before)]

    @get(
        "/{table:str}/record",
        summary="The game as a record",
        media_type=MediaType.TEXT,
        responses=TROUBLES,
    )
    async def record(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Response[str]:
        """The whole record when the game is over; before that, what you may know."""
        live = await find(services, table)
        text = await record_text(services, live, live.seat_of(person.id))
        return Response(text, media_type="text/plain; charset=utf-8")

    @get(
        "/{table:str}/frames/{answers:int}",
        summary="The game as it was after a number of answers",
        responses=TROUBLES,
    )
    async def frame(
        self,
        table: FromPath[str],
        answers: FromPath[int],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        seat: Annotated[str, QueryParameter(max_length=9)] = "",
    ) -> Frame:
        """The game as you saw it; when it is over, as any seat saw it."""
        live = await find(services, table)
        match = played(live)
        viewer = viewpoint(live, match, person, seat)
        known = match.length - match.drafted(viewer)
        if not 0 <= answers <= known:
            raise bad_request("bad-point", f"The game has {known} answers.")
        return frame(match, answers, viewer, known)

    @post(
        "/{table:str}/review",
        summary=(
            "The review of a finished game; the first request starts it, later ones say how far"
            " it is"
        ),
        status_code=200,
        responses=TROUBLES,
    )
    async def review(
        self,
        table: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> ReviewState:
        """Only when the game is over, because before that it would be a hint. A fork of a game
        without hints has no review.
        """
        live = await find(services, table)
        match = played(live)
        if not match.over:
            raise conflict("not-over", "You can review the game when it is over.")
        if live.row.position is not None and not live.row.help:
            raise forbidden(
                "no-help", "This game continues one without help, so it cannot be reviewed."
            )
        found: ReviewState = await services.reviews.look(table, match, person.id)
        return found

    @post(
        "/{table:str}/fork",
        summary="Play on from a point of this game, against bots",
        responses=TROUBLES,
    )
    async def fork(
        self,
        table: FromPath[str],
        data: JSONBody[Fork],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        request: Asking,
    ) -> TableInfo:
        """A finished game is copied as it was, a running one as a possible world, so that nobody
        learns anything.
        """
        live = await find(services, table)
        match = played(live)
        known = match.length - match.drafted(live.seat_of(person.id))
        if not 0 <= data.answers <= known or not 0 <= data.seat < match.players:
            raise bad_request(
                "bad-point", f"The game has {known} answers and {match.players} seats."
            )
        then = match.after(data.answers)
        if not match.over:
            then = then.world(
                viewpoint(live, match, person, LETTERS[data.seat]), secrets.randbits(60)
            )
        if then.over:
            raise conflict("over", "The game is over at that point.")
        plan = [
            SeatPlan(kind="host") if seat == data.seat else SeatPlan(kind="bot", bot=data.bot)
            for seat in range(match.players)
        ]
        new = NewTable(
            game=live.row.game,
            seats=plan,
            options=json.loads(live.row.options),
            title=f"{live.row.title}, otherwise",
            help=await may_help(services, live, person),
        )
        secret = not (match.over or live.ended) and (others_play(live, person) or not live.helps)
        source = live.id if secret else live.row.source
        return await open_table(
            request, new, person, then.to_json(), titled=live.row.titled, source=source
        )
