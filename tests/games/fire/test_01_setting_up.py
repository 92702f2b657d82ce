"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.components import SECTIONS, TRACK
from emberstacks.games.fire.state import FREE, UNUSED
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from tests.games.fire.table import (
    BOX,
    TOOLS,
    asked,
    counts,
    go,
    hand,
    points,
    told,
    truth,
    turn,
    values,
)


def new(players: int, **options: Any) -> es.Match:
    return es.new("fire", players=players, seed=1, **options)


def test_one_to_six_people_play() -> None:
    """§1.1"""
    for players in range(1, 7):
        assert new(players).to_act is not None
    for players in (0, 7):
        with pytest.raises(es.BadOptions, match="1 to 6 players"):
            new(players)


def test_the_library_has_four_sections_that_end_in_a_ten() -> None:
    """§1.2"""
    assert BOX.sections == ["Geography", "War", "History", "Fables"]
    assert [n + 1 for n in BOX.collapse] == [8, 7, 6, 5]
    assert values(new(4)) == [1, 2, 3, 4]
    for section in range(SECTIONS):
        stack = [BOX.values[section * TRACK + place] for place in range(BOX.collapse[section] + 1)]
        assert stack == sorted(set(stack))
        assert stack[-1] == 10


def test_burn_indices_differ_and_ten_cards_have_a_fire_icon() -> None:
    """§1.3 No card has burned yet."""
    assert truth(new(4))["burned"] == [0, 0, 0, 0]
    indices = sorted(index for index in BOX.index if index)
    assert indices == list(range(1, 23))
    assert sum(BOX.icons) == 10


def test_the_bag_holds_22_books_and_7_fires() -> None:
    """§1.4"""
    match = new(4)
    assert counts(match, "bag") == {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}
    assert truth(match)["spare"] == 10


@pytest.mark.parametrize(
    ("players", "robot", "cards"),
    [(1, False, 33), (3, False, 33), (3, True, 33), (4, False, 39), (6, False, 39)],
)
def test_axes_and_library_carts_need_four_people(players: int, robot: bool, cards: int) -> None:
    """§1.5 A robot is not counted."""
    match = new(players, robot=robot)
    state = truth(match)
    pieces = [*state["market"], *[row[0] for slots in state["hands"] for row in slots]]
    left = state["deck"]["rest"]
    assert sum(left) + len(pieces) == cards
    copies = len(left) // TOOLS
    in_play = {
        BOX.tools[piece // copies] for piece in [*pieces, *[p for p, n in enumerate(left) if n]]
    }
    assert ("axe" in in_play, "library cart" in in_play) == (players > 3, players > 3)


def test_three_tools_lie_open_and_everybody_has_two_in_secret() -> None:
    """§1.6 The market is laid out first."""
    match = new(4)
    assert len(truth(match)["market"]) == 3
    assert [len(hand(match, owner)) for owner in "ABCD"] == [2, 2, 2, 2]
    assert told(match)[2].startswith("The market gets")
    assert told(match)[3] == "A draws a tool from the deck."
    mine = [row[0] for row in match.view(1)["state"]["hands"][1]]
    theirs = [row[0] for row in match.view(1)["state"]["hands"][2]]
    assert None not in mine
    assert theirs == [None, None]


@pytest.mark.parametrize(("players", "cards"), [(1, 6), (2, 3), (3, 4), (4, 4), (5, 5), (6, 6)])
def test_how_many_turn_order_cards_are_used(players: int, cards: int) -> None:
    """§1.7"""
    assert sum(holder != UNUSED for holder in truth(new(players))["holder"]) == cards


def test_the_first_cards_are_dealt_at_random() -> None:
    """§1.8 With two people one of three cards lies in the middle, each of them sometimes."""
    deals = [truth(es.new("fire", players=2, seed=seed))["holder"][:3] for seed in range(40)]
    assert {tuple(sorted(deal)) for deal in deals} == {(FREE, 0, 1)}
    assert len({tuple(deal) for deal in deals}) == 6


def test_a_card_nobody_was_dealt_can_be_chosen_later() -> None:
    """§1.8"""
    match = go(
        turn("white", players=2, cards="A B -", card="2nd", on={"2nd": "white white"}),
        "B draw, B stop",
    )
    assert asked(match) == "TakeCard"
    assert [str(choice) for choice in match.legal()] == ["take 1", "take 2", "take 3"]


def test_everybody_begins_at_0_and_seats_stand_for_age() -> None:
    """§1.9 A robot is the oldest."""
    assert points(new(4)) == [0, 0, 0, 0]
    match = turn("fire", players=2, cards="R B A", card="3rd", options={"robot": True})
    go(match, "A draw, A stop, A no tool")
    assert match.to_act == 0  # A before B, although nobody has a point
    go(match, "A take 3, B take 2")
    assert truth(match)["holder"][0] == 2


def test_the_youngest_can_be_named() -> None:
    """§1.9 The others follow in the order of the seats."""
    match = turn("fire", players=3, cards="A C B", card="3rd", options={"youngest": "B"})
    go(match, "B draw, B stop, B no tool, B take 1, C take 2")
    assert truth(match)["holder"][:2] == [1, 2]
    assert match.to_act == 0


def test_until_1_1_nobody_was_named() -> None:
    """So no record of 1.1 can say so."""
    with pytest.raises(es.BadOptions, match="no option 'youngest'"):
        new_match(GAME, 3, {"youngest": "B"}, Dealer(1), 1, "1.1")


def test_hands_are_secret_but_what_came_from_the_market_is_remembered() -> None:
    """§1.10"""
    match = go(
        turn("white, cloak", market="map, torch, axe", hands={"A": "bucket"}),
        "A draw, A stop, A torch",
    )
    seen_by_b = [row[0] for row in match.view(1)["state"]["hands"][0]]
    assert sorted(str(face) for face in seen_by_b) == sorted(
        ["None", str(BOX.tools.index("torch"))]
    )
    assert match.view(None)["state"]["hands"] == match.view(1)["state"]["hands"]
    assert match.view(1)["state"]["bag"] == truth(match)["bag"]
