"""After a game: the ranking with where the points came from, and the proof of every draw; the box
and the player aid.
"""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from emberstacks.games import GAMES
from emberstacks.kernel.match import Match
from emberstacks.kernel.rules import introduced
from emberstacks.server.protocol import (
    AidInfo,
    DrawInfo,
    Ending,
    PieceInfo,
    Place,
    Proof,
    SignInfo,
    Source,
)
from emberstacks.server.services import Services
from emberstacks.server.tables.access import Asking, find, played, still_played
from emberstacks.server.tables.catalogue import known
from emberstacks.server.wire.kept import KEPT, kept
from emberstacks.server.wire.trouble import TROUBLES, conflict


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
        match = await finished(services, table)
        result = match.result
        assert result is not None
        sources = match.sources()
        places = [
            Place(
                rank=rank,
                seat=seat,
                winner=seat in result.winners,
                points=result.scores[seat],
                sources=[Source(name=name, points=points) for name, points in sources[seat]],
            )
            for rank, seat in match.ranking()
        ]
        return Ending(
            cooperative=match.game.info.cooperative, summary=result.summary, places=places
        )

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
        proof = match.proof()
        if proof is None:
            raise conflict(
                "no-proof",
                "This game continues from a position of another one, so there is no seed to check"
                " its draws with.",
            )
        commitment, secret = proof
        listed = [
            DrawInfo(weights=weights, outcome=outcome, text=text)
            for weights, outcome, text in match.draws()
        ]
        return Proof(commitment=commitment, secret=secret, draws=listed)

    @get(
        "/tables/{table:str}/aid",
        summary="The player aid of the game that is played there",
        responses=TROUBLES,
    )
    async def aid(self, table: FromPath[str], services: NamedDependency[Services]) -> list[AidInfo]:
        match = played(await find(services, table))
        return [
            AidInfo(
                title=part.title,
                lines=part.lines,
                signs=[SignInfo(symbol=one, meaning=other) for one, other in part.signs],
            )
            for part in match.game.aid(match.players, match.options)
        ]

    @get(
        "/games/{game:str}/pieces",
        summary="All pieces of a game's box",
        sync_to_thread=False,
        responses=TROUBLES,
        opt=KEPT,
    )
    def pieces(self, game: FromPath[str], request: Asking) -> Response[list[PieceInfo]]:
        return kept(request, listed_pieces, known(game))


def listed_pieces(game: str) -> list[PieceInfo]:
    rules = GAMES[game].rules()
    return [
        PieceInfo(
            group=piece.group,
            name=piece.name,
            text=piece.text,
            count=piece.count,
            id=piece.id,
            kind=piece.kind,
            number=piece.number,
            clause=piece.clause or introduced(rules, piece.name),
        )
        for piece in GAMES[game].pieces()
    ]
