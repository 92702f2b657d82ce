"""PPO on batches, with NumPy and nothing else: a small network plays against itself, hundreds of
games side by side.

    python docs/examples/ppo.py --minutes 10 --against greedy

Every seat of every game is played by the network as it is. After some steps each answer is worth
what its game brought in the end, less what the network expected; answers that were worth more
become more likely, a little at a time (Schulman 2017).
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from emberstacks.envs.batch import Games
from emberstacks.envs.gym import Seat

HIDDEN = 64
COUNT = 256  # games side by side
STEPS = 128  # of each game before the network learns
ROUNDS = 4  # over the same steps
PART = 2048  # answers that it learns from at a time
CLIP = 0.2  # how much more or less likely an answer may become in one go
RATE = 1e-3  # at first; it falls to a tenth
# bytes of masks that it keeps: a game with many actions has fewer games side by side
MEMORY = 200_000_000
EXPLORE = 0.01  # how much it counts to stay open for other answers
Array = Any


class Network:
    """Two hidden layers; from the last one the answers and the worth of a position are read."""

    def __init__(self, seen: int, actions: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        sizes = [(seen, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        scales = [1.0, 1.0, 0.1, 0.1]
        self.weights = [
            part
            for (a, b), scale in zip(sizes, scales, strict=True)
            for part in (
                self.rng.normal(0, scale / np.sqrt(a), (a, b)).astype(np.float32),
                np.zeros(b, np.float32),
            )
        ]
        self.means = [np.zeros_like(part) for part in self.weights]
        self.squares = [np.zeros_like(part) for part in self.weights]
        self.updates = 0
        self.rate = RATE

    def forward(self, seen: Array, masks: Array) -> tuple[Array, Array, Array, Array]:
        """The hidden layers, the chances of all answers (0 for those that the rules forbid), and
        the worth.
        """
        w1, b1, w2, b2, w3, b3, w4, b4 = self.weights
        first = np.tanh(seen @ w1 + b1)
        second = np.tanh(first @ w2 + b2)
        logits = np.where(masks, second @ w3 + b3, -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return first, second, chances / chances.sum(1, keepdims=True), (second @ w4 + b4)[:, 0]

    def choose(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """An answer for each row, drawn by its chance; that chance; and the worth."""
        _, _, chances, worth = self.forward(seen, masks)
        drawn = (
            chances.cumsum(1) > self.rng.random((len(chances), 1)) * chances.sum(1, keepdims=True)
        ).argmax(1)
        return drawn, chances[np.arange(len(drawn)), drawn], worth

    def learn(
        self, seen: Array, masks: Array, actions: Array, before: Array, gains: Array, returns: Array
    ) -> None:
        """One step of gradient descent, with the derivatives written out."""
        _, _, w2, _, w3, _, w4, _ = self.weights
        count = len(seen)
        rows = np.arange(count)
        first, second, chances, worth = self.forward(seen, masks)
        ratio = chances[rows, actions] / before
        held = ((gains > 0) & (ratio > 1 + CLIP)) | ((gains < 0) & (ratio < 1 - CLIP))
        push = np.where(held, 0.0, -gains * ratio)  # of the loss by the logarithm of the chance
        logits = -chances * push[:, None]
        logits[rows, actions] += push
        logs = np.log(np.maximum(chances, 1e-12))
        logits += EXPLORE * chances * (logs - (chances * logs).sum(1, keepdims=True))
        logits = (logits / count).astype(np.float32)
        value = ((worth - returns) / count).astype(np.float32)[:, None]
        upper = (logits @ w3.T + value @ w4.T) * (1 - second**2)
        lower = (upper @ w2.T) * (1 - first**2)
        self.descend(
            [*pair(seen, lower), *pair(first, upper), *pair(second, logits), *pair(second, value)]
        )

    def descend(self, slopes: list[Array]) -> None:
        """Adam."""
        self.updates += 1
        size = np.sqrt(sum(float((slope**2).sum()) for slope in slopes))
        for k, slope in enumerate(slopes):
            slope = slope * min(1.0, 0.5 / (size + 1e-8))
            self.means[k] += 0.1 * (slope - self.means[k])
            self.squares[k] += 0.001 * (slope**2 - self.squares[k])
            mean, square = (
                self.means[k] / (1 - 0.9**self.updates),
                self.squares[k] / (1 - 0.999**self.updates),
            )
            self.weights[k] -= self.rate * mean / (np.sqrt(square) + 1e-8)


def pair(below: Array, slope: Array) -> tuple[Array, Array]:
    """The slopes of a layer's weights and of its offsets."""
    return below.T @ slope, slope.sum(0)


