"""The challenges of a day: everybody on this server gets the same deal, has one try, and finds the
results in one table.

The deal follows from the day and a secret of this server, so nobody can know it before. Until the
day is over, a finished table does not tell its own secret: with it, a second account could look at
every draw.
"""

from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from datetime import UTC, date, datetime, time
from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from emberstacks.games import GAMES
from emberstacks.kernel.game import Challenge
from emberstacks.protocol import (
    ChallengeDay,
    ChallengeResult,
    NewTable,
    Person,
    SeatPlan,
    TableInfo,
)
from emberstacks.puzzles import today
from emberstacks.server.errors import bad_request, not_found
from emberstacks.server.services import Services
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.store.puzzles import Finished
from emberstacks.server.tables.access import find
from emberstacks.server.tables.opening import open_table
from emberstacks.server.wire.trouble import TROUBLES

PARTNER = "expert"
SECRET = "challenges"
MOST_LISTED = 100

Asking = Request[Any, Any, Any]


def challenge_of(game: str, name: str) -> Challenge:
    found = (
        next((one for one in GAMES[game].info.challenges if one.name == name), None)
        if game in GAMES
        else None
    )
    if found is None:
        raise not_found("There is no such challenge.")
    return found


async def deal(services: Services, day: date, game: str, name: str) -> str:
    """The secret that deals a challenge, the same for everybody on this server."""
    own = await services.store.own_key(SECRET, lambda: services.settings.entropy(32).hex())
    return hmac.new(
        bytes.fromhex(own), f"{day.isoformat()} {game} {name}".encode(), hashlib.sha256
    ).hexdigest()


def ranked(results: list[Finished], person: str) -> list[ChallengeResult]:
    """Who won comes first, then who has more points; equals share a rank.

    >>> from emberstacks.server.store.results import Outcome
    >>> told = [("a", "Ada", Outcome([90], [])), ("b", "Ben", Outcome([130], [0])), ("c", "Cy", Outcome([90], []))]
    >>> [(one.rank, one.name, one.points, one.won, one.you) for one in ranked([Finished(*one) for one in told], "c")]
    [(1, 'Ben', 130, True, False), (2, 'Ada', 90, False, False), (2, 'Cy', 90, False, True)]
    """
    merits = [
        (bool(one.outcome.winners), one.outcome.scores[0], one.person, one.name) for one in results
    ]  # the person sits first
    merits.sort(key=lambda one: (not one[0], -one[1], one[3]))
    return [
        ChallengeResult(
            rank=1 + sum(1 for other in merits if other[:2] > (won, points)),
            name=name,
            points=points,
            won=won,
            you=who == person,
        )
        for won, points, who, name in merits
    ]


async def of_day(
    services: Services, day: str, game: str, one: Challenge, person: Person
) -> ChallengeDay:
    """One challenge as somebody finds it."""
    table, status = await services.store.challenge_table(day, game, one.name, person.id)
    finished = await services.store.challenge_results(day, game, one.name)
    reasons = {result.person: unranked(result, day) for result in finished}
    own = [result for result in finished if not result.helped]
    listed = ranked([result for result in own if not reasons[result.person]], person.id)
    others = ranked([result for result in own if reasons[result.person]], person.id)
    return ChallengeDay(
        game=game,
        name=one.name,
        title=one.title,
        words=one.words,
        day=day,
        table=table,
        over=status == "over",
        results=[line for k, line in enumerate(listed) if k < MOST_LISTED or line.you],
        others=[
            msgspec.structs.replace(line, rank=0)
            for k, line in enumerate(others)
            if k < MOST_LISTED or line.you
        ],
        unranked=reasons.get(person.id, ""),
    )


def unranked(one: Finished, day: str) -> str:
    """Why a result has no rank, in a sentence; empty if it has one.

    >>> from emberstacks.server.store.results import Outcome
    >>> account, guest = (Finished("a", "Ada", Outcome([9], []), since) for since in (0.0, None))
    >>> unranked(account, "2026-11-17"), unranked(guest, "2026-11-17")[:40]
    ('', 'Guests have no rank, because the same pe')
    """
    if one.helped:
        return "A bot has played for you, so this result does not count."
    if one.registered is None:
        return (
            "Guests have no rank, because the same person could come twice. With an account you"
            " have one from tomorrow on."
        )
    if one.registered >= datetime.combine(date.fromisoformat(day), time.min, UTC).timestamp():
        return (
            "Your account has been made today, so it has no rank until tomorrow: the same person"
            " could come twice."
        )
    return ""


class Challenges(Controller):
    """The same deal for everybody, once a day."""

    path = "/api/challenges"
    tags = ("challenges",)

    @get(summary="The challenges of today or of another day, and their results", responses=TROUBLES)
    async def look(
        self,
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        day: Annotated[str, QueryParameter(max_length=10)] = "",
    ) -> list[ChallengeDay]:
        try:
            when = (date.fromisoformat(day) if day else today()).isoformat()
        except ValueError:
            raise bad_request("bad-day", "A day is written as 2026-11-17.") from None
        games = [(game.info.id, one) for game in GAMES.values() for one in game.info.challenges]
        return [await of_day(services, when, game, one, person) for game, one in games]

    @post(
        "/{game:str}/{name:str}",
        summary="Play the challenge of today: a table, or yours if there is one",
        responses=TROUBLES,
    )
    async def play(
        self,
        game: FromPath[str],
        name: FromPath[str],
        person: NamedDependency[Person],
        request: Asking,
        services: NamedDependency[Services],
    ) -> TableInfo:
        one, now = challenge_of(game, name), today()
        day = now.isoformat()
        known, _ = await services.store.challenge_table(day, game, name, person.id)
        if not known:
            secret = await deal(services, now, game, name)
            partners = [SeatPlan(kind="bot", bot=PARTNER) for _ in range(one.players - 1)]
            wanted = NewTable(
                # a second click finds the same table
                key=hashlib.sha256(f"table {secret}".encode()).hexdigest(),
                game=game,
                seats=[SeatPlan(kind="host"), *partners],
                options=dict(one.options),
                title=f"{one.title}, {day}",
                help=False,
            )
            known = (await open_table(request, wanted, person, secret=secret)).id
            with suppress(Conflict):  # that click was faster
                await services.store.keep_challenge(day, game, name, person.id, known)
        live = await find(services, known)
        if live.row.status == "open":
            with suppress(Conflict):
                await services.play.start(live)
        return live.info()
