"""Chapter 12 of RULES.md: the Portal and the end."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.horror.table import nerve, place, push, room_of, scene, table, texts, told

WIN = ["yellow 3", "white 3"]
LOSE = ["yellow 2", "white 3"]


def test_monsters_beaten_in_the_portal_and_left_there_do_not_hold_one_back() -> None:
    """§12.2, §11.7: the last one is beaten, whether it is moved away or not."""
    win = ["yellow 4", "white 4"]
    match = scene(
        at={"A": "long gallery"}, found="A", monsters={"green portal": [1, 1]}, chance=[*win, *win]
    )
    push(match, "go north", "fight 1", "leave", "fight 1", "leave")
    assert match.over
    assert table(match)["escaped"] == 0


def test_the_rulebooks_example_of_a_closed_door() -> None:
    """§12.1: with 0 Fortitude the closed door to the Portal cannot be passed, with 1 it can."""
    poor = scene(at={"A": "map room"}, found="A")
    assert "go east" not in texts(poor)
    with pytest.raises(es.IllegalChoice, match="must be 0 or more once you are in the Portal"):
        poor.push("go east")
    rich = push(scene(at={"A": "map room"}, found="A", fortitude={"A": 1}), "go east")
    assert rich.over


def test_below_0_the_portal_stays_shut() -> None:
    """§12.1"""
    assert "go north" not in texts(scene(at={"A": "long gallery"}, found="A", fortitude={"A": -1}))
    assert "go north" in texts(scene(at={"A": "long gallery"}, found="A"))


def test_an_empty_portal_is_the_way_out() -> None:
    """§12.2, §12.6"""
    match = push(scene(at={"A": "long gallery"}, found="A"), "go north")
    assert match.over
    assert match.result is not None
    assert (match.result.winners, match.result.scores) == ([0], [3, 0])
    assert (
        match.result.summary
        == "A escapes through the Green Portal and wins. Behind: B with 0 pages found and"
        " Fortitude 0."
    )


def test_monsters_in_the_portal_must_be_fought() -> None:
    """§12.3: no harm on entry, the order is free, and there is no stopping."""
    match = scene(
        at={"A": "long gallery"}, found="A", monsters={"green portal": [1, 2]}, chance=[*WIN, *WIN]
    )
    push(match, "go north")
    assert nerve(match)[0] == 0
    assert texts(match) == ["fight 1", "fight 2"]
    with pytest.raises(es.IllegalChoice, match="must fight until"):
        match.push("end")
    push(match, "fight 2", "send rotunda", "fight 1", "send rotunda")
    assert match.over
    assert table(match)["lurks"].count(room_of("rotunda")) == 2


def test_the_loser_is_thrown_back() -> None:
    """§12.4: into any room with a door to the Portal; its monsters hurt, the door costs nothing."""
    monsters = {"green portal": [1], "map room": [1]}
    match = scene(
        at={"A": "long gallery"}, found="A", fortitude={"A": 3}, monsters=monsters, chance=LOSE
    )
    push(match, "go north", "fight 1")
    assert nerve(match)[0] == 2
    # the Cabinet has a wall there
    assert texts(match) == ["leave north", "leave south", "leave west"]
    push(match, "leave west")
    assert place(match, "A") == "map room"
    assert nerve(match)[0] == 1
    assert "go east" in texts(match)


def test_one_may_come_back_in_the_same_turn() -> None:
    """§12.4: a monster beaten before stays away."""
    chance = [*WIN, *LOSE, *WIN]
    match = scene(
        at={"A": "long gallery"}, found="A", monsters={"green portal": [1, 1]}, chance=chance
    )
    push(
        match,
        "go north",
        "fight 1",
        "send folio vault",
        "fight 1",
        "leave south",
        "go north",
        "fight 1",
        "send rotunda",
    )
    assert match.over


def test_the_game_ends_after_the_agreed_rounds() -> None:
    """§12.5: most pages found, then the highest Fortitude."""
    match = scene(
        players=3,
        found="BC",
        fortitude={"B": -2},
        rounds=10,
        fields={"round": 10, "active": 2, "stack": [["TakeTurn", 2]]},
    )
    push(match, "end")
    assert match.over
    assert match.result is not None
    assert match.result.winners == [2]
    assert (
        match.result.summary == "Nobody escapes in time; C wins with 2 pages found. "
        "Behind: B with 2 pages found and Fortitude -2; A with 0 pages found and Fortitude 0."
    )
    assert told(match)[-1] == "It was the last round: the game is over, and nobody has escaped."


def test_a_tie_is_shared() -> None:
    """§12.5"""
    match = push(
        scene(rounds=10, fields={"round": 10, "active": 1, "stack": [["TakeTurn", 1]]}), "end"
    )
    assert match.result is not None
    assert match.result.winners == [0, 1]


def test_the_others_are_ranked() -> None:
    """§12.6: D found as many pages as B, with more Fortitude; C and E are even."""
    match = scene(players=5, at={"A": "long gallery"}, found="ABD", fortitude={"B": -1, "D": 2})
    push(match, "go north")
    assert match.result is not None
    assert match.result.summary.endswith(
        "Behind: D with 2 pages found and Fortitude +2; B with 2 pages found and Fortitude -1; "
        "C and E with 0 pages found and Fortitude 0."
    )


def test_points_are_pages_found() -> None:
    """§12.6"""
    assert scene(players=3, found="AC").view(None)["scores"] == [2, 0, 2]
