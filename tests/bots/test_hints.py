"""Hints: honest, in words, for every game."""

from __future__ import annotations

import random
import re

import pytest

import emberstacks as es
from emberstacks.bots import hints as hints_module
from emberstacks.bots.hints import hints
from tests.every_game.table import random_game


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_every_game_has_a_hint_for_every_choice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", "30")
    for seed in range(3):
        match = random_game(name, 2, seed, decisions=5 * seed)
        seat = match.waiting[0]
        given = hints(match.view(seat), match.legal(seat), random.Random(1))
        assert [hint.text for hint in given] == [str(choice) for choice in match.legal(seat)]
        assert sum(hint.best for hint in given) == 1
        assert all(hint.reason for hint in given)


def test_the_odds_of_a_turn_are_told() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    assert match.to_act is not None
    draw, score = hints(match.view(match.to_act), match.legal(), random.Random(1))
    assert re.fullmatch(r"brings \d+\.\d points on average, and burns in \d+ % of cases", draw.reason)
    assert re.fullmatch(r"brings \d+ points for sure", score.reason)


def test_what_a_player_cannot_know_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", "30")
    match = random_game("alexandria", 3, 4, decisions=30)
    seat = match.waiting[0]
    worlds = [match, *[match.world(seat, k) for k in range(2)]]
    assert len({str(hints(world.view(seat), world.legal(seat), random.Random(1))) for world in worlds}) == 1


@pytest.mark.parametrize(
    ("name", "players", "words"),
    [
        ("alexandria", 3, r"wins about \d+ %"),
        ("fire", 1, r"about \d+\.\d points (less|more than the next)|about as many points|as many points as any other"),
        ("librarians", 3, "helps the team most|about as good|clearly worse"),
    ],
)
def test_a_hint_says_what_its_figure_is_and_on_which_ground(
    name: str, players: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints_module, "SIMULATIONS", "40")
    monkeypatch.setattr(hints_module, "solved", lambda *_: None)
    match = random_game(name, players, 4, decisions=12)
    while len(match.legal()) < 2:
        match.push(match.legal()[0])
    given = hints(match.view(match.to_act), match.legal(), random.Random(1))
    assert all(re.fullmatch(rf"({words}) \((1 game|\d+ games) tried\)|not tried", hint.reason) for hint in given), given
    if players == 1:
        assert sum("more than the next" in hint.reason or "as any other" in hint.reason for hint in given) == 1
