"""Chapter 3 of RULES.md: a turn."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.fire_prototype import GAME
from emberstacks.games.fire_prototype.components import TRACK
from tests.games.fire_prototype.table import played, table, texts, told


def test_a_turn_begins_with_a_draw() -> None:
    """§3.1"""
    match = es.new("fire-prototype", players=4, seed=5)
    assert table(match)["drawn"] == 1


def test_a_token_takes_the_leftmost_free_space() -> None:
    """§3.1, §3.3"""
    match = played("A {green} A draw {white} A draw {green}")
    assert table(match)["spaces"] == [0, 4, 0, -1, -1]


def test_early_cards_are_risky_and_pay_well() -> None:
    """§3.2: of the 1st card only the first space is safe."""
    assert any("only a warning" in line for line in told(played("A {fire}")))
    assert "The fire spreads" in " ".join(told(played("A {green} A draw {fire}")))
    box = GAME.box
    safe = [
        sum(box.safe[card * TRACK + space] for space in range(box.spaces[card]))
        for card in range(5)
    ]
    assert safe == [1, 2, 3, 4, 5]
    assert [int(bravery) for bravery in box.bravery] == [7, 5, 3, 1, 0]


def test_the_first_fire_on_a_safe_space_is_a_warning() -> None:
    """§3.2 §3.4"""
    match = played("A {fire}")
    assert match.to_act == 0
    assert texts(match) == ["draw", "score"]
    assert told(match)[-1] == "The first fire on a safe space is only a warning for A."


def test_a_fire_on_a_risky_space_spreads() -> None:
    """§3.5: the second space of the 1st card is risky."""
    match = played("A {green} A draw {fire}")
    assert "The fire spreads and ends A's turn." in told(match)
    assert table(match)["knowledge"] == [0, 0, 0]
    assert table(match)["burned"] == [3, 1, 1, 0, 1]
    assert match.to_act == 1


def test_a_second_fire_spreads_even_on_a_safe_space() -> None:
    """§3.5: the 3rd card has three safe spaces."""
    match = played("A {green} A score B {green} B score C {fire} C draw {black} C draw {fire}")
    assert "The fire spreads and ends C's turn." in told(match)
    assert table(match)["burned"] == [2, 1, 1, 1, 1]


def test_draw_or_score_after_each_draw() -> None:
    """§3.6"""
    match = played("A {green}")
    assert [(str(choice), choice.clause) for choice in match.legal()] == [
        ("draw", "3.6"),
        ("score", "3.8"),
    ]
    assert match.question == "A, do you search for more books or score what you have?"
    with pytest.raises(es.IllegalChoice, match="at the moment it is drawn"):
        match.push("douse")


def test_a_full_card_must_be_scored() -> None:
    """§3.7: four more draws fill the five spaces."""
    match = played("A {green} A draw {green} A draw {brown} A draw {black} A draw {white}")
    # 4 + 4 + 4 + 2 + 6 and bravery 7
    assert "A scores 27, 20 for books and 7 for bravery, and now has 27." in told(match)
    assert match.to_act == 1


def test_scoring_brings_values_and_bravery() -> None:
    """§3.8"""
    match = played("A {yellow} A draw {white}")
    assert [choice.label for choice in match.legal()] == ["Draw another token", "Score 18 points"]
    match.push("score")
    assert match.view(None)["scores"] == [18, 0, 0]  # 5 + 6 and bravery 7


def test_bravery_is_paid_without_a_single_book() -> None:
    """§3.8"""
    assert table(played("A {fire} A score"))["knowledge"] == [7, 0, 0]


@pytest.mark.parametrize("end", ["A score", "A draw {fire}"])
def test_all_tokens_return_to_the_bag(end: str) -> None:
    """§3.9"""
    match = played(f"A {{green}} A draw {{white}} {end} B {{black}}")
    bag = table(match)["bag"]
    bag[3] += 1  # the black book is on B's card by now
    assert bag == [5, 5, 4, 4, 2, 7]
    assert table(match)["spaces"] == [3, -1, -1, -1, -1]
