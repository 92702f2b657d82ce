"""Secrecy over the registry: no seat can tell the real game from one in which everything it may not
know is different.
"""

from __future__ import annotations

import random

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, encode
from emberstacks.kernel.secrecy import check_secrecy
from emberstacks.kernel.view import resample
from tests.conftest import COMPILED, SOAK
from tests.every_game.table import sample, some_options

ROUNDS = SOAK // 100 or (4 if COMPILED else 1)  # games for each number of players


@pytest.mark.parametrize(("name", "players"), sample())
def test_seats_cannot_tell_what_they_may_not_know(name: str, players: int) -> None:
    game = GAMES[name]
    rng = random.Random(players)
    for seed in range(ROUNDS):
        check_secrecy(game, players, some_options(game, players, rng), seed)


@pytest.mark.parametrize(("name", "players"), sample())
def test_worlds_made_from_a_state_are_those_made_from_the_view(name: str, players: int) -> None:
    game = GAMES[name]
    rng = random.Random(players)
    match = es.new(name, players=players, seed=players, **some_options(game, players, rng))
    while not match.over and match.length < 400:
        if rng.random() < 0.15:
            for seat in [*range(players), None]:
                quick, slow = Dealer(match.length), Dealer(match.length)
                world = match.worlds(seat).deal(quick)
                assert encode(world, TRUTH) == encode(resample(game, match.view(seat), slow), TRUTH)
        asked = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(asked)), asked)
