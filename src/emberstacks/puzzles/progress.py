"""How somebody does with puzzles: a rating, and days in a row. The server and the terminal keep the
tries, we count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of
from emberstacks.puzzles.grade import Grade

# All of these are ours.
START: Final = 1500  # the rating of somebody new
SWING: Final = 80.0  # how far the first puzzles move a rating,
STEADY: Final = 24.0  # and how far later ones do
SETTLED: Final = 12  # puzzles until then


@dataclass(frozen=True)
class Try:
    """An answer to a puzzle."""

    number: int
    day: str  # whose puzzle of the day it was, as 2026-11-17; empty for any other puzzle
    solved: bool
    rating: int  # afterwards


def rating_of(tries: Sequence[Try]) -> int:
    """The rating after all tries, the oldest first."""
    return tries[-1].rating if tries else START


def rated(tries: Sequence[Try], puzzle: Puzzle, grade: Grade) -> int:
    """The rating after another try; only the first at a puzzle counts."""
    before = rating_of(tries)
    if any(one.number == puzzle.number for one in tries):
        return before
    expected = 1.0 / (1.0 + math.pow(10.0, (puzzle.rating - before) / 400.0))
    step = SWING if len(tries) < SETTLED else STEADY
    return round(before + step * (grade.score - expected))


def answered(tries: Sequence[Try], puzzle: Puzzle, grade: Grade, now: date) -> Try | None:
    """What to keep of an answer; nothing if it is not the first to this puzzle, or as the puzzle of
    this day.
    """
    day = now.isoformat() if puzzle.number == of_the_day(puzzle.game, now) else ""
    if any((one.number, one.day) == (puzzle.number, day) for one in tries):
        return None
    return Try(puzzle.number, day, grade.solved, rated(tries, puzzle, grade))


def streak(tries: Sequence[Try], now: date) -> int:
    """Days in a row on which the day's puzzle was solved, up to today or yesterday."""
    solved = {one.day for one in tries if one.day and one.solved}
    day = now if now.isoformat() in solved else now - timedelta(days=1)
    count = 0
    while day.isoformat() in solved:
        count += 1
        day -= timedelta(days=1)
    return count


def another(game: str, tries: Sequence[Try], now: date, after: int = 0) -> int:
    """A puzzle that was not tried: that of yesterday, or of the day before, and so on; 0 if all
    were.
    """
    known = {one.number for one in tries} | {after}
    count = len(puzzles_of(game))
    past = (of_the_day(game, now - timedelta(days=back)) for back in range(1, count))
    return next((number for number in past if number not in known), 0)
