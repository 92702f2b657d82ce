"""Lessons: games in which the learner makes the moves, and a few words stand between them
(docs/lessons.md).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.lessons.script import Lesson, read_headers, read_lesson

NAME = re.compile(r"(\d+)-[a-z0-9-]+\.lesson")


def files_of(game: str) -> dict[int, Path]:
    """The lesson files in the folder of a game, by their numbers; none if it is played with other
    figures than they are.
    """
    if game_by_id(game).figures:
        return {}
    folder = folder_of(game_by_id(game)) / "lessons"
    found = {
        int(name[1]): path
        for path in sorted(folder.glob("*.lesson"))
        if (name := NAME.fullmatch(path.name))
    }
    return dict(sorted(found.items()))


def numbers_of(game: str) -> list[int]:
    """The numbers of a game's lessons, in order; none where it has none."""
    return list(files_of(game))


def lesson(game: str, number: int) -> Lesson:
    """A lesson of a game, read once; BadOptions lists those there are."""
    files = files_of(game)
    if number not in files:
        there = f"it has {one_of([str(known) for known in files])}" if files else "it has none yet"
        raise BadOptions(f"There is no lesson {number} of {game}; {there}.")
    return lesson_in(files[number])


@cache
def lesson_in(file: Path) -> Lesson:
    return read_lesson(file.read_text(encoding="utf-8"))


def contents_of(game: str) -> dict[int, tuple[str, int]]:
    """The title and the minutes of each lesson, without replaying any."""
    return {number: title_of(file) for number, file in files_of(game).items()}


@cache
def title_of(file: Path) -> tuple[str, int]:
    """The title and the minutes of a lesson."""
    head = read_headers(file.read_text(encoding="utf-8"))
    return head["Title"], int(head["Minutes"])


def lessons_of(game: str) -> dict[int, Lesson]:
    """All lessons of a game by their numbers."""
    return {number: lesson(game, number) for number in numbers_of(game)}
