"""The bot that solves what it can: the end of the game, else its turn, with every draw considered."""

from __future__ import annotations

import random

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.endgame import favourite
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.solver import merit
from emberstacks.bots.solving import foreseen, solved
from emberstacks.kernel.notation import Choice


class ExactBot(Bot):
    """The exact solution if the rest of the game or the turn has one; otherwise what `greedy` does."""

    name = "exact"

    def __init__(self, endgames: bool = True) -> None:
        self.endgames = endgames  # if False, it solves only turns

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        prospects = foreseen(view, choices) if self.endgames else None
        if prospects is not None:
            return choices[favourite(prospects, view["seat"])]
        outlooks = solved(view, choices)
        if outlooks is None:
            return GreedyBot().choose(view, choices, rng, budget)
        return choices[outlooks.index(max(outlooks, key=merit))]
