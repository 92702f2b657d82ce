"""The registry: every folder here is a game. Nothing else in the project lists the games."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.kernel.game import Game, GameInfo


def found() -> list[Game]:
    """The games in the folders, in the order of the shelf."""
    games: list[Game] = [import_module(f"{__name__}.{folder.name}").GAME for folder in iter_modules(__path__) if folder.ispkg]
    return sorted(games, key=lambda game: (game.info.shelf, game.info.id))


GAMES: Final[dict[str, Game]] = {game.info.id: game for game in found()}


def game_by_id(name: str) -> Game:
    """The game with this id; BadOptions lists the ids there are.

    >>> game_by_id("fire").shares([0, 2], 3)  # a win is shared, but a team wins together
    [0.5, 0.0, 0.5]
    >>> game_by_id("librarians").shares([0, 1], 2), game_by_id("librarians").shares([], 2)
    ([1.0, 1.0], [0.0, 0.0])
    """
    if name not in GAMES:
        raise BadOptions(f"There is no game {name!r}. Choose {one_of(list(GAMES))}.")
    return GAMES[name]


def with_figures(name: str, folder: Path) -> Game:
    """A game with the figures from another folder's data files; BadOptions says what is wrong with them."""
    try:
        return game_by_id(name).with_figures(folder)
    except OSError as wrong:
        raise BadOptions(f"{wrong.filename} cannot be read: {wrong.strerror}. Copy the data files of {name} there.") from None
    except (ValueError, KeyError, IndexError, TypeError) as wrong:
        raise BadOptions(f"The data files in {folder} do not describe the box of {name}: {wrong}.") from None


def use_figures(name: str, folder: Path) -> None:
    """Play a game with other figures everywhere in this process; start a process just for that."""
    GAMES[name] = with_figures(name, folder)


class CalledByItsOldName(ModuleType):
    """Keeps `emberstacks.games()` working, although `games` is this package; the next major version drops it."""

    def __call__(self) -> list[GameInfo]:
        warnings.warn("emberstacks.games() is now emberstacks.list_games().", DeprecationWarning, stacklevel=2)
        return [game.info for game in GAMES.values()]


sys.modules[__name__].__class__ = CalledByItsOldName
