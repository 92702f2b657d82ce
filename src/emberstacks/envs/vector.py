"""Many games at once as a Gymnasium vector environment: one learner in each of them, among bots.

>>> import gymnasium
>>> from emberstacks.envs import gym
>>> envs = gymnasium.make_vec("emberstacks/Seat-v0", num_envs=8, game="fire-prototype", players=2)
>>> observations, infos = envs.reset(seed=7)
>>> observations, rewards, terminated, truncated, infos = envs.step(envs.sample())
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from emberstacks.bots.random import RandomBot
from emberstacks.bots.table import chosen
from emberstacks.envs.batch import SEEDS, fill_numbers, rows, whole
from emberstacks.envs.gym import ILLEGAL, others
from emberstacks.envs.observation import Vector
from emberstacks.envs.setup import Mask, Setup, check_render_mode, vector_bounds
from emberstacks.kernel.batch import BY_LOT, EVERY_SEAT, QUIT
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match

Actions = NDArray[np.int64]
Numbers = NDArray[Any]
Step = tuple[Vector, Numbers, Numbers, Numbers, dict[str, Any]]


class Seats(VectorEnv[Vector, Actions, Numbers]):
    """The same as `Seat`, many times: bots that answer at random are part of the batch; others
    think one after the other.

    A game that is over begins again with the next step, whose action is then ignored; with
    AutoresetMode.SAME_STEP it begins again at once, and the last observation is in
    `infos["final_obs"]`.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        num_envs: int = 1,
        seat: int | None = 0,
        bots: str | Sequence[str] = "random",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Value,
    ) -> None:
        check_render_mode(render_mode)
        if num_envs < 1:
            raise BadOptions(f"There must be at least 1 environment, not {num_envs}.")
        self.mode = AutoresetMode(autoreset_mode)
        if self.mode == AutoresetMode.DISABLED:
            raise BadOptions(
                "These environments always begin again by themselves: choose NextStep or SameStep."
            )
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1, "autoreset_mode": self.mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.table = Setup(game, players, options)
        self.bots, seats = others(self.table, seat, bots)
        self.thinking = any(not isinstance(bot, RandomBot) for bot in self.bots)
        played = EVERY_SEAT if self.thinking else BY_LOT if len(seats) > 1 else seats[0]
        self.batch = self.table.batch(num_envs, played, at_once=False)
        self.seats = seats
        self.learners = np.zeros(num_envs, np.int64)  # the learner's seat in every game
        self.single_action_space = spaces.Discrete(self.table.actions)
        self.single_observation_space = spaces.Box(**vector_bounds(self.table))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """New games, up to the first decision of each learner; games that end before that are
        skipped.
        """
        super().reset(seed=seed)
        self.policy = Dealer(int(self.np_random.integers(SEEDS)))
        self.rng = random.Random(int(self.np_random.integers(SEEDS)))
        self.batch.reset(int(self.np_random.integers(SEEDS)))
        self._begun(np.ones(self.num_envs, np.bool_))
        return self._seen(), self._infos()

    def step(self, actions: Actions) -> Step:
        """Take an action in every game, and let the bots play until each learner is asked again."""
        before = self._done()
        chosen = whole(actions, self.num_envs)
        illegal = ~self._legal(chosen) & ~before
        self.batch.take(np.where(illegal, QUIT, chosen).data)
        self.batch.step()
        if self.thinking:
            self._let_bots_play(np.flatnonzero(~before & ~illegal))
        self._begun(before)
        terminated = self._done()
        rewards = rows(self.batch.rewards, self.num_envs)[np.arange(self.num_envs), self.learners]
        rewards[illegal] = ILLEGAL
        infos: dict[str, Any] = {}
        if self.mode == AutoresetMode.SAME_STEP and terminated.any():
            infos = self._ended(terminated)
        return (
            self._seen(),
            rewards,
            terminated,
            np.zeros(self.num_envs, np.bool_),
            {**infos, **self._infos()},
        )

    def action_masks(self) -> Mask:
        """A 1 for each action allowed now, a row for every game."""
        return rows(self.batch.masks, self.num_envs).astype(np.int8)

    def sample(self) -> Actions:
        """A legal action for every game, at random."""
        return np.array(self.batch.sample(self.policy))

    def render(self) -> Any:
        """The tables as their learners see them."""
        if self.render_mode != "ansi":
            return None
        return tuple(
            self.table.text(self._match(k), int(seat)) for k, seat in enumerate(self.learners)
        )

    def close_extras(self, **kwargs: Any) -> None:
        for player in self.bots:
            player.close()

    def _done(self) -> NDArray[np.bool_]:
        return np.array(self.batch.done, np.bool_)

    def _legal(self, actions: Actions) -> NDArray[np.bool_]:
        """Which of the actions are legal?"""
        exist = (actions >= 0) & (actions < self.table.actions)
        allowed = rows(self.batch.masks, self.num_envs)[
            np.arange(self.num_envs), np.where(exist, actions, 0)
        ]
        found: NDArray[np.bool_] = exist & (allowed == 1)
        return found

    def _seen(self) -> Vector:
        seen: Vector = np.empty((self.num_envs, self.table.observer.size), np.float32)
        fill_numbers(seen, rows(self.batch.page.numbers, self.num_envs))
        return seen

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.action_masks(),
            "_action_mask": every,
            "seat": self.learners.copy(),
            "_seat": every.copy(),
        }

    def _ended(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Keep the last observations of finished games, and begin the next ones."""
        last, final = self._seen(), np.full(self.num_envs, None, object)
        masks, seats = (
            np.where(over[:, None], self.action_masks(), np.int8(0)),
            np.where(over, self.learners, 0),
        )
        for k in np.flatnonzero(over):
            final[k] = last[k]
            self.batch.act(int(k), QUIT)
        self._begun(over)
        about = {
            "action_mask": masks,
            "_action_mask": over.copy(),
            "seat": seats,
            "_seat": over.copy(),
        }
        return {
            "final_obs": final,
            "_final_obs": over.copy(),
            "final_info": about,
            "_final_info": over.copy(),
        }

    # Seats by lot, and bots that think.

    def _begun(self, begun: NDArray[np.bool_]) -> None:
        """In new games, find out who the learners are and play up to their first decision."""
        for k in np.flatnonzero(begun):
            if not self.thinking:
                self.learners[k] = self.batch.seats[int(k)]
                continue
            while True:
                self.learners[k] = self.rng.choice(self.seats)
                self._let_bots_play([int(k)])
                if not self.batch.done[int(k)]:
                    break
                self.batch.act(int(k), QUIT)

    def _let_bots_play(self, games: Sequence[int] | NDArray[np.intp]) -> None:
        """Let bots answer, each from its own view, until the learners of these games are asked."""
        for k in map(int, games):
            learner = int(self.learners[k])
            players = [*self.bots[:learner], None, *self.bots[learner:]]
            while (
                not self.batch.done[k]
                and (bot := players[asked := int(self.batch.seats[k])]) is not None
            ):
                match = self._match(k)
                choice = chosen(match, asked, bot, self.rng)
                code = choice if isinstance(choice, int) else choice.code
                self.batch.act(k, code + self.table.firsts[match.step])
            if self.batch.done[k]:
                self.batch.show(k, learner)

    def _match(self, k: int) -> Match:
        """The position of a game as a match, for those who need views and words."""
        setup, s = self.table, self.batch.places[k].s
        return Match(setup.game, setup.players, setup.options, Dealer(0), self.batch.start, None, s)
