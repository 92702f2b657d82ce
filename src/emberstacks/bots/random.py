"""The bot that knows nothing and cares about nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.kernel.notation import Choice


class RandomBot(Bot):
    """Picks any choice at random."""

    name = "random"

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        return (rng or random.Random()).choice(choices)

    def code(self, codes: Sequence[int], rng: random.Random | None = None) -> int:
        """The same answer, for those who need speed: a number."""
        return (rng or random.Random()).choice(codes)
