"""A person's profile, all their records as one file, and the way out."""

from __future__ import annotations

import logging
import zipfile
from collections.abc import AsyncIterator
from typing import IO, cast

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.response import Stream

from emberstacks.protocol import Farewell, Person, Profile, RatedBot, Rating
from emberstacks.server import clock
from emberstacks.server.errors import bad_request
from emberstacks.server.limits import HOUR, Quota
from emberstacks.server.people.accounts import NO_SESSION, Asking, prove, sessions_ended
from emberstacks.server.people.tally import LATEST, Tally
from emberstacks.server.people.tries import no_device
from emberstacks.server.services import Services
from emberstacks.server.tables.live import LiveTable
from emberstacks.server.tables.played import record_text
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.server.wire.turnstile import spend

log = logging.getLogger("emberstacks.profile")

MOST_GAMES = 5000  # the latest count
MIDDLE, SPREAD = 1500, 40  # a new player has 1500; a point of openskill's scale is 40 of ours
STAND_IN = "greedy"  # plays on for somebody who was deleted


def rating_of(mu: float, sigma: float) -> tuple[int, int]:
    """A rating on a scale that people know, and how far it may be off.

    >>> rating_of(25.0, 25 / 3)
    (1500, 333)
    """
    return round(MIDDLE + (mu - 25.0) * SPREAD), round(sigma * SPREAD)


async def profile_of(services: Services, person: Person) -> Profile:
    row = await services.store.person(person.id)
    tally = Tally(person.id, await services.store.played(person.id, MOST_GAMES))
    mine = await services.store.ratings(person.id)
    bots = await services.store.ratings_of_bots([one.game for one in mine])
    ratings = []
    for one in mine:
        rating, doubt = rating_of(one.mu, one.sigma)
        met = [
            RatedBot(
                bot=bot.player.removeprefix("bot "),
                rating=rating_of(bot.mu, bot.sigma)[0],
                games=bot.games,
            )
            for bot in bots
            if bot.game == one.game
        ]
        ratings.append(
            Rating(
                game=one.game,
                rating=rating,
                doubt=doubt,
                games=one.games,
                bots=sorted(met, key=lambda bot: bot.rating),
            )
        )
    return Profile(
        name=person.name,
        account=person.account,
        since=row.created if row is not None else 0.0,
        games=list(tally.games.values()),
        months=list(tally.months.values()),
        opponents=tally.opponents(),
        solo=tally.best_solo(),
        latest=tally.latest[::-1][:LATEST],
        ratings=ratings,
    )


class Parts:
    """A file that is sent while it is written: only so much of it as a zip needs."""

    def __init__(self) -> None:
        self.waiting = bytearray()

    def write(self, part: bytes) -> int:
        self.waiting += part
        return len(part)

    def flush(self) -> None:
        """Nothing is held back."""

    def take(self) -> bytes:
        taken = bytes(self.waiting)
        self.waiting.clear()
        return taken


async def everything(services: Services, person: Person) -> AsyncIterator[bytes]:
    """A zip with all records of a person, and what the server knows about them; one game at a time,
    so that nobody waits.
    """
    parts = Parts()
    with zipfile.ZipFile(cast(IO[bytes], parts), "w", zipfile.ZIP_DEFLATED) as archive:
        profile = msgspec.json.format(msgspec.json.encode(await profile_of(services, person)))
        archive.writestr("profile.json", profile)
        archive.writestr("settings.json", await services.store.settings(person.id))
        told = [
            f"{row.kind} {row.target}\n" for row in await services.store.addresses_of(person.id)
        ]
        archive.writestr("addresses.txt", "".join(told))
        yield parts.take()
        for name in await services.store.tables_of(person.id, MOST_GAMES):
            text = await record_of(services, name, person)
            if text:
                archive.writestr(f"records/{name}.record", text)
                yield parts.take()
    yield parts.take()


async def record_of(services: Services, name: str, person: Person) -> str:
    """The record of a table as the person may have it; a table that nobody has open is read and not
    kept.
    """
    live: LiveTable | None = services.hub.tables.get(name) or await services.hub.read(name)
    if live is None or (live.match is None and not live.aside):
        return ""
    return await record_text(services, live, live.seat_of(person.id))


class Profiles(Controller):
    """What the server knows about me."""

    path = "/api/mine"
    tags = ("people",)

    @get("/profile", summary="What I have played, and how well", responses=TROUBLES)
    async def profile(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> Profile:
        return await profile_of(services, person)

    @get(
        "/export",
        summary="All my records as one zip",
        media_type="application/zip",
        responses=TROUBLES,
    )
    async def export(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> Stream:
        await spend(
            services,
            Quota(
                "exports",
                person.id,
                6,
                HOUR,
                "You have fetched your records several times just now.",
            ),
        )
        headers = {"Content-Disposition": 'attachment; filename="emberstacks.zip"'}
        return Stream(everything(services, person), media_type="application/zip", headers=headers)

    @post("/delete", summary="Delete me", status_code=204, responses=TROUBLES)
    async def leave(
        self,
        data: JSONBody[Farewell],
        person: NamedDependency[Person],
        request: Asking,
        services: NamedDependency[Services],
    ) -> Response[None]:
        """For ever; so that nobody does it by mistake, the request must repeat my name, and for an
        account its password.
        """
        if data.name != person.name:
            raise bad_request("wrong-name", "Type your name exactly as it is shown.")
        if person.account:
            await prove(services, person, data.password, request)
        removed, shared = await services.store.delete_person(person.id, STAND_IN, clock.now())
        log.info("%s was deleted", person.id)
        await sessions_ended(services, person.id)
        for table in (*removed, *shared):
            if table in services.hub.tables:
                await services.play.refresh(services.hub.tables[table])
                services.play.wake(services.hub.tables[table])
            services.announce(table)
        for table in removed:
            services.hub.tables.pop(table, None)  # even if a page of this person still shows it
        return Response(None, cookies=[NO_SESSION, no_device(person.id)])
