"""Chapter 8 of RULES.md: Cleanup."""

from __future__ import annotations

from typing import Any

from tests.games.alexandria.table import (
    burning,
    card,
    do,
    hand,
    has,
    points,
    position,
    room,
    table,
    till_dawn,
    told,
)


def test_tokens_leave_rooms_and_boards() -> None:
    """§8.1"""
    fields: dict[str, Any] = {
        "water": room("scriptorium"),
        "used": [3, 2],
        "toll": [0, 1 << 3],
        "slot": {"A": "requisition"},
    }
    state = table(till_dawn(burning("hall of the muses", **fields)))
    assert (state["fire"], state["water"], state["used"], state["toll"]) == (0, -1, [0, 0], [0, 0])


def test_played_cards_are_discarded() -> None:
    """§8.2"""
    match = position(
        hands={"A": "orders from the senate"}, time=[1, 0], at={"B": "envoys' antechamber"}
    )
    state = table(till_dawn(do(match, "A play orders from the senate")))
    assert (state["played"][0], state["discards"][0]) == (0, 1 << card("orders from the senate"))


def test_cleanup_effects_from_the_highest_token_down() -> None:
    """§8.3: B, whose token is on top, gains the point before A draws the card."""
    slot = {"A": "the keeper's key", "B": "captives for the triumph"}
    match = position("lysandros octavia", time=[1, 1], slot=slot, rescued={"B": "euclid; timaeus"})
    till_dawn(do(match, "A wait", "B wait"))
    news = told(match)
    assert news.index("B gains 1 point for Captives for the Triumph.") < news.index(
        "A draws a card."
    )


def test_no_cleanup_after_the_last_round() -> None:
    """§8.3: so no card from The Keeper's Key, which the round before brings one."""
    match = position(
        "lysandros octavia", slot={"A": "the keeper's key"}, round=5, time=[1, 0], revealed=[0, 1]
    )
    till_dawn(do(match, "A wait"))
    assert match.over
    assert not any("put away" in line or "draws" in line for line in told(match))
    before = position(
        "lysandros octavia",
        slot={"A": "the keeper's key"},
        round=1,
        time=[1, 0],
        script="bucket chain",
    )
    till_dawn(do(before, "A wait"))
    assert not before.over
    assert any("draws" in line for line in told(before))


def test_what_stays() -> None:
    """§8.4: slotted cards, hands and Rescue cards; Perils have a test of their own."""
    fields: dict[str, Any] = {
        "slot": {"A": "requisition"},
        "hands": {"A": "confiscate"},
        "rescued": {"A": "euclid"},
    }
    match = till_dawn(burning("hall of the muses", **fields))
    assert (table(match)["slot"][0], hand(match, "A"), has(match, "A")) == (
        2,
        ["confiscate"],
        ["euclid"],
    )
    assert points(match) == [10, 10]
