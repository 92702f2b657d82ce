"""What can be played, over HTTP: games with their options, bots, pieces and rules."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get
from litestar.params import FromPath

from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.people import people_of
from emberstacks.bots.specs import bot_kinds, usual_bot
from emberstacks.bots.styles import styles_of
from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel.game import GameInfo, Option
from emberstacks.kernel.rules import clauses
from emberstacks.lessons import contents_of
from emberstacks.puzzles import count_of
from emberstacks.server.protocol import (
    BotCard,
    Catalogue,
    Clause,
    GameCard,
    LessonCard,
    OptionInfo,
    PresetInfo,
    Rulebook,
)
from emberstacks.server.tables.access import Asking
from emberstacks.server.wire.kept import KEPT, kept
from emberstacks.server.wire.manual import has_docs
from emberstacks.server.wire.trouble import TROUBLES, bad_request, not_found


def catalogue(docs: bool) -> Catalogue:
    """Everything a table can be made of. Bots that are programs on this machine are left out:
    strangers must not start them.
    """
    games = []
    for game in GAMES.values():
        info = game.info
        options = [option_info(option) for option in info.options]
        made: dict[str, Any] = {
            "options": options,
            "presets": presets(info),
            "usual_bot": usual_bot(info.cooperative),
            "levels": [level.name for level in AT_TABLES],
            "styles": styles_of(info.id),
            "lessons": lesson_cards(info.id),
            "puzzles": count_of(info.id),
        }
        facts = {key: getattr(info, key) for key in GameCard.__struct_fields__ if key not in made}
        games.append(GameCard(**facts, **made))
    return Catalogue(games=games, bots=bot_cards(), docs=docs)


def lesson_cards(game: str) -> list[LessonCard]:
    return [
        LessonCard(number=k, title=title, minutes=minutes)
        for k, (title, minutes) in contents_of(game).items()
    ]


def presets(info: GameInfo) -> list[PresetInfo]:
    return [
        PresetInfo(
            name=one.name,
            options=dict(one.options),
            words=one.words,
            measured=one.measured,
            least=one.least,
        )
        for one in info.presets
    ]


def option_info(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        title=option.heading,
        choices=list(option.choices),
        words=[option.word(choice) for choice in option.choices],
        default=option.default,
        help=option.help,
        more=option.more,
    )


def bot_cards() -> list[BotCard]:
    return [
        BotCard(
            spec=kind.offer, help=kind.help, group=kind.group, people=list(people_of(kind.offer))
        )
        for kind in bot_kinds()
        if kind.offer
    ]


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


def known(game: str) -> str:
    """A game that there is."""
    if game not in GAMES:
        raise not_found(f"There is no game {game!r}.")
    return game


def printed(game: str) -> dict[str, Any]:
    return dict(game_by_id(game).printed())


def rulebook(game: str) -> Rulebook:
    found = game_by_id(game)
    text = found.rules()
    listed = [Clause(number=number, text=words) for number, words in clauses(text).items()]
    return Rulebook(game=game, version=found.info.rules_version, text=text, clauses=listed)
