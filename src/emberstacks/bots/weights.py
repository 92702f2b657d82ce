"""A mind's weights as data, so that a study can look for better ones."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Weight:
    """One weight of a mind, and the bounds to look for a better one."""

    value: float
    low: float
    high: float


Weights = Mapping[str, float]


def weights_beside(module: str) -> dict[str, Weight]:
    """The weights in the file `weights.toml` next to a module."""
    text = (Path(module).parent / "weights.toml").read_text(encoding="utf-8")
    return {name: Weight(**numbers) for name, numbers in tomllib.loads(text).items()}


def as_they_are(weights: Mapping[str, Weight]) -> dict[str, float]:
    """The weights before tuning.

    >>> as_they_are({"bucket": Weight(5.0, 0.0, 15.0)})
    {'bucket': 5.0}
    """
    return {name: weight.value for name, weight in weights.items()}
