"""Games in which some seats play greedily and the others at random."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.table import play


def rated(match: es.Match, seat: int = 0) -> dict[str, float]:
    """Every choice with what the greedy bot thinks it is worth."""
    worths = mind_of(match.game.info.id).worths
    assert worths is not None
    choices = match.legal(seat)
    return dict(
        zip([str(choice) for choice in choices], worths(match.view(seat), choices), strict=True)
    )


def mixed_game(
    game: str, players: int, seed: int, greedy: Collection[int], **options: Any
) -> es.Match:
    match = es.new(game, players=players, seed=seed, **options)
    bots = [es.bot("greedy" if seat in greedy else "random") for seat in range(players)]
    return play(match, bots, random.Random(seed))


def greedy_wins(game: str, players: int, seeds: range, **options: Any) -> int:
    """How often a single greedy bot wins, on every seat in turn."""
    won = 0
    for seed in seeds:
        result = mixed_game(game, players, seed, {seed % players}, **options).result
        assert result is not None
        won += seed % players in result.winners
    return won
