"""Chapters 3 and 10 of RULES.md: saving books, Gloves, Shovel and Torch."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games import GAMES
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
)


def test_a_token_goes_on_the_leftmost_empty_space() -> None:
    """§3.1"""
    match = go(turn("white, black"), "A draw, A draw")
    assert on_card(match, "1st") == "white black"
    assert counts(match, "bag")["black"] == 4


def test_with_an_empty_card_a_draw_is_due_and_then_one_may_stop() -> None:
    """§3.2"""
    match = turn("white")
    with pytest.raises(es.IllegalChoice, match="your card is empty, so you must draw"):
        match.push("stop")
    go(match, "A draw")
    assert texts(match) == ["draw", "stop"]


@pytest.mark.parametrize("lying", ["white", "fire"])
def test_with_a_token_on_the_card_one_may_stop_before_the_first_draw(lying: str) -> None:
    """§3.2 It came from an Amulet or a Slingshot. §5.3 The tool for leaving early is earned as
    well.
    """
    match = turn(on={"1st": lying})
    assert texts(match) == ["draw", "stop"]
    go(match, "A stop")
    assert asked(match) == "TakeTool"
    assert match.clause == "5.3"


def test_until_1_0_the_first_draw_was_due_even_with_a_token() -> None:
    """§3.2"""
    assert texts(turn(on={"1st": "white"}, rules="1.0")) == ["draw"]


def test_the_label_of_stopping_says_what_it_earns() -> None:
    """§5.3 §10.2 §14.3 A tool for leaving early, where there is one."""
    early = "Stop and score 1: 1 + bravery 0, and take a tool for leaving early"
    assert match_label(turn(on={"1st": "white"})) == early
    assert match_label(turn(on={"1st": "white yellow"})) == "Stop and score 5: 3 + bravery 2"
    assert match_label(turn(on={"1st": "white"}, gloves=1)) == "Stop and score 1: 1 + bravery 0"
    for options in ({"variant": "wild-fire"}, {"tools": False}):
        assert (
            match_label(turn(on={"1st": "white"}, options=options))
            == "Stop and score 1: 1 + bravery 0"
        )


def match_label(match: es.Match) -> str:
    return next(choice.label for choice in match.legal() if str(choice) == "stop")


def test_a_first_fire_on_a_safe_space_does_no_harm() -> None:
    """§3.3"""
    match = go(turn("fire"), "A draw")
    assert texts(match) == ["draw", "stop"]
    assert "The first fire on a safe space does A no harm." in told(match)


def test_a_fire_on_a_risky_space_triggers() -> None:
    """§3.4"""
    match = go(turn("white, fire"), "A draw, A draw")
    assert truth(match)["spread"] == 1


def test_a_second_fire_triggers_on_a_safe_space() -> None:
    """§3.4"""
    match = go(turn("fire, fire", cards="- A B C", players=3, card="2nd"), "A draw, A draw")
    assert truth(match)["spread"] == 1


def test_a_fire_parked_on_a_tool_does_not_count() -> None:
    """§3.5"""
    match = go(
        turn(
            "fire",
            cards="B A C D",
            card="2nd",
            turn_tokens=[0, 0, 0, 0, 0, 1],
            bag=[7, 6, 5, 4, 0, 6],
        ),
        "A draw",
    )
    assert texts(match) == ["draw", "stop"]


def test_a_full_card_is_scored() -> None:
    """§3.6 Four white books and a purple one, and 15 for bravery on the 1st card."""
    match = go(turn("purple", on={"1st": "white white white white"}), "A draw")
    assert points(match) == [4 + 4 + 15, 0, 0, 0]
    assert asked(match) == "SaveBooks"
    assert match.to_act == 1


def test_nothing_slides() -> None:
    """§3.7 The gap on the risky 2nd space is filled next, and a fire there triggers."""
    match = go(turn("fire", on={"1st": "white - white"}), "A draw")
    assert truth(match)["spread"] == 1
    match = go(turn("black", on={"1st": "white - white"}), "A draw")
    assert on_card(match, "1st") == "white black white"


def test_an_empty_bag() -> None:
    """§3.8"""
    match = turn(bag=[0] * 6, round_tokens=[7, 6, 5, 4, 0, 7])
    assert texts(match) == ["stop"]
    match = turn(
        "white", bag=[1, 0, 0, 0, 0, 0], round_tokens=[6, 6, 5, 4, 0, 7], hands={"A": "torch"}
    )
    go(match, "A torch, A white")
    assert on_card(match, "1st") == "white"
    assert texts(match) == ["stop"]


def test_tools_may_be_played_between_draws() -> None:
    """§3.9 As many as one likes."""
    match = go(turn("white", hands={"A": "gloves, shovel, torch"}), "A gloves, A draw, A shovel")
    assert texts(match) == ["draw", "dig", "stop", "torch"]


def test_gloves() -> None:
    """§10.1 A fire on a risky space does no harm, and bravery is paid as printed."""
    match = turn("white, fire, black", hands={"A": "gloves"})
    go(match, "A draw, A gloves, A draw, A draw, A stop")
    assert points(match)[0] == 1 + 3 + 5


def test_gloves_after_a_first_fire_and_no_second_pair() -> None:
    """§10.1 §3.4 A second fire still triggers."""
    match = turn("fire, white, fire", hands={"A": "gloves, gloves"})
    go(match, "A draw, A gloves")
    with pytest.raises(es.IllegalChoice, match="wearing Gloves already"):
        match.push("gloves")
    go(match, "A draw, A draw, A pass")
    assert truth(match)["spread"] == 1


def test_gloves_give_no_tool_for_leaving_early() -> None:
    """§10.2 But one after a fire."""
    match = go(turn("white", hands={"A": "gloves"}), "A gloves, A draw, A stop")
    assert match.to_act == 1
    match = go(turn("fire, fire", hands={"A": "gloves"}), "A gloves, A draw, A draw")
    assert asked(match) == "TakeTool"


def test_gloves_and_a_map() -> None:
    """§10.2 §12.6 The tool of a Map is not taken for leaving early, so it is drawn with Gloves on,
    too.
    """
    match = go(turn("white, cloak", hands={"A": "gloves, map"}), "A gloves, A draw, A stop, A map")
    assert hand(match, "A") == ["cloak"]
    assert "A takes" not in " ".join(told(match))


@pytest.mark.parametrize("clause", ["10.2", "11.4", "11.9", "16.2", "17.3", "17.4"])
def test_what_no_rulebook_says_is_marked_as_a_ruling(clause: str) -> None:
    (words,) = [
        line for line in GAMES["fire"].rules().splitlines() if line.startswith(f"- **{clause}** ")
    ]
    assert "*Ruling: " in words


def test_shovel() -> None:
    """§10.3 §10.4 Draw two, keep one, twice; a book not kept goes back into the bag."""
    match = turn("white, purple, black, fire, white", hands={"A": "shovel"})
    go(match, "A shovel, A dig")
    assert texts(match) == ["white", "purple"]
    go(match, "A purple, A dig, A black")
    assert on_card(match, "1st") == "purple black"
    assert counts(match, "turn_tokens") == {"fire": 1}
    assert counts(match, "bag")["white"] == 7
    with pytest.raises(es.IllegalChoice, match="twice at most"):
        match.push("dig")
    go(match, "A stop")
    assert counts(match, "turn_tokens") == {}
    assert tools_in(match, "discards") == ["shovel"]


def test_shovel_draws_need_not_follow_each_other_and_lapse() -> None:
    """§10.3"""
    match = turn("white, black, white, white", hands={"A": "shovel"})
    go(match, "A shovel, A dig, A black, A draw, A stop")
    assert match.to_act == 1
    assert truth(match)["digs"] == 0


def test_shovel_with_two_fires() -> None:
    """§10.4 One must be put on the card, the other stays on the Shovel."""
    match = go(turn("fire, fire", hands={"A": "shovel"}), "A shovel, A dig")
    assert on_card(match, "1st") == "fire"
    assert counts(match, "turn_tokens") == {"fire": 1}


def test_shovel_the_worse_token_may_be_kept() -> None:
    """§10.4"""
    match = go(turn("fire, purple", hands={"A": "shovel"}), "A shovel, A dig, A fire")
    assert on_card(match, "1st") == "fire"


def test_torch() -> None:
    """§10.5 §10.6 Draw three and put down what one likes, in any order."""
    match = go(turn("white, fire, purple", hands={"A": "torch"}), "A torch")
    assert texts(match) == ["white", "purple", "fire"]
    go(match, "A purple, A enough")
    assert on_card(match, "1st") == "purple"
    assert counts(match, "turn_tokens") == {"fire": 1}
    assert counts(match, "bag")["white"] == 7
    assert texts(match) == ["draw", "stop"]


def test_torch_with_three_fires() -> None:
    """§10.5 They cannot all be refused."""
    match = go(turn("fire, fire, fire", hands={"A": "torch"}), "A torch")
    assert texts(match) == ["fire"]
    go(match, "A fire")
    assert texts(match) == ["fire", "enough"]


def test_torch_only_as_many_as_there_is_room_for() -> None:
    """§10.5 The card is full, so the turn is scored."""
    match = turn("white, white, black", on={"1st": "white white white white"}, hands={"A": "torch"})
    go(match, "A torch, A black")
    assert points(match)[0] == 4 + 3 + 15
    assert counts(match, "bag") == {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}


def test_torch_a_fire_that_triggers_ends_the_placing() -> None:
    """§10.6 The white book goes back, and the other fire stays on the Torch while tools may be
    played.
    """
    match = turn("white, fire, fire", on={"1st": "black"}, hands={"A": "torch, bucket"})
    go(match, "A torch, A fire")
    assert asked(match) == "FireWindow"
    assert on_card(match, "1st") == "black fire"
    assert counts(match, "turn_tokens") == {"fire": 1}
    assert counts(match, "bag")["white"] == 7


def test_one_draw_one_tool() -> None:
    """§10.7 After a Torch the Shovel's two draws are still there, each of two tokens."""
    match = turn("white, white, white, black, yellow", hands={"A": "torch, shovel, shovel"})
    go(match, "A shovel, A shovel, A torch, A white, A enough, A dig")
    assert sum(counts(match, "looked").values()) == 2
    assert truth(match)["digs"] == 3


def test_why_not() -> None:
    """§3.2 §8.1 A refusal says why."""
    match = go(turn("white", hands={"A": "bucket"}), "A draw")
    for text, reason in {
        "dig": "after playing a Shovel",
        "bucket": "the Bucket is played when a fire is about to spread",
        "torch": "not have that",
        "take 1": "beginning of a round",
    }.items():
        with pytest.raises(es.IllegalChoice, match=reason):
            match.push(text)
