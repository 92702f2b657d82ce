"""Better weights for a bot: each trial of a study plays the same seeds against the untuned bot."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from emberstacks.bots import mind
from emberstacks.bots.mind import mind_of
from emberstacks.bots.weights import Weights
from emberstacks.games import GAMES
from emberstacks.lab.study import Journal, check_optuna
from emberstacks.lab.tournament import Duel

UNTUNED: Final = "greedy"
DIGITS: Final = 4  # decimals: more would not make anyone play better


@dataclass(frozen=True)
class Trial:
    """A set of weights and how it did."""

    weights: dict[str, float]
    share: float
    lead: float


def check_tunable(game: str) -> None:
    """Can this game be tuned, and is Optuna installed?"""
    mind.check_tunable(game, list(GAMES))
    check_optuna()


def spec_of(game: str, weights: Weights) -> str:
    """The bot with these weights."""
    return "tuned:" + json.dumps({"game": game, "weights": weights})


class Study(Journal):
    """The sets of weights that were tried."""

    def __init__(self, path: Path, game: str, seed: int, settings: Mapping[str, Any]) -> None:
        self.game = game
        super().__init__(path, seed, ["maximize"], settings)

    def next(self) -> tuple[Any, dict[str, float]]:
        """The next trial and its weights."""
        trial = self.ask()
        bounds = mind_of(self.game).weights.items()
        return trial, {
            name: round(trial.suggest_float(name, weight.low, weight.high), DIGITS)
            for name, weight in bounds
        }

    def tell(self, trial: Any, duel: Duel) -> None:
        trial.set_user_attr("lead", duel.lead().middle)
        self.study.tell(trial, duel.share().middle)

    def trials(self) -> list[Trial]:
        """All finished trials."""
        return [
            Trial(
                {name: round(value, DIGITS) for name, value in one.params.items()},
                float(one.value or 0),
                one.user_attrs["lead"],
            )
            for one in self.finished()
        ]

    def best(self) -> Trial:
        """The trial with the most wins, then the most points; among equals the first."""
        return max(self.trials(), key=lambda trial: (trial.share, trial.lead))
