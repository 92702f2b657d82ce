"""Chapter 7 of RULES.md: the Burning phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alexandria.table import (
    BOX,
    burning,
    do,
    points,
    position,
    room,
    rooms,
    table,
    texts,
    tiles,
    till_dawn,
    told,
    where,
)

EAST = "envoys' antechamber"
# a row of five, from west to east
ROW = "hall of the muses, gallery of poets, star terrace, scriptorium, envoys' antechamber"


@pytest.mark.parametrize(
    "heroes",
    ["octavia kallista", "octavia kallista lysandros", "octavia kallista lysandros neferhotep"],
)
def test_as_many_rooms_burn_as_there_are_players(heroes: str) -> None:
    """§7.1"""
    match = till_dawn(burning("hall of the muses", heroes))
    assert len(rooms(table(match)["burnt"])) == len(heroes.split())


def test_portents_come_first_and_fire_before_water() -> None:
    """§7.2"""
    match = burning("hall of the muses", standing=[1, 1, 1, 0, 8, 7, 0])
    assert "Fire token" in match.question
    assert "Water token" in do(match, "A map chamber").question


def night(only: str, at: dict[str, str], **fields: Any) -> list[str]:
    """The rooms among which the first to burn is chosen."""
    match = position(only=only, at=at, time=[1, 0], **fields)
    do(match, "A wait")
    if "which room burns" in match.question:
        return texts(match)
    first = next(line for line in told(match) if "is about to burn" in line)
    return [slug for slug, name in zip(BOX.room_slugs, BOX.rooms, strict=True) if name in first]


def test_first_a_room_with_fire() -> None:
    """§7.3, 1: even with a Hero in it."""
    at = {"A": EAST, "B": "star terrace"}
    assert night(ROW, at, fire=1 << room(EAST)) == [EAST]


def test_then_an_empty_room_with_one_neighbour() -> None:
    """§7.3, 2"""
    assert night(ROW, {"A": EAST, "B": "star terrace"}) == ["hall of the muses"]


def test_then_a_room_with_a_hero_and_one_neighbour() -> None:
    """§7.3, 3: both ends are occupied, so the chooser decides between them."""
    assert night(ROW, {"A": EAST, "B": "hall of the muses"}) == ["hall of the muses", EAST]


def test_then_an_empty_room_with_two_neighbours() -> None:
    """§7.3, 4: a block of four rooms, two of them occupied."""
    block = "scriptorium, envoys' antechamber, hall of laws, house of healing"
    assert night(block, {"A": EAST, "B": "scriptorium"}) == ["hall of laws", "house of healing"]


def test_then_a_room_with_a_hero_and_two_neighbours() -> None:
    """§7.3, 5: a block of four rooms, all occupied."""
    heroes = "octavia kallista lysandros neferhotep"
    block = "scriptorium, envoys' antechamber, hall of laws, house of healing"
    at = {"C": "scriptorium", "D": "hall of laws"}
    match = do(position(heroes, only=block, at=at, time=[1, 0, 0, 0]), "A wait")
    assert texts(match) == ["scriptorium", "hall of laws", EAST, "house of healing"]


def test_water_and_splits_keep_rooms_from_burning() -> None:
    """§7.4: Fire in the middle of the row would split it; the Water protects one end."""
    at = {"A": "star terrace", "B": "scriptorium"}
    fields: dict[str, Any] = {"fire": 1 << room("star terrace"), "water": room("hall of the muses")}
    assert night(ROW, at, **fields) == [EAST]


def test_a_fire_that_would_split_the_library_is_looked_at_again() -> None:
    """§7.4: once the rooms to its east have burnt it is at the end of the row."""
    at = {"A": "hall of the muses", "B": "gallery of poets"}
    match = till_dawn(
        do(position(only=ROW, at=at, time=[1, 0], fire=1 << room("scriptorium")), "A wait")
    )
    assert rooms(table(match)["library"]) == [
        "hall of the muses",
        "gallery of poets",
        "star terrace",
    ]


def test_who_took_the_last_action_chooses() -> None:
    """§7.5: B, by waiting."""
    match = do(position(time=[1, 1], track=[1, 0]), "A wait", "B wait")
    assert (match.to_act, match.question) == (1, "B, you took the last action: which room burns?")


def test_a_burnt_room_leaves_with_everything_in_it() -> None:
    """§7.6"""
    match = burning(EAST, furniture={"A": "chest ?"}, guard=[1 << room(EAST), 0])
    state = table(match)
    assert (rooms(state["burnt"]), tiles(match, EAST), state["fire"], state["guard"]) == (
        [EAST],
        [],
        0,
        [0, 0],
    )


def test_destinies_are_met_from_the_highest_token_down() -> None:
    """§7.7: after the tokens have returned to 8, B's is above C's; each as often as it happens."""
    heroes = "octavia kallista neferhotep"
    match = burning("drafting room", heroes, at={"B": "drafting room"}, track=[2, 1, 0])
    news = [line for line in told(match) if "Destiny" in line]
    assert news == [
        "B meets their Destiny: She Will Not Leave Them.",
        "C meets their Destiny: The Props Give Way.",
    ]


def test_a_prevented_destiny_has_no_effect_and_no_responses() -> None:
    """§7.8"""
    heroes = "kallista neferhotep"
    match = burning(
        "house of healing", heroes, hands={"A": "steady hands", "B": "i warned the council"}
    )
    do(match, "A steady hands")
    assert points(match) == [11, 10]
    assert where(do(match, "A scriptorium"), "A") == "scriptorium"


def test_a_hero_flees_to_a_room_next_to_the_burnt_one() -> None:
    """§7.9: furniture is turned up, but a guard takes no notice."""
    fields: dict[str, Any] = {
        "furniture": {"star terrace": "?"},
        "guard": [0, 1 << room("scriptorium")],
        "script": "chest",
    }
    match = burning(EAST, at={"B": "papyrus store"}, **fields)
    assert texts(match) == ["scriptorium", "house of healing"]
    do(match, "A scriptorium")
    assert (tiles(match, "star terrace"), points(match)) == (["chest"], [14, 10])


def test_in_the_last_round_everything_burns() -> None:
    """§7.10: Water and splits do not matter, nobody meets a Destiny, Heroes leave the board, and
    responses still work.
    """
    at = {"A": "star terrace", "B": EAST}
    fields: dict[str, Any] = {
        "hands": {"A": "no witnesses"},
        "water": room(EAST),
        "fire": 1 << room("star terrace"),
    }
    match = do(position(only=ROW, at=at, round=5, time=[1, 0], revealed=[0, 1], **fields), "A wait")
    assert "The Star Terrace burns down." in told(match)
    while not match.over:
        match.push("no witnesses" if "no witnesses" in texts(match) else match.codes()[0])
    news = told(match)
    assert not any("Destiny" in line for line in news)
    assert "A responds with No Witnesses." in news
    assert match.view(None)["state"]["position"] == [-1, -1]


def test_in_the_last_round_rooms_with_many_neighbours_burn_last() -> None:
    """§7.10: the middle of a cross has four, its arms have one each, so they burn first; alone it
    counts as having one.
    """
    heroes = "octavia kallista lysandros"
    middle = "papyrus store"
    at = {"A": middle, "B": middle, "C": middle}
    only = "gallery of poets, papyrus store, map chamber, court of fountains, translators' room"
    match = do(
        position(heroes, only=only, at=at, round=5, time=[1, 0, 0], revealed=[0, 1, 2]), "A wait"
    )
    assert middle not in texts(match)
    while not match.over:
        match.push("pass" if "respond" in match.question else match.codes()[0])
    burnt = [line for line in told(match) if line.endswith("burns down.")]
    assert burnt[-1] == "The Papyrus Store burns down."


def test_nobody_orders_what_nothing_depends_on() -> None:
    """§7.10: in the last round, when no Hero and no Peril is left; until 1.2 somebody was asked."""
    for rules, asked in (("1.3", False), ("1.2", True)):
        match = position(
            round=5,
            time=[1, 0],
            revealed=[0, 1],
            at={"A": "scriptorium", "B": "scriptorium"},
            fire=8,
            rules=rules,
        )
        do(match, "A wait")
        orders = 0
        while not match.over:
            state = match.to_json()["state"]
            orders += "which room burns" in match.question and state["position"] == [-1, -1]
            match.push("pass" if "Do you respond?" in match.question else match.codes()[0])
        assert (orders > 0) == asked
