"""A game as a Gymnasium environment: one learner among bots.

>>> import gymnasium
>>> from emberstacks.envs import gym
>>> env = gymnasium.make("emberstacks/Seat-v0", game="fire-prototype", players=2, bots="random")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from emberstacks.bots.api import Bot
from emberstacks.bots.specs import bot
from emberstacks.bots.table import play
from emberstacks.envs.observation import Vector
from emberstacks.envs.setup import SEEDS, Mask, Setup, check_render_mode, vector_bounds
from emberstacks.kernel.errors import BadBot, BadOptions
from emberstacks.kernel.game import Value

ILLEGAL = -1.0  # the reward for an action that the rules do not allow; it ends the game


class Seat(gymnasium.Env[Vector, np.int64]):
    """One seat of a game; bots take the others: one bot for all of them, or one each.

    The seat is the same in every game, or random if it is None. The reward comes at the end: the
    seat's share of the win.
    """

    # Gymnasium declares it so
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        players: int | None = None,
        seat: int | None = 0,
        bots: str | Sequence[str] = "random",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        check_render_mode(render_mode)
        self.table = Setup(game, players, options)
        self.render_mode = render_mode
        self.bots, self.seats = others(self.table, seat, bots)
        self.action_space = spaces.Discrete(self.table.actions)
        self.observation_space = spaces.Box(**vector_bounds(self.table))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """A new game, up to the seat's first decision; games that end before that are skipped."""
        super().reset(seed=seed)
        while True:
            self.seat = int(self.np_random.choice(self.seats))
            self.rng = random.Random(int(self.np_random.integers(SEEDS)))
            self.match = self.table.begin(int(self.np_random.integers(SEEDS)))
            self._let_bots_play()
            if not self.match.over:
                return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots play until the seat is asked again."""
        if not self.table.legal(self.match, self.seat, int(action)):
            seen, info = self._seen()
            return seen, ILLEGAL, True, False, info
        self.table.push(self.match, self.seat, int(action))
        self._let_bots_play()
        seen, info = self._seen()
        return seen, self.table.shares(self.match)[self.seat], self.match.over, False, info

    def action_masks(self) -> Mask:
        """A 1 for each action allowed now, under the name that MaskablePPO looks for."""
        return self.table.mask(self.match, self.seat)

    def render(self) -> Any:
        """The table as the seat sees it."""
        return self.table.text(self.match, self.seat) if self.render_mode == "ansi" else None

    def close(self) -> None:
        for player in self.bots:
            player.close()

    def _let_bots_play(self) -> None:
        play(self.match, [*self.bots[: self.seat], None, *self.bots[self.seat :]], self.rng)

    def _seen(self) -> tuple[Vector, dict[str, Any]]:
        return self.table.vector(self.match, self.seat), {
            "action_mask": self.action_masks(),
            "seat": self.seat,
        }


def others(setup: Setup, seat: int | None, bots: str | Sequence[str]) -> tuple[list[Bot], range]:
    """The bots in the other seats, and the seats that the learner may have."""
    count = setup.players - 1
    if seat is not None and not 0 <= seat <= count:
        raise BadOptions(
            f"There is no seat {seat}; seats are 0 to {count}, or None for one by lot."
        )
    specs = [bots] * count if isinstance(bots, str) else list(bots)
    if len(specs) != count:
        raise BadBot(
            f"There are {count} other seats, so give one bot for all or {count}, not {len(specs)}."
        )
    return [bot(spec) for spec in specs], (
        range(setup.players) if seat is None else range(seat, seat + 1)
    )


gymnasium.register(
    "emberstacks/Seat-v0",
    entry_point="emberstacks.envs.gym:Seat",
    vector_entry_point="emberstacks.envs.vector:Seats",
)
