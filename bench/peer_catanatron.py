"""Catanatron: four random players at the largest of the games compared here."""

import random

from catanatron import Color, Game, RandomPlayer

MIDDLE = 400  # of about a thousand decisions


class Catan:
    """Its own random players in its own loop; a player is handed the whole game, so there is no
    view to time.
    """

    def __init__(self):
        random.seed(0)
        self.middle = new_game(1)
        for _ in range(MIDDLE):
            self.middle.play_tick()

    def play(self, games, first):
        decisions = 0
        for seed in range(first + 1, first + games + 1):  # it takes seed 0 for none
            game = new_game(seed)
            game.play()
            decisions += len(game.state.actions)
        return {"decisions": decisions}

    def clone(self, count):
        for _ in range(count):
            self.middle.copy()


def new_game(seed):
    return Game(
        [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)],
        seed=seed,
    )
