"""The bot that knows nothing and cares about nothing."""

from __future__ import annotations

import random

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice


class RandomBot(Bot):
    """Picks any choice at random."""

    name = "random"

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        return (rng or random.Random()).choice(choices)

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int:
        return (rng or random.Random()).choice(match.codes(seat))
