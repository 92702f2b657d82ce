"""Corners of the rules that changes once slipped through (`make mutants`)."""

from __future__ import annotations

import emberstacks as es
from tests.games.fire.table import go, points, texts, turn
from tests.games.fire.test_05_scoring import scored


def test_more_books_than_spaces_pay_the_bravery_of_the_last_space() -> None:
    """§18.3 §18.5 Black, purple and four books on the robot's card are six: its fifth and last
    space pays 10.
    """
    match = turn(
        "white, amulet a",
        players=2,
        cards="A R B",
        on={"2nd": "yellow white black white"},
        options={"robot": True},
    )
    go(match, "A draw, A stop, A no tool")
    assert points(match)[2] == 3 + 4 + (3 + 2 + 3 + 2) + 10


def test_a_knapsack_needs_a_token_in_the_bag() -> None:
    """§3.8 With an empty bag there is nothing to draw."""
    match = scored(tool="knapsack, bucket")
    assert "knapsack" in texts(match)
    said = match.to_json()
    state = said["state"]
    state["round_tokens"] = [
        kept + left for kept, left in zip(state["round_tokens"], state["bag"], strict=True)
    ]
    state["bag"] = [0] * len(state["bag"])
    assert "knapsack" not in texts(es.from_json(said))
