"""OpenSpiel's tree search with random playouts, in Python and in C++, counted in decisions as ours
is.
"""

import random

import pyspiel
from open_spiel.python.algorithms import mcts
from ours import SIMULATIONS
from peer_openspiel import play

CURIOSITY = 2.0  # as in its examples


class Dice:
    """The random numbers that the search in Python asks numpy for, made lightly; playouts'
    decisions are counted by the way.
    """

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.shuffle = self.random.shuffle
        self.decisions = 0

    def choice(self, options, p=None):
        if p is not None:
            return self.random.choices(options, p)[0]
        self.decisions += 1
        return options[int(self.random.random() * len(options))]


class InPython:
    """The search in Python, from the first decision of a game."""

    def __init__(self, name):
        self.game = pyspiel.load_game(name)
        self.first = self.game.new_initial_state()
        play(self.first, random.Random(0).random, 0)

    def play(self, simulations, first):
        searches = range(0, simulations, SIMULATIONS)
        decisions = sum(
            self.search(min(SIMULATIONS, simulations - done), first + done) for done in searches
        )
        return {"decisions": decisions}

    def search(self, simulations, seed):
        dice = Dice(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        bot = mcts.MCTSBot(
            self.game, CURIOSITY, simulations, evaluator, solve=False, random_state=dice
        )
        return tree_moves(bot.mcts_search(self.first)) + dice.decisions


class InC(InPython):
    """The search in C++. It does not count its decisions, so we take the average number of Python's
    search per simulation.
    """

    def __init__(self, name):
        super().__init__(name)
        self.decisions = (
            sum(super(InC, self).search(SIMULATIONS, seed) for seed in range(20)) / 20 / SIMULATIONS
        )

    def search(self, simulations, seed):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        pyspiel.MCTSBot(
            self.game, evaluator, CURIOSITY, simulations, 1000, False, seed, False
        ).mcts_search(self.first)
        return self.decisions * simulations


def tree_moves(node):
    """How often a player moved within the tree: every node counts the moves that led to it."""
    return sum(
        child.explore_count * (child.player != pyspiel.PlayerId.CHANCE) + tree_moves(child)
        for child in node.children
    )
