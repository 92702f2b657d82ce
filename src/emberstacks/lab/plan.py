"""What to play: one game with options, a bot for each seat, and consecutive seeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from emberstacks.bots.playouts import random_game
from emberstacks.bots.specs import bot
from emberstacks.games import game_by_id, with_figures
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Options, Value
from emberstacks.kernel.match import SEED_BITS
from emberstacks.kernel.notation import LETTERS

MOST: Final = 1_000_000_000  # games


@dataclass(frozen=True)
class Plan:
    """Which games to play; everything in a row of results follows from this and the row's seed."""

    game: str
    seats: tuple[str, ...]  # the spec of the bot on each seat
    options: dict[str, Value]  # all of them, defaults filled in
    games: int
    first_seed: int = 0
    counts: bool = False  # count what was done in each game?
    figures: str = ""  # the folder of data files to play with instead of the game's own

    @property
    def players(self) -> int:
        return len(self.seats)

    def columns(self) -> list[str]:
        """The names of the columns of the results."""
        letters = LETTERS[: self.players]
        parts = [f"{part}_{letter}" for part in ("seat", "score", "win") for letter in letters]
        return ["seed", "game", "rules", "options", *parts, "length", *["counts"] * self.counts]

    def fixed(self) -> list[str]:
        """What is the same in every row, between the seed and the scores."""
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return [self.game, game_by_id(self.game).info.rules_version, options, *self.seats]


def with_other_figures(plan: Plan, folder: Path) -> Plan:
    """The same games with other data files; BadOptions if the game cannot be played with them."""
    game = with_figures(plan.game, folder)
    try:
        random_game(game.start(plan.players, plan.options), plan.first_seed)
    except Exception as wrong:
        raise BadOptions(f"{plan.game} cannot be played with the data files in {folder}: {wrong!r}.") from None
    return replace(plan, figures=str(folder))


def planned(game: str, bots: Sequence[str], players: int | None, options: Options, games: int, first_seed: int) -> Plan:
    """A plan that will work, or else BadOptions or BadBot. A single bot takes all seats."""
    info = game_by_id(game).info
    if len(bots) == 1:
        bots = [*bots] * (players or info.min_players)
    if players is not None and players != len(bots):
        raise BadOptions(
            f"{players} players need {players} bots, or one for all seats, but {','.join(bots)!r} has {len(bots)}."
        )
    if not 1 <= games <= MOST:
        raise BadOptions(f"The number of games must be from 1 to {MOST}, not {games}.")
    if not 0 <= first_seed <= SEED_BITS - games:
        raise BadOptions(f"The first seed must be from 0 to {SEED_BITS - games}, not {first_seed}.")
    full = game_by_id(game).full_options(len(bots), options)
    for spec in set(bots):
        bot(spec).close()
    return Plan(game, tuple(bots), full, games, first_seed)
