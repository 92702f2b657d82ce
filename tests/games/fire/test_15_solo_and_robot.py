"""Chapters 15 to 18 of RULES.md: playing alone, the Solo Robot, the Lone Librarian, and a robot
among several.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.fire.state import FREE
from tests.games.fire.table import (
    asked,
    counts,
    go,
    hand,
    on_card,
    points,
    texts,
    tools_in,
    truth,
    turn,
    values,
)

LONE = {"solo": "lone-librarian"}
ROBOT = {"robot": True}


def solo(draws: str, **position: Any) -> es.Match:
    """It is A's turn alone, on the 1st card."""
    return turn(draws, **{"players": 1, "cards": "A - - - - -", **position})


def lone(draws: str, **position: Any) -> es.Match:
    return solo(draws, **{"options": LONE, **position})


# 15 Playing alone


def test_alone_all_cards_may_be_chosen_from_the_first_turn_on() -> None:
    """§15.1"""
    for options in ({}, LONE):
        match = es.new("fire", players=1, seed=1, **options)
        assert texts(match) == [f"take {number}" for number in range(1, 7)]
        assert {choice.clause for choice in match.legal()} == {match.clause} == {"15.1"}
        with pytest.raises(es.IllegalChoice) as refused:
            match.push("take 7")
        assert refused.value.clause == "15.1"
    assert es.new("fire", players=2, seed=1).clause != "15.1"


def test_a_used_card_is_set_aside_until_all_are() -> None:
    """§15.2"""
    match = go(lone("white"), "A draw, A stop, A no tool")
    assert texts(match) == ["take 2", "take 3", "take 4", "take 5", "take 6"]
    with pytest.raises(es.IllegalChoice, match="comes back when all six are used"):
        match.push("take 1")
    match = go(lone("white", cards="x x A x x x", card="3rd"), "A draw, A stop, A no tool")
    assert truth(match)["holder"] == [FREE] * 6


def test_alone_the_amulet_serves_the_cards_not_set_aside() -> None:
    """§15.3 The tokens wait until the card is taken."""
    match = lone(
        "white, white, white, black, black, yellow, white",
        cards="A x x - - -",
        hands={"A": "amulet, bucket"},
    )
    go(match, "A draw, A draw, A stop, A keep, A amulet, A white")
    assert [on_card(match, card) for card in ("1st", "4th", "5th", "6th")] == [
        "",
        "white",
        "black",
        "black",
    ]
    go(match, "A take 4, A draw, A stop, A no tool, A keep")
    assert on_card(match, "5th") == "black"
    assert on_card(match, "4th") == ""


def test_alone_the_amulet_until_1_0() -> None:
    """§9.2 §15.3 Each token was drawn for the next card that was not set aside."""
    match = lone(
        "white, white, black, yellow, purple, white",
        cards="A - - - - -",
        hands={"A": "amulet"},
        rules="1.0",
    )
    while "amulet" not in texts(match):
        match.push(
            next(
                text
                for text in ("stop", "no tool", "keep", "done", "pass", "draw")
                if text in texts(match)
            )
        )
    go(match, "A amulet")
    assert [on_card(match, card) for card in ("1st", "2nd", "3rd", "4th")] == [
        "",
        "white",
        "black",
        "yellow",
    ]


@pytest.mark.parametrize("solo", ["robot", "lone-librarian"])
def test_alone_a_question_with_one_answer_is_not_asked(solo: str) -> None:
    """§15.6 §3.2 But for the draw that is due; until 1.0 windows opened in which one could only
    pass.
    """
    for seed in range(10):
        match = es.new("fire", players=1, seed=seed, solo=solo)
        rng = random.Random(seed)
        while not match.over:
            codes = match.codes()
            assert len(codes) > 1 or texts(match) == ["draw"], match.question
            match.push(rng.choice(codes))


def test_alone_without_a_tool_against_the_fire_it_spreads_at_once() -> None:
    """§15.6 §4.4 A Map is no help."""
    match = go(lone("fire", on={"1st": "black"}, hands={"A": "map"}), "A draw")
    assert asked(match) == "TakeTool"
    assert (
        asked(go(lone("fire", on={"1st": "black"}, hands={"A": "map"}, rules="1.0"), "A draw"))
        == "FireWindow"
    )


def test_alone_the_only_tool_is_taken_without_a_question() -> None:
    """§15.6 §4.9 The market has nothing but Maps, and the deck is empty."""
    match = go(
        lone("fire", on={"1st": "black"}, market="map, map, map", rest_in="game_tools"), "A draw"
    )
    assert hand(match, "A") == ["map"]
    assert asked(match) == "SwapTool"


