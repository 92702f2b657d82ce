"""Chapters 6, 7 and 8 of RULES.md: the end of the round, the end of the game, and tools in general."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from emberstacks.games.fire.components import COPIES
from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.chance import ScriptedDealer
from tests.games.fire.table import (
    BOX,
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

ALMOST = "purple purple purple"  # the next purple card to burn is the last


def last_turn(draws: str = "", **position: Any) -> es.Match:
    """The last of four players has drawn a token and stopped."""
    settings: dict[str, Any] = {"card": "4th", "on": {"4th": "white white white"}, **position}
    return go(turn(f"white, {draws}", **settings), "D draw, D stop")


def test_tokens_held_until_the_end_of_the_round_come_back_first() -> None:
    """§6.1 §8.3 With them tools that lasted as long."""
    match = turn(
        "white", card="4th", on={"4th": "white white white"}, hands={"D": "library cart, torch"}
    )
    go(match, "D draw, D stop, D library cart, D done")
    assert counts(match, "bag") == {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}
    assert tools_in(match, "discards") == ["library cart"]


def test_the_lowest_burn_index_burns() -> None:
    """§6.2 Geography shows 4, War 3."""
    assert values(last_turn(burned="white white")) == [3, 3, 3, 4]


def test_everybody_may_exchange_a_tool() -> None:
    """§6.3 All decide unseen, and the lowest score draws first."""
    match = last_turn(
        "bucket, gloves",
        hands={"A": "shovel, cloak", "B": "axe"},
        known={"C": "map"},
        score=[4, 3, 0, 9],
    )
    assert match.waiting == (0, 1, 2)
    assert texts(match, "A") == ["keep", "swap cloak", "swap shovel"]
    go(match, "A swap shovel, B swap axe, C keep")
    assert (hand(match, "A"), hand(match, "B"), hand(match, "C")) == (
        ["cloak", "gloves"],
        ["bucket"],
        ["map"],
    )
    assert tools_in(match, "discards") == ["axe", "shovel"]


def test_a_tool_not_held_cannot_be_exchanged() -> None:
    """§6.3"""
    match = last_turn(hands={"A": "shovel"})
    with pytest.raises(es.IllegalChoice, match="do not have that tool"):
        match.push("swap cloak")


def test_a_tool_kept_is_not_shown() -> None:
    """§6.3 §1.10"""
    match = last_turn(hands={"A": "shovel", "B": "axe"})
    go(match, "A keep, B swap axe")
    assert "A keep" not in match.record(2)
    assert "B swap axe" in match.record(2)


def test_the_next_round_begins_with_all_cards_in_the_middle() -> None:
    """§6.4"""
    match = last_turn()
    assert truth(match)["round"] == 3
    assert texts(match) == ["take 1", "take 2", "take 3", "take 4"]


def test_the_game_ends_the_moment_a_section_falls() -> None:
    """§7.1 The white book does not burn any more, and no tool is taken."""
    match = go(turn("fire", on={"1st": "purple white"}, burned=ALMOST), "A draw")
    assert match.over
    assert values(match) == [1, 2, 3, 10]
    assert "Fables has fallen. The game is over." in told(match)
    assert hand(match, "A") == []


def test_the_end_of_the_round_can_end_the_game() -> None:
    """§7.1 Nobody exchanges a tool any more."""
    burned = "white " * 6 + "yellow " * 5 + "black " * 4 + ALMOST
    match = last_turn(burned=burned, hands={"A": "map"})
    assert match.over
    assert values(match)[0] == 10


def test_a_knapsack_can_end_the_game() -> None:
    """§7.1 The Map is lost."""
    match = turn("purple, fire", burned=ALMOST, hands={"A": "knapsack, map"})
    go(match, "A draw, A stop, A no tool, A knapsack")
    assert match.over
    assert points(match)[0] == 8


def test_books_of_those_who_have_not_begun_their_turn_score() -> None:
    """§7.2 A has had its turn, B ends the game; C has a purple book worth 10, D a white one,
    without bravery.
    """
    on = {"2nd": "purple purple", "3rd": "purple white white", "4th": "fire white"}
    match = go(turn("fire", card="2nd", on=on, burned=ALMOST), "B draw")
    assert points(match) == [0, 0, 12, 1]


def test_books_in_lockboxes_score_at_the_end() -> None:
    """§7.3 A purple one is worth 10, because its section has fallen."""
    boxed = [0] * 24
    boxed[3] = boxed[1] = 1  # A: purple and yellow
    boxed[3 * 6] = 2  # D: two white ones
    bag = [5, 5, 5, 2, 0, 9]  # the third and the fourth purple card have icons
    match = go(turn("fire", on={"1st": "purple"}, burned=ALMOST, boxed=boxed, bag=bag), "A draw")
    assert points(match) == [12, 0, 0, 2]


def test_the_highest_score_wins_and_a_tie_is_shared() -> None:
    """§7.4"""
    position: dict[str, Any] = {"on": {"1st": "purple"}, "burned": ALMOST}
    match = go(turn("fire", score=[3, 9, 4, 1], **position), "A draw")
    assert match.result == es.Result([3, 9, 4, 1], [1], "B wins with 9 points.")
    match = go(turn("fire", score=[3, 9, 9, 1], **position), "A draw")
    assert match.result == es.Result([3, 9, 9, 1], [1, 2], "B and C share the win with 9 points.")


def test_every_tool_has_its_moment() -> None:
    """§8.1 Whoever saves books may play three tools; of all others the refusal says when they can
    be played.
    """
    moments = {
        timing: [tool for tool, when in zip(BOX.tools, BOX.timings, strict=True) if when == timing]
        for timing in BOX.timings
    }
    assert moments == {
        "choosing": ["amulet"],
        "saving": ["gloves", "shovel", "torch"],
        "spreading": ["axe", "bucket", "cloak", "slingshot"],
        "scored": ["collector's edition", "knapsack", "library cart", "lockbox", "map"],
    }
    match = turn(hands={"A": ", ".join(BOX.tools)})
    for tool in BOX.tools:
        if tool in moments["saving"]:
            assert tool in [str(choice) for choice in match.legal()]
        else:
            with pytest.raises(es.IllegalChoice, match=r"is played (before|when|after)") as refused:
                match.push(tool)
            assert refused.value.clause == "8.1"


def test_any_number_of_tools_in_hand_and_in_a_turn() -> None:
    """§8.2"""
    match = turn(
        "fire, fire, fire",
        on={"1st": "white"},
        hands={"A": "bucket, bucket, bucket, shovel, shovel, shovel"},
    )
    go(match, "A shovel, A shovel, A shovel, A draw, A bucket, A draw, A bucket, A draw, A bucket")
    assert on_card(match, "1st") == "white"
    assert hand(match, "A") == []
    assert counts(match, "turn_tokens") == {"fire": 3}


def test_a_used_tool_is_discarded_at_once() -> None:
    """§8.3 But after it has been carried out: a Map cannot draw itself."""
    match = turn("white, white, cloak", hands={"A": "map"})
    go(match, "A draw, A draw, A stop, A map")
    assert tools_in(match, "turn_tools") == []
    assert tools_in(match, "discards") == ["map"]
    match = turn("white, white, map", hands={"A": "map"}, rest_in="game_tools", market="")
    go(match, "A draw, A draw, A stop, A map")
    assert hand(match, "A") == []


@pytest.mark.parametrize(
    ("rules", "open_tools", "discards"), [("", ["map"], []), ("1.1", [], ["map"])]
)
def test_a_short_market_is_filled_when_tools_come_back(
    rules: str, open_tools: list[str], discards: list[str]
) -> None:
    """§8.4 There was nothing to fill it with; until 1.1 it waited until somebody took a tool from
    it.
    """
    match = turn(
        "white, white, map", hands={"A": "map"}, rest_in="game_tools", market="", rules=rules
    )
    go(match, "A draw, A draw, A stop, A map")
    assert [BOX.tools[piece] for piece in truth(match)["market"]] == open_tools
    assert tools_in(match, "discards") == discards
    assert asked(match) == "SaveBooks"


def test_a_short_market_is_filled_at_the_end_of_a_round() -> None:
    """§8.4 With what was on the table until then."""
    amulet = [3, *[0] * 12]
    match = turn(
        "white, amulet, amulet, amulet",
        card="4th",
        on={"4th": "white white white"},
        rest_in="game_tools",
        market="",
    )
    data = match.to_json()
    data["state"]["game_tools"][0], data["state"]["round_tools"] = 0, amulet
    match = match_from_json(
        GAME, data, ScriptedDealer(["white", "amulet", "amulet", "amulet"]), None
    )
    go(match, "D draw, D stop")
    assert truth(match)["market"] == [0, 0, 0]


def test_tools_that_lie_open_until_the_turn_ends() -> None:
    """§8.3 Bucket, Shovel and Torch say so, and Gloves work for so long."""
    match = turn(
        "fire, white, white, white",
        on={"1st": "fire"},
        hands={"A": "bucket, shovel, torch, gloves"},
    )
    go(match, "A draw, A bucket, A shovel, A gloves, A torch, A white, A enough")
    assert sorted(tools_in(match, "turn_tools")) == ["bucket", "gloves", "shovel", "torch"]
    go(match, "A stop")
    assert sorted(tools_in(match, "discards")) == ["bucket", "gloves", "shovel", "torch"]


def test_the_market_is_filled_at_once() -> None:
    """§8.4"""
    match = go(turn("white, axe", market="map, map, torch"), "A draw, A stop, A torch")
    assert [BOX.tools[piece] for piece in truth(match)["market"]] == ["map", "map", "axe"]


def test_of_two_copies_in_the_market_the_first_is_taken() -> None:
    """§1.10 §5.3 With a robot copies differ, so what is taken must not depend on how the market
    lies.
    """
    for market in ("map a, map b, torch a", "map b, map a, torch a"):
        match = go(
            turn("white, axe a", players=4, market=market, options={"robot": True}),
            "A draw, A stop, A map",
        )
        assert truth(match)["hands"][0][-1][0] % COPIES == 0


def test_a_turn_begins_with_nothing_counted() -> None:
    """§3.1 What the player before has scored, drawn and lost is no part of it."""
    match = go(
        turn("white, white, white, black", hands={"A": "lockbox"}), "A draw, A draw, A draw, A stop"
    )
    assert truth(match)["bravery"] > 0
    while match.to_act == 0:
        match.push(match.legal()[-1])
    after = truth(match)
    assert [after[field] for field in ("bravery", "draws", "gloves", "digs", "lost", "spread")] == [
        0
    ] * 6
    assert not any(after["saved"])


def test_an_empty_deck_is_made_anew_from_the_discards() -> None:
    """§8.5"""
    match = go(
        turn("white, cloak", hands={"B": "axe"}, rest_in="discards"), "A draw, A stop, A deck"
    )
    assert hand(match, "A") == ["cloak"]
    assert tools_in(match, "discards") == []
    assert "The discarded tools are shuffled into a new deck." in told(match)
    # B's is the only card of the old deck that C cannot place
    assert match.view(2)["unknown"]["0"] == [BOX.tools.index("axe")]


def test_when_nothing_is_left_to_draw_the_market_stays_short() -> None:
    """§8.5"""
    match = go(turn("white", market="map, map, torch", rest_in="game_tools"), "A draw, A stop")
    assert texts(match) == ["map", "torch", "no tool"]
    go(match, "A torch")
    assert [BOX.tools[piece] for piece in truth(match)["market"]] == ["map", "map"]
