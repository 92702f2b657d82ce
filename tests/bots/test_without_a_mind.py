"""Bots in a game that nobody has written a mind for: every level searches by the rules alone, and a
better one wins more.
"""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.games import playing_with
from emberstacks.kernel.game import Game
from tests.toys.auction import AUCTION
from tests.toys.smugglers import SMUGGLERS

pytestmark = pytest.mark.both_builds

SEEDS = 12  # each from both seats


def share(game: Game, first: str, second: str) -> float:
    """How much of the wins the first gets against the second."""
    won = 0.0
    with playing_with(game):
        for seed in range(SEEDS):
            for mine in (0, 1):
                match, rng = es.new(game.info.id, players=2, seed=seed), random.Random(seed)
                bots = [
                    es.bot(spec) for spec in ((first, second) if mine == 0 else (second, first))
                ]
                while not match.over:
                    seat = match.waiting[0]
                    match.push(bots[seat].choose(match.view(seat), match.legal(seat), rng), seat)
                assert match.result is not None
                won += game.shares(match.result.winners, 2)[mine]
    return won / (2 * SEEDS)


@pytest.mark.parametrize(
    ("better", "worse"), [("novice", "random"), ("adept", "novice"), ("expert", "adept")]
)
def test_a_better_level_wins_more(better: str, worse: str) -> None:
    assert sum(share(game, better, worse) for game in (AUCTION, SMUGGLERS)) / 2 > 0.6