def test_alone_books_on_cards_not_taken_score_nothing() -> None:
    """§15.3"""
    match = lone(
        "fire", on={"1st": "purple", "5th": "purple"}, burned="purple purple purple", round=12
    )
    assert points(go(match, "A draw")) == [0]


def test_alone_a_turn_is_a_round() -> None:
    """§15.4 Tokens laid aside come back, and a tool may be exchanged."""
    match = lone("fire", on={"1st": "white yellow"}, hands={"A": "slingshot, map"})
    go(match, "A draw, A slingshot, A stop, A no tool, A done")
    assert asked(match) == "SwapTool"
    assert counts(match, "bag") == {"white": 7, "yellow": 6, "black": 5, "purple": 4, "fire": 7}


def test_alone_the_robot_plays_unless_asked_otherwise() -> None:
    """§15.5"""
    assert points(es.new("fire", players=1, seed=1)) == [0, 0]
    assert points(es.new("fire", players=1, seed=1, solo="lone-librarian")) == [0]


# 16 Solo Robot


def test_the_robot_example_of_the_rulebook() -> None:
    """§16.1 §16.3 §16.4 Banners white and black: both burn, then yellow and purple score 2 and 4,
    and 2 for bravery.
    """
    match = go(solo("white, amulet b"), "A draw, A stop, A no tool")
    assert values(match) == [2, 2, 4, 4]
    assert points(match) == [1, 2 + 4 + 2]
    assert tools_in(match, "discards") == ["amulet"]


def test_the_robot_scores_the_best_section_when_the_player_has_burned_cards() -> None:
    """§16.2 A purple book has burned: Fables is worth 5 now, and nothing is turned over."""
    match = go(
        solo("fire, map a", on={"1st": "purple"}, market="torch, torch, torch"), "A draw, A torch"
    )
    assert points(match) == [0, 5]
    assert values(match) == [1, 2, 3, 5]


def test_a_knapsack_counts_as_burned() -> None:
    """§16.2"""
    match = go(
        solo("yellow, fire", hands={"A": "knapsack"}), "A draw, A stop, A no tool, A knapsack"
    )
    assert points(match) == [2, 4]


def test_a_fire_put_out_does_not_count_as_burned() -> None:
    """§16.2 §16.3 The robot turns over a tool: black burns, and it scores the three others."""
    match = solo("fire, bucket c", on={"1st": "white"}, hands={"A": "bucket"})
    go(match, "A draw, A bucket, A stop, A no tool")
    assert values(match) == [1, 2, 4, 4]
    assert points(match) == [1, 1 + 2 + 4 + 2 * 2]


def test_banners_add_fires() -> None:
    """§16.3 §4.7 The third white card has an icon."""
    match = go(solo("white, knapsack c", burned="white"), "A draw, A stop, A no tool")
    assert truth(match)["spare"] == 9


def test_a_robot_that_ends_the_game_scores_nothing() -> None:
    """§16.5 Its banners burn from left to right: yellow falls, and purple stays."""
    match = go(
        solo("white, gloves b", burned="yellow yellow yellow yellow yellow"),
        "A draw, A stop, A no tool",
    )
    assert match.over
    assert points(match) == [1, 0]
    assert values(match) == [1, 10, 3, 4]


def test_slingshot_at_the_robot() -> None:
    """§16.6 The book scores after the burning and counts for bravery; the fire is ignored."""
    match = solo(
        "fire, amulet b", on={"1st": "white black"}, hands={"A": "slingshot"}, burned="white"
    )
    go(match, "A draw, A slingshot")
    assert counts(match, "given") == {"black": 1, "fire": 1}
    go(match, "A stop, A no tool")
    assert points(match) == [2, 2 + 4 + 4 + 2 * 2]  # yellow, purple, and black at its new value
    assert counts(match, "given") == {}


def test_a_book_given_to_the_robot_also_counts_when_it_turns_nothing_over() -> None:
    """§16.6 §16.2 A white book has burned: 4 for Fables and 3 for the black book."""
    match = solo(
        "fire, fire",
        on={"1st": "white black"},
        hands={"A": "slingshot"},
        market="torch, torch, torch",
    )
    go(match, "A draw, A slingshot, A draw, A torch")
    assert points(match) == [0, 4 + 3]


def test_a_book_given_to_the_robot_scores_if_the_player_ends_the_game() -> None:
    """§16.6 §7.2 Its next turn never comes."""
    match = solo(
        "fire, fire",
        on={"1st": "purple purple white"},
        hands={"A": "slingshot"},
        burned="purple purple purple",
    )
    go(match, "A draw, A slingshot, A book 2, A draw")
    assert match.over
    assert points(match) == [0, 10]


