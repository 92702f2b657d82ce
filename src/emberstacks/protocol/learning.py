"""Hints, the coach, lessons, puzzles and challenges."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from emberstacks.protocol.base import MAX_TEXT, Small, Value, Wire
from emberstacks.protocol.games import Clause
from emberstacks.protocol.play import EventInfo, Update
from emberstacks.protocol.tables import SeatInfo


class HintInfo(Wire):
    """A hint for one choice."""

    code: int  # of the choice
    best: bool
    reason: str


class CoachWords(Wire):
    """What a coach says about the question that you are asked now."""

    version: int  # of the table when it was asked
    matters: str  # before the decision
    choice: int | None  # the code of what it would do; null if nothing stands out
    regrets: dict[int, str]  # what it says about a costly choice, by its code


class CoachBook(Wire):
    """The rules of a game as a coach tells them, and when it says less."""

    lines: list[Clause]
    talks: int  # good decisions until it only speaks when asked, or about a costly choice
    leaves: int  # good decisions until it leaves
    most: int  # decisions after which it leaves in any case
    setback: int  # good decisions that a costly one takes back


class LessonPlace(Wire):
    """A place in a lesson: one of its stops, and what the learner has tried from there off the
    script.
    """

    stop: Small = 0
    tried: list[Annotated[str, Meta(max_length=MAX_TEXT)]] = []


class LessonQuestion(LessonPlace, kw_only=True):
    """Why can this not be answered here?"""

    choice: Annotated[str, Meta(max_length=MAX_TEXT)]


class LessonScene(Wire):
    """A moment of a lesson: what it says, and the game since the moment before."""

    title: str
    stop: int
    stops: int
    words: str
    clause: str
    glow: list[str]  # the names of pieces that the words point at
    moves: bool  # the learner has to answer; otherwise only to read on
    wanted: str  # the answer that the lesson continues with, or ""
    points: bool  # does the lesson point at it?
    others: dict[str, str]  # what the lesson says about each answer that it does not wait for
    you: int
    seats: list[SeatInfo]
    options: dict[str, Value]
    updates: list[Update]
    events: list[EventInfo]  # all of them


class PuzzleAnswer(Wire):
    """An answer to a puzzle, by its notation."""

    choice: Annotated[str, Meta(max_length=MAX_TEXT)]


class PuzzleProgress(Wire):
    """How somebody does with the puzzles of a game."""

    rating: int
    streak: int  # days in a row
    tried: int  # puzzles
    kept: bool  # somebody known; otherwise the server forgets it


class PuzzleScene(Wire):
    """A puzzle as its seat sees it."""

    game: str
    number: int
    count: int  # of all puzzles of the game, or of all mistakes in it
    daily: bool  # is it the puzzle of the day?
    rating: int  # how hard it is
    note: str  # what the seat can know by counting, if that takes long
    you: int
    seats: list[SeatInfo]
    options: dict[str, Value]
    update: Update
    progress: PuzzleProgress | None  # none if it is a decision of one's own game


class PuzzleChoice(Wire):
    """What a choice would have lost."""

    text: str
    label: str
    best: bool
    words: str


class PuzzleGrade(Wire):
    """How good an answer to a puzzle was, and why."""

    grade: str  # best, good, fair, mistake or blunder
    solved: bool
    words: str
    why: str
    choices: list[PuzzleChoice]  # the best first
    progress: PuzzleProgress | None
    another: int  # the number of a puzzle to go on with; 0: none


class ChallengeResult(Wire):
    """A line of the table of results."""

    rank: int  # 0 without one
    name: str
    points: int
    won: bool
    you: bool


class ChallengeDay(Wire):
    """The challenge of today or of another day: where you play it, and who has finished it."""

    game: str
    name: str
    title: str
    words: str
    day: str  # as 2026-11-17
    table: str  # yours; empty before you begin
    over: bool  # have you finished it?
    results: list[ChallengeResult]  # of accounts that are older than the day
    # without a rank: of guests, and of accounts that were made on that day
    others: list[ChallengeResult] = []
    unranked: str = ""  # why you have no rank, in a sentence
