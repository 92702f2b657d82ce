"""RLCard: its Leduc hold'em with its own random agents and its own loop."""

import copy

import rlcard
from rlcard.agents import RandomAgent


class Leduc:
    """Two players, a few decisions a game."""

    def __init__(self):
        self.env = rlcard.make("leduc-holdem", config={"seed": 0})
        self.env.set_agents(
            [RandomAgent(self.env.num_actions) for _ in range(self.env.num_players)]
        )
        self.middle = rlcard.make("leduc-holdem", config={"seed": 0})
        state, _ = self.middle.reset()
        self.middle.step(next(iter(state["legal_actions"])))

    def play(self, games, first):
        before = self.env.timestep
        for _ in range(games):
            self.env.run()
        return {"decisions": self.env.timestep - before}

    def clone(self, count):
        for _ in range(count):
            copy.deepcopy(self.middle)

    def view(self, count):
        for _ in range(count):
            self.middle.get_state(0)
