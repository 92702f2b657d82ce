"""Chapter 6 of RULES.md: marks and Perils."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from tests.games.alexandria.table import (
    BOX,
    burning,
    card,
    do,
    points,
    position,
    room,
    table,
    texts,
    till_dawn,
    time,
    told,
)

PAIR = "neferhotep kallista"
PERILS = "loose keystone, rotten boards, cracked lintel, sagging roof"


def test_guard_and_toll() -> None:
    """§6.1: a guard notices entering and interacting, a toll only interacting; nobody pays to
    himself.
    """
    here = 1 << room("house of healing")
    match = position(to_act="B", furniture={"B": "carpet"}, guard=[here, 0], toll=[here, 0])
    do(match, "B use lead them out", "B pay alone", "B enough")
    assert (time(match)[1], points(match)) == (5, [12, 10])
    enter = do(
        position(guard=[here, 0], toll=[here, 0], at={"B": "hall of laws"}, to_act="B"),
        "B move house of healing",
    )
    assert (time(enter)[1], points(enter)) == (6, [11, 10])
    own = do(position(guard=[here, 0], toll=[here, 0]), "A move house of healing")
    assert (time(own)[0], points(own)) == (7, [10, 10])


def test_a_peril_is_laid_face_down() -> None:
    """§6.2: for 2 Time; the others see the token and the room, not the card."""
    match = do(position(PAIR, hands={"A": PERILS}), "A lay rotten boards", "A scriptorium")
    state, seen = match.to_json()["state"], match.view(1)["state"]
    assert (state["time"][0], state["peril_rooms"]) == (6, [room("scriptorium"), -1, -1])
    assert state["perils"][0][0][0] == card("rotten boards") % 12
    assert seen["perils"][0][0][0] is None
    assert "A lays a card face down as a Peril." in told(match)
    assert "rotten" not in match.record(1)
    assert "A lay a peril" in match.record(1)


def test_only_its_owner_reads_which_peril_waits_for_a_room() -> None:
    """§6.2: the choices say it, because a puzzle may begin here; the question, which everybody
    reads, does not.
    """
    match = do(position(PAIR, hands={"A": PERILS}), "A lay rotten boards")
    assert "Lay Rotten Boards in the Scriptorium" in [choice.label for choice in match.legal(0)]
    assert match.legal(1) == []
    assert "Rotten" not in match.question + str(match.view(1))


def test_laying_a_peril_hides_which_card_left_the_hand() -> None:
    """§6.2: in a possible world of B the Peril may be any of the four, but always a Peril."""
    match = do(
        position(PAIR, hands={"A": f"{PERILS}, read the plans"}),
        "A lay rotten boards",
        "A scriptorium",
    )
    faces = {match.world(1, seed).to_json()["state"]["perils"][0][0][0] for seed in range(60)}
    assert faces == {8, 9, 10, 11}


def test_a_peril_is_laid_not_played() -> None:
    """§6.2: and any other card is played, not laid."""
    match = position("neferhotep kallista", hands={"A": "sagging roof, read the plans"})
    for text, clause, other in (
        ("play sagging roof", "6.2", "lay sagging roof"),
        ("lay read the plans", "3.8", "play read the plans"),
    ):
        with pytest.raises(es.IllegalChoice, match=f"write it as '{other}'") as refused:
            match.push(text)
        assert refused.value.clause == clause


def test_three_perils_are_all() -> None:
    """§6.2"""
    laid = {
        "loose keystone": "hall of the muses",
        "rotten boards": "map chamber",
        "cracked lintel": "star terrace",
    }
    match = position(PAIR, perils=laid, hands={"A": "sagging roof"})
    with pytest.raises(es.IllegalChoice, match="3 Perils in play"):
        match.push("lay sagging roof")


def test_furniture_then_marks_then_perils() -> None:
    """§6.3"""
    there = room("hall of laws")
    fields: dict[str, Any] = {
        "furniture": {"hall of laws": "?"},
        "guard": [0, 0, 1 << there],
        "script": "chest",
    }
    match = position(
        "neferhotep kallista octavia",
        to_act="B",
        perils={"loose keystone": "hall of laws"},
        **fields,
    )
    do(match, "B move hall of laws")
    table(match)
    news = told(match)
    order = [
        "B goes to",
        "A chest is",
        "C gains 1",
        "B loses 1",
        "A Peril is",
        "B loses 2",
        "A gains 3",
    ]
    places = [next(k for k, line in enumerate(news) if line.startswith(start)) for start in order]
    assert places == sorted(places)


def test_neferhotep_does_not_trigger_his_own() -> None:
    """§6.4"""
    match = do(position(PAIR, perils={"loose keystone": "scriptorium"}), "A move scriptorium")
    assert table(match)["peril_rooms"][0] == room("scriptorium")
    other = do(
        position(PAIR, to_act="B", perils={"loose keystone": "hall of laws"}), "B move hall of laws"
    )
    assert table(other)["peril_rooms"][0] == -1


def test_a_peril_that_is_not_triggered_is_known_not_to_wait_for_this() -> None:
    """§6.4: it is no Loose Keystone."""
    match = do(
        position(PAIR, to_act="B", perils={"rotten boards": "hall of laws"}), "B move hall of laws"
    )
    assert table(match)["perils"][0][0][3] == BOX.peril_faces & ~(1 << 8)


def test_no_two_perils_wait_for_the_same() -> None:
    waits = [
        BOX.peril_trigger[number] for number in range(12, 24) if BOX.peril_trigger[number] >= 0
    ]
    assert sorted(waits) == [0, 1, 2, 3]


def test_a_triggered_peril_is_played_and_its_tokens_return() -> None:
    """§6.6"""
    state = table(
        do(
            position(PAIR, to_act="B", perils={"loose keystone": "hall of laws"}),
            "B move hall of laws",
        )
    )
    assert (state["perils"], state["peril_rooms"]) == ([[], [], []], [-1, -1, -1])
    assert state["played"][0] == 1 << card("loose keystone") % 12


def test_a_peril_in_a_burnt_room_is_lost() -> None:
    """§6.6: without effect."""
    match = burning("hall of the muses", PAIR, perils={"loose keystone": "hall of the muses"})
    assert "A Peril is lost with the Hall of the Muses: Loose Keystone." in told(match)
    assert points(match) == [10, 10]


def test_two_heroes_are_looked_for_after_every_action() -> None:
    """§6.7: also after laying the Peril where two already are."""
    fields: dict[str, Any] = {"at": {"B": "drafting room"}, "hands": {"A": "sagging roof"}}
    match = do(position(PAIR, **fields), "A lay sagging roof", "A drafting room")
    assert (time(match), points(match)) == ([6, 6], [13, 10])


def test_perils_survive_cleanup() -> None:
    """§8.4, as the rulebook says of Perils."""
    match = till_dawn(burning("hall of the muses", PAIR, perils={"loose keystone": "scriptorium"}))
    assert table(match)["peril_rooms"][0] == room("scriptorium")
    assert "lay rotten boards" not in texts(match)
