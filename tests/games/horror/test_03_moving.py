"""Chapter 3 of RULES.md: moving."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.horror.components import PORTAL
from tests.games.horror.table import BOX, begun, nerve, place, push, room_of, scene, table, texts


def test_both_sides_need_a_door() -> None:
    """§3.1: the Cabinet has a door to the north, but the Reading Room has none to the south."""
    match = scene(at={"A": "cabinet of curiosities"})
    assert [text for text in texts(match) if text.startswith("go")] == ["go south"]
    with pytest.raises(es.IllegalChoice, match="the room beyond has no door there"):
        match.push("go north")
    with pytest.raises(es.IllegalChoice, match="your room has no door there"):
        match.push("go west")
    with pytest.raises(es.IllegalChoice, match="no room on that side"):
        match.push("go east")
    assert place(push(match, "go south"), "A") == "forbidden alcove"


def test_only_the_door_one_leaves_by_costs() -> None:
    """§3.2: from the Great Hall to the Rotunda by a closed door, to the Map Room by an open one."""
    assert nerve(push(begun(), "go east"))[0] == -1
    assert nerve(push(begun(), "go south"))[0] == 0


def test_a_closed_door_on_the_far_side_is_free() -> None:
    """§3.2: the Great Hall, turned, shows an open door to the east and meets the Rotunda's closed
    one.
    """
    match = push(begun(), "turn here right", "go east")
    assert place(match, "A") == "rotunda"
    assert nerve(match)[0] == 0


def test_at_the_lowest_one_may_still_pass() -> None:
    """§3.2"""
    match = push(scene(fortitude={"A": -5}), "go east")
    assert place(match, "A") == "rotunda"
    assert nerve(match)[0] == -5


def test_own_room_and_neighbours_turn() -> None:
    """§3.3: no door is needed, nobody need leave, and diagonal rooms are out of reach."""
    match = scene(at={"A": "folio vault", "B": "map room"})
    turns = [text for text in texts(match) if text.startswith("turn")]
    assert turns == [
        "turn here left",
        "turn here right",
        "turn north left",
        "turn north right",
        "turn east left",
        "turn east right",
    ]
    push(match, "turn north right", "turn east left")
    assert table(match)["turn"][room_of("map room")] == 1
    assert table(match)["turn"][room_of("long gallery")] == 3
    assert place(match, "B") == "map room"


def test_doors_turn_with_the_room() -> None:
    """§3.3: after a quarter right the north side is what was the west side."""
    # Reading Room: open, closed, wall, open
    before = [int(BOX.doors[16 * 2 + side]) for side in range(4)]
    after = [int(BOX.doors[16 * 2 + 4 + side]) for side in range(4)]
    assert after == before[-1:] + before[:-1]
    match = push(scene(at={"A": "reading room"}), "turn here right")
    assert table(match)["turn"][2] == 1


def test_a_turn_says_where_the_doors_will_lead() -> None:
    """§3.3, §3.1: what the label says is what then is."""
    labels = {str(choice): choice.label for choice in scene().legal()}
    assert labels["turn here right"] == "Turn the Great Hall right (then ways to Rotunda, Map Room)"
    for room in ("great hall", "rotunda", "map room", "reading room", "folio vault"):
        for choice in scene(at={"A": room}).legal():
            if str(choice).startswith("turn here"):
                after = push(scene(at={"A": room}), str(choice))
                ways = [text.removeprefix("go ") for text in texts(after) if text.startswith("go ")]
                said = choice.label.partition("(")[2]
                open_ways = 0 if "no way" in said else len(said.split(","))
                portal = "Green Portal" in said  # which is closed to those without all their pages
                assert len(ways) == open_ways - portal, choice.label


def test_the_portal_cannot_be_turned() -> None:
    """§3.4"""
    match = scene(at={"A": "long gallery"})
    assert "turn west left" in texts(match)
    assert "turn north left" not in texts(match)
    assert [int(BOX.doors[16 * PORTAL + side]) for side in range(4)] == [1, 1, 1, 1]


def test_the_portal_is_closed_to_those_without_all_pages() -> None:
    """§3.5"""
    match = scene(at={"A": "long gallery"})
    assert "go north" not in texts(match)
    with pytest.raises(es.IllegalChoice, match="found all their pages"):
        match.push("go north")


@pytest.mark.parametrize("move", ["look mirror map room", "mysterious mirror map room"])
def test_coming_in_by_a_mirror_is_entering(move: str) -> None:
    """§3.6"""
    match = scene(
        at={"A": "rotunda"},
        fortitude={"A": 5},
        hand={"A": "mysterious mirror*"},
        monsters={"map room": [1, 2]},
    )
    push(match, move)
    assert nerve(match)[0] == (0 if move.startswith("look") else 2)
