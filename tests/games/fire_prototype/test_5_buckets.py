"""Chapter 5 of RULES.md: buckets."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.fire_prototype.table import facing_fire, played, table, texts, told

# now A has a bucket and chooses first
BUST = "A {green} A draw {fire} B {green} B score C {green} C score"


def test_each_fire_that_spreads_gives_a_bucket() -> None:
    """§5.1"""
    assert table(played(BUST))["buckets"] == [1, 0, 0]


def test_nobody_holds_three_buckets() -> None:
    """§5.1"""
    match = facing_fire("green", buckets=[2, 0, 0])
    match.push("keep")
    assert table(match)["buckets"] == [2, 0, 0]
    assert "A takes a bucket." not in told(match)


def test_a_bucket_is_offered_for_a_fire_that_would_burn() -> None:
    """§5.2"""
    match = played(f"{BUST} A take 1 C take 2 A {{white}} A draw {{fire}}")
    assert texts(match) == ["douse", "keep"]
    assert str(match.default()) == "douse"  # for somebody who has gone
    assert [choice.clause for choice in match.legal()] == ["5.2", "3.5"]
    match.push("keep")
    assert told(match).count("The fire spreads and ends A's turn.") == 2


def test_a_bucket_is_offered_for_a_mere_warning() -> None:
    """§5.2"""
    match = played(f"{BUST} A take 1 C take 2 A {{fire}}")
    assert [(str(choice), choice.clause) for choice in match.legal()] == [
        ("douse", "5.2"),
        ("keep", "3.4"),
    ]
    match.push("keep")
    assert table(match)["fires"] == 1
    assert table(match)["buckets"] == [1, 0, 0]


def test_first_decide_about_the_bucket() -> None:
    """§5.2"""
    match = played(f"{BUST} A take 1 C take 2 A {{fire}}")
    with pytest.raises(es.IllegalChoice, match="first decide whether to spend a bucket") as refused:
        match.push("draw")
    assert (refused.value.clause, refused.value.legal) == ("5.2", ["douse", "keep"])


def test_without_a_bucket_nothing_is_asked() -> None:
    """§5.2: with one it is."""
    assert texts(played("A {fire}")) == ["draw", "score"]
    match = played(f"{BUST} A take 1 C take 2 A {{fire}}")
    assert texts(match) == ["douse", "keep"]
    match.push("keep")
    assert texts(match) == ["draw", "score"]


def test_a_doused_fire_keeps_its_space_and_does_not_count() -> None:
    """§5.3: the next fire on a safe space is again the first that counts."""
    match = played(
        f"{BUST} A take 3 C take 1 C {{green}} C score B {{green}} B score A {{fire}} A douse A"
        " draw {fire}"
    )
    assert table(match)["spaces"] == [5, 5, -1, -1, -1]
    assert table(match)["doused"] == 1
    assert table(match)["fires"] == 1
    assert texts(match) == ["draw", "score"]


def test_a_doused_fire_returns_to_the_bag() -> None:
    """§5.3, §3.9"""
    match = played(f"{BUST} A take 1 C take 2 A {{fire}} A douse A score C {{green}}")
    assert table(match)["bag"][5] == 7
    assert table(match)["buckets"] == [0, 0, 0]
    assert table(match)["doused"] == 0


def test_a_full_card_scores_after_the_last_fire_was_doused() -> None:
    """§5.3, §3.7"""
    match = played(
        f"{BUST} A take 1 C take 2 A {{green}} A draw {{green}} A draw {{green}} A draw {{green}} A"
        " draw {fire} A douse"
    )
    # four green books at 5 and bravery 7
    assert "A scores 27, 20 for books and 7 for bravery, and now has 27." in told(match)
