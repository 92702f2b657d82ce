"""The numbers that heuristics weigh by, as data, so that a study can look for better ones."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True)
class Weight:
    """A number of a heuristic, and the bounds within which a better one may be."""

    value: float
    low: float
    high: float


Weights = Mapping[str, float]

WEIGHTS: Final[dict[str, dict[str, Weight]]] = {
    game: {name: Weight(**numbers) for name, numbers in weights.items()}
    for game, weights in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}


def untuned(game: str) -> Weights:
    """The weights of a game as they are.

    >>> untuned("fire-prototype")
    {'bucket': 5.0, 'burns': 0.08, 'reach': 40.0}
    """
    return {name: weight.value for name, weight in WEIGHTS[game].items()}
