"""What the environments share: a game as agreed, with numbers as actions and vectors as views."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from emberstacks.envs.observation import Observer, Vector
from emberstacks.games import game_by_id
from emberstacks.kernel.batch import Batch
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Options, Value
from emberstacks.kernel.match import Match
from emberstacks.kernel.state import State

SEEDS: Final = 2**31  # an environment's generator picks one for each game
MARKS: Final = re.compile(r"\[/?[a-z]*\]")

Mask = NDArray[np.int8]


class Setup:
    """One game with this number of players and these options, ready to start again and again.

    Among the options, `rules="1.1"` plays an older version of the rules: actions and observations
    stay as they were then.
    """

    def __init__(self, game: str, players: int | None, options: Options) -> None:
        self.game = game_by_id(game)
        self.players = self.game.info.min_players if players is None else players
        self.version = str(options.get("rules", self.game.info.rules_version))
        self.rules = self.game.rules_number(self.version, "environment")
        agreed = {name: value for name, value in options.items() if name != "rules"}
        self.options: dict[str, Value] = self.game.full_options(self.players, agreed, self.rules)
        self.steps = self.game.steps_of(self.rules)
        self.firsts = self.game.first_actions(self.rules)
        self.actions = self.firsts["end"]
        self.observer = Observer(self.game, self.players, self.options, self.rules)
        self.page = self.observer.page(1)

    def begin(self, seed: int) -> Match:
        """A new match; the same seed gives the same."""
        return new_match(self.game, self.players, self.options, Dealer(seed), seed, self.version)

    def start(self) -> State:
        """The position before the first answer."""
        return self.game.start(self.players, self.options, self.rules)

    @property
    def agreed(self) -> dict[str, Value]:
        """The options and the rules' version, to agree on the same again."""
        return {**self.options, "rules": self.version}

    def batch(self, count: int, played: int, at_once: bool) -> Batch:
        """Many games of this kind side by side, where the caller plays one seat or all (see
        kernel/batch.py).
        """
        firsts, first = [], 0
        for step in self.steps:
            first = self.firsts.get(step.__name__, first)
            firsts.append(first)
        start = self.start()
        return Batch(
            self.game,
            start,
            self.observer.page(count),
            [*firsts, self.actions],
            count,
            played,
            at_once,
        )

    def mask(self, match: Match, seat: int) -> Mask:
        """A 1 for each action that the seat may take now."""
        mask = np.zeros(self.actions, np.int8)
        codes = match.codes(seat)
        if codes:
            mask[np.array(codes) + self.firsts[match.step]] = 1
        return mask

    def legal(self, match: Match, seat: int, action: int) -> bool:
        """May the seat take this action now?"""
        return action - self.firsts.get(match.step, 0) in match.codes(seat)

    def push(self, match: Match, seat: int, action: int) -> None:
        """Take an action; IllegalChoice says why not."""
        match.push(int(action) - self.firsts.get(match.step, 0), seat)

    def vector(self, match: Match, seat: int) -> Vector:
        """What the seat may know."""
        match.show(seat, self.page)
        return np.array(self.page.numbers, np.float32)

    def shares(self, match: Match) -> list[float]:
        """Each seat's share of the win; 0 before the end."""
        result = match.result
        return self.game.shares([] if result is None else result.winners, self.players)

    def text(self, match: Match, seat: int | None) -> str:
        """The table as a seat (None: a spectator) sees it."""
        return MARKS.sub("", match.board(seat))


def check_render_mode(mode: str | None) -> None:
    """There is text, or nothing."""
    if mode not in (None, "ansi"):
        raise BadOptions(f"There is no render mode {mode!r}. Use 'ansi' or None.")


def vector_bounds(setup: Setup) -> dict[str, Any]:
    """For a space of vectors."""
    low, high = setup.observer.bounds()
    return {"low": low, "high": high, "dtype": np.float32}