class Trainer:
    """Games side by side, and the network that plays and learns in all of them."""

    def __init__(
        self, game: str, players: int, seed: int, count: int = COUNT, steps: int = STEPS
    ) -> None:
        actions = Games(game, players).actions
        count = max(8, min(count, MEMORY // (steps * actions)))
        self.part = max(64, min(PART, MEMORY // 10 // actions))
        self.games = Games(game, players, count)
        self.players, self.steps = players, steps
        self.arrays = self.games.arrays()
        self.games.reset(seed, self.arrays)
        table = self.games.table
        # the largest number seen in each place
        self.scale = np.ones(table.observer.size, np.float32)
        self.network = Network(table.observer.size, table.actions, seed)
        self.answers = 0

    def seen(self) -> Array:
        self.scale = np.maximum(self.scale, np.abs(self.arrays.observations).max(0))
        return self.arrays.observations / self.scale

    def round(self, done: float = 0.0) -> None:
        """Play some steps of all games, and learn from them, the more carefully the more of the
        training is done.
        """
        self.network.rate = RATE * max(0.1, 1 - done)
        memory: list[tuple[Array, ...]] = []
        for _ in range(self.steps):
            seen, masks, seats = (
                self.seen(),
                self.arrays.masks.astype(bool),
                self.arrays.seats.copy(),
            )
            actions, chances, worth = self.network.choose(seen, masks)
            self.games.step(actions, self.arrays)
            memory.append(
                (
                    seen,
                    masks,
                    seats,
                    actions,
                    chances,
                    worth,
                    self.arrays.done.astype(bool),
                    self.arrays.rewards.copy(),
                )
            )
        self.answers += self.steps * len(memory[0][0])
        seen, masks, seats, actions, chances, worth, done, rewards = (
            np.stack(part) for part in zip(*memory, strict=True)
        )
        returns = self.returns(seats, worth, done, rewards)
        flat = [
            part.reshape(-1, *part.shape[2:])
            for part in (seen, masks, actions, chances, returns - worth, returns)
        ]
        for _ in range(ROUNDS):
            for rows in np.array_split(
                self.network.rng.permutation(len(flat[0])), max(1, len(flat[0]) // self.part)
            ):
                batch = [part[rows] for part in flat]
                batch[4] = (batch[4] - batch[4].mean()) / (batch[4].std() + 1e-8)
                self.network.learn(*batch)

    def returns(self, seats: Array, worth: Array, done: Array, rewards: Array) -> Array:
        """What each answer brought: the seat's share of the win, or what it last expected if the
        game still runs.
        """
        count = seats.shape[1]
        rows = np.arange(count)
        future = np.full((count, self.players), np.nan, np.float32)
        found = np.empty_like(worth)
        for step in range(len(seats) - 1, -1, -1):
            future[done[step]] = rewards[step][done[step]]
            mine = future[rows, seats[step]]
            found[step] = np.where(np.isnan(mine), worth[step], mine)
            future[rows, seats[step]] = found[step]
        return found


def wins(trainer: Trainer, game: str, players: int, bots: str, seeds: range) -> float:
    """The network's share of the wins; every seed is played from every seat, and it takes the
    likeliest answer.
    """
    won = 0.0
    for seat in range(players):
        env = Seat(game, players=players, seat=seat, bots=bots)
        for seed in seeds:
            seen, info = env.reset(seed=seed)
            over = False
            while not over:
                _, _, chances, _ = trainer.network.forward(
                    seen[None] / trainer.scale, info["action_mask"][None].astype(bool)
                )
                seen, reward, over, _, info = env.step(int(chances[0].argmax()))
            won += float(reward)
        env.close()
    return won / (players * len(seeds))


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn a game on batches with PPO.")
    parser.add_argument("--game", default="fire-prototype")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument(
        "--answers", type=int, default=0, help="stop after this many answers instead"
    )
    parser.add_argument("--against", default="greedy", help="the bot that it is measured against")
    parser.add_argument("--seeds", type=int, default=200, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    trainer = Trainer(wanted.game, wanted.players, wanted.seed)
    began, told = time.monotonic(), 0.0
    while (done := progress(trainer, began, wanted.minutes, wanted.answers)) < 1:
        trainer.round(done)
        if done > told + 0.1:  # ten times in all
            told = done
            share = wins(
                trainer, wanted.game, wanted.players, wanted.against, range(10**6, 10**6 + 50)
            )
            taken = time.monotonic() - began
            print(
                f"{taken:5.0f} s, {trainer.answers:,} answers: {share:.1%} against"
                f" {wanted.against}",
                flush=True,
            )
    share = wins(
        trainer,
        wanted.game,
        wanted.players,
        wanted.against,
        range(2 * 10**6, 2 * 10**6 + wanted.seeds),
    )
    games = wanted.players * wanted.seeds
    error = 1.96 * (share * (1 - share) / games) ** 0.5
    print(
        f"after {trainer.answers:,} answers {share:.1%} ± {100 * error:.1f} of {games} games on"
        f" fresh seeds against {wanted.against}"
    )


def progress(trainer: Trainer, began: float, minutes: float, answers: int) -> float:
    """How much of the training is done, from 0 to 1."""
    return trainer.answers / answers if answers else (time.monotonic() - began) / (60 * minutes)


if __name__ == "__main__":
    main()
