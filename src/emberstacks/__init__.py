"""Emberstacks: five library-themed board games at one table.

>>> import emberstacks as es
>>> match = es.new("fire-prototype", players=3, seed=7)
>>> [str(choice) for choice in match.legal()]
['draw', 'score']
>>> match.push("score")
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from emberstacks import pickling as _pickling  # noqa: F401  (matches can be pickled)
from emberstacks.bots.api import Bot
from emberstacks.bots.specs import bot
from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel import begin, record
from emberstacks.kernel.errors import (
    BadArray,
    BadBot,
    BadOptions,
    BadPosition,
    BadRecord,
    EmberstacksError,
    IllegalChoice,
    LawBroken,
)
from emberstacks.kernel.game import GameInfo, Option, Result, Value
from emberstacks.kernel.match import Match, dealer_of
from emberstacks.kernel.notation import Choice

__all__ = [
    "BadArray",
    "BadBot",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "Bot",
    "Choice",
    "EmberstacksError",
    "GameInfo",
    "IllegalChoice",
    "LawBroken",
    "Match",
    "Option",
    "Result",
    "bot",
    "from_json",
    "list_games",
    "new",
    "read_record",
]


def __getattr__(name: str) -> str:
    """VERSION, read only when somebody asks: it takes a while."""
    if name == "VERSION":
        from importlib.metadata import version

        return version("emberstacks")
    raise AttributeError(f"module 'emberstacks' has no attribute {name!r}")


def list_games() -> list[GameInfo]:
    """The facts about every game.

    >>> [info.title for info in list_games() if info.id == "fire"]
    ['Fire in the Library']
    """
    return [game.info for game in GAMES.values()]


def new(game: str, players: int | None = None, seed: int | None = None, **options: Value) -> Match:
    """A new match. A seed makes it repeatable; without one the draws are sealed: secret, committed
    to, and checkable.
    """
    found = game_by_id(game)
    seats = found.info.min_players if players is None else players
    return begin.new_match(found, seats, options, dealer_of(seed), seed)


def from_json(data: Mapping[str, Any] | str, seed: int | None = None) -> Match:
    """A match from what `Match.to_json` wrote, edited or not; BadPosition says in one sentence what
    cannot be.
    """
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except ValueError as wrong:
            raise BadPosition(f"the position is not JSON: {wrong}.") from None
        except RecursionError:
            raise BadPosition("the position is nested too deeply.") from None
    if not isinstance(data, Mapping) or not isinstance(data.get("game"), str):
        raise BadPosition("a position is a JSON object with 'game', 'players' and 'state'.")
    return begin.match_from_json(game_by_id(data["game"]), data, dealer_of(seed), seed)


def read_record(text: str, seed: int | None = None) -> Match:
    """The match that a record tells, ready to go on; BadRecord names the line that is wrong and
    what was expected.
    """
    written = record.read(text)
    if "Game" not in written.headers:
        raise BadRecord('line 1: expected a header [Game "..."] with the id of the game.')
    try:
        found = game_by_id(written.headers["Game"])
    except BadOptions as wrong:
        raise BadRecord(f"line {written.lines['Game']}: {wrong}") from None
    return begin.match_from_record(found, written, seed)
