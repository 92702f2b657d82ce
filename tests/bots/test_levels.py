"""The levels: they differ by what they notice and how well they judge, and none answers at random."""

from __future__ import annotations

import random
import time

import pytest

import emberstacks as es
from emberstacks.bots import expert
from emberstacks.bots.expert import LIMIT, search
from emberstacks.bots.levels import LEVELS, levels_of
from emberstacks.bots.thinking import Thinking
from tests.every_game.table import random_game
from tests.games.horror.table import scene

NAMES = [level.name for level in LEVELS]
TRIES = 12


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
        twice = {str(es.bot(level).choose(match.view(seat), match.legal(seat), random.Random(1))) for _ in range(2)}
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
    thinking = Thinking(match.view(match.waiting[0]), match.legal(match.waiting[0]), random.Random(1))
    search(thinking, 1_000_000, 0.05)
    assert 0 < thinking.search.simulations < 10_000


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


def test_a_game_without_a_search_has_no_master() -> None:
    assert [level.name for level in levels_of("alexandria")] == NAMES
    assert [level.name for level in levels_of("a game without a mind")] == NAMES[:-1]