def test_more_points_than_the_robot_win() -> None:
    """§16.7 As many do not."""
    end: dict[str, Any] = {"on": {"1st": "purple"}, "burned": "purple purple purple"}
    for score, winners in (([9, 8], [0]), ([9, 9], []), ([9, 10], [])):
        result = go(solo("fire", score=score, **end), "A draw").result
        assert result is not None
        assert result.winners == winners
        assert "the robot with" in result.summary


def test_with_nothing_to_turn_over_the_lowest_index_burns() -> None:
    """§16.8"""
    match = go(solo("white", rest_in="game_tools"), "A draw, A stop, A no tool")
    assert values(match) == [2, 2, 3, 4]
    assert points(match) == [1, 0]


# 17 Lone Librarian


def test_twelve_turns() -> None:
    """§17.1 §17.4 The burning comes first: 21 cards are left, for 2 points each."""
    match = go(lone("white", round=12), "A draw, A stop, A no tool")
    assert match.over
    assert points(match) == [1 + 2 * 21]


def test_after_each_turn_the_lowest_index_burns() -> None:
    """§17.2"""
    match = go(lone("white"), "A draw, A stop, A no tool")
    assert values(match) == [2, 2, 3, 4]


@pytest.mark.parametrize(("rules", "after"), [("1.1", [1, 2, 3, 4]), ("1.0", [2, 2, 3, 4])])
def test_nothing_burns_after_a_turn_that_triggered_a_fire_even_if_it_was_put_out(
    rules: str, after: list[int]
) -> None:
    """§17.2 Until 1.0 the fire must have spread."""
    match = lone("fire", on={"1st": "black"}, hands={"A": "bucket"}, rules=rules)
    go(match, "A draw, A bucket, A stop, A no tool")
    assert values(match) == after


def test_a_trigger_counts_for_its_own_turn_only() -> None:
    """§17.2 After the next turn a card burns again."""
    match = lone("fire, white", on={"1st": "black"}, hands={"A": "bucket"})
    go(match, "A draw, A bucket, A stop, A no tool, A take 2, A draw, A stop, A no tool")
    assert values(match) == [2, 2, 3, 4]


def test_nothing_burns_after_a_turn_in_which_the_fire_has_spread() -> None:
    """§17.2"""
    match = go(lone("fire", on={"1st": "black"}), "A draw, A torch")
    assert values(match) == [1, 2, 4, 4]


def test_a_knapsack_does_not_spare_the_burning() -> None:
    """§17.2"""
    match = go(
        lone("black, fire", hands={"A": "knapsack"}), "A draw, A stop, A no tool, A knapsack"
    )
    assert values(match) == [2, 2, 4, 4]


def test_turns_not_begun_cost_ten_points_each() -> None:
    """§17.3 The library falls in the tenth turn."""
    match = lone("fire", on={"1st": "purple"}, burned="purple purple purple", round=10, score=[100])
    assert points(go(match, "A draw")) == [80]


def test_a_library_that_falls_in_the_twelfth_turn() -> None:
    """§17.4 Neither bonus nor loss, also by the burning after it."""
    match = lone("fire", on={"1st": "purple"}, burned="purple purple purple", round=12, score=[100])
    assert points(go(match, "A draw")) == [100]
    burned = "white " * 6 + "yellow " * 5 + "black " * 4 + "purple " * 3
    match = go(lone("white", burned=burned, round=12, score=[100]), "A draw, A stop, A no tool")
    assert points(match) == [108]
    assert values(match)[0] == 10


def test_the_marks_of_the_lone_librarian() -> None:
    """§17.5 More than 125, and more than 160 for honours."""
    end: dict[str, Any] = {"on": {"1st": "purple"}, "burned": "purple purple purple", "round": 12}
    said = {
        125: "needed more than 125",
        126: "wins with 126",
        160: "wins with 160",
        161: "wins with honours with 161",
    }
    for score, words in said.items():
        result = go(lone("fire", score=[score], **end), "A draw").result
        assert result is not None
        assert words in result.summary
        assert result.winners == ([0] if score > 125 else [])


def test_alone_a_slingshot_has_no_target() -> None:
    """§17.6 §11.9"""
    match = go(
        lone("fire", on={"1st": "white yellow"}, hands={"A": "slingshot"}), "A draw, A slingshot"
    )
    assert counts(match, "round_tokens") == {"yellow": 1, "fire": 1}


# 18 A robot player among several people


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_robot_joins_two_to_five_people(players: int) -> None:
    """§18.1 One card more than people, and everybody is dealt one."""
    match = es.new("fire", players=players, seed=1, robot=True)
    assert sorted(holder for holder in truth(match)["holder"] if holder >= 0) == list(
        range(players + 1)
    )
    assert len(points(match)) == players + 1


