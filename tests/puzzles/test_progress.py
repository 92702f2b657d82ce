"""Grades follow the loss, ratings the grades, and days in a row the days."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from emberstacks.kernel.errors import BadOptions
from emberstacks.puzzles import of_the_day, puzzle, puzzles_of
from emberstacks.puzzles.grade import grade
from emberstacks.puzzles.progress import START, Try, another, answered, rated, rating_of, streak

GAME = "fire-prototype"
DAY = date(2026, 11, 17)


def test_an_answer_is_graded_by_what_it_loses() -> None:
    one = replace(puzzle(GAME, 1), losses={"a": 0.0, "b": 0.01, "c": 0.05, "d": 0.1, "e": 0.31})
    grades = [grade(one, text) for text in one.losses]
    assert [given.name for given in grades] == ["best", "good", "fair", "mistake", "blunder"]
    assert [given.solved for given in grades] == [True, True, False, False, False]
    assert grades[3].words == "That is a mistake. It wins 10 % less often."
    assert [round(given.score, 2) for given in grades] == [1.0, 0.9, 0.5, 0.0, 0.0]


def test_in_a_solo_game_points_count() -> None:
    one = replace(
        puzzle(GAME, 1),
        losses={"a": 0.0, "b": 5.0},
        position={**puzzle(GAME, 1).position, "players": 1},
    )
    assert grade(one, "b").words == "That is a mistake. It brings about 5 points less."


def test_a_rating_rises_with_a_hard_puzzle_and_only_the_first_try_counts() -> None:
    hard, easy = replace(puzzle(GAME, 1), rating=1900), replace(puzzle(GAME, 1), rating=1100)
    right = grade(hard, hard.best)
    wrong = replace(right, score=0.0)
    assert rated([], hard, right) > rated([], easy, right) > START
    assert rated([], easy, wrong) < rated([], hard, wrong) < START
    before = [Try(1, "", False, 1480)]
    assert rated(before, hard, right) == 1480
    many = [Try(number, "", True, START) for number in range(100, 140)]
    assert START < rated(many, hard, right) < rated([], hard, right), "it settles"


def test_only_the_first_answer_to_the_puzzle_of_a_day_is_kept() -> None:
    one = puzzle(GAME, of_the_day(GAME, DAY))
    tries: list[Try] = []
    first = answered(tries, one, grade(one, one.best), DAY)
    assert first is not None
    assert (first.day, first.solved) == ("2026-11-17", True)
    tries.append(first)
    assert answered(tries, one, grade(one, one.best), DAY) is None
    later = answered(tries, one, grade(one, one.best), DAY + timedelta(days=1))
    assert later is not None
    assert (later.day, later.rating) == ("", first.rating), "it was the puzzle of another day"
    assert rating_of([]) == START


def test_days_in_a_row() -> None:
    def solved(*back: int) -> list[Try]:
        return [Try(k + 1, (DAY - timedelta(days=k)).isoformat(), True, START) for k in back]

    assert streak([], DAY) == 0
    assert streak(solved(0), DAY) == 1
    assert streak(solved(1, 2), DAY) == 2, "today is not over yet"
    assert streak(solved(0, 1, 3), DAY) == 2
    assert streak(solved(2, 3), DAY) == 0
    assert streak([Try(1, DAY.isoformat(), False, START)], DAY) == 0
    assert streak([Try(1, "", True, START)], DAY) == 0


def test_another_puzzle_is_one_of_the_days_before_that_was_not_tried() -> None:
    tries: list[Try] = []
    now = of_the_day(GAME, DAY)
    seen = []
    while number := another(GAME, tries, DAY, now):
        seen.append(number)
        tries.append(Try(number, "", True, START))
    assert seen[0] == of_the_day(GAME, DAY - timedelta(days=1))
    assert sorted([*seen, now]) == list(puzzles_of(GAME))


def test_what_is_not_there() -> None:
    with pytest.raises(
        BadOptions, match="There is no puzzle 99999 of fire-prototype; they have the numbers 1 to"
    ):
        puzzle(GAME, 99999)
