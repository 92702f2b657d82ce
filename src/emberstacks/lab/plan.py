"""What to play: one game with options, a bot for each seat, and consecutive seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from emberstacks.bots.specs import bot
from emberstacks.games import game_by_id, playing_with, with_figures
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadBot, BadOptions
from emberstacks.kernel.game import Game, Options, Value
from emberstacks.kernel.loop import playout
from emberstacks.kernel.match import SEED_BITS
from emberstacks.kernel.notation import LETTERS
from emberstacks.kernel.step import NOBODY

MOST: Final = 1_000_000_000  # games
TRIES: Final = 3  # games at random that other figures must stand
LONGEST: Final = 20_000  # decisions of such a game


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
        if figures := game_by_id(self.game).figures:
            options = f"{options} figures={figures}".strip()
        return [self.game, game_by_id(self.game).info.rules_version, options, *self.seats]


def with_other_figures(plan: Plan, folder: Path) -> Plan:
    """The same games with other data files; BadOptions if the game cannot be played with them."""
    check_games(with_figures(plan.game, folder), plan.players, plan.options, folder)
    return replace(plan, figures=str(folder))


def check_playable(name: str, folder: Path) -> None:
    """Can the game be played with these data files by every number of players? BadOptions says why
    not.
    """
    game = with_figures(name, folder)
    for players in range(game.info.min_players, game.info.max_players + 1):
        with unplayable(name, folder):
            options = game.full_options(players, {})
        check_games(game, players, options, folder)


def check_games(game: Game, players: int, options: Options, folder: Path) -> None:
    """Play a few games at random."""
    with unplayable(game.info.id, folder):
        start = game.start(players, options)
        for seed in range(TRIES):
            s = start.clone()
            playout(s, Dealer(seed), Dealer(~seed), min(LONGEST, game.max_answers(players)))
            if s.step.seat != NOBODY:
                raise BadOptions(f"a game of {players} does not end")


@contextmanager
def unplayable(name: str, folder: Path | str) -> Iterator[None]:
    """Rules that trip over other figures do not know why, so say in one sentence what is wrong."""
    try:
        yield
    except BadBot:
        raise
    except Exception as wrong:
        why = (
            wrong
            if isinstance(wrong, BadOptions)
            else f"a game breaks off ({type(wrong).__name__}: {wrong})"
        )
        raise BadOptions(
            f"{name} cannot be played with the data files in {folder}: {str(why).rstrip('.')}."
        ) from None


@contextmanager
def figures_of(plan: Plan) -> Iterator[None]:
    """Play with the data files that a plan names; other threads go on with the game's own."""
    with (
        playing_with(with_figures(plan.game, Path(plan.figures))) if plan.figures else nullcontext()
    ):
        yield


def planned(
    game: str,
    bots: Sequence[str],
    players: int | None,
    options: Options,
    games: int,
    first_seed: int,
) -> Plan:
    """A plan that will work, or else BadOptions or BadBot. A single bot takes all seats."""
    info = game_by_id(game).info
    if len(bots) == 1:
        bots = [*bots] * (players or info.min_players)
    if players is not None and players != len(bots):
        raise BadOptions(
            f"{players} players need {players} bots, or one for all seats, but {','.join(bots)!r}"
            f" has {len(bots)}."
        )
    if not 1 <= games <= MOST:
        raise BadOptions(f"The number of games must be from 1 to {MOST}, not {games}.")
    if not 0 <= first_seed <= SEED_BITS - games:
        raise BadOptions(f"The first seed must be from 0 to {SEED_BITS - games}, not {first_seed}.")
    full = game_by_id(game).full_options(len(bots), options)
    for spec in set(bots):
        bot(spec).close()
    return Plan(game, tuple(bots), full, games, first_seed)