def test_the_robot_takes_the_lowest_number_left() -> None:
    """§18.2 It has the second lowest score, and A has taken the 1st card."""
    match = turn(
        "white",
        players=2,
        cards="B R A",
        card="3rd",
        on={"3rd": "white white"},
        options=ROBOT,
        score=[0, 20, 15],
    )
    go(match, "A draw, A stop, A take 1")
    assert truth(match)["holder"][:3] == [0, 2, 1]


def test_the_multiplayer_robot_example_on_the_third_card() -> None:
    """§18.3 Banners white and yellow: black and purple score 3 and 4, and two books lie on safe
    spaces.
    """
    match = turn("white, amulet a", players=2, cards="A B R", card="2nd", options=ROBOT)
    go(match, "B draw, B stop, B no tool")
    assert values(match) == [2, 3, 3, 4]
    assert points(match)[2] == 3 + 4


def test_the_multiplayer_robot_example_on_the_first_card() -> None:
    """§18.3 §18.2 There two books pay a bravery of 2."""
    match = turn(
        "white, amulet a", players=2, cards="R A B", card="3rd", options=ROBOT, score=[8, 9, 0]
    )
    go(match, "B draw, B stop, B no tool, A take 2")
    assert truth(match)["holder"][:3] == [2, 0, 1]
    assert points(match)[2] == 3 + 4 + 2


def test_nothing_burns_at_the_end_of_a_round_with_a_robot() -> None:
    """§18.4"""
    match = turn(
        "white", players=2, cards="R A B", card="3rd", on={"3rd": "white white"}, options=ROBOT
    )
    assert values(go(match, "B draw, B stop")) == [1, 2, 3, 4]


def test_books_on_the_robots_card_score_and_fill_spaces() -> None:
    """§18.5 Black, purple and a yellow book at 3: the third space of the 2nd card pays 3. The fire
    is ignored.
    """
    on = {"2nd": "yellow fire"}
    match = turn("white, amulet a", players=2, cards="A R B", on=on, options=ROBOT)
    go(match, "A draw, A stop, A no tool")
    assert points(match)[2] == 3 + 4 + 3 + 3
    assert on_card(match, "2nd") == ""


def test_slingshot_at_the_robot_among_several() -> None:
    """§18.5 Its card is full, and still it can be aimed at while its turn is to come."""
    on = {"1st": "white black", "2nd": "fire white white white white"}
    match = turn("fire", players=2, cards="A R B", on=on, hands={"A": "slingshot"}, options=ROBOT)
    go(match, "A draw, A slingshot")
    assert texts(match) == ["card 2", "card 3"]
    go(match, "A card 2")
    assert counts(match, "given") == {"black": 1, "fire": 1}
    assert on_card(match, "2nd") == "fire white white white white"
    match = turn(
        "fire",
        players=2,
        cards="R A B",
        card="2nd",
        on={"2nd": "white black"},
        hands={"A": "slingshot"},
        options=ROBOT,
    )
    go(match, "A draw, A slingshot")
    assert on_card(match, "3rd") == "fire black"


def test_books_with_the_robot_score_if_the_game_ends_before_its_turn() -> None:
    """§18.5 §7.2"""
    on = {"1st": "purple", "2nd": "white fire"}
    match = turn(
        "fire",
        players=2,
        cards="A R B",
        on=on,
        burned="purple purple purple",
        options=ROBOT,
        given=[0, 1, 0, 0, 0, 0],
        bag=[6, 5, 5, 3, 0, 8],
    )
    go(match, "A draw")
    assert match.over
    assert points(match) == [0, 0, 1 + 2]


def test_the_robot_can_win() -> None:
    """§18.6 A tie with somebody is shared."""
    end: dict[str, Any] = {
        "players": 2,
        "cards": "A R B",
        "on": {"1st": "purple"},
        "burned": "purple purple purple",
        "options": ROBOT,
    }
    result = go(turn("fire", score=[3, 4, 9], **end), "A draw").result
    assert result == es.Result([3, 4], [], "The robot wins with 9 points.")
    result = go(turn("fire", score=[3, 9, 9], **end), "A draw").result
    assert result == es.Result([3, 9], [1], "B and the robot share the win with 9 points.")


def test_set_aside_cards_are_for_one_person_only() -> None:
    """A position that cannot occur is refused."""
    with pytest.raises(es.BadPosition, match="set aside"):
        turn(cards="A x B C", players=3)


def test_alone_the_tools_lie_open_for_whoever_watches() -> None:
    """§15.6 Else those who watch could tell by what is asked which tools are in the hand."""
    match = es.new("fire", players=1, seed=4)
    assert match.view(None)["state"]["hands"] == match.view(0)["state"]["hands"]
    assert all(face is not None for face, *_ in match.view(None)["state"]["hands"][0])
