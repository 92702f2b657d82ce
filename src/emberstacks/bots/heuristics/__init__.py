"""What is good in which game: a file for each game, found here by the game's id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from emberstacks.bots.heuristics import alexandria, fire, fire_prototype, horror, librarians
from emberstacks.bots.heuristics.weights import Weights
from emberstacks.kernel.notation import Choice

Worths = Callable[[Mapping[str, Any], Sequence[Choice]], list[float]]  # how good each choice is for the seat whose view it is

HEURISTICS: Final[dict[str, Worths]] = {
    "fire-prototype": fire_prototype.worths,
    "fire": fire.worths,
    "horror": horror.worths,
    "librarians": librarians.worths,
    "alexandria": alexandria.worths,
}

Weighed = Callable[[Mapping[str, Any], Sequence[Choice], Weights], list[float]]

TUNABLE: Final[dict[str, Weighed]] = {"fire-prototype": fire_prototype.worths, "fire": fire.worths}  # by weights that are data
