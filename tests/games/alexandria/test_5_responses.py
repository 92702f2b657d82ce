"""Chapter 5 of RULES.md: responses and ongoing effects."""

from __future__ import annotations

from typing import Any

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.steps.counting import shift_time
from emberstacks.games.alexandria.steps.effects import OrderLosses
from emberstacks.games.alexandria.steps.library import RemoveFurniture
from emberstacks.games.alexandria.steps.rescue import GiveUp
from emberstacks.games.alexandria.words import words
from tests.games.alexandria.table import burning, card, do, points, position, table, time, told

PERSONS = "euclid, plotinus of lycopolis"
EAST = "envoys' antechamber"


def test_a_response_costs_nothing_and_works_on_0_time() -> None:
    """§5.1"""
    hands = {"A": "denounced to the prefect"}
    match = position(to_act="B", hands=hands, furniture={"B": "carpet"}, time=[0, 8], script=PERSONS)
    do(match, "B use lead them out", "B keep euclid", "A denounced to the prefect")
    assert (time(match), points(match)) == ([0, 5], [11, 10])


def test_it_must_be_nearby() -> None:
    """§5.1: from afar Octavia is not even asked."""
    fields: dict[str, Any] = {
        "at": {"A": "hall of the muses"},
        "hands": {"A": "denounced to the prefect"},
        "furniture": {"B": "carpet"},
    }
    match = position(to_act="B", script=PERSONS, **fields)
    do(match, "B use lead them out", "B keep euclid")
    assert "respond" not in match.question


def test_being_asked_tells_nothing() -> None:
    """§5.2: Octavia is asked whether she holds the card or not, as long as nobody can tell."""
    for cards in ("denounced to the prefect", "confiscate"):
        match = position(to_act="B", hands={"A": cards}, furniture={"B": "carpet"}, script=PERSONS)
        do(match, "B use lead them out", "B pay alone", "B keep euclid")
        assert match.waiting == (0,)
        assert match.question == "B has kept a Rescue card. Do you respond?"
        assert match.view(1)["state"]["hands"][0] == [[None, 1, 0, -1]]


def test_nobody_is_asked_for_a_card_that_lies_open() -> None:
    """§5.2: Denounced to the Prefect is among the discards, so it cannot be in the hand."""
    fields: dict[str, Any] = {"hands": {"A": "confiscate"}, "discards": {"A": "denounced to the prefect"}}
    match = position(to_act="B", furniture={"B": "carpet"}, script=PERSONS, **fields)
    do(match, "B use lead them out", "B pay alone", "B keep euclid")
    assert match.waiting == (0,)
    assert "which action" in match.question


def test_passes_are_not_told() -> None:
    """§5.3"""
    match = position(to_act="B", hands={"A": "denounced to the prefect"}, furniture={"B": "carpet"}, script=PERSONS)
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A pass")
    assert "A pass" in match.record(0)
    assert "A pass" not in match.record(1)
    assert not any("pass" in line for line in told(match))


def test_once_per_action() -> None:
    """§5.3: having spared himself, Neferhotep is not asked about the Destiny of the other Hero in the room."""
    heroes = "octavia neferhotep kallista"
    hands = {"B": "escape shaft, i warned the council"}
    match = burning("drafting room", heroes, at={"C": "drafting room"}, hands=hands)
    do(match, "B escape shaft")
    assert table(match)["responded"] == 0b10
    assert "C meets their Destiny: She Will Not Leave Them." in told(match)
    assert points(match) == [10, 11, 8]
    other = burning("drafting room", heroes, at={"C": "drafting room"}, hands=hands)
    do(other, "B pass", "B i warned the council")
    assert points(other) == [10, 9, 8]  # 3 lost with his own Destiny, 2 gained with hers


def test_the_order_of_several_responses() -> None:
    """§5.4: from the player who took the last action on."""
    heroes = "octavia kallista neferhotep"
    hands = {"B": "pull them clear", "C": "i warned the council"}
    match = burning(EAST, heroes, hands=hands)
    match.push("i warned the council", 2)
    match.push("pull them clear", 1)
    news = told(match)
    assert news.index("B gains 1 point.") < news.index("C gains 2 points.")


