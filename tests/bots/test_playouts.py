"""Random playouts of whole games: the same games as matches with the same seeds."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.bots.playouts import run_games
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from tests.every_game.table import settings

pytestmark = pytest.mark.both_builds

SEEDS = range(5, 9)


@pytest.mark.parametrize(("name", "players"), settings())
def test_many_games_are_the_matches_of_their_seeds(name: str, players: int) -> None:
    decisions, scores, wins = 0, [0] * players, [0] * players
    for seed in SEEDS:
        match = es.new(name, players=players, seed=seed)
        policy = Dealer(~seed)
        while not match.over:
            codes = match.codes()
            match.push(codes[policy.below(len(codes))])
            decisions += 1
        assert match.result is not None
        scores = [total + points for total, points in zip(scores, match.result.scores, strict=True)]
        wins = [total + (seat in match.result.winners) for seat, total in enumerate(wins)]
    totals = run_games(GAMES[name], players, {}, len(SEEDS), SEEDS[0])
    assert (totals.decisions, totals.scores, totals.wins) == (decisions, scores, wins)


def test_wrong_options_are_refused_before_the_first_game() -> None:
    with pytest.raises(es.BadOptions, match="2 to 5 players"):
        run_games(GAMES["fire-prototype"], 9, {}, 1, 0)
