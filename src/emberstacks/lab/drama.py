"""How the lead went in a game: how often it changed hands, and when the game was decided."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from emberstacks.kernel.loop import give
from emberstacks.kernel.match import Match


def course(match: Match) -> list[list[int]]:
    """The points of every seat before each answer of a seat, and at the end; of a match that began
    at the beginning.
    """
    s = match.game.start(match.players, match.options)
    points = []
    for who, code in match.answers():
        if who >= 0:
            points.append(match.game.scores(s))
        give(s, who, code)
    return [*points, match.game.scores(s)]


def leader(points: Sequence[int]) -> int | None:
    """Who has the most points; None if several do."""
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def lead_changes(points: Sequence[Sequence[int]]) -> int:
    """How often the lead went from one seat to another; a tie in between changes nothing.

    >>> lead_changes([[0, 0], [2, 0], [2, 2], [2, 3], [4, 3]])
    2
    """
    leaders = [seat for one in points if (seat := leader(one)) is not None]
    return sum(1 for before, after in pairwise(leaders) if before != after)


def decided(points: Sequence[Sequence[int]], winner: int) -> float:
    """The share of a game after which its winner leads alone to the end; 1 for a winner who does
    not lead even then.

    >>> decided([[0, 0], [2, 0], [2, 3], [4, 3], [5, 3]], 0)
    0.75
    """
    behind = [place for place, one in enumerate(points) if leader(one) != winner]
    return min(1.0, (behind[-1] + 1) / max(1, len(points) - 1)) if behind else 0.0
