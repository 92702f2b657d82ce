"""Opponents with a temper: in games of luck one stops early and the other late."""

from __future__ import annotations

import random
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot, best_of
from emberstacks.bots.heuristics import HEURISTICS
from emberstacks.bots.turns import TURNS
from emberstacks.kernel.notation import Choice

NERVE: Final = {"cautious": -4.0, "daring": 4.0}  # points that one more draw seems to be worth besides what it brings; ours
LUCK: Final = ("draw", "dig", "shovel", "torch", "gloves")  # answers that go on drawing


class StyleBot(Bot):
    """A greedy bot that likes or fears to draw; where nobody draws, it is greedy."""

    def __init__(self, style: str) -> None:
        self.name = style

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        if view["game"] not in TURNS or len(choices) == 1:
            return GreedyBot().choose(view, choices, rng, budget)
        worths = HEURISTICS[view["game"]](view, choices)
        felt = [worth + NERVE[self.name] * (choice.text in LUCK) for choice, worth in zip(choices, worths, strict=True)]
        return best_of(choices, felt, rng or random.Random())
