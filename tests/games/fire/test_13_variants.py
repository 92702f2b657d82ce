"""Chapters 13 and 14 of RULES.md: Technology Books, No Tool, Wild Fire and Inferno."""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from tests.games.fire.table import (
    asked,
    counts,
    go,
    on_card,
    points,
    texts,
    told,
    truth,
    turn,
    values,
)

TECHNOLOGY = {"technology": True}
NO_TOOL = {"tools": False}


def test_technology_books_and_an_eighth_fire() -> None:
    """§13.1"""
    match = es.new("fire", players=4, seed=1, technology=True)
    assert counts(match, "bag") == {
        "white": 7,
        "yellow": 6,
        "black": 5,
        "purple": 4,
        "teal": 3,
        "fire": 8,
    }
    assert truth(match)["spare"] == 10


def test_a_technology_book_is_worth_the_best_section() -> None:
    """§13.2 At first 4, as the rulebook says."""
    match = go(turn("teal", options=TECHNOLOGY), "A draw, A stop")
    assert points(match)[0] == 4


def test_a_technology_book_ties_for_the_most_valuable() -> None:
    """§13.2 §11.2"""
    match = turn("fire", on={"1st": "teal white purple"}, hands={"B": "axe"}, options=TECHNOLOGY)
    go(match, "A draw, B axe")
    assert texts(match) == ["book 1", "book 3"]


def test_technology_books_burn_last_at_the_highest_index() -> None:
    """§13.3 Each one the highest that shows then: Fables with 10, then with 14."""
    match = go(turn("fire", on={"1st": "teal white teal"}, options=TECHNOLOGY), "A draw")
    assert values(match) == [2, 2, 3, 7]
    burns = [text.split()[3] for text in told(match) if "burns" in text]
    assert burns == ["Geography", "Fables", "Fables"]


def test_a_technology_book_on_a_knapsack() -> None:
    """§13.3 A fire burns the highest index."""
    match = turn("teal, fire", hands={"A": "knapsack"}, options=TECHNOLOGY)
    go(match, "A draw, A stop, A no tool, A knapsack")
    assert values(match) == [1, 2, 3, 5]


def test_a_technology_book_in_a_lockbox_of_a_fallen_library() -> None:
    """§13.2 §7.3 It is worth 10."""
    bag = [7, 6, 5, 3, 2, 10]
    boxed = [0, 0, 0, 0, 1, 0, *[0] * 18]
    match = turn(
        "fire",
        on={"1st": "purple"},
        burned="purple purple purple",
        boxed=boxed,
        bag=bag,
        options=TECHNOLOGY,
    )
    assert points(go(match, "A draw")) == [10, 0, 0, 0]


def test_without_tools_there_is_nothing_to_take() -> None:
    """§14.1 Not for leaving early, not after a fire, and no exchange."""
    match = es.new("fire", players=4, seed=1, tools=False)
    assert truth(match)["market"] == []
    assert sum(truth(match)["deck"]["rest"]) == 0
    match = go(turn("white, fire, fire, white", options=NO_TOOL), "A draw, A stop")
    assert match.to_act == 1
    go(match, "B draw, B draw, A pass, B pass, C pass, D pass")
    assert match.to_act == 2


def test_only_a_robot_still_has_a_deck() -> None:
    """§14.1"""
    match = es.new("fire", players=2, seed=1, tools=False, robot=True)
    assert sum(truth(match)["deck"]["rest"]) + sum(truth(match)["discards"]) == 33
    assert truth(match)["hands"] == [[], []]


def test_the_shout() -> None:
    """§14.2 All at the same time; each shout is a point, given in turn order from the active player
    on.
    """
    match = go(turn("fire", card="2nd", on={"2nd": "white white"}, options=NO_TOOL), "B draw")
    assert match.waiting == (0, 1, 2, 3)
    go(match, "A burn, D burn, C pass, B burn")
    assert points(match) == [1, 1, 0, 1]
    assert truth(match)["arrived"] == [3, 1, 0, 2]
    assert "C pass" not in match.record(0)


def test_the_shout_is_sealed_until_all_have_decided() -> None:
    """§14.2"""
    match = go(turn("fire", on={"1st": "white"}, options=NO_TOOL), "A draw, A burn")
    assert "A burn" not in match.record(1)
    assert "A burn" in match.record(0)
    assert points(match) == [0, 0, 0, 0]


def test_wild_fire_has_no_tool_for_leaving_early() -> None:
    """§14.3 But one after a fire."""
    match = go(turn("white, fire, fire", options={"variant": "wild-fire"}), "A draw, A stop")
    assert match.to_act == 1
    go(match, "B draw, B draw")
    assert asked(match) == "TakeTool"


@pytest.mark.parametrize(("rules", "after"), [("1.1", [2, 3, 3, 4]), ("1.0", [3, 2, 3, 4])])
def test_wild_fire_burns_two_sections_a_round(rules: str, after: list[int]) -> None:
    """§14.4 Geography and War show the lowest indices; until 1.0 Geography burned twice, as it
    would show 1 and then 2.
    """
    match = turn(
        "white",
        card="4th",
        on={"4th": "white white white"},
        options={"variant": "wild-fire"},
        rules=rules,
    )
    assert values(go(match, "D draw, D stop")) == after


def test_wild_fire_ends_with_the_first_section_that_falls() -> None:
    """§14.4 §7.1"""
    burned = "white " * 6 + "yellow " * 5 + "black " * 4 + "purple " * 3
    match = turn(
        "white",
        card="4th",
        on={"4th": "white white white"},
        options={"variant": "wild-fire"},
        burned=burned,
    )
    go(match, "D draw, D stop")
    assert match.over
    assert truth(match)["burned"] == [7, 5, 4, 3]


