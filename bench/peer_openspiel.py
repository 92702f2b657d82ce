"""OpenSpiel: our own game written for it in Python, and its pig, which is written in C++; both
driven from Python.
"""

import random

import fire_for_openspiel  # noqa: F401  (registers the game)
import pyspiel
from open_spiel.python.observation import make_observation

from emberstacks.games import GAMES
from emberstacks.kernel import loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.step import CHANCE, NOBODY

FIRST_ACTION = {"TakeCard": 0, "DrawOrScore": 5, "UseBucket": 7}
MIDDLE = 40


class Fire:
    """The same game, fire-prototype with four players."""

    def __init__(self):
        self.game = self.load()
        self.observation = make_observation(self.game)
        self.middle = self.game.new_initial_state()
        play(self.middle, random.Random(0).random, MIDDLE)

    def load(self):
        return pyspiel.load_game("python_fire_prototype")

    def play(self, games, first):
        uniform = random.Random(first).random
        decisions = 0
        for _ in range(games):
            state = self.game.new_initial_state()
            decisions += play(state, uniform, None)
            state.returns()
        return {"decisions": decisions}

    def clone(self, count):
        for _ in range(count):
            self.middle.clone()

    def view(self, count):
        for _ in range(count):
            self.observation.set_from(self.middle, 0)

    def same(self, games):
        for seed in range(games):
            different = difference(self.game.new_initial_state(), seed)
            if different:
                return {"different": f"game {seed}: {different}"}
        return None


class Pig(Fire):
    """Another push-your-luck game, for scale."""

    same = None

    def load(self):
        return pyspiel.load_game("pig(players=4)")


def play(state, uniform, most_decisions):
    """Random choices to the end, or a number of them until a player is asked; without numpy, which
    would be slow.
    """
    decisions = 0
    while not state.is_terminal() and (decisions != most_decisions or state.is_chance_node()):
        if state.is_chance_node():
            rest = uniform()
            for action, probability in state.chance_outcomes():
                rest -= probability
                if rest < 0:
                    break
            state.apply_action(action)
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
            decisions += 1
    return decisions


def difference(state, seed):
    """What differs first when a game of ours is played step by step on an OpenSpiel state; None if
    nothing does.
    """
    ours = GAMES["fire-prototype"]
    s, dealer, policy = ours.start(4, {}), Dealer(seed), Dealer(~seed)
    while s.step.seat != NOBODY:
        step, name = s.step, type(s.step).__name__
        if state.current_player() != step.seat:
            return f"{name} asks {step.seat}, OpenSpiel {state.current_player()}"
        if step.seat == CHANCE:
            weights = step.weights(s)
            expected = [(k, w / sum(weights)) for k, w in enumerate(weights) if w]
            found, code = state.chance_outcomes(), dealer.deal(s)
            action = code
        else:
            codes = step.choices(s)
            expected = [FIRST_ACTION[name] + code for code in codes]
            found, code = state.legal_actions(), codes[policy.below(len(codes))]
            action = FIRST_ACTION[name] + code
        if expected != found:
            return f"{name} has {expected}, OpenSpiel {found}"
        loop.answer(s, code)
        state.apply_action(action)
    if not state.is_terminal() or state.returns() != ours.scores(s):
        return f"the scores are {ours.scores(s)}, OpenSpiel's {state.returns()}"
    return None
