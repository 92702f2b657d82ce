"""`emberstacks lab puzzles GAME`: find puzzles in games of bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from emberstacks.bots.specs import bot
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.seats import split
from emberstacks.cli.shared import FirstSeed, Options, WhichGame
from emberstacks.cli.simulate import say_build
from emberstacks.games import game_by_id
from emberstacks.kernel.match import SEED_BITS
from emberstacks.lab.puzzles import Mine

SIZES: Final = 3  # numbers of players, from the smallest that is no solo game
MOST: Final = 100_000


def puzzles(
    game: WhichGame,
    /,
    *,
    count: Annotated[int, Parameter(help="How many puzzles to find.")] = 300,
    games: Annotated[int, Parameter(help="The most games to play.")] = 10_000,
    bots: Annotated[
        str, Parameter(help="The bots that play them, separated by commas.")
    ] = "expert",
    decisions: Annotated[int, Parameter(help="How many decisions of each game to look at.")] = 20,
    option: Options = None,
    seed: FirstSeed = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME-puzzles.jsonl here.")
    ] = None,
) -> None:
    """Find positions in which one choice is clearly best; if stopped, the same command continues."""
    found = game_by_id(game)
    info = found.info
    if (
        not all(1 <= number <= MOST for number in (count, games, decisions))
        or not 0 <= seed <= SEED_BITS - MOST
    ):
        raise WrongUse(
            f"--count, --games and --decisions must be from 1 to {MOST}, and --seed 0 or more."
        )
    specs = split(bots)
    for spec in specs:
        bot(spec).close()
    least = max(2, info.min_players)
    sizes = list(range(least, min(least + SIZES - 1, info.max_players) + 1))
    options = found.full_options(sizes[0], parsed(info, option or []))
    path = out or Path(f"{game}-puzzles.jsonl")
    mine = Mine(path, game, sizes, options, specs, decisions, seed)
    console = Console(stderr=True)
    say_build(console)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("puzzles", total=count, completed=len(mine.puzzles))

        def tell(played: int, there: int) -> None:
            bar.update(task, completed=there, description=f"puzzles from {played} games")

        mine.dig(count, games, tell)
    print(f"{len(mine.puzzles)} puzzles from {mine.head['games']} games are in {path}.")
