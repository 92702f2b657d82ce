"""Advice: hints and a coach for those who play with bots only, from their own view; and what things
on the table mean.
"""

from __future__ import annotations

import secrets

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from emberstacks.bots.hints import Hint
from emberstacks.kernel.notation import Choice
from emberstacks.protocol import CoachBook, CoachWords, HintInfo, MeaningInfo, Person
from emberstacks.server.errors import conflict, forbidden
from emberstacks.server.services import services_of
from emberstacks.server.tables.access import Asking, find, played
from emberstacks.server.tables.catalogue import known
from emberstacks.server.tables.lane import NotWanted, Piece
from emberstacks.server.wire.kept import KEPT, kept
from emberstacks.server.wire.leaving import while_here
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told.coach import coach_book, coach_words, hint_infos, meaning_infos


async def advised(
    request: Asking, table: str, person: Person
) -> tuple[int, list[Choice], list[Hint]]:
    """The version of a table that asks a person, their choices, and a hint for each."""
    services = services_of(request.app)
    live = await find(services, table)
    match = played(live)
    seat = live.seat_of(person.id)
    if seat is None or not live.may_hint(seat):
        raise forbidden(
            "no-hints",
            "You only get hints if you play with nobody but bots and the host allows them.",
        )
    choices = match.legal(seat)
    if not choices:
        raise conflict("not-asked", "You are not asked anything now.")
    version = live.version
    piece = Piece("hints", services.thinking.asker(person.id), lambda: live.version == version)
    question = (table, version, seat, "hints")
    try:
        given = await while_here(
            request,
            services.thinking.hints(
                piece, question, match.view(seat), choices, secrets.randbits(32)
            ),
        )
    except NotWanted:
        raise conflict("too-late", "The game has moved on since you asked.") from None
    return version, choices, given


class Advice(Controller):
    """Hints and the coach."""

    path = "/api"
    tags = ("advice",)

    @post(
        "/tables/{table:str}/hint",
        summary="What a bot thinks of my choices",
        status_code=200,
        responses=TROUBLES,
    )
    async def hint(
        self, table: FromPath[str], person: NamedDependency[Person], request: Asking
    ) -> list[HintInfo]:
        _, _, given = await advised(request, table, person)
        return hint_infos(given)

    @post(
        "/tables/{table:str}/coach",
        summary="What matters in my decision",
        status_code=200,
        responses=TROUBLES,
    )
    async def coach(
        self, table: FromPath[str], person: NamedDependency[Person], request: Asking
    ) -> CoachWords:
        version, choices, given = await advised(request, table, person)
        return coach_words(given, choices, version)

    @get(
        "/games/{game:str}/meanings",
        summary="What things on the table mean",
        sync_to_thread=True,
        responses=TROUBLES,
        opt=KEPT,
    )
    def meanings(self, game: FromPath[str], request: Asking) -> Response[list[MeaningInfo]]:
        return kept(request, meaning_infos, known(game))

    @get(
        "/games/{game:str}/coach",
        summary="The rules as a coach tells them",
        sync_to_thread=True,
        responses=TROUBLES,
        opt=KEPT,
    )
    def book(self, game: FromPath[str], request: Asking) -> Response[CoachBook]:
        return kept(request, coach_book, known(game))
