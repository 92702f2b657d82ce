"""Batches in several processes: the same games as in one, and what goes wrong is told."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from emberstacks.envs.batch import Games
from emberstacks.envs.pool import Pool, PoolLost
from emberstacks.kernel.errors import BadArray, BadOptions, IllegalChoice


def told_and_heard(pool: Pool) -> None:
    """A broken line is noticed by the one or the other."""
    pool.send(1)
    pool.recv(60)


def test_the_parts_of_a_pool_are_batches() -> None:
    with Pool("fire", players=3, count=6, processes=2, technology=True) as pool:
        pool.reset(4)
        alone = [Games("fire", 3, 3, technology=True) for _ in range(2)]
        arrays = [games.arrays() for games in alone]
        for number, games in enumerate(alone):
            games.reset(4 * 2 + number, arrays[number])
        for _ in range(60):
            part = pool.recv(60)
            same = arrays[part.number]
            for name in ("observations", "masks", "rewards", "done", "seats"):
                assert np.array_equal(getattr(part.arrays, name), getattr(same, name)), name
            actions = part.arrays.masks.argmax(1)
            pool.send(part.number, actions)
            alone[part.number].step(actions, same)


def test_what_goes_wrong_is_told() -> None:
    with pytest.raises(BadOptions, match="7 games among 2 processes"):
        Pool("fire", count=7, processes=2)
    with pytest.raises(BadOptions, match="not 'float16'"):
        Pool("fire", count=2, processes=2, observations="float16")
    with Pool("fire-prototype", players=2, count=4, processes=2) as pool:
        with pytest.raises(PoolLost, match="No part is playing"):
            pool.recv()
        pool.reset(1)
        with pytest.raises(PoolLost, match="Part 1 is not waiting"):
            pool.send(1)
        parts = sorted((pool.recv(60) for _ in range(2)), key=lambda part: part.number)
        with pytest.raises(BadArray, match="shape"):
            pool.send(0, [1])
        before = parts[0].arrays.observations.copy()
        pool.send(0, [99, 99])
        with pytest.raises(IllegalChoice, match="there is no action"):
            pool.recv(60)
        assert np.array_equal(before, parts[0].arrays.observations)
        pool.send(0)  # and it goes on
        assert pool.recv(60).number == 0
        os.kill(pool.crew[1].pid, signal.SIGKILL)
        pool.crew[1].join()
        with pytest.raises(PoolLost, match="The process of part 1 has ended"):
            told_and_heard(pool)
    pool.close()  # twice does no harm
