"""Random playouts of whole games: the fastest look at a game's numbers, and our measure of speed."""

from __future__ import annotations

from typing import Final, final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Game, Options
from emberstacks.kernel.ints import i64
from emberstacks.kernel.loop import ENDLESS, playout
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py


@final
class Totals:
    """The totals of many games; a shared win counts for everybody who shares it."""

    def __init__(self, players: int) -> None:
        self.decisions: i64 = 0
        self.scores: list[int] = [0] * players
        self.wins: list[int] = [0] * players


def random_game(start: State, seed: i64) -> tuple[State, i64]:
    """A whole game, all seats at random, and its decisions; chance deals as in a match with that
    seed.
    """
    s = start.clone()
    return s, playout(s, Dealer(seed), Dealer(~seed), ENDLESS)


def run_games(game: Game, players: int, options: Options, games: i64, first_seed: i64) -> Totals:
    """Play games with consecutive seeds, all seats at random."""
    start = game.start(players, game.full_options(players, options))
    totals = Totals(players)
    seed: i64
    for seed in range(first_seed, first_seed + games):
        s, decisions = random_game(start, seed)
        totals.decisions += decisions
        for seat, points in enumerate(game.scores(s)):
            totals.scores[seat] += points
        for seat in game.winners(s):
            totals.wins[seat] += 1
    return totals
