"""Hints: honest, in words, for every game."""

from __future__ import annotations

import random
import re

import pytest

import emberstacks as es
from emberstacks.bots import hints as hints_module
from emberstacks.bots.hints import hints, recommended
from emberstacks.bots.thinking import Thought
from emberstacks.bots.words import opinion
from emberstacks.kernel.notation import Choice
from tests.every_game.table import random_game
from tests.games.horror.table import scene


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_every_game_has_a_hint_for_every_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", 30)
    for seed in range(3):
        match = random_game(name, 2, seed, decisions=5 * seed)
        seat = match.waiting[0]
        given = hints(match.view(seat), match.legal(seat), random.Random(1))
        assert [hint.code for hint in given] == [choice.code for choice in match.legal(seat)]
        assert sum(hint.best for hint in given) <= 1
        assert all(hint.reason for hint in given)


def test_the_odds_of_a_turn_are_told() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    assert match.to_act is not None
    draw, score = hints(match.view(match.to_act), match.legal(), random.Random(1))
    assert re.fullmatch(
        r"leads to \d+\.\d points on average, and the books burn in \d+ % of cases", draw.reason
    )
    assert re.fullmatch(r"brings \d+ points for sure", score.reason)


def test_what_a_player_cannot_know_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", 30)
    match = random_game("alexandria", 3, 4, decisions=30)
    seat = match.waiting[0]
    worlds = [match, *[match.world(seat, k) for k in range(2)]]
    assert (
        len({str(hints(world.view(seat), world.legal(seat), random.Random(1))) for world in worlds})
        == 1
    )


EQUAL = r"about equal|about as good|hard to tell"


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("alexandria", 3, r"(worse: )?wins about \d+ %|a little worse"),
        ("fire", 1, r"brings most points|worse: about \d+ points? less|clearly worse"),
        ("librarians", 3, "helps the team most|clearly worse"),
    ],
)
def test_a_hint_says_what_its_figure_is_and_on_which_ground(
    name: str, players: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", 300)
    monkeypatch.setattr(hints_module, "solved", lambda *_: None)
    match = random_game(name, players, 4, decisions=12)
    while len(match.legal()) < 2:
        match.push(match.legal()[0])
    given = hints(match.view(match.to_act), match.legal(), random.Random(1))
    assert all(
        re.fullmatch(rf"({words}|{EQUAL}) \((1 game|\d+ games) tried\)|not tried", hint.reason)
        for hint in given
    ), given


@pytest.mark.parametrize("name", ["alexandria", "horror", "fire"])
def test_the_star_is_on_the_highest_chance_that_is_printed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", 200)
    monkeypatch.setattr(hints_module, "solved", lambda *_: None)
    for seed in range(4):
        match = random_game(name, 2, seed, decisions=6 + 9 * seed)
        if match.over:
            continue
        seat = match.waiting[0]
        given = hints(match.view(seat), match.legal(seat), random.Random(seed))
        chances = {
            hint: int(found[1])
            for hint in given
            if (found := re.search(r"wins about (\d+) %", hint.reason))
        }
        starred = [hint for hint in given if hint.best]
        if not starred:
            assert not chances or any("worked out" in hint.reason for hint in given)
        else:
            assert all(chances[starred[0]] >= chance for chance in chances.values()), given


def test_a_hint_rests_on_thousands_of_games_if_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However clear it is that a player with all pages walks through the Portal."""
    monkeypatch.setattr(hints_module, "LIMIT", 1e9)
    match = scene(at={"A": "long gallery"}, found="A")
    given = {hint.code: hint for hint in hints(match.view(0), match.legal(0), random.Random(1))}
    assert given[next(choice.code for choice in match.legal(0) if choice.text == "go north")].best
    games = [
        int(number)
        for hint in given.values()
        for number in re.findall(r"(\d+) games? tried", hint.reason)
    ]
    assert sum(games) >= 3000


def thought(visits: int, win: float, advice: float = 0.0) -> Thought:
    return Thought(
        Choice("Step", 0, 0, "stop", "Stop", "1.1", []),
        visits,
        win,
        0.25 / visits,
        advice,
        win,
        0.0,
    )


def test_few_games_recommend_nothing() -> None:
    same = [thought(30, 0.34), thought(30, 0.38), thought(30, 0.31)]
    assert recommended(same, by_wins=True) is None
    assert {opinion(one, None, 2, together=False).reason for one in same} == {
        "about equal (30 games tried)"
    }


def test_what_clearly_wins_more_is_recommended_whatever_the_heuristic_likes() -> None:
    liked, better = thought(400, 0.30, advice=1.0), thought(400, 0.45)
    assert recommended([liked, better], by_wins=True) is better
