"""After a game, over HTTP: the ranking with where the points came from, and the proof of every draw;
and the player aid.
"""

from __future__ import annotations

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from emberstacks.kernel.match import Match
from emberstacks.protocol import AidInfo, Ending, Proof
from emberstacks.server.errors import conflict
from emberstacks.server.services import Services
from emberstacks.server.tables.access import find, played, still_played
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told import ending as told
from emberstacks.told.box import aid


async def finished(services: Services, table: str) -> Match:
    match = played(await find(services, table))
    if not match.over:
        raise conflict("not-over", "The game is not over yet.")
    return match


class After(Controller):
    """What a finished game shows."""

    path = "/api"
    tags = ("tables",)

    @get(
        "/tables/{table:str}/ending",
        summary="The ranking, and where the points came from",
        responses=TROUBLES,
    )
    async def ending(self, table: FromPath[str], services: NamedDependency[Services]) -> Ending:
        return told.ending(await finished(services, table))

    @get(
        "/tables/{table:str}/draws",
        summary="Everything needed to draw the game again",
        responses=TROUBLES,
    )
    async def draws(self, table: FromPath[str], services: NamedDependency[Services]) -> Proof:
        match = await finished(services, table)
        if await still_played(services, table):
            raise conflict(
                "not-yet", "Others still play this deal today. You can check its draws tomorrow."
            )
        proof = told.proof(match)
        if proof is None:
            raise conflict(
                "no-proof",
                "This game continues from a position of another one, so there is no seed to check"
                " its draws with.",
            )
        return proof

    @get(
        "/tables/{table:str}/aid",
        summary="The player aid of the game that is played there",
        responses=TROUBLES,
    )
    async def aid(self, table: FromPath[str], services: NamedDependency[Services]) -> list[AidInfo]:
        return aid(played(await find(services, table)))
