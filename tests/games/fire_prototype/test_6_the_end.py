"""Chapter 6 of RULES.md: the end."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.fire_prototype.table import edited, facing_fire, played, table, told


def test_a_collapsed_wing_ends_the_game_at_once() -> None:
    """§6.1: no bucket, no further turns."""
    match = facing_fire("white", burned=[2, 1, 1, 0, 4], knowledge=[50, 60, 40])
    match.push("keep")
    assert match.over
    assert told(match)[-1] == "The white wing collapses. The game is over."
    assert table(match)["buckets"] == [1, 0, 0]
    assert match.result is not None
    assert match.result.winners == [1]
    assert match.legal() == []


def test_passing_100_ends_the_game_in_the_middle_of_a_round() -> None:
    """§6.2"""
    match = edited(played("A {green}"), knowledge=[90, 99, 10])
    match.push("score")
    assert match.over
    assert match.result is not None
    assert match.result.scores == [101, 99, 10]
    assert match.result.summary == "A wins with 101 points."


def test_100_itself_is_not_enough() -> None:
    """§6.2"""
    match = edited(played("A {green}"), knowledge=[89, 0, 0])
    match.push("score")
    assert table(match)["knowledge"][0] == 100
    assert not match.over


def test_a_tie_is_a_shared_win() -> None:
    """§6.3"""
    match = facing_fire("white", burned=[2, 1, 1, 0, 4], knowledge=[3, 60, 60])
    match.push("keep")
    assert match.result is not None
    assert match.result.winners == [1, 2]
    assert match.result.summary == "B and C share the win with 60 points."


def test_the_200th_round_is_the_last() -> None:
    """§6.4"""
    match = edited(played("A {green} A score B {green} B score C {green}"), round=200)
    match.push("score")
    assert match.over
    assert told(match)[-1] == "The last round is over, and with it the game."
    assert match.result is not None
    assert match.result.winners == [0]


@pytest.mark.parametrize("round_", [1, 199])
def test_no_round_before_it_is(round_: int) -> None:
    """§6.4"""
    match = edited(played("A {green} A score B {green} B score C {green}"), round=round_)
    match.push("score")
    assert not match.over
    with pytest.raises(es.IllegalChoice, match="in your own turn"):
        match.push("draw")
