"""The greedy bot with other weights, such as those found by `emberstacks lab tune`."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.bots.greedy import best_of, favourite
from emberstacks.bots.mind import judged, mind_of
from emberstacks.bots.weights import as_they_are
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice


class TunedBot(Bot):
    """The choice that the game's heuristic rates highest with these weights; missing ones keep
    their usual value.
    """

    def __init__(self, source: str) -> None:
        """The weights from a file, or from JSON itself."""
        self.name = f"tuned:{source}"
        self.game, self.weights = read(source)
        make = mind_of(self.game).heuristic
        assert make is not None  # because there are weights
        self.heuristic = make(self.weights)

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        self.check(view["game"])
        if len(choices) == 1:
            return choices[0]
        return best_of(choices, judged(self.heuristic, view, choices), rng or random.Random())

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int:
        self.check(match.game.info.id)
        return favourite(self.heuristic, match, seat, rng or random.Random())

    def check(self, game: str) -> None:
        """Is it tuned for this game?"""
        if game != self.game:
            raise BadBot(f"The bot {self.name!r} is tuned for {self.game}, not for {game}.")


def read(source: str) -> tuple[str, dict[str, float]]:
    """The game, and all of its weights."""
    try:
        data: Any = json.loads(
            source if source.startswith("{") else Path(source).read_text(encoding="utf-8")
        )
        game, weights = data["game"], data["weights"]
        known = as_they_are(mind_of(game).weights)
        if not known:
            raise KeyError(game)
        own = {name: float(weights[name]) for name in weights}
    except OSError as wrong:
        raise BadBot(
            f"The weights cannot be read from {source}: {wrong.strerror}. 'emberstacks lab tune'"
            " writes such a file."
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadBot(
            f"{source} does not hold the weights of a game. 'emberstacks lab tune' writes such a"
            " file."
        ) from None
    if strange := sorted(own.keys() - known.keys()):
        raise BadBot(f"{source} has a weight {strange[0]!r}, which {game} does not know.")
    return game, {**known, **own}
