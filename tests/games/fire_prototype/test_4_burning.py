"""Chapter 4 of RULES.md: burning."""

from __future__ import annotations

from tests.games.fire_prototype.table import facing_fire, played, table, told


def test_burning_moves_the_tracker_and_raises_the_value() -> None:
    """§4.1"""
    match = played("A {white} A draw {fire} B {white}")
    assert "A white book burns: white is now worth 9." in told(match)
    assert [choice.label for choice in match.legal()][1] == "Score 14 points"  # 9 and bravery 5


def test_books_burn_from_left_to_right() -> None:
    """§4.2: green stands one place before its X, so it matters whether the brown book lies before
    or after it.
    """
    green_first = facing_fire("green", "brown", burned=[12, 1, 1, 0, 1])
    green_first.push("keep")
    assert table(green_first)["burned"] == [13, 1, 1, 0, 1]
    brown_first = facing_fire("brown", "green", burned=[12, 1, 1, 0, 1])
    brown_first.push("keep")
    assert table(brown_first)["burned"] == [13, 2, 1, 0, 1]


def test_fire_without_books_burns_nothing_but_gives_a_bucket() -> None:
    """§4.3: two fires on the 2nd card's safe spaces."""
    match = played("A {green} A score B {fire} B draw {fire}")
    assert table(match)["burned"] == [2, 1, 1, 0, 1]
    assert table(match)["buckets"] == [0, 1, 0]
