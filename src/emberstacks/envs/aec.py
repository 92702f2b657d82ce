"""A game as a PettingZoo environment in which agents take turns (AEC).

>>> from emberstacks.envs import aec
>>> env = aec.env("fire-prototype", players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

import copy
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import turn_based_aec_to_parallel, wrappers

from emberstacks.envs.setup import SEEDS, Setup, check_render_mode, vector_bounds
from emberstacks.kernel.game import Value
from emberstacks.kernel.match import Match


def env(
    game: str, players: int | None = None, render_mode: str | None = None, **options: Value
) -> Any:
    """The wrapped environment: an illegal action ends the game, and its agent loses."""
    wrapped: Any = raw_env(game, players, render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def parallel_env(
    game: str, players: int | None = None, render_mode: str | None = None, **options: Value
) -> Any:
    """The same for learners that ask all agents at once: only the action of the agent that is asked
    counts.
    """
    return turn_based_aec_to_parallel(env(game, players, render_mode, **options))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 PettingZoo's users expect this name
    """Without wrappers: an illegal action raises IllegalChoice and changes nothing."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "emberstacks_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.table = Setup(game, players, options)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = np.random.default_rng()
        self._spaces: dict[str, Any] = {}
        for agent in self.possible_agents:
            vectors = spaces.Box(**vector_bounds(self.table))
            masks = spaces.Box(0, 1, (self.table.actions,), np.int8)
            self._spaces[agent] = spaces.Dict({"observation": vectors, "action_mask": masks})
        self._actions: dict[str, Any] = {
            agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the same one for the same seed; without a seed, the next one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.match = self.table.begin(int(self._rng.integers(SEEDS)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and its mask: all zeros unless it is asked now."""
        seat = self._seats[agent]
        mask = np.zeros(self.table.actions, np.int8)
        if agent == self.agent_selection and not self.match.over:
            mask = self.table.mask(self.match, seat)
        return {"observation": self.table.vector(self.match, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.push(self.match, self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.over:
            won = self.table.shares(self.match)
            self.rewards = {agent: won[seat] for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        return self.table.text(self.match, None) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to release."""

    def copy(self) -> raw_env:
        """An independent environment with the same past and, for the same actions, the same future."""
        return self._with(self.match.copy())

    def world(self, agent: str, seed: int) -> raw_env:
        """A copy for an honest search: what the agent does not know is dealt again, and so is the
        future.
        """
        return self._with(self.match.world(self._seats[agent], seed))

    def _with(self, match: Match) -> raw_env:
        twin = copy.copy(self)
        twin.match = match
        twin._rng = copy.deepcopy(self._rng)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(twin, name, getattr(self, name).copy())
        twin.infos = {agent: {} for agent in self.agents}
        return twin

    def _select(self) -> None:
        """If several are asked together, the lowest decides first; nobody sees it until the last
        has decided.
        """
        acting = self.match.to_act
        self.agent_selection = self.agents[0] if acting is None else self.possible_agents[acting]