def test_the_lone_librarian_can_play_wild_fire() -> None:
    """§14.6 §14.3 §14.4 §17.2 Two sections burn, unless a fire was triggered, and there is no tool
    for leaving early.
    """
    options = {"solo": "lone-librarian", "variant": "wild-fire"}
    match = go(turn("white", players=1, cards="A", options=options), "A draw, A stop")
    assert asked(match) == "TakeCard"
    assert values(match) == [2, 3, 3, 4]
    match = turn(
        "fire", players=1, cards="A", on={"1st": "black"}, hands={"A": "bucket"}, options=options
    )
    assert values(go(match, "A draw, A bucket, A stop")) == [1, 2, 3, 4]


def test_until_1_0_nobody_played_wild_fire_alone() -> None:
    """§14.6"""
    options = {"solo": "lone-librarian", "variant": "wild-fire"}
    with pytest.raises(
        es.BadOptions, match=r"Under rules 1\.0 Wild Fire and Inferno need two or more people"
    ):
        new_match(GAME, 1, options, Dealer(1), 1, "1.0")


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (1, {"variant": "wild-fire"}, "a robot"),
        (1, {"variant": "inferno", "solo": "lone-librarian"}, "alone you choose them"),
        (3, {"variant": "inferno", "robot": True}, "a robot"),
    ],
)
def test_until_1_1_fast_variants_had_no_robot(
    players: int, options: dict[str, Any], reason: str
) -> None:
    """§14.6"""
    with pytest.raises(es.BadOptions, match=reason):
        new_match(GAME, players, options, Dealer(1), 1, "1.1")


def test_wild_fire_with_a_robot_burns_one_card_at_the_end_of_a_round() -> None:
    """§14.6 §18.4 The robot has burned on its turn; and nobody takes a tool for leaving early."""
    match = turn(
        "white, cloak a",
        players=2,
        cards="A B R",
        card="2nd",
        options={"robot": True, "variant": "wild-fire"},
        draws=1,
    )
    go(match, "B draw, B stop")
    assert "Round 2 is over: the card with the lowest burn index burns." in told(match)
    burned = [event for event in match.events(None) if event["kind"] == "burn"]
    assert [event["because"] for event in burned if event.get("because")] == [
        "tool-cloak",
        "tool-cloak",
    ]
    assert len(burned) == 3


def test_wild_fire_against_a_robot_burns_one_card_too() -> None:
    """§14.6 §16.1 Also after a fire, when the robot only scores."""
    match = turn(
        "fire",
        players=1,
        on={"1st": "white"},
        options={"variant": "wild-fire"},
        market="map, map, torch",
    )
    go(match, "A draw, A map")
    assert [
        event["text"] for event in match.events(None) if event["kind"] in ("amazed", "round-over")
    ] == [
        "Enough has burned in this turn: the robot only scores.",
        "Round 2 is over: the card with the lowest burn index burns.",
    ]


@pytest.mark.parametrize("solo", ["robot", "lone-librarian"])
def test_inferno_alone_deals_the_card(solo: str) -> None:
    """§14.6 §15.1 Of those that are not set aside."""
    match = es.new("fire", players=1, seed=3, solo=solo, variant="inferno")
    assert asked(match) == "SaveBooks"
    assert told(match)[-2].startswith("A is dealt the")
    rng = random.Random(1)
    dealt = []
    while not match.over and truth(match)["round"] < 7:
        match.push(rng.choice(match.codes()))
        dealt = [event["args"][1] for event in match.events(None) if event["kind"] == "deal"]
    assert len(set(dealt[:6])) == len(dealt[:6])


def test_inferno_deals_the_cards() -> None:
    """§14.5 After the Amulets, and with all of Wild Fire."""
    draws = "white, black, black, black, black, 4th, 3rd, 2nd, 1st"
    position: dict[str, Any] = {
        "card": "4th",
        "on": {"4th": "white white white"},
        "hands": {"A": "amulet"},
    }
    match = turn(draws, options={"variant": "inferno"}, **position)
    go(match, "D draw, D stop, A keep, A amulet")
    assert truth(match)["holder"][:4] == [3, 2, 1, 0]
    assert on_card(match, "1st") == "black"
    assert values(match) == [2, 3, 3, 4]
    assert match.to_act == 3


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (3, {"youngest": "D"}, "Nobody sits in seat D"),
        (1, {"robot": True}, "choose with 'solo'"),
        (6, {"robot": True}, "no turn order card left"),
        (2, {"solo": "lone-librarian"}, "for one person"),
    ],
)
def test_combinations_that_make_no_sense_are_refused(
    players: int, options: dict[str, Any], reason: str
) -> None:
    """§1.9 §18.1"""
    with pytest.raises(es.BadOptions, match=reason):
        es.new("fire", players=players, seed=1, **options)


@pytest.mark.parametrize("technology", [False, True])
@pytest.mark.parametrize("tools", [False, True])
def test_technology_and_no_tool_go_with_everything(technology: bool, tools: bool) -> None:
    """§14.6"""
    for players, options in (
        (1, {}),
        (1, {"solo": "lone-librarian"}),
        (3, {"robot": True}),
        (2, {"variant": "inferno"}),
    ):
        assert (
            es.new(
                "fire", players=players, seed=1, technology=technology, tools=tools, **options
            ).to_act
            is not None
        )
