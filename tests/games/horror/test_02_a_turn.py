"""Chapter 2 of RULES.md: a turn."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.horror.table import begun, nerve, push, scene, table, texts, told


def test_monsters_hurt_at_the_beginning_of_a_turn() -> None:
    """§2.1"""
    match = scene(at={"B": "map room"}, monsters={"map room": [1, 1, 2]})
    push(match, "end")
    assert match.to_act == 1
    assert nerve(match) == [0, -4]


def test_three_actions_in_any_mixture() -> None:
    """§2.2"""
    match = push(begun(), "turn here left", "turn here right")
    assert match.question == "A, what do you do? You have 1 action left."
    push(match, "go south")
    assert match.to_act == 1
    assert table(match)["actions"] == 3


def test_bonus_actions_cost_no_action() -> None:
    """§2.3: before the first and after the last action."""
    match = scene(hand={"A": "tincture*"}, monsters={"great hall": [1]}, chance=["yellow 6", "white 6"])
    push(match, "fight 1", "send rotunda")
    assert table(match)["actions"] == 3
    push(match, "turn here left", "turn here left", "turn here left")
    assert texts(match) == ["end", "tincture"]
    push(match, "tincture")
    assert nerve(match)[0] == 4
    assert match.to_act == 1


def test_one_may_stop_early() -> None:
    """§2.4"""
    match = begun()
    assert match.legal()[0].clause == "2.4"
    push(match, "end")
    assert match.to_act == 1


def test_a_turn_ends_by_itself_only_where_everybody_can_see_it() -> None:
    """§2.4: whoever holds a face-down card is asked, even if it is of no use."""
    actions = ("turn here left", "turn here left", "turn here left")
    assert push(begun(), *actions).to_act == 1
    useless = push(scene(hand={"A": "antidote"}), *actions)
    assert useless.to_act == 0
    assert texts(useless) == ["end"]


def test_nothing_interrupts_an_action() -> None:
    """§2.5: a summoned monster is attacked after the search, not in its middle."""
    match = scene(
        at={"B": "map room"},
        markers={"B": ["great hall bookcase 1", "great hall drawer 1"]},
        chance=["blessing coin", "locket"],
    )
    push(match, "search drawer")
    assert "A keeps a Blessing." in told(match)
    assert "fight 1" in texts(match)


def test_after_everybody_a_new_round_begins() -> None:
    """§2.6"""
    match = push(begun(players=3), "end", "end", "end")
    assert match.to_act == 0
    assert table(match)["round"] == 2
    assert "Round 2 begins." in told(match)


def test_what_is_refused_is_explained() -> None:
    """§2.2"""
    match = push(begun(), "turn here left", "turn here left", "end")
    with pytest.raises(es.IllegalChoice, match="there is no monster in your room") as refused:
        match.push("fight 1")
    assert refused.value.clause == "2.2"
    assert "search bookcase" in refused.value.legal


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ("go east", "Fortitude must be 0 or more"),
        ("search drawer", "need Fortitude 0 or more"),
        ("exchange", "need Fortitude 0 or more"),
        ("stab b", "no Ritual Dagger"),
        ("turn portal left", "never the Portal"),
        ("look mirror great hall", "no such thing to look at"),
    ],
)
def test_every_refusal_has_a_reason(wish: str, reason: str) -> None:
    """§2.2"""
    match = scene(at={"A": "map room"}, fortitude={"A": -1}, found="A")
    with pytest.raises(es.IllegalChoice, match=reason):
        match.push(wish)
