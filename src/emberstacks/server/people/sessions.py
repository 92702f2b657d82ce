"""Where you are logged in, and logging out elsewhere."""

from __future__ import annotations

from litestar import Controller, delete, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from emberstacks.protocol import Person, SessionInfo
from emberstacks.server.errors import not_found
from emberstacks.server.people.accounts import NO_SESSION, Asking, session_of, sessions_ended
from emberstacks.server.services import Services
from emberstacks.server.wire.trouble import TROUBLES

SHOWN = 16  # letters of a session's id


class Sessions(Controller):
    """The browsers in which somebody is logged in."""

    path = "/api/session/all"
    tags = ("people",)

    @get(summary="Where I am logged in", responses=TROUBLES)
    async def listed(
        self, person: NamedDependency[Person], request: Asking, services: NamedDependency[Services]
    ) -> list[SessionInfo]:
        mine = session_of(request)
        return [
            SessionInfo(
                id=row.id[:SHOWN],
                browser=row.browser,
                created=row.created,
                seen=row.seen,
                this=row.id == mine,
            )
            for row in await services.store.sessions_of(person.id)
        ]

    @delete("/{session:str}", summary="Log out in one of them", status_code=204, responses=TROUBLES)
    async def end(
        self,
        session: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        if len(session) != SHOWN or not await services.store.end_session(person.id, session):
            raise not_found("There is no such session; perhaps it has ended already.")
        await sessions_ended(services, person.id)

    @delete(
        summary="Log out everywhere",
        status_code=204,
        responses=TROUBLES,
        response_cookies=[NO_SESSION],
    )
    async def end_all(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> None:
        """Here as well. A link to another device does not work any more either."""
        await services.store.end_sessions(person.id)
        await sessions_ended(services, person.id)
