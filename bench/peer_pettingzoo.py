"""PettingZoo: its tic-tac-toe, bare and in the wrappers that users are handed."""

import copy
import random

import numpy as np
from pettingzoo.classic.tictactoe.tictactoe import env, raw_env


class Raw:
    """Tic-tac-toe without wrappers."""

    make = staticmethod(raw_env)

    def __init__(self):
        self.env = self.make()
        self.middle = self.make()
        self.middle.reset(seed=0)
        for square in (4, 0, 8, 2):
            self.middle.step(square)

    def play(self, games, first):
        uniform = random.Random(first).random
        decisions = 0
        env = self.env
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

    def clone(self, count):
        for _ in range(count):
            copy.deepcopy(self.middle)

    def view(self, count):
        for _ in range(count):
            self.middle.observe("player_1")


class Wrapped(Raw):
    """Tic-tac-toe as `env()` hands it out."""

    make = staticmethod(env)
