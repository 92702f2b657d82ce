"""The bot that plays by what a network has learned: it looks at what each choice leads to, and
takes the best at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.learned import read_learned, shipped
from emberstacks.bots.network import Network
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.match import Match, as_dealer
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.state import OPEN
from emberstacks.kernel.step import TOGETHER
from emberstacks.kernel.view import Worlds, worlds_of


class TrainedBot(Bot):
    """With weights of its own, or those that come with the game; in a game without any it plays
    like greedy.
    """

    def __init__(self, file: str = "") -> None:
        self.name = f"trained:{file}" if file else "quick"
        self.learned = read_learned(Path(file)) if file else None
        self.network = self.learned.network() if self.learned else None

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        if len(choices) == 1:
            return choices[0]
        rng = rng or random.Random()
        network = self.network_for(view["game"])
        if network is None:
            return GreedyBot().choose(view, choices, rng)
        worlds = worlds_of(game_by_id(view["game"]), view)
        return choices[
            answered(network, worlds, view["seat"], [choice.code for choice in choices], rng)
        ]

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int | None:
        network = self.network_for(match.game.info.id)
        if network is None:
            return GreedyBot().code(match, seat, rng)
        codes = match.codes(seat)
        return (
            codes[answered(network, match.worlds(seat), seat, codes, rng or random.Random())]
            if len(codes) > 1
            else codes[0]
        )

    def network_for(self, game: str) -> Network | None:
        """The network for a game; BadBot if the weights are for another one."""
        if self.learned is None:
            return shipped(game)
        if self.learned.game != game:
            raise BadBot(f"These weights are for {self.learned.game!r}, and this game is {game!r}.")
        return self.network


def answered(
    network: Network, worlds: Worlds, seat: int, codes: Sequence[int], rng: random.Random
) -> int:
    """The place of the best answer in one possible world; a random one of several."""
    s = worlds.only(as_dealer(rng))
    if s.step.seat == TOGETHER:
        s.sealed[seat] = OPEN  # an earlier answer may be replaced
    hopes = list(network.worths(s, seat, Ints(codes), spare=True))
    best = max(hopes)
    return rng.choice([k for k, hope in enumerate(hopes) if hope == best])
