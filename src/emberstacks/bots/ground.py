"""How reviews judge the positions of a game: how they play on from there, and what counts as a chance to win."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Ground:
    """How games are tried, and how those that are not finished are judged. All figures are ours."""

    playouts: int  # games tried per decision, unless asked for more
    careful: int = 0  # decisions answered by the game's heuristic before the quick choices of its insight
    depth: int = 10_000  # decisions after which a game is judged as it stands
    unit: float = 10.0  # points of a lead that multiply the chances by e
    even: float = 0.0  # points at which a team is as likely to win as to lose
    sight: float = math.inf  # decisions after which the result of a game counts only a third as much (1 / e)
    solved_in_points: bool = False  # a solved turn is worth points; otherwise a chance to win

    def chances(self, standing: Sequence[float], together: bool) -> list[float]:
        """Each seat's chance to win from a position before the end."""
        if together:
            return [1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (self.even - worth) / self.unit)))) for worth in standing]
        best = max(standing)
        shares = [math.exp((worth - best) / self.unit) for worth in standing]
        return [share / sum(shares) for share in shares]

    def believed(self, share: float, players: int, decisions: int) -> float:
        """What a tried game says after this many decisions: the longer it took, the closer to knowing nothing.

        >>> Ground(100).believed(1.0, 2, 80), round(Ground(100, sight=80.0).believed(1.0, 2, 80), 2)
        (1.0, 0.68)
        """
        return 1.0 / players + (share - 1.0 / players) * math.exp(-decisions / self.sight)

    def as_chance(self, worth: float, chance: float) -> float:
        """By how much a gain in a solved turn raises a chance to win."""
        return worth * chance * (1.0 - chance) / self.unit if self.solved_in_points else worth
