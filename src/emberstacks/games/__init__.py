"""The registry: the only list of games in the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from emberstacks.games import alexandria, fire, fire_prototype, horror, librarians
from emberstacks.games.alexandria.components import load as load_alexandria
from emberstacks.games.fire.components import load as load_fire
from emberstacks.games.fire_prototype.components import load as load_fire_prototype
from emberstacks.games.horror.components import load as load_horror
from emberstacks.games.librarians.components import load as load_librarians
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


LOADERS: Final[dict[str, Callable[[Path], Any]]] = {  # the box that the data files in a folder describe
    "fire-prototype": lambda folder: load_fire_prototype(folder / "components.toml"),
    "fire": lambda folder: load_fire(folder / "components.toml"),
    "horror": lambda folder: load_horror(folder / "components.toml"),
    "librarians": load_librarians,
    "alexandria": load_alexandria,
}


def with_figures(name: str, folder: Path) -> Game:
    """The rules of a game with the figures of another folder's data files; BadOptions says what is wrong with them."""
    kind: Any = type(game_by_id(name))
    try:
        game: Game = kind(LOADERS[name](folder))
    except OSError as wrong:
        raise BadOptions(f"{wrong.filename} cannot be read: {wrong.strerror}; copy the data files of {name} there.") from None
    except (ValueError, KeyError, IndexError, TypeError) as wrong:
        raise BadOptions(f"The data files in {folder} do not describe the box of {name}: {wrong}.") from None
    return game


def use_figures(name: str, folder: Path) -> None:
    """Play a game with other figures in all of this process, which must be one of its own."""
    GAMES[name] = with_figures(name, folder)
