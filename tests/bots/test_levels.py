"""The levels: they differ by what they notice and how well they judge, and none answers at random."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

import emberstacks as es
from emberstacks.bots import expert
from emberstacks.bots.expert import FURTHER, LIMIT, preferred, search, torn
from emberstacks.bots.levels import AT_TABLES, LEVELS
from emberstacks.bots.thinking import Thinking, Thought
from emberstacks.kernel.notation import Choice
from tests.every_game.table import random_game
from tests.games.horror.table import scene

NAMES = [level.name for level in LEVELS]
TRIES = 12


@pytest.mark.parametrize("name", NAMES)
def test_a_level_is_found_by_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when there is one more below it."""
    more = (replace(LEVELS[0], name="beginner"), *LEVELS)
    monkeypatch.setattr("emberstacks.bots.levels.LEVELS", more)
    assert es.bot(name).name == name


def answers(level: str, match: es.Match, seat: int) -> list[str]:
    bot = es.bot(level)
    view, choices = match.view(seat), match.legal(seat)
    return [str(bot.choose(view, choices, random.Random(seed))) for seed in range(TRIES)]


@pytest.mark.parametrize("level", NAMES)
def test_nobody_passes_by_an_open_way_out(level: str) -> None:
    """All pages found, one step from the Portal: a beginner goes there as well."""
    match = scene(at={"A": "long gallery"}, found="A")
    assert answers(level, match, 0) == ["go north"] * TRIES


def test_the_better_the_level_the_more_often_it_does_what_is_best() -> None:
    agreed = dict.fromkeys(NAMES[:3], 0)
    for seed in range(20):
        match = random_game("alexandria", 2, seed, decisions=20 + seed)
        seat = match.waiting[0]
        if len(match.legal(seat)) > 1:
            best = set(answers("greedy", match, seat))
            for level in agreed:
                agreed[level] += sum(answer in best for answer in answers(level, match, seat)[:8])
    assert agreed["novice"] < agreed["apprentice"] < agreed["adept"]


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_the_same_generator_gives_the_same_answer(name: str) -> None:
    match = random_game(name, 2, 3, decisions=9)
    seat = match.waiting[0]
    for level in NAMES[:-1]:  # a master is an expert with more time
        twice = {
            str(es.bot(level).choose(match.view(seat), match.legal(seat), random.Random(1)))
            for _ in range(2)
        }
        assert len(twice) == 1


@pytest.mark.both_builds
@pytest.mark.parametrize(("name", "players"), [("alexandria", 2), ("horror", 2)])
def test_an_expert_that_searches_answers_in_good_time(name: str, players: int) -> None:
    match = random_game(name, players, 5, decisions=25)
    seat = match.waiting[0]
    began = time.thread_time()
    es.bot("expert").choose(match.view(seat), match.legal(seat), random.Random(1))
    assert time.thread_time() - began < LIMIT + 1


def test_an_expert_stops_when_the_time_is_over() -> None:
    match = random_game("alexandria", 2, 5, decisions=25)
    thinking = Thinking(
        match.view(match.waiting[0]), match.legal(match.waiting[0]), random.Random(1)
    )
    search(thinking, 1_000_000, 0.05)
    assert 0 < thinking.search.simulations < 10_000


def thought(text: str, visits: int, win: float, points: float = 0.0) -> Thought:
    return Thought(Choice("Any", 0, 0, text, text, "", []), visits, win, 0.0, 0.0, win, points)


def test_a_search_is_torn_if_it_has_just_found_something_better() -> None:
    """The figures of the game of two experts of Alexandria with seed 7000, answer 164, and some
    that are settled.
    """
    draw, eye, cache = (
        thought("draw", 1483, 0.58),
        thought("eye", 185, 0.69),
        thought("cache", 173, 0.55),
    )
    assert torn([draw, eye, cache])
    assert not torn([draw, cache])
    assert not torn([draw, thought("eye", 185, 0.585)])  # hardly better
    assert not torn([draw, thought("eye", 9, 0.69)])  # hardly tried


@pytest.mark.parametrize("torn_for", [0, 4, 1000])
def test_a_torn_search_goes_on_until_it_is_settled_or_has_taken_three_times_as_long(
    torn_for: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter(range(10_000))
    monkeypatch.setattr(expert, "torn", lambda _: next(looks) < torn_for)
    match = random_game("alexandria", 2, 5, decisions=25)
    thinking = Thinking(
        match.view(match.waiting[0]), match.legal(match.waiting[0]), random.Random(1)
    )
    search(thinking, 100, 60.0)
    assert thinking.search.simulations == {0: 100, 4: 300, 1000: FURTHER * 100}[torn_for]


def test_who_has_lost_plays_for_points() -> None:
    """As in the game of two experts of Alexandria with seed 7000, answer 209; who may still win
    plays for that alone.
    """
    eye, spark, wait = (
        thought("eye", 974, 0.0, 32.7),
        thought("spark", 171, 0.0, 34.0),
        thought("wait", 171, 0.0, 31.5),
    )
    assert preferred([eye, spark, wait]) is spark
    assert preferred([eye, thought("spark", 171, 0.0, 33.0), wait]) is eye  # too little to tell
    assert preferred([eye, thought("spark", 9, 0.0, 34.0), wait]) is eye  # hardly tried
    assert preferred([thought("eye", 974, 0.01, 32.7), spark, wait]).choice.text == "eye"
    assert preferred([eye, thought("spark", 171, 0.01, 32.0), wait]).choice.text == "spark"
    assert (
        preferred(
            [thought("score", 2893, 1.0, 103.0), thought("draw", 107, 1.0, 108.5)]
        ).choice.text
        == "score"
    )


def test_who_has_a_chance_left_takes_it() -> None:
    """The figures of the game of two experts of Alexandria with seed 7110, answer 211: the fourth
    card would cost 4 points.
    """
    aulos, enough = thought("aulos", 909, 0.001, 36.7), thought("enough", 528, 0.008, 37.3)
    assert preferred([aulos, enough]) is enough
    assert preferred([aulos, thought("enough", 9, 0.008, 37.3)]) is aulos  # hardly tried


def test_a_master_thinks_four_times_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, float]] = []

    def noted(thinking: Thinking, simulations: int, limit: float) -> None:
        asked.append((simulations, limit))
        search(thinking, 50, 1.0)

    monkeypatch.setattr(expert, "search", noted)
    match = random_game("alexandria", 2, 5, decisions=25)
    seat = match.waiting[0]
    for level in ("expert", "master"):
        es.bot(level).choose(match.view(seat), match.legal(seat), random.Random(1))
    (few, short), (many, long) = asked
    assert (many, long) == (4 * few, 4 * short)


def test_there_is_no_master_at_tables_as_it_has_not_won_more() -> None:
    assert [level.name for level in AT_TABLES] == NAMES[:-1]
