"""Chapters 5 and 12 of RULES.md: scoring knowledge, and the tools after scoring."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire.components import TOKENS
from tests.games.fire.table import (
    asked,
    counts,
    go,
    hand,
    on_card,
    points,
    texts,
    told,
    tools_in,
    truth,
    turn,
    values,
)


def scored(
    *,
    on: str = "white yellow",
    draw: str = "yellow",
    tool: str = "",
    after: str = "",
    **position: Any,
) -> es.Match:
    """A, on the 1st card, has drawn one more token, stopped, and holds tools to play after scoring."""
    match = turn(f"{draw}, {after}", on={"1st": on}, hands={"A": tool} if tool else {}, **position)
    return go(match, "A draw, A stop")


def test_books_score_what_their_sections_are_worth() -> None:
    """§5.1 Yellow is worth 3, white 1."""
    assert points(scored(burned="yellow"))[0] == 1 + 3 + 3 + 5


def test_bravery_is_the_number_under_the_rightmost_token() -> None:
    """§5.2 A fire counts too: with Gloves on it can lie there."""
    match = turn("fire", on={"1st": "white white"}, gloves=1)
    go(match, "A draw, A stop")
    assert points(match)[0] == 1 + 1 + 5


def test_bravery_after_a_gap() -> None:
    """§5.2 The white book on the fourth space pays 10, whatever lies before it."""
    match = go(turn("white", on={"1st": "white - - white"}), "A draw, A stop")
    assert points(match)[0] == 3 + 10


def test_who_stays_on_safe_spaces_may_take_a_tool() -> None:
    """§5.3 From the market or the deck, or none."""
    match = go(turn("white, cloak", market="map, axe, torch"), "A draw, A stop")
    assert texts(match) == ["axe", "map", "torch", "deck", "no tool"]
    assert hand(go(match, "A deck"), "A") == ["cloak"]
    assert match.to_act == 0  # it might be a tool to play now
    match = go(turn("white, white"), "A draw, A draw, A stop")
    assert match.to_act == 1


def test_a_figure_arrives_above_those_before_it() -> None:
    """§5.4 Beyond any track."""
    match = scored(score=[990, 1000, 0, 0], arrived=[1, 2, 0, 0], arrivals=2)
    assert points(match)[:2] == [1000, 1000]
    assert truth(match)["arrived"][:2] == [3, 2]


def test_tools_after_scoring_in_any_order() -> None:
    """§5.5 §8.2 Also one just taken; what they need must still lie on the card."""
    match = go(turn("white, cloak", market="lockbox, map, torch"), "A draw, A stop, A lockbox")
    assert texts(match) == ["lockbox", "done"]
    match = scored(tool="map, lockbox, library cart", after="cloak")
    go(match, "A library cart")
    assert texts(match) == ["map", "done"]
    with pytest.raises(es.IllegalChoice, match="is still on your card"):
        match.push("lockbox")


def test_only_who_could_hold_a_tool_for_it_is_asked_after_scoring() -> None:
    """§5.5 §1.10 A hand that lies open and has none."""
    assert scored(known={"A": "bucket"}).to_act == 1
    assert asked(scored(tool="bucket")) == "AfterScoring"


def test_at_the_end_of_the_turn_the_card_is_empty() -> None:
    """§5.6"""
    match = scored()
    assert on_card(match, "1st") == ""
    assert counts(match, "bag") == {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}


@pytest.mark.parametrize(
    ("tool", "clause"), [("collector's edition", "12.1"), ("knapsack", "12.2"), ("lockbox", "12.5")]
)
def test_the_question_for_a_book_cites_the_clause_of_its_tool(tool: str, clause: str) -> None:
    """§12.1 §12.2 §12.5"""
    match = go(scored(tool=tool), f"A {tool}")
    assert asked(match) == "ChooseColour"
    assert match.clause == clause
    assert match.view(0)["clause"] == clause
    with pytest.raises(es.IllegalChoice) as refused:
        match.push("black")
    assert refused.value.clause == clause


def test_collectors_edition() -> None:
    """§12.1 Two points for each yellow book saved this turn."""
    match = go(scored(tool="collector's edition, bucket"), "A collector's edition, A yellow")
    assert points(match)[0] == 10 + 4
    assert counts(match, "turn_tokens") == {}
    assert counts(match, "bag")["yellow"] == 5  # §8.3 one is on the card still
    assert tools_in(match, "discards") == ["collector's edition"]


def test_collectors_edition_counts_books_that_another_tool_has_moved() -> None:
    """§12.1 One yellow book is in the Lockbox, and still both count."""
    match = go(
        scored(tool="collector's edition, lockbox"),
        "A lockbox, A yellow, A collector's edition, A yellow",
    )
    assert points(match)[0] == 10 + 4


def test_knapsack_with_a_book() -> None:
    """§12.2 Both score: yellow 2 and purple 4."""
    match = go(scored(tool="knapsack, bucket", after="purple"), "A knapsack, A yellow")
    assert points(match)[0] == 10 + 2 + 4
    assert counts(match, "turn_tokens") == {}
    assert counts(match, "bag")["purple"] == 4
    assert tools_in(match, "discards") == ["knapsack"]


def test_a_second_knapsack_draws_from_the_bag_as_it_was() -> None:
    """§8.3 §12.2 The tokens of the first are back before the second draws; until 1.0 they were not."""
    match = go(scored(tool="knapsack, knapsack", after="purple, purple"), "A knapsack, A yellow")
    assert counts(match, "bag") == {"white": 6, "yellow": 5, "black": 5, "purple": 4, "fire": 7}
    old = go(
        scored(tool="knapsack, knapsack", after="purple, purple", rules="1.0"),
        "A knapsack, A yellow",
    )
    assert counts(old, "bag") == {"white": 6, "yellow": 4, "black": 5, "purple": 3, "fire": 7}


def test_knapsack_with_a_fire() -> None:
    """§12.3 War burns once, the points stay, and there is no tool for it."""
    match = go(scored(tool="knapsack", after="fire"), "A knapsack, A yellow")
    assert points(match)[0] == 10
    assert values(match) == [1, 3, 3, 4]
    assert match.to_act == 1


def test_library_cart() -> None:
    """§12.4 All books stay out of the bag until the round ends, fires do not."""
    match = go(scored(on="fire yellow", tool="library cart"), "A library cart")
    assert counts(match, "round_tokens") == {"yellow": 2}
    assert match.to_act == 1
    assert counts(match, "bag")["fire"] == 7
    assert tools_in(match, "round_tools") == ["library cart"]


def test_lockbox() -> None:
    """§12.5 For good, and for everybody to see."""
    match = go(scored(tool="lockbox"), "A lockbox, A white")
    assert truth(match)["boxed"][:TOKENS] == [1, 0, 0, 0, 0, 0]
    assert counts(match, "bag")["white"] == 6
    assert tools_in(match, "game_tools") == ["lockbox"]
    assert match.view(2)["state"]["boxed"] == truth(match)["boxed"]
    assert "A puts a white book on the Lockbox." in told(match)


def test_map() -> None:
    """§12.6 Bravery again, and a tool from the deck."""
    match = go(scored(tool="map", after="cloak"), "A map")
    assert points(match)[0] == 10 + 5
    assert hand(match, "A") == ["cloak"]


def test_map_without_bravery() -> None:
    """§12.6"""
    match = turn("white, cloak", hands={"A": "map"})
    go(match, "A draw, A stop, A no tool, A map")
    assert points(match)[0] == 1
    assert hand(match, "A") == ["cloak"]


def test_two_maps_each_repeat_what_the_card_paid() -> None:
    """§12.6"""
    match = go(
        scored(tool="map, map", market="torch, torch, axe", after="cloak, cloak"), "A map, A map"
    )
    assert points(match)[0] == 10 + 5 + 5


def test_why_not() -> None:
    """§5.5 A refusal says why."""
    match = scored(tool="lockbox")
    for text, reason in {
        "torch": "the Torch is played while you save books",
        "map": "do not have",
    }.items():
        with pytest.raises(es.IllegalChoice, match=reason):
            match.push(text)
    go(match, "A lockbox")
    with pytest.raises(es.IllegalChoice, match="no such book"):
        match.push("purple")
