"""Chapters 10 and 11 of RULES.md: the end, and A Common Fate."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.alexandria.components import COLLECTION_COUNT, PER_CATEGORY, RESCUE_CARDS
from tests.games.alexandria.table import BOX, burning, do, points, position, table, till_dawn, told

PAIR = "octavia neferhotep"
OPEN = {
    "chosen": [[[0, 511, 2, -1]], [[0, 511, 3, -1]]],
    "boxed": [[[1, 1, 2, -1]], [[1, 2, 3, -1]]],
}


def ended(**fields: Any) -> es.Match:
    """A game for two at its end; A's card, scored last, takes 1 point for each Book; B's would
    bring 1 for each Item.
    """
    match = position(PAIR, round=5, time=[1, 0], **{"revealed": [1, 0], **OPEN, **fields})
    return till_dawn(do(match, "A wait"))


def test_the_game_ends_after_the_fifth_round() -> None:
    """§10.1"""
    match = ended()
    assert match.over
    assert told(match)[-1] == "The Library is no more."
    assert match.view(None)["state"]["library"] == 0


def test_the_last_dramatic_end_is_carried_out() -> None:
    """§10.2: Ships Aflame in the Harbour, not Smoke in the Halls."""
    match = ended(rescued={"A": "timaeus", "B": "ivory aulos"})
    assert points(match) == [9, 10]


@pytest.mark.parametrize(
    ("rules", "second"), [("1.4", "water clock of ctesibius"), ("1.3", "seleucus of seleucia")]
)
def test_collections(rules: str, second: str) -> None:
    """§10.3: two of The Heavens Measured, three of the School of Geometers, one of the Healing Art."""
    held = {
        "B": (
            f"sphere of archimedes; {second}; sundial of syene; euclid; hypatia of alexandria;"
            " herophilus of chalcedon"
        )
    }
    match = ended(rescued=held, rules=rules)
    assert points(match) == [10, 10 + 4 + 8]
    assert "B gains 8 points for School of Geometers." in told(match)


def test_all_collections_are_alike() -> None:
    """Two cards of one category, so that none pays less often than others (docs/bots.md)."""
    of = [
        [card // PER_CATEGORY for card in range(RESCUE_CARDS) if BOX.collection_of[card] == number]
        for number in range(COLLECTION_COUNT)
    ]
    assert [(len(cards), len(set(cards))) for cards in of] == [(3, 2)] * COLLECTION_COUNT
    assert [sum(cards.count(category) for cards in of) for category in range(3)] == [8, 8, 8]


def test_the_most_points_win() -> None:
    """§10.4"""
    result = ended(points=[12, 11]).result
    assert result is not None
    assert (result.winners, result.summary) == ([0], "A emerges from the ashes with 12 points.")


def test_ties() -> None:
    """§10.5: Rescue cards, then cards in hand, then a shared win."""
    more_cards = ended(rescued={"B": "surgeon's forceps"}).result
    more_in_hand = ended(hands={"A": "confiscate"}).result
    shared = ended().result
    assert more_cards is not None
    assert more_in_hand is not None
    assert shared is not None
    assert (more_cards.winners, more_in_hand.winners, shared.winners) == ([1], [0], [0, 1])
    assert shared.summary == "A and B emerge together from the ashes with 10 points."


def test_a_common_fate() -> None:
    """§11.1: both Dramatic Ends are scored, in the order in which they were revealed."""
    fate = {"common_fate": True}
    match = ended(
        rescued={"A": "timaeus", "B": "ivory aulos; cat of bubastis"}, common_fate=1, options=fate
    )
    assert points(match) == [9, 12]
    news = [line for line in told(match) if line.startswith("Dramatic End")]
    assert len(news) == 2


def test_every_end_of_a_common_fate_is_told_with_its_effect() -> None:
    """§11.1: its points stand between it and the next one."""
    match = ended(
        rescued={"A": "timaeus", "B": "ivory aulos; cat of bubastis"},
        common_fate=1,
        options={"common_fate": True},
    )
    kinds = [
        event["kind"] for event in match.events(None) if event["kind"] in ("dramatic-end", "points")
    ]
    first, second = (k for k, kind in enumerate(kinds) if kind == "dramatic-end")
    assert second > first + 1
    assert kinds[second + 1 :]


def test_a_common_fate_applies_the_last_portent_too() -> None:
    """§11.1: revealed in round 5, A Decree of the Senate still ends the points for assisting."""
    fields: dict[str, Any] = {
        "ends": "a decree of the senate",
        "round": 4,
        "revealed": [1],
        "script": "octavia",
    }
    chosen: dict[str, Any] = {
        "chosen": [[[1, 1, 2, -1]], [[0, 511, 3, -1]]],
        "boxed": [[[0, 1, 2, -1]], [[1, 2, 3, -1]]],
    }
    match = burning(
        "hall of the muses", PAIR, common_fate=1, options={"common_fate": True}, **fields, **chosen
    )
    assert table(till_dawn(match))["standing"][2] == 0
