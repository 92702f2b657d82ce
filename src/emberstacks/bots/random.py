"""The bot that knows nothing and minds nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.bots.api import Bot
from emberstacks.kernel.notation import Choice


class RandomBot(Bot):
    """Every choice is as good as any other."""

    name = "random"

    def choose(
        self,
        view: Mapping[str, Any],
        choices: Sequence[Choice],
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        return (rng or random.Random()).choice(choices)
