"""Chapters 6 and 7 of RULES.md: looking, and Fortitude."""

from __future__ import annotations

import pytest

from tests.games.horror.table import begun, nerve, place, push, scene, table, texts


def test_a_mirror_leads_to_another_mirror() -> None:
    """§6.1"""
    match = scene(at={"A": "rotunda"})
    mirrors = [text for text in texts(match) if text.startswith("look")]
    assert mirrors == [
        "look mirror map room",
        "look mirror folio vault",
        "look mirror forbidden alcove",
    ]
    push(match, "look mirror folio vault")
    assert place(match, "A") == "folio vault"
    assert nerve(match)[0] == -2


def test_one_may_look_at_any_fortitude_and_monsters_come_after_the_cost() -> None:
    """§6.1"""
    match = push(
        scene(at={"A": "rotunda"}, fortitude={"A": -4}, monsters={"map room": [1]}),
        "look mirror map room",
    )
    assert nerve(match)[0] == -5


@pytest.mark.parametrize(("die", "gain"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_picture_restores_fortitude(die: int, gain: int) -> None:
    """§6.2"""
    match = scene(fortitude={"A": -3}, chance=[f"white {die}"])
    push(match, "look picture")
    assert nerve(match)[0] == gain - 3


def test_one_may_look_at_a_picture_again_and_again() -> None:
    """§6.2"""
    match = push(
        scene(fortitude={"A": -5}, chance=["white 1", "white 1", "white 1"]), *["look picture"] * 3
    )
    assert nerve(match)[0] == -2
    assert match.to_act == 1


def test_fortitude_stays_between_its_limits() -> None:
    """§7.1"""
    high = push(scene(fortitude={"A": 4}, chance=["white 6"]), "look picture")
    assert nerve(high)[0] == 5
    low = push(scene(at={"A": "rotunda"}, fortitude={"A": -4}), "look mirror map room")
    assert nerve(low)[0] == -5


def test_below_0_one_moves_turns_and_looks() -> None:
    """§7.2: bonus actions stay possible."""
    match = scene(
        fortitude={"A": -1},
        hand={"A": "tincture"},
        loose={"A": "rue, vervain"},
        monsters={"great hall": [1]},
    )
    kinds = {text.split()[0] for text in texts(match)}
    assert kinds == {"end", "go", "turn", "look", "tincture", "fight"}
    assert {"search", "exchange"} <= {
        text.split()[0] for text in texts(scene(loose={"A": "rue, vervain"}))
    }
    assert table(begun())["fortitude"] == [0, 0]
