"""The greedy bot with other weights, such as those found by `emberstacks tune`."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import best_of
from emberstacks.bots.mind import mind_of
from emberstacks.bots.weights import Weights, as_they_are
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.notation import Choice


class TunedBot(Bot):
    """The choice that the game's heuristic rates highest with these weights; missing ones keep their usual value."""

    def __init__(self, source: str) -> None:
        """The weights from a file, or from JSON itself."""
        self.name = f"tuned:{source}"
        self.game, self.weights = read(source)

    def choose(self, view: View, choices: Choices, rng: random.Random | None = None, budget: float | None = None) -> Choice:
        if view["game"] != self.game:
            raise BadBot(f"The bot {self.name!r} is tuned for {self.game}, not for {view['game']}.")
        if len(choices) == 1:
            return choices[0]
        weighed = mind_of(self.game).weighed
        assert weighed is not None  # because there are weights
        return best_of(choices, weighed(view, choices, self.weights), rng or random.Random())


def read(source: str) -> tuple[str, Weights]:
    """The game, and all of its weights."""
    try:
        data: Any = json.loads(source if source.startswith("{") else Path(source).read_text(encoding="utf-8"))
        game, weights = data["game"], data["weights"]
        known = as_they_are(mind_of(game).weights)
        if not known:
            raise KeyError(game)
        own = {name: float(weights[name]) for name in weights}
    except OSError as wrong:
        raise BadBot(
            f"The weights cannot be read from {source}: {wrong.strerror}. 'emberstacks tune' writes such a file."
        ) from None
    except (ValueError, KeyError, TypeError):
        raise BadBot(f"{source} does not hold the weights of a game. 'emberstacks tune' writes such a file.") from None
    if strange := sorted(own.keys() - known.keys()):
        raise BadBot(f"{source} has a weight {strange[0]!r}, which {game} does not know.")
    return game, {**known, **own}