def test_every_response_is_told_with_its_effect() -> None:
    """§5.4: not all of them first, and none after the effect of another."""
    match = burning(EAST, "octavia kallista neferhotep", hands={"B": "pull them clear", "C": "i warned the council"})
    match.push("i warned the council", 2)
    match.push("pull them clear", 1)
    wanted = ["B responds with Pull Them Clear.", "B gains 1 point."]
    wanted += ["C responds with I Warned the Council.", "C gains 2 points."]
    assert [line for line in told(match) if line in wanted] == wanted


def test_a_name_with_its_own_mark_gets_no_full_stop() -> None:
    """§5.1: Not This Room!, and others get theirs."""
    match = position(to_act="B", hands={"A": "denounced to the prefect"}, furniture={"B": "carpet"}, script=PERSONS)
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect")
    assert "A responds with Denounced to the Prefect." in told(match)
    assert words(GAME.box, "respond", 0, card("not this room"), -1) == "{A} responds with Not This Room!"


def test_a_response_lies_next_to_the_board() -> None:
    """§5.5"""
    match = position(to_act="B", hands={"A": "denounced to the prefect"}, furniture={"B": "carpet"}, script=PERSONS)
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect")
    assert table(match)["played"][0] == 1 << card("denounced to the prefect")


def test_only_a_loss_can_be_answered_in_a_response() -> None:
    """Steady Hands against Denounced to the Prefect."""
    hands = {"A": "denounced to the prefect", "B": "steady hands"}
    match = position(to_act="B", hands=hands, furniture={"B": "carpet"}, script=PERSONS)
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect", "B steady hands")
    assert (time(match), points(match)) == ([8, 6], [11, 11])


def test_preventing_cancels_one_thing_only() -> None:
    """§5.7: the Time is not lost, but the Peril's other effects happen."""
    perils = {"rotten boards": "house of healing"}
    hands = {"B": "steady hands, roll call"}
    match = position("neferhotep kallista", to_act="B", perils=perils, hands=hands, furniture={"B": "carpet"})
    do(match, "B use lead them out", "B pay alone", "B enough", "B steady hands")
    assert (time(match), points(match)) == ([8, 6], [13, 11])
    assert len(table(match)["hands"][1]) == 0


def test_ongoing_effects_need_no_token_and_no_limit() -> None:
    """§5.8: Students of Herophilos brings a point for each of two Persons kept."""
    fields: dict[str, Any] = {"slot": {"A": "students of herophilos"}, "used": [1, 0], "furniture": {"A": "carpet"}}
    match = position("kallista octavia", hands={"A": "everyone out"}, script=f"{PERSONS}, nonnus of panopolis", **fields)
    do(match, "A play everyone out", "A pay alone", "A keep euclid", "A keep nonnus of panopolis")
    assert points(match)[0] == 12


def test_time_that_cannot_be_gained_is_not_told() -> None:
    """§2.4: nobody "gains 0 Time"."""
    s = GAME.start(2, GAME.full_options(2, {}))
    assert isinstance(s, Alexandria)
    s.log = []
    s.time[0] = s.box.max_time
    shift_time(s, 0, 1)
    assert s.log == []


def test_words_of_furniture_and_of_losses() -> None:
    """An armoire, who loses Time next, and who takes does not hand over."""
    s = GAME.start(2, GAME.full_options(2, {}))
    assert isinstance(s, Alexandria)
    armoire = GAME.box.types.index("armoire")
    assert RemoveFurniture(0).label(s, armoire) == "Remove an armoire tile"
    assert OrderLosses(0, 0b11, 1).question(s) == "{A}, who loses Time next?"
    assert GiveUp(0, 1, 0).label(s, 0).startswith("Take ")
    assert GiveUp(1, 1, 0).label(s, 0).startswith("Hand over ")
