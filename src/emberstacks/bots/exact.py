"""The bot that solves its turn: as greedy as any, but with every draw of the turn in view and the whole race in mind."""

from __future__ import annotations

import random

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.solver import merit
from emberstacks.bots.turns import solved
from emberstacks.kernel.notation import Choice


class ExactBot(Bot):
    """The exact solution where the turn has one; everywhere else what `greedy` does."""

    name = "exact"

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        outlooks = solved(view, choices) if len(choices) > 1 else None
        if outlooks is None:
            return GreedyBot().choose(view, choices, rng, budget)
        return choices[outlooks.index(max(outlooks, key=merit))]
