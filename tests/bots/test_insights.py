"""How the games in the head of a search are played: quickly, and as players would where it decides
who wins.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.minds.fire.playouts import falls, worth_drawing
from emberstacks.bots.minds.fire_prototype.playouts import (
    worth_drawing as worth_drawing_in_the_prototype,
)
from emberstacks.bots.table import play
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import legal
from emberstacks.kernel.view import resample
from tests.games.fire_prototype.table import edited, played

pytestmark = pytest.mark.both_builds


def world(match: es.Match, seat: int) -> Any:
    return resample(match.game, match.view(seat), Dealer(1))


def answers(table: Any, seat: int) -> set[int]:
    """All that a seat answers with different luck."""
    insight = mind_of("fire" if hasattr(table, "hands") else "fire-prototype").insight
    return {
        int(insight.choose(table, seat, legal(table, seat), Dealer(luck))) for luck in range(30)
    }


def test_in_the_prototype_whoever_chooses_late_in_the_game_goes_first() -> None:
    moves = "A {black} A score B {black} B score C {black} C score"
    early = world(played(moves), 0)
    assert answers(early, int(early.step.seat)) == {0, 1, 2}
    late = world(edited(played(moves), knowledge=[9, 7, 61]), 0)
    assert answers(late, int(late.step.seat)) == {0}


def test_in_the_prototype_points_that_win_are_worth_a_risk() -> None:
    """A has 19 points on the card and no safe space left."""
    match = played("A {white} A draw {white} A draw {black}", players=2)
    assert not worth_drawing_in_the_prototype(world(edited(match, knowledge=[0, 0]), 0), 0)
    assert worth_drawing_in_the_prototype(world(edited(match, knowledge=[80, 0]), 0), 0)
    assert not worth_drawing_in_the_prototype(world(edited(match, knowledge=[90, 0]), 0), 0)


def test_in_fire_a_leader_lets_the_library_fall_and_others_do_not() -> None:
    match = es.new("fire", players=2, seed=4, tools=False)
    whole = play(match, [es.bot("greedy")] * 2, random.Random(4))
    then = next(
        whole.after(at)
        for at in reversed(range(whole.length))
        if "fire now would spread" in whole.after(at).view(None)["question"]
    )
    seat = then.waiting[0]
    table = world(then, seat)
    assert falls(table)
    table.score[seat] = table.score[1 - seat] + 1
    assert worth_drawing(table, seat)
    table.score[seat] = table.score[1 - seat] - 1
    assert not worth_drawing(table, seat)
