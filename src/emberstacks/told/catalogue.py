"""What can be played: games with their options, lessons and puzzles, and bots."""

from __future__ import annotations

from typing import Any

from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.people import people_of
from emberstacks.bots.specs import bot_kinds, usual_bot
from emberstacks.bots.styles import styles_of
from emberstacks.games import GAMES
from emberstacks.kernel.game import GameInfo, Option
from emberstacks.lessons import contents_of
from emberstacks.protocol import (
    BotCard,
    Catalogue,
    GameCard,
    LessonCard,
    OptionInfo,
    PresetInfo,
)
from emberstacks.puzzles import count_of


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
