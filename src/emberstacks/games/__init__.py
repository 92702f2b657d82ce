"""The registry: the only list of games in the project."""

from __future__ import annotations

from typing import Final

from emberstacks.games import alexandria, fire, fire_prototype, horror, librarians
from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.kernel.game import Game

GAMES: Final[dict[str, Game]] = {
    game.info.id: game for game in (fire_prototype.GAME, fire.GAME, horror.GAME, librarians.GAME, alexandria.GAME)
}


def game_by_id(name: str) -> Game:
    """The game with this id; BadOptions lists the ids there are."""
    if name not in GAMES:
        raise BadOptions(f"There is no game {name!r}; there is {one_of(list(GAMES))}.")
    return GAMES[name]
