"""Puzzles as they are told: a position as its seat sees it, and a grade for the answer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from emberstacks.protocol import PuzzleChoice, PuzzleGrade, PuzzleProgress, PuzzleScene
from emberstacks.puzzles import Puzzle
from emberstacks.puzzles.grade import cost, grade
from emberstacks.puzzles.progress import Try, rating_of, streak
from emberstacks.told.updates import seats, update


def progress(tries: Sequence[Try], day: date, kept: bool) -> PuzzleProgress:
    """How somebody does until this day, whose tries are kept or forgotten."""
    tried = len({one.number for one in tries})
    return PuzzleProgress(
        rating=rating_of(tries), streak=streak(tries, day), tried=tried, kept=kept
    )


def puzzle_scene(
    one: Puzzle, names: list[str], count: int, daily: bool, standing: PuzzleProgress | None
) -> PuzzleScene:
    """A puzzle as its seat sees it."""
    match = one.match()
    match.names = names or match.names
    offered = match.legal(one.seat)
    return PuzzleScene(
        game=one.game,
        number=one.number,
        count=count,
        daily=daily,
        rating=one.rating,
        note=one.note,
        you=one.seat,
        seats=seats(match),
        options=match.options,
        update=update(match, one.seat, 0, version=one.number, offered=offered),
        progress=standing,
    )


def graded(one: Puzzle, choice: str, standing: PuzzleProgress | None, another: int) -> PuzzleGrade:
    """What an answer is worth, beside all others whose worth is known."""
    given, best = grade(one, choice), one.best
    known = [other for other in one.choices() if other.text in one.losses]
    return PuzzleGrade(
        grade=given.name,
        solved=given.solved,
        words=given.words,
        why=one.why,
        choices=[
            PuzzleChoice(
                text=other.text,
                label=other.label,
                best=other.text == best,
                words=cost(one.losses[other.text], one.in_points),
            )
            for other in sorted(known, key=lambda other: one.losses[other.text])
        ],
        progress=standing,
        another=another,
    )
