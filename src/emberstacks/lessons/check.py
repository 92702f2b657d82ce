"""What an author should know about a lesson beyond that it replays: dead ends, and places where a
learner is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lessons.play import scene
from emberstacks.lessons.script import Lesson

SILENT = 3  # moves in a row without a word


@dataclass(frozen=True)
class Finding:
    """Something to mend, and its line."""

    line: int
    text: str


def examine(lesson: Lesson) -> list[Finding]:
    """Everything that could trouble a learner."""
    found = []
    silent = 0
    newest = game_by_id(lesson.game).info.rules_version
    if lesson.written.headers["Rules"] != newest:
        found.append(
            Finding(
                lesson.written.lines["Rules"], f"it teaches old rules; those of today are {newest}."
            )
        )
    for number, stop in enumerate(lesson.stops):
        silent = silent + 1 if not stop.words else 0
        if silent == SILENT:
            found.append(Finding(stop.line, f"{SILENT} moves in a row without a word."))
        if stop.wanted:
            found += dead_ends(lesson, number)
    if not any(stop.wanted for stop in lesson.stops):
        found.append(Finding(1, "the learner makes no move."))
    return found


def dead_ends(lesson: Lesson, number: int) -> list[Finding]:
    """Answers at a stop that cannot be tried."""
    stop = lesson.stops[number]
    found = []
    for choice in lesson.match_at(stop.at).legal(lesson.learner):
        try:
            scene(lesson, number, [] if str(choice) == stop.wanted else [str(choice)])
        except EmberstacksError as wrong:
            found.append(Finding(stop.line, f"{choice}: {wrong}"))
    return found
