"""Every lesson of every game plays to its end, and whatever else a learner does there can be tried."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.kernel.rules import clauses
from emberstacks.lessons import files_of, lesson, numbers_of
from emberstacks.lessons.check import examine
from emberstacks.lessons.play import scene

GAMES = [info.id for info in es.list_games()]
LESSONS = [(game, number) for game in GAMES for number in numbers_of(game)]
FIRST = 3  # minutes
WORDS_A_MINUTE = 150  # that people read with ease
MOVE = 6.0  # seconds for looking and deciding


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_first_lesson_and_no_gaps(game: str) -> None:
    numbers = numbers_of(game)
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers, "a game without lessons"
    assert lesson(game, 1).minutes <= FIRST
    assert len(list(files_of(game)[1].parent.iterdir())) == len(numbers), (
        "a file with a name that no lesson has"
    )


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_plays_to_its_end_and_has_no_dead_ends(game: str, number: int) -> None:
    assert examine(lesson(game, number)) == []


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_says_something_at_every_step(game: str, number: int) -> None:
    """The question of a table is for players, and calls the learner by a name that is not theirs."""
    assert [at for at, stop in enumerate(lesson(game, number).stops, 1) if not stop.words] == []


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_shows_each_move_once_and_in_order(game: str, number: int) -> None:
    one = lesson(game, number)
    told = scene(one, 0, []).match.event_count(one.learner)
    for stop in range(1, len(one.stops)):
        film = scene(one, stop, []).film
        assert film[0].event_count(one.learner) == told, "what was seen at the stop before"
        lengths = [match.length for match in film]
        assert lengths == sorted(set(lengths))
        told = film[-1].event_count(one.learner)


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_takes_no_longer_than_it_says(game: str, number: int) -> None:
    one = lesson(game, number)
    words = sum(len(stop.words.split()) for stop in one.stops)
    moves = sum(1 for stop in one.stops if stop.wanted)
    assert words / WORDS_A_MINUTE + moves * MOVE / 60 <= one.minutes


@pytest.mark.parametrize("game", GAMES)
def test_the_first_lesson_cites_the_rules_and_lets_the_learner_play(game: str) -> None:
    one = lesson(game, 1)
    known = clauses(es.new(game).game.rules())
    assert sum(1 for stop in one.stops if stop.clause in known) >= 4
    assert sum(1 for stop in one.stops if stop.wanted) >= 4
