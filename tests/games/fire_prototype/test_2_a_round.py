"""Chapter 2 of RULES.md: a round."""

from __future__ import annotations

from collections import Counter

import pytest

import emberstacks as es
from tests.games.fire_prototype.table import played, table, texts, told

ROUND = "A {green} A score  B {white} B score  C {black} C score"  # 11, 11 and 5 points


def test_the_least_knowledge_chooses_first() -> None:
    """§2.1"""
    match = played("A {green} A score  B {white} B score  C {green} C score")  # 11, 11, 7
    assert table(match)["knowledge"] == [11, 11, 7]
    assert match.to_act == 2
    assert texts(match) == ["take 1", "take 2", "take 3"]


def test_a_card_that_is_taken_cannot_be_taken_again() -> None:
    """§2.1"""
    match = played(f"{ROUND} C take 2 {{A}}")
    assert texts(match) == ["take 1", "take 3"]
    with pytest.raises(es.IllegalChoice, match="C has that card") as refused:
        match.push("take 2")
    assert refused.value.clause == "2.1"
    with pytest.raises(es.IllegalChoice, match="is not used with this number of players"):
        match.push("take 5")


@pytest.mark.parametrize("first", ["A", "B"])
def test_chance_decides_among_the_tied(first: str) -> None:
    """§2.2"""
    match = played(f"{ROUND} C take 1 {{{first}}}")
    assert match.to_act == "AB".index(first)


def test_only_the_tied_can_be_picked_by_chance() -> None:
    """§2.2"""
    with pytest.raises(es.BadRecord, match=r"expected \{A\} or \{B\}"):
        played(f"{ROUND} C take 1 {{C}}")


def test_chance_decides_anew_each_time() -> None:
    """§2.2: all three tied, so chance is asked for the first and again for the second choice."""
    tied = played(ROUND).to_json()
    tied["state"].update(knowledge=[5, 5, 5], stack=[["BreakTie"]])
    orders: Counter[tuple[int | None, int | None]] = Counter()
    for seed in range(300):
        match = es.from_json(tied, seed=seed)
        first = match.to_act
        match.push(match.legal()[0])
        orders[first, match.to_act] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 20


def test_the_last_card_needs_no_choice() -> None:
    """§2.3"""
    match = played(f"{ROUND} C take 3 {{B}} B take 2")
    assert "A takes the 1st card." in told(match)
    assert table(match)["holder"][:3] == [0, 1, 2]
    assert match.to_act == 0


def test_turns_follow_the_cards() -> None:
    """§2.4"""
    match = played("C {green} C score  A {green} A score  B {green}", dealt="CAB")
    assert match.to_act == 1


def test_with_two_players_the_2nd_card_begins() -> None:
    """§2.4"""
    match = played("B {green} B score A {green}", players=2, dealt="BA")
    assert table(match)["holder"] == [-2, 1, 0, -2, -2]
    assert match.to_act == 0


def test_after_everybody_a_new_round_begins() -> None:
    """§2.5"""
    match = played(ROUND)
    assert (table(match)["round"], table(match)["card"]) == (2, 0)
    assert table(match)["holder"] == [-1, -1, -1, -2, -2]
    assert told(match)[-1] == "Round 2 begins."
