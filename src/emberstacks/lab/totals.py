"""The totals of many games."""

from __future__ import annotations


class Totals:
    """Sums over games, per seat; their size does not depend on the number of games."""

    def __init__(self, players: int) -> None:
        self.games = 0
        self.length = 0
        self.wins = [0.0] * players
        self.scores = [0] * players
        self.squares = [0] * players

    def add(self, scores: list[int], wins: list[float], length: int) -> None:
        """Count one more game."""
        self.games += 1
        self.length += length
        for seat, points in enumerate(scores):
            self.scores[seat] += points
            self.squares[seat] += points * points
            self.wins[seat] += wins[seat]

    def add_all(self, other: Totals) -> None:
        """Add the totals of other games."""
        self.games += other.games
        self.length += other.length
        for seat in range(len(self.wins)):
            self.scores[seat] += other.scores[seat]
            self.squares[seat] += other.squares[seat]
            self.wins[seat] += other.wins[seat]
