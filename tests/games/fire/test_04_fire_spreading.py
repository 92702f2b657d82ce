"""Chapters 4 and 11 of RULES.md: fire spreading, Axe, Bucket, Cloak and Slingshot."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire.components import FIRE
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

FULL_BAG = {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}


def on_fire(*, on: str = "white yellow", **position: Any) -> es.Match:
    """A, on the 1st card, has triggered a fire on a risky space."""
    cards = position.pop("others", {})
    draws = f"fire, {position.pop('draws', '')}"
    return go(turn(draws, on={"1st": on, **cards}, **position), "A draw")


def test_all_who_could_hold_a_tool_decide_unseen() -> None:
    """§4.1 B could hold an Axe; C openly holds a Map and could not; D has no tool."""
    match = on_fire(hands={"A": "shovel", "B": "torch"}, known={"C": "map"})
    assert match.waiting == (0, 1)
    assert texts(match, "A") == ["pass"]
    go(match, "B pass, A pass")
    assert truth(match)["spread"] == 1
    assert "[pass]" in match.record(2)
    assert "B pass" not in match.record(2)


def test_a_clash_goes_to_the_lower_score_and_the_other_tool_stays_unseen() -> None:
    """§4.2 Of B and C, who have as many points, C arrived there first."""
    match = on_fire(
        hands={"A": "bucket", "B": "axe", "C": "axe"},
        score=[9, 5, 5, 0],
        arrived=[1, 3, 2, 0],
        arrivals=3,
    )
    go(match, "A bucket, B axe, C axe")
    assert points(match) == [9, 5, 7, 0]
    assert hand(match, "A") == ["bucket"]
    assert hand(match, "B") == ["axe"]
    assert match.view(3)["state"]["hands"][1][0][0] is None
    assert "C axe" in match.record(3)
    assert "B axe" not in match.record(3)
    assert "B axe" in match.record(1)


def test_a_fire_put_out_leaves_an_empty_space() -> None:
    """§4.3 The active player may stop at once, and the space pays nothing."""
    match = go(on_fire(hands={"A": "bucket"}, on="white"), "A bucket")
    assert texts(match) == ["draw", "stop"]
    assert on_card(match, "1st") == "white"
    go(match, "A stop")
    assert points(match)[0] == 1


def test_books_burn_from_left_to_right() -> None:
    """§4.4 Nothing is scored, and each book burns a card of its section."""
    match = on_fire(on="white yellow white")
    assert values(match) == [3, 3, 3, 4]
    assert points(match) == [0, 0, 0, 0]
    burns = [text for text in told(match) if "burns" in text]
    assert [text.split()[3] for text in burns] == ["Geography", "War", "Geography"]


def test_without_a_book_the_lowest_burn_index_burns() -> None:
    """§4.5"""
    match = go(turn("fire, fire", burned="white white"), "A draw, A draw")
    assert values(match) == [3, 3, 3, 4]  # War shows index 3, Geography 4


def test_a_single_fire_on_a_risky_space_burns_the_lowest_index() -> None:
    """§4.5 An Axe has taken the only book, and the next draw fills the space before the risky one."""
    match = on_fire(on="purple", hands={"B": "axe"}, draws="white, fire", score=[0, 0, 0, 0])
    go(match, "B axe")
    assert on_card(match, "1st") == ""
    go(match, "A draw, A draw")
    assert values(match) == [2, 2, 3, 4]


def test_a_card_burns_and_the_next_one_shows() -> None:
    """§4.6"""
    assert values(on_fire(on="purple")) == [1, 2, 3, 5]


def test_icons_feed_the_bag_also_from_a_card_that_burns_at_once() -> None:
    """§4.7 The third and the fourth white card show, and the third has an icon."""
    match = on_fire(on="white white white")
    assert values(match)[0] == 4
    assert truth(match)["spare"] == 9
    assert counts(match, "bag")["fire"] == 8


def test_all_tokens_go_back_into_the_bag() -> None:
    """§4.8 Burned books too."""
    assert counts(on_fire(), "bag") == FULL_BAG


def test_after_the_fire_a_tool_must_be_taken() -> None:
    """§4.9 From the market or unseen from the deck; then the turn is over."""
    match = on_fire(draws="cloak", market="map, axe, torch")
    assert texts(match) == ["axe", "map", "torch", "deck"]
    with pytest.raises(es.IllegalChoice, match="must take a tool"):
        match.push("no tool")
    go(match, "A axe")
    assert hand(match, "A") == ["axe"]
    assert match.to_act == 1
    match = go(on_fire(draws="cloak"), "A deck")
    assert hand(match, "A") == ["cloak"]
    assert match.view(1)["state"]["hands"][0][0][0] is None


def test_axe() -> None:
    """§11.1 Fire and most valuable book go into the bag, the user scores it, and the active player
    goes on.
    """
    match = go(on_fire(on="white purple", hands={"B": "axe"}), "B axe")
    assert on_card(match, "1st") == "white"
    assert points(match) == [0, 4, 0, 0]
    assert counts(match, "bag") == {**FULL_BAG, "white": 6}
    assert texts(match) == ["draw", "stop"]


def test_axe_is_not_for_the_active_player() -> None:
    """§8.1 §11.1 Anyone else who holds one may use it."""
    match = on_fire(hands={"A": "axe", "B": "axe"})
    assert texts(match, "A") == ["pass"]
    assert "axe" in texts(match, "B")
    go(match, "B axe")


def test_axe_needs_a_book_and_chooses_among_equals() -> None:
    """§11.2 White and yellow are both worth 2; the white books lie on two spaces."""
    match = go(turn("fire, fire", hands={"B": "axe"}), "A draw, A draw")
    assert asked(match) == "TakeTool"  # nobody was asked: there is no book to take
    match = go(on_fire(on="white yellow white", burned="white", hands={"B": "axe"}), "B axe")
    assert (match.to_act, texts(match)) == (1, ["book 1", "book 2", "book 3"])
    go(match, "B book 3")
    assert on_card(match, "1st") == "white yellow"
    assert points(match)[1] == 2


def test_bucket() -> None:
    """§11.3 The fire that triggered rests on it until the turn ends; the older one stays."""
    match = turn(
        "fire", cards="B A C D", card="2nd", on={"2nd": "fire white"}, hands={"A": "bucket"}
    )
    go(match, "A draw, A bucket")
    assert on_card(match, "2nd") == "fire white"
    assert counts(match, "turn_tokens") == {"fire": 1}
    assert tools_in(match, "turn_tools") == ["bucket"]
    go(match, "A stop, A no tool")
    assert counts(match, "bag") == FULL_BAG
    assert tools_in(match, "discards") == ["bucket"]


def test_cloak() -> None:
    """§11.4 A book scores its value and the bravery under its own space; its section does not burn."""
    match = go(on_fire(on="white yellow black", hands={"A": "cloak"}), "A cloak")
    assert texts(match) == ["book 1", "book 2", "book 3"]
    go(match, "A book 2")
    assert points(match)[0] == 2 + 2
    assert values(match) == [2, 2, 4, 4]


def test_cloak_on_a_safe_space_pays_no_bravery() -> None:
    """§11.4"""
    match = go(on_fire(on="purple black", hands={"A": "cloak"}), "A cloak, A book 1")
    assert points(match)[0] == 4


def test_cloak_with_no_other_book_burns_the_lowest_index() -> None:
    """§11.5"""
    match = go(on_fire(on="purple", hands={"A": "cloak"}), "A cloak")
    assert points(match)[0] == 4
    assert values(match) == [2, 2, 3, 4]


@pytest.mark.parametrize(
    ("seat", "tool", "clause"),
    [("B", "axe", "11.2"), ("A", "cloak", "11.4"), ("A", "slingshot", "11.7")],
)
def test_the_question_for_a_book_cites_the_clause_of_its_tool(
    seat: str, tool: str, clause: str
) -> None:
    """§11.2 §11.4 §11.7"""
    match = go(
        turn("fire", on={"1st": "white white fire"}, known={seat: tool}), f"A draw, {seat} {tool}"
    )
    assert asked(match) == "ChooseBook"
    assert match.clause == clause
    with pytest.raises(es.IllegalChoice) as refused:
        match.push("book 4")
    assert refused.value.clause == clause


def test_several_cloaks() -> None:
    """§11.5 One book each."""
    match = go(
        on_fire(on="white purple", hands={"A": "cloak, cloak"}), "A cloak, A book 2, A cloak"
    )
    assert points(match)[0] == 4 + 2 + 1
    assert values(match) == [2, 2, 3, 4]


def test_a_cloak_accepts_the_fire() -> None:
    """§11.6 No Bucket, no Axe and no Map afterwards, but the tool of 4.9."""
    match = on_fire(on="white purple", hands={"A": "cloak, cloak, bucket, map", "B": "axe"})
    go(match, "A cloak, B pass, A book 2")
    assert match.waiting == (0,)
    assert texts(match, "A") == ["pass", "cloak"]
    with pytest.raises(es.IllegalChoice, match="only further Cloaks"):
        match.push("bucket")
    go(match, "A pass")
    assert asked(match) == "TakeTool"
    go(match, "A torch")
    assert match.to_act == 1


def test_slingshot() -> None:
    """§11.7 §11.8 Fire and most valuable book fly to a player whose turn is to come, the fire
    first.
    """
    match = on_fire(on="white purple", players=3, cards="A - B -", hands={"A": "slingshot"})
    go(match, "A slingshot")
    assert on_card(match, "3rd") == "fire purple"
    assert on_card(match, "1st") == "white"
    assert texts(match) == ["draw", "stop"]


def test_slingshot_among_equal_books_the_active_player_chooses_and_bravery_does_not_matter() -> (
    None
):
    """§11.7"""
    match = on_fire(on="yellow white yellow", players=2, cards="A B", hands={"A": "slingshot"})
    go(match, "A slingshot")
    assert texts(match) == ["book 1", "book 3"]
    with pytest.raises(es.IllegalChoice, match="most valuable"):
        match.push("book 2")
    go(match, "A book 3")
    assert on_card(match, "1st") == "yellow white"
    assert on_card(match, "2nd") == "fire yellow"


def test_slingshot_without_a_book() -> None:
    """§11.7 Only the fire goes."""
    match = turn("fire, fire", players=2, cards="A B", hands={"A": "slingshot"})
    go(match, "A draw, A draw, A slingshot")
    assert on_card(match, "2nd") == "fire"


def test_slingshot_targets() -> None:
    """§11.8 §8.6 B has a fire already, C's next space is risky; only D and E can be aimed at, and A
    chooses.
    """
    others = {"2nd": "fire", "3rd": "white white", "4th": "white"}
    match = on_fire(players=5, others=others, hands={"A": "slingshot"})
    go(match, "A slingshot")
    assert (match.to_act, texts(match)) == (0, ["card 4", "card 5"])
    with pytest.raises(es.IllegalChoice, match="turn is still to come"):
        match.push("card 2")
    go(match, "A card 4")
    assert on_card(match, "4th") == "white fire yellow"


def test_slingshot_needs_room_for_both() -> None:
    """§11.8 With a book two spaces, without one a single one; a gap may be safe."""
    match = on_fire(
        players=2,
        cards="A - B",
        others={"3rd": "- white white white white"},
        hands={"A": "slingshot"},
    )
    go(match, "A slingshot")
    assert counts(match, "round_tokens") == {"yellow": 1, "fire": 1}
    match = turn(
        "fire, fire",
        players=2,
        cards="A - B",
        on={"3rd": "- white white white white"},
        hands={"A": "slingshot"},
    )
    go(match, "A draw, A draw, A slingshot")
    assert on_card(match, "3rd") == "fire white white white white"
    match = on_fire(
        players=2, cards="A - B", others={"3rd": "- - white white white"}, hands={"A": "slingshot"}
    )
    assert on_card(go(match, "A slingshot"), "3rd") == "fire yellow white white white"


def test_no_second_slingshot_onto_the_same_card() -> None:
    """§8.6 The rulebook's example: a second fire would make the receiver's books burn."""
    match = on_fire(
        on="white yellow", players=2, cards="A B", hands={"A": "slingshot, slingshot"}, draws="fire"
    )
    go(match, "A slingshot, A draw, A slingshot")
    assert on_card(match, "2nd") == "fire yellow"
    assert counts(match, "round_tokens") == {"white": 1, "fire": 1}


def test_slingshot_of_the_last_player() -> None:
    """§11.9 The tokens lie aside until the round ends."""
    match = turn(
        "fire",
        players=2,
        cards="A B",
        card="2nd",
        on={"2nd": "white black"},
        hands={"B": "slingshot"},
    )
    go(match, "B draw, B slingshot")
    assert counts(match, "round_tokens") == {"black": 1, "fire": 1}
    go(match, "B stop, B no tool")
    assert counts(match, "bag") == FULL_BAG


def test_why_not() -> None:
    """§4.1 A refusal says why."""
    match = on_fire(hands={"A": "bucket, map"})
    for text, reason in {
        "stop": "dealt with",
        "map": "the Map is played after you have scored",
        "cloak": "not have that",
    }.items():
        with pytest.raises(es.IllegalChoice, match=reason):
            match.push(text)


def test_the_sample_turns_of_the_rulebook() -> None:
    """§5.1 §5.2 §3.4 White 2, yellow 2 and black 4 on a card with two safe spaces that pays 2 and
    then 4: 6, 12, or a fire.
    """
    position: dict[str, Any] = {"cards": "B C A D", "card": "3rd", "burned": "white black"}
    drawn = "yellow, fire, white, black, fire"
    assert points(go(turn(drawn, **position), "A draw, A draw, A draw, A stop"))[0] == 6
    assert points(go(turn(drawn, **position), "A draw, A draw, A draw, A draw, A stop"))[0] == 12
    match = go(turn(drawn, **position), "A draw, A draw, A draw, A draw, A draw")
    assert points(match)[0] == 0
    assert truth(match)["spread"] == 1
    # the third white and the third black card have icons
    assert truth(match)["bag"][FIRE] == BOX.fires + 2
