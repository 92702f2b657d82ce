"""What can be played, over HTTP: games with their options, bots, pieces and rules."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath

from emberstacks.games import GAMES
from emberstacks.protocol import Catalogue, PieceInfo, Rulebook
from emberstacks.server.errors import bad_request, not_found
from emberstacks.server.tables.access import Asking
from emberstacks.server.wire.kept import KEPT, kept
from emberstacks.server.wire.manual import has_docs
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told.box import pieces, printed, rulebook
from emberstacks.told.catalogue import bot_cards, catalogue


def check_bot(spec: str) -> str:
    known = [card.spec for card in bot_cards()]
    if spec not in known:
        raise bad_request("bad-bot", f"There is no bot {spec!r}. Choose from {', '.join(known)}.")
    return spec


class Games(Controller):
    """What can be played."""

    path = "/api/games"
    tags = ("games",)

    @get(summary="All games and bots", sync_to_thread=False, responses=TROUBLES, opt=KEPT)
    def all_games(self, request: Asking) -> Response[Catalogue]:
        return kept(request, catalogue, has_docs())

    @get(
        "/{game:str}/box",
        summary="What is printed on the pieces of a game",
        sync_to_thread=False,
        responses=TROUBLES,
        opt=KEPT,
    )
    def box(self, game: FromPath[str], request: Asking) -> Response[dict[str, Any]]:
        return kept(request, printed, known(game))

    @get(
        "/{game:str}/rules",
        summary="The rules of a game",
        sync_to_thread=False,
        responses=TROUBLES,
        opt=KEPT,
    )
    def rules(self, game: FromPath[str], request: Asking) -> Response[Rulebook]:
        return kept(request, rulebook, known(game))

    @get(
        "/{game:str}/pieces",
        summary="All pieces of a game's box",
        sync_to_thread=False,
        responses=TROUBLES,
        opt=KEPT,
    )
    def pieces(self, game: FromPath[str], request: Asking) -> Response[list[PieceInfo]]:
        return kept(request, pieces, known(game))


def known(game: str) -> str:
    """A game that there is."""
    if game not in GAMES:
        raise not_found(f"There is no game {game!r}.")
    return game
