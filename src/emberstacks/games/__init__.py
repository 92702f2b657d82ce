"""The registry: every folder here is a game. Nothing else in the project lists the games."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from emberstacks.kernel.errors import BadOptions, meant, one_of
from emberstacks.kernel.game import Game

# the folder of data files that this process and those it starts play with
FIGURES: Final = "EMBERSTACKS_FIGURES"


def found() -> list[Game]:
    """The games in the folders, in the order of the shelf."""
    games: list[Game] = [
        import_module(f"{__name__}.{folder.name}").GAME
        for folder in iter_modules(__path__)
        if folder.ispkg
    ]
    return sorted(games, key=lambda game: (game.info.shelf, game.info.id))


_ON_THE_SHELF: Final[dict[str, Game]] = {game.info.id: game for game in found()}
# nobody changes it while the program runs
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_ON_THE_SHELF)
_OTHERS: Final[ContextVar[Mapping[str, Game]]] = ContextVar(
    "games that are played with here instead",
    default={},  # noqa: B039
)


def game_by_id(name: str) -> Game:
    """The game with this id; BadOptions lists the ids there are.

    >>> game_by_id("fire").shares([0, 2], 3)  # a win is shared, but a team wins together
    [0.5, 0.0, 0.5]
    >>> game_by_id("librarians").shares([0, 1], 2), game_by_id("librarians").shares([], 2)
    ([1.0, 1.0], [0.0, 0.0])
    """
    game = _OTHERS.get().get(name) or GAMES.get(name)
    if game is None:
        raise BadOptions(
            f"There is no game {name!r}.{meant(name, list(GAMES))} Choose {one_of(list(GAMES))}."
        )
    return game


@contextmanager
def playing_with(game: Game) -> Iterator[Game]:
    """Find this game by its id in here: other threads and tasks, which may play with the box on the
    shelf, do not notice.
    """
    before = _OTHERS.set({**_OTHERS.get(), game.info.id: game})
    try:
        yield game
    finally:
        _OTHERS.reset(before)


def folder_of(game: Game) -> Path:
    """The folder of a game."""
    return game.folder


def data_files(game: Game) -> list[str]:
    """The names of the files with a game's figures."""
    return sorted(file.name for file in folder_of(game).glob("*.toml"))


def with_figures(name: str, folder: Path) -> Game:
    """A game with the figures from another folder's data files; BadOptions says what is wrong with
    them.
    """
    try:
        game = game_by_id(name).with_figures(folder)
        content = b"".join([(folder / file).read_bytes() for file in data_files(game)])
    except OSError as wrong:
        raise BadOptions(
            f"{wrong.filename} cannot be read: {wrong.strerror}. Copy the data files of {name}"
            " there."
        ) from None
    except (ValueError, KeyError, IndexError, TypeError) as wrong:
        why = str(wrong).removesuffix(".")
        raise BadOptions(
            f"The data files in {folder} do not describe the box of {name}: {why}."
        ) from None
    game.figures = hashlib.sha256(content).hexdigest()[:12]
    title = f"{game.info.title} with the figures of {folder.absolute().name}"
    # a challenge is the same for everybody
    game.info = replace(game.info, title=title, challenges=[])
    return game


def game_of(folder: Path) -> str:
    """The game whose box a folder of data files describes: the one with the most tables of the same
    names.
    """
    theirs = tables(folder, [file.name for file in folder.glob("*.toml")])
    shared = {
        name: len(theirs & tables(folder_of(game), data_files(game)))
        for name, game in GAMES.items()
    }
    best = max(shared, key=lambda name: shared[name])
    if not shared[best]:
        raise BadOptions(
            f"{folder} has no data files of a game. Copy those of one there, and change what you"
            " like."
        )
    return best


def tables(folder: Path, files: list[str]) -> set[tuple[str, str]]:
    """The tables in data files, each with the name of its file."""
    try:
        return {
            (file, name)
            for file in files
            for name in tomllib.loads((folder / file).read_text(encoding="utf-8"))
        }
    except (OSError, ValueError) as wrong:
        raise BadOptions(f"The data files in {folder} cannot be read: {wrong}.") from None


def use_figures(name: str, folder: Path) -> None:
    """Play a game with other figures everywhere in this process, from its start on."""
    _ON_THE_SHELF[name] = with_figures(name, folder)


if FIGURES in os.environ:
    use_figures(game_of(Path(os.environ[FIGURES])), Path(os.environ[FIGURES]))
