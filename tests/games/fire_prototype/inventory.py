"""What the law of the box (tests/every_game/test_aid.py) cannot know about the prototype."""

from __future__ import annotations

from emberstacks.games.fire_prototype.components import FIRE
from emberstacks.kernel.game import Value

PLAYERS = 5
EVERYTHING: dict[str, Value] = {}


def counted(census: list[int]) -> dict[str, list[int]]:
    """A census by the kinds of pieces that the gallery has."""
    return {"book": census[:FIRE], "fire": census[FIRE:]}
