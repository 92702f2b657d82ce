"""A ladder of four levels for every game; docs/ladder.md is what they were measured to be worth."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.exact import ExactBot
from emberstacks.bots.greedy import GreedyBot
from emberstacks.kernel.notation import Choice


@dataclass(frozen=True)
class Level:
    """One step of the ladder."""

    name: str
    attention: float  # the share of answers that are thought about; the others are as they come


LEVELS: Final = (
    Level("novice", 0.0),
    Level("apprentice", 0.45),
    Level("adept", 0.75),
    Level("expert", 1.0),
)


class LevelBot(Bot):
    """A bot of one level; what it does depends on the game it is asked about."""

    def __init__(self, level: Level) -> None:
        self.name = level.name
        self.level = level

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        rng = rng or random.Random()
        if self.level.attention < 1.0 and rng.random() >= self.level.attention:
            return rng.choice(choices)
        thinks = ExactBot() if self.level.attention == 1.0 else GreedyBot()
        return thinks.choose(view, choices, rng, budget)
