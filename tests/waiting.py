"""Waiting for what is to happen, however busy the machine is: no other test looks again and again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

PATIENCE: Final = 60.0  # seconds
PAUSE: Final = 0.02  # seconds between two looks
T = TypeVar("T")


def until(
    wanted: Callable[[], T],
    patience: float = PATIENCE,
    rest: Callable[[float], object] = time.sleep,
) -> T:
    """What is wanted, as soon as it is there or true."""
    end = time.monotonic() + patience
    while not (found := wanted()):
        assert time.monotonic() < end, "it did not happen"
        rest(PAUSE)
    return found
