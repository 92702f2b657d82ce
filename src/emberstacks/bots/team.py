"""The end of a cooperative game, if it can be worked out: what a game's mind says about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Ending:
    """There is one answer after which the team can still win; after any other it cannot, no matter
    how well everybody plays.
    """

    best: int  # which it is
    good: str  # what it leads to, as a sentence that begins with "After it"
    bad: Callable[[int], str]  # the same for any other answer
    note: str  # what the seat can know by counting; names are marks


LOST: Final = Ending(-1, "", lambda _: "", "")  # there is not even one
