"""The facts of a view: what the page, the terminal and bots do not have to work out for themselves."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from tests.games.fire.table import go, points, turn, values


def facts(match: es.Match) -> Any:
    return match.view(None, facts=True)["facts"]


def test_values_and_the_lowest_index() -> None:
    """§5.1 §6.2 §13.2 The technology book is worth as much as the best section."""
    match = turn(burned="white purple")
    assert facts(match)["values"] == [*values(match), 5]
    assert facts(match)["lowest"] == 0
    assert facts(turn(burned="white white"))["lowest"] == 1


@pytest.mark.parametrize("lying", ["white yellow", "white fire", "fire", "purple purple purple"])
def test_what_stopping_would_score_is_what_it_scores(lying: str) -> None:
    """§5.1 §5.2"""
    match = turn(on={"1st": lying}, gloves=1)
    told = facts(match)["cards"][0]
    assert told["total"] == sum(told["books"]) + told["bravery"]
    assert points(go(match, "A stop"))[0] == told["total"]


@pytest.mark.parametrize(
    ("position", "spreads"),
    [
        ({}, False),
        ({"on": {"1st": "fire"}}, True),
        ({"on": {"1st": "white"}}, True),
        ({"on": {"1st": "white"}, "gloves": 1}, False),
    ],
)
def test_whether_a_fire_would_spread(position: dict[str, Any], spreads: bool) -> None:
    """§3.4 §10.1"""
    match = turn("fire", **position)
    told = facts(match)["next"]
    assert told["spreads"] == spreads
    go(match, "A draw")
    assert (match.events(None)[-1]["kind"] == "warning") != spreads


def test_what_each_token_would_bring() -> None:
    """§5.1 §5.2 §3.4 After white on the 1st card the next space pays 2, and a fire there spreads."""
    told = facts(turn(on={"1st": "white"}))["next"]
    assert told["after"] == [1 + 1 + 2, 1 + 2 + 2, 1 + 3 + 2, 1 + 4 + 2, 1 + 4 + 2, 0]
    bag = [6, 6, 5, 4, 0, 7]
    mean = sum(count * after for count, after in zip(bag, told["after"], strict=True)) / 28
    assert told["average"] == pytest.approx(mean, abs=0.001)


def test_nothing_comes_next_when_the_card_is_full_or_the_game_is_over() -> None:
    """§3.6 §7.1"""
    match = turn(
        on={"1st": "white white white white white"},
        stack=[["EndOfRound"], ["PlayTurns"], ["AfterScoring", 0]],
    )
    assert facts(match)["next"] is None
    match = go(turn("fire", on={"1st": "purple"}, burned="purple purple purple"), "A draw")
    assert match.over
    assert facts(match)["lowest"] is None
