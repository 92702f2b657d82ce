"""Our rows for learners: every step with its observation and its mask, and a legal action chosen at
random.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from emberstacks.envs.aec import raw_env
from emberstacks.envs.batch import Games
from emberstacks.kernel import loop

PLAYERS = 4
COUNT = 256  # games in a batch
BUILD = "interpreted" if loop.__file__.endswith(".py") else "compiled"


class Batch:
    """Games side by side, a call for all of them."""

    build = BUILD

    def __init__(self, name: str) -> None:
        self.games = Games(name, PLAYERS, COUNT)
        self.arrays = self.games.arrays()
        self.games.reset(0, self.arrays)

    def play(self, games: int, first: int) -> dict[str, Any]:
        """Until this many games have ended; when a round begins, each is somewhere in the middle."""
        steps = ended = 0
        while ended < games:
            self.games.step(self.games.sample(), self.arrays)
            steps += COUNT
            ended += int(np.count_nonzero(self.arrays.done))
        return {"decisions": steps}


class Zoo:
    """The same through PettingZoo's interface, one game at a time."""

    build = BUILD

    def __init__(self, name: str) -> None:
        self.env: Any = raw_env(name, PLAYERS)

    def play(self, games: int, first: int) -> dict[str, Any]:
        return random_games(self.env, games, first)


def random_games(env: Any, games: int, first: int) -> dict[str, Any]:
    """Whole games in an AEC environment, with legal actions at random."""
    uniform = random.Random(first).random
    decisions = 0
    for seed in range(first, first + games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(uniform() * len(legal))]))
                decisions += 1
    return {"decisions": decisions}
