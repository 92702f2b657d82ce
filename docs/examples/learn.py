"""A learner with a table and nothing else: it finds out how to play the prototype of Fire in the
Library.

    python docs/examples/learn.py

Monte Carlo control: after each game every answer given in it is worth a little more like what the
game brought.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from typing import Any

import numpy as np

from emberstacks.envs.gym import Seat

EXPERIMENTS = 0.1  # how often the learner tries any answer instead of the best it knows
MEMORY = 500  # how many of the last games count
TESTED = 500  # games that show how well it plays

Place = tuple[tuple[int, ...], int]  # what the learner saw, and its answer


class Learner:
    """What every answer has been worth so far."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        # what it has not tried looks good enough to try
        self.worth: dict[Place, float] = defaultdict(lambda: 0.5)
        self.times: dict[Place, int] = defaultdict(int)

    def play(self, env: Seat, experiments: float) -> tuple[list[Place], float]:
        """One game: the places in the table that it went through, and what it brought."""
        observation, info = env.reset()
        path: list[Place] = []
        reward, over = 0.0, False
        while not over:
            seen = look(env, observation)
            places = [(seen, int(action)) for action in np.flatnonzero(info["action_mask"])]
            best = max(places, key=lambda place: self.worth[place])
            path.append(self.rng.choice(places) if self.rng.random() < experiments else best)
            observation, reward, over, _, info = env.step(path[-1][1])
        return path, reward

    def learn(self, env: Seat, games: int) -> None:
        """Play, and remember what it brought."""
        for _ in range(games):
            path, reward = self.play(env, EXPERIMENTS)
            for place in path:
                self.times[place] += 1
                self.worth[place] += (reward - self.worth[place]) / min(self.times[place], MEMORY)

    def wins(self, env: Seat, games: int, experiments: float = 0.0) -> float:
        """The share of this many games that it wins, without learning from them."""
        return sum(self.play(env, experiments)[1] for _ in range(games)) / games


def look(env: Seat, observation: Any) -> tuple[int, ...]:
    """What the learner looks at, of all that it sees: the question, the card, what lies on it, how
    dangerous the bag is.
    """
    blocks = env.table.observer.blocks
    bag = observation[blocks["bag"]]
    danger = int(10 * bag[-1] / max(1, bag.sum()))
    card, drawn, fires = (int(observation[blocks[name]][0]) for name in ("card", "drawn", "fires"))
    return int(observation[blocks["question"]].argmax()), card, drawn, fires, danger


def table(bots: str, seed: int) -> Seat:
    """Two players, the learner on either seat; the games follow from the seed."""
    env = Seat("fire-prototype", players=2, seat=None, bots=bots)
    env.reset(seed=seed)
    return env


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Learn the prototype of Fire in the Library with a table."
    )
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    learner = Learner(wanted.seed)
    at_random = learner.wins(table(wanted.bots, seed=10**6), TESTED, experiments=1.0)
    print(f"any answer wins {at_random:.1%} of the games against {wanted.bots}", flush=True)
    env = table(wanted.bots, wanted.seed)
    for quarter in range(1, 5):
        learner.learn(env, wanted.games // 4)
        won = learner.wins(table(wanted.bots, seed=10**6), TESTED)
        print(f"after {quarter * (wanted.games // 4)} games it wins {won:.1%}", flush=True)


if __name__ == "__main__":
    main()
