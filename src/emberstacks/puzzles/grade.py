"""How good an answer to a puzzle is, in words: it is graded by what it loses, not only by right or
wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from emberstacks.puzzles import Puzzle

# All of these are ours. Each grade has the most that a choice may lose for it: of the chance to
# win, and in points.
GRADES: Final = (
    ("best", 0.0, 0.0, "That is the best choice."),
    ("good", 0.02, 1.0, "Good: there is little between this and the best choice."),
    ("fair", 0.06, 3.0, "Not bad, but there is a better choice."),
    ("mistake", 0.15, 8.0, "That is a mistake."),
    ("blunder", float("inf"), float("inf"), "That gives a lot away."),
)
SOLVED: Final = ("best", "good")
WHOLE: Final = 0.1  # of the chance to win: losing this much scores nothing,
POINTS: Final = 5.0  # or in points
SURE: Final = 0.995  # a choice that loses this much of the chance to win leaves none


@dataclass(frozen=True)
class Grade:
    """What an answer is worth."""

    name: str
    loss: float
    words: str
    score: float  # from 0 to 1, for the rating

    @property
    def solved(self) -> bool:
        return self.name in SOLVED


def cost(loss: float, in_points: bool) -> str:
    """What a choice loses, as people say it.

    >>> cost(0.0, False), cost(0.124, False), cost(0.004, False), cost(1.04, True), cost(6.5, True)
    ('the best choice', 'wins 12 % less often', 'wins almost as often', 'about 1 point less', 'about 6.5 points less')
    >>> cost(1.0, False)
    'cannot win any more'
    """
    if loss <= 0:
        return "the best choice"
    if in_points:
        figure = f"{loss:.1f}".removesuffix(".0")
        return f"about {figure} {'point' if figure == '1' else 'points'} less"
    if loss >= SURE:
        return "cannot win any more"
    return f"wins {100 * loss:.0f} % less often" if loss >= 0.005 else "wins almost as often"


def grade(puzzle: Puzzle, choice: str) -> Grade:
    """Grade a legal choice by its notation."""
    loss = puzzle.losses[choice]
    name, words = next(
        (name, words)
        for name, chance, points, words in GRADES
        if loss <= (points if puzzle.in_points else chance)
    )
    if loss > 0:
        words += (
            f" It {cost(loss, puzzle.in_points)}."
            if not puzzle.in_points
            else f" It brings {cost(loss, True)}."
        )
    score = max(0.0, 1.0 - loss / (POINTS if puzzle.in_points else WHOLE))
    return Grade(name, loss, words, score)
