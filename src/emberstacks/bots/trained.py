"""The bot that plays by what a network has learned: it looks at what each choice leads to, and takes the best at once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot, best_of
from emberstacks.bots.learned import read_learned, shipped
from emberstacks.bots.network import Network
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.match import as_dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import OPEN
from emberstacks.kernel.step import TOGETHER
from emberstacks.kernel.view import Worlds

WORLDS: Final = 4  # possible worlds in which a choice is tried, because what it leads to may depend on what is hidden; ours


class TrainedBot(Bot):
    """With weights of its own, or those that come with the game; in a game without any it plays like greedy."""

    def __init__(self, file: str = "") -> None:
        self.name = f"trained:{file}" if file else "quick"
        self.learned = read_learned(Path(file)) if file else None
        self.network = self.learned.network() if self.learned else None

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        if len(choices) == 1:
            return choices[0]
        rng = rng or random.Random()
        network = self.network_for(view["game"])
        return (
            GreedyBot().choose(view, choices, rng)
            if network is None
            else best_of(choices, hopes(network, view, choices, rng), rng)
        )

    def network_for(self, game: str) -> Network | None:
        """The network for a game; BadBot if the weights are for another one."""
        if self.learned is None:
            return shipped(game)
        if self.learned.game != game:
            raise BadBot(f"These weights are for {self.learned.game!r}, and this game is {game!r}.")
        return self.network


def hopes(network: Network, view: View, choices: Choices, rng: random.Random) -> list[float]:
    """What the seat can expect after each choice, from 0 to 1, on average over possible worlds."""
    seat, dealer = view["seat"], as_dealer(rng)
    worlds = Worlds(game_by_id(view["game"]), view)
    codes = Ints([choice.code for choice in choices])
    totals = [0.0] * len(choices)
    for _ in range(WORLDS):
        s = worlds.deal(dealer)
        if s.step.seat == TOGETHER:
            s.sealed[seat] = OPEN  # an earlier answer may be replaced
        for k, hope in enumerate(network.worths(s, seat, codes)):
            totals[k] += hope / WORLDS
    return totals
