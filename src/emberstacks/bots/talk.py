"""Markers of bots: talk beside the game (`Game.marker`). The host of a table keeps them, and shows
bots those of the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from emberstacks.bots.api import Bot, View
from emberstacks.bots.mind import mind_of
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.match import Match

SILENCE: Final[Mapping[int, str]] = MappingProxyType({})  # nobody has set a marker


def overheard(view: View, seat: int, markers: Mapping[int, str]) -> View:
    """A view with the pieces on which the others have put their markers, by seat.

    >>> overheard({"seat": 0}, 0, {0: "cell-1", 1: "cell-2", 2: ""})
    {'seat': 0, 'markers': {1: 'cell-2'}}
    """
    others = {other: piece for other, piece in markers.items() if other != seat and piece}
    return {**view, "markers": others} if others else view


def may_talk(match: Match) -> bool:
    """May players set markers in this game, and do bots know how?"""
    mind = mind_of(match.game.info.id)
    return mind.marks is not None and not match.over and mind.talks(match.options)


def marked(match: Match, seat: int, bot: Bot) -> str:
    """The piece on which a bot wants its marker now; "" if it wants none, never talks, or nobody
    may at this table.
    """
    return placed(match, seat, wish(bot, match.view(seat))) if bot.talks and may_talk(match) else ""


def wish(bot: Bot, view: View) -> str:
    """Where a bot wants its marker, as the game's mind says from the view of its seat."""
    marks = mind_of(view["game"]).marks
    return marks(view) if bot.talks and marks is not None else ""


def placed(match: Match, seat: int, place: str) -> str:
    """The piece at a place; "" if no marker may go there."""
    try:
        return match.marker(seat, place)[0] if place else ""
    except IllegalChoice:  # an older version of the rules
        return ""
