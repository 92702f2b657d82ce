"""The end of a cooperative game, if it can be worked out: what a game's mind says about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ending:
    """The one choice of a seat after which its team can still win, however well the others play on after another one."""

    best: int  # its number
    note: str  # what the seat can know by counting; names are marks
    why: Callable[[int], str]  # why it is better than another choice; names are marks
