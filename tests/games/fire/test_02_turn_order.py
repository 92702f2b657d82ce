"""Chapters 2 and 9 of RULES.md: choosing turn order, and the Amulet."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from tests.games.fire.table import (
    asked,
    counts,
    go,
    hand,
    on_card,
    texts,
    told,
    tools_in,
    truth,
    turn,
)


def round_over(draws: str = "", **position: Any) -> es.Match:
    """D, on the last card, has had its turn, and the next round begins."""
    settings: dict[str, Any] = {"card": "4th", "on": {"4th": "white white white"}, **position}
    return go(turn(f"white, {draws}", **settings), "D draw, D stop")


def test_a_round_has_three_steps() -> None:
    """§2.1"""
    match = round_over(score=[3, 2, 1, 0])
    go(match, "C take 1, B take 2, A take 3")
    story = told(match)
    steps = [
        story.index(text)
        for text in (
            (
                "A card of Geography burns, because its burn index is the lowest: white is now"
                " worth 2."
            ),
            "Round 3 begins.",
            "D takes the 4th card.",
        )
    ]
    assert steps == sorted(steps)
    assert match.to_act == 2


def test_the_lowest_score_chooses_first() -> None:
    """§2.2 D has 4 for its books and 3 for bravery."""
    match = round_over(score=[9, 5, 6, 0], arrived=[1, 2, 3, 0], arrivals=3)
    assert match.to_act == 1
    assert texts(match) == ["take 1", "take 2", "take 3", "take 4"]
    go(match, "B take 4")
    assert match.to_act == 2
    go(match, "C take 1")
    assert match.to_act == 3


def test_of_equal_scores_the_first_to_arrive_chooses_first() -> None:
    """§2.3 D arrives at 7 after B, and B came there before A."""
    match = round_over(score=[7, 7, 9, 0], arrived=[2, 1, 3, 0], arrivals=3)
    order = []
    for _ in range(3):
        order.append(match.to_act)
        match.push(match.legal()[0])
    assert order == [1, 0, 3]


def test_who_has_not_scored_chooses_by_seat() -> None:
    """§2.3"""
    assert round_over(score=[0, 0, 0, 0]).to_act == 0


def test_the_last_card_is_no_choice() -> None:
    """§2.4"""
    match = go(round_over(), "A take 2, B take 1, C take 4")
    assert truth(match)["holder"][:4] == [1, 0, 3, 2]
    assert asked(match) == "SaveBooks"


def test_turns_follow_the_numbers_and_skip_a_card_nobody_holds() -> None:
    """§2.5"""
    match = turn("white, white", players=3, cards="C - A B", card="1st")
    go(match, "C draw, C stop, C no tool")
    assert match.to_act == 0
    assert truth(match)["card"] == 2


def test_amulet() -> None:
    """§9.1 §9.2 All tokens are drawn, then their user puts one on every card, before the first card
    is chosen.
    """
    match = round_over("purple, black, fire, white", hands={"B": "amulet"})
    go(match, "B keep")
    assert asked(match) == "AmuletWindow"
    go(match, "B amulet")
    assert asked(match) == "AmuletPlace"
    assert counts(match, "looked") == {"white": 1, "black": 1, "purple": 1, "fire": 1}
    assert texts(match) == ["white", "black", "purple", "fire"]
    go(match, "B fire, B white, B purple")  # of the last token there is no choice
    assert [on_card(match, card) for card in ("1st", "2nd", "3rd", "4th")] == [
        "fire",
        "white",
        "purple",
        "black",
    ]
    assert tools_in(match, "round_tools") == ["amulet"]
    assert asked(match) == "TakeCard"


def test_amulet_until_1_0() -> None:
    """§9.2 Each token was drawn for the next card, and nobody chose."""
    match = go(
        round_over("purple, black, fire, white", hands={"B": "amulet"}, rules="1.0"),
        "B keep, B amulet",
    )
    assert [on_card(match, card) for card in ("1st", "2nd", "3rd", "4th")] == [
        "purple",
        "black",
        "fire",
        "white",
    ]


def test_amulet_not_in_the_first_round() -> None:
    """§9.1 All have an Amulet, and nobody is asked."""
    match = es.new("fire", players=4, seed=3)
    assert asked(match) == "SaveBooks"
    with pytest.raises(es.IllegalChoice, match="is played before the turn order cards are chosen"):
        match.push("amulet")


def test_several_amulets_come_one_after_the_other_the_lowest_score_first() -> None:
    """§9.1 §4.2 §8.1 Everybody may play it; a player who has to wait is asked again."""
    match = round_over(
        "white, white, white, white, black, black, black, black",
        hands={"B": "amulet", "C": "amulet"},
        score=[9, 9, 1, 9],
    )
    go(match, "B keep, C keep, B amulet, C amulet")
    assert hand(match, "C") == []
    assert hand(match, "B") == ["amulet"]
    go(match, "B amulet")
    assert [on_card(match, card) for card in ("1st", "4th")] == ["white black", "white black"]


def test_amulet_also_serves_a_card_that_nobody_will_hold() -> None:
    """§9.2 §6.1 Its tokens go back into the bag when the round ends."""
    match = turn(
        "white, black, black, yellow, white",
        players=2,
        cards="A B",
        card="2nd",
        on={"2nd": "white white"},
        hands={"A": "amulet"},
    )
    go(match, "B draw, B stop, A keep, A amulet, A black, A black, A take 1, B take 2")
    assert on_card(match, "3rd") == "yellow"
    go(match, "A draw, A stop")
    while truth(match)["round"] == 3:
        match.push(str(match.legal()[-1]))
    assert on_card(match, "3rd") == ""


def test_amulet_does_not_make_a_card_spread() -> None:
    """§9.3 No second fire and none on a risky space; what fits on no card stays on the Amulet until
    the round ends.
    """
    match = round_over(
        "white, fire, white, fire, fire, fire, white, fire",
        hands={"A": "amulet", "B": "amulet"},
        score=[0, 1, 9, 9],
    )
    go(match, "A keep, B keep, A amulet, B pass, A white, A fire, A fire, B amulet")
    assert asked(match) == "AmuletPlace"
    with pytest.raises(es.IllegalChoice, match="a fire would spread there"):
        match.push("fire")  # the second space of the 1st card is risky
    assert texts(match) == ["white", "nothing"]
    go(match, "B nothing, B nothing")  # so the book must go to the 3rd card, and a fire to the 4th
    assert [on_card(match, card) for card in ("1st", "2nd", "3rd", "4th")] == [
        "white",
        "fire",
        "fire white",
        "white fire",
    ]
    assert counts(match, "round_tokens") == {"fire": 2}


def test_amulet_tokens_that_can_be_placed_are_placed() -> None:
    """§9.3 §9.2 A fire that fits on one card only goes there: its user cannot keep it off by a
    book.
    """
    match = round_over(
        "fire, fire, fire, white, fire, black, black, black",
        hands={"A": "amulet", "B": "amulet"},
        score=[0, 1, 9, 9],
    )
    go(match, "A keep, B keep, A amulet, B pass, A fire, A fire, A fire, B amulet")
    assert on_card(match, "4th") == "white fire"


def test_amulet_tokens_are_the_holders_own() -> None:
    """§9.4 §3.2 They are scored, with or without a draw."""
    match = turn("yellow", card="4th", on={"4th": "purple"})
    assert texts(match) == ["draw", "stop"]
    go(match, "D draw, D stop")
    assert truth(match)["score"][3] == 6
    assert truth(go(turn(card="4th", on={"4th": "purple"}), "D stop"))["score"][3] == 4


def test_amulet_fire_counts_as_the_first() -> None:
    """§9.4"""
    match = go(turn("fire", card="4th", on={"4th": "fire"}), "D draw")
    assert "D has triggered the fire: a second one on the card!" in told(match)


def test_a_full_card_gets_no_amulet_token() -> None:
    """§9.2 Alone, tokens may wait for long."""
    match = turn(
        "white, map c, black, black, black, black, black, black",
        players=1,
        cards="A x - - - -",
        on={"3rd": "white white white white white"},
        hands={"A": "amulet"},
    )
    go(match, "A draw, A stop, A no tool, A keep, A amulet")
    assert on_card(match, "3rd") == "white white white white white"
    assert on_card(match, "4th") == "black"
