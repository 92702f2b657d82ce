"""How reviews judge the positions of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ground:
    """How many games are tried, and what a solved turn counts. All figures are ours."""

    playouts: int  # games tried per decision, unless asked for more
    unit: float = 10.0  # points of a lead that multiply the chances by e
    solved_in_points: bool = False  # a solved turn is worth points; otherwise a chance to win

    def as_chance(self, worth: float, chance: float) -> float:
        """By how much a gain in a solved turn raises a chance to win.

        >>> Ground(100).as_chance(0.2, 0.5), Ground(100, unit=20.0, solved_in_points=True).as_chance(8.0, 0.5)
        (0.2, 0.1)
        """
        return worth * chance * (1.0 - chance) / self.unit if self.solved_in_points else worth
