"""Secrecy over the registry: no seat can tell the real game from one in which everything it may not know is different."""

from __future__ import annotations

import random

import pytest

from emberstacks.games import GAMES
from emberstacks.kernel.secrecy import check_secrecy
from tests.conftest import COMPILED, SOAK
from tests.every_game.table import sample, some_options

ROUNDS = SOAK // 100 or (4 if COMPILED else 1)  # games for each number of players


@pytest.mark.parametrize(("name", "players"), sample())
def test_seats_cannot_tell_what_they_may_not_know(name: str, players: int) -> None:
    game = GAMES[name]
    rng = random.Random(players)
    for seed in range(ROUNDS):
        check_secrecy(game, players, some_options(game, players, rng), seed)
