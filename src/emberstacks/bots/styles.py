"""Playing styles: in push-your-luck games, one bot stops early and the other late."""

from __future__ import annotations

import random
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot, best_of, worths_of
from emberstacks.bots.mind import mind_of
from emberstacks.kernel.notation import Choice

NERVE: Final = {"cautious": -4.0, "daring": 4.0}  # extra points that one more draw seems to be worth; ours


class StyleBot(Bot):
    """A greedy bot that likes or fears to draw; in games without draws it is just greedy."""

    def __init__(self, style: str) -> None:
        self.name = style

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        dares = mind_of(view["game"]).dares
        if not any(dares(choice) for choice in choices):
            return GreedyBot().choose(view, choices, rng, budget)
        rng = rng or random.Random()
        worths = worths_of(view, choices, rng)
        felt = [worth + NERVE[self.name] * dares(choice) for choice, worth in zip(choices, worths, strict=True)]
        return best_of(choices, felt, rng)
