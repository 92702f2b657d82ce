"""What a search knows of which game: how far its playouts look, and for some games how they choose and judge."""

from __future__ import annotations

from typing import Final

from emberstacks.bots.insights.fire import FireInsight
from emberstacks.bots.insights.fire_prototype import FirePrototypeInsight
from emberstacks.bots.insights.librarians import LibrariansInsight
from emberstacks.bots.ismcts import Insight

# Decisions that a playout looks ahead; all of these are ours.
UNKNOWN: Final = 60
WHOLE_GAME: Final = 10_000
INSIGHTS: Final[dict[str, Insight]] = {
    "fire-prototype": FirePrototypeInsight(WHOLE_GAME),
    "fire": FireInsight(40),
    "librarians": LibrariansInsight(2),
}


def insight_of(game: str) -> Insight:
    """The insight into a game; into one that nobody has written about, none."""
    return INSIGHTS.get(game) or Insight(UNKNOWN)
