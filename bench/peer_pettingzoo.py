"""PettingZoo: its tic-tac-toe, bare and in the wrappers that users are handed."""

import copy

from learners import random_games
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
        return random_games(self.env, games, first)

    def clone(self, count):
        for _ in range(count):
            copy.deepcopy(self.middle)

    def view(self, count):
        for _ in range(count):
            self.middle.observe("player_1")


class Wrapped(Raw):
    """Tic-tac-toe as `env()` hands it out."""

    make = staticmethod(env)
