"""Chapter 5 of RULES.md: responses and ongoing effects."""

from __future__ import annotations

from typing import Any

from tests.games.alexandria.table import burning, card, do, points, position, table, time, told

PERSONS = "euclid, plotinus of lycopolis"
EAST = "envoys' antechamber"


def test_a_response_costs_nothing_and_works_on_0_time() -> None:
    """§5.1"""
    hands = {"A": "denounced to the prefect"}
    match = position(
        to_act="B", hands=hands, furniture={"B": "carpet"}, time=[0, 8], script=PERSONS
    )
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
    fields: dict[str, Any] = {
        "hands": {"A": "confiscate"},
        "discards": {"A": "denounced to the prefect"},
    }
    match = position(to_act="B", furniture={"B": "carpet"}, script=PERSONS, **fields)
    do(match, "B use lead them out", "B pay alone", "B keep euclid")
    assert match.waiting == (0,)
    assert "which action" in match.question


def test_passes_are_not_told() -> None:
    """§5.3"""
    match = position(
        to_act="B",
        hands={"A": "denounced to the prefect"},
        furniture={"B": "carpet"},
        script=PERSONS,
    )
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A pass")
    assert "A pass" in match.record(0)
    assert "A pass" not in match.record(1)
    assert not any("pass" in line for line in told(match))


def test_once_per_action() -> None:
    """§5.3: having spared himself, Neferhotep is not asked about the Destiny of the other Hero in
    the room.
    """
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
    assert news.index("B draws a card.") < news.index("C gains 2 points for I Warned the Council.")


def test_every_response_is_told_with_its_effect() -> None:
    """§5.4: not all of them first, and none after the effect of another."""
    match = burning(
        EAST,
        "octavia kallista neferhotep",
        hands={"B": "pull them clear", "C": "i warned the council"},
    )
    match.push("i warned the council", 2)
    match.push("pull them clear", 1)
    wanted = ["B responds with Pull Them Clear.", "B draws a card."]
    wanted += [
        "C responds with I Warned the Council.",
        "C gains 2 points for I Warned the Council.",
    ]
    assert [line for line in told(match) if line in wanted] == wanted


def test_a_name_with_its_own_mark_gets_no_full_stop() -> None:
    """§5.1: Not This Room!, and others get theirs."""
    match = position(
        to_act="B",
        hands={"A": "denounced to the prefect"},
        furniture={"B": "carpet"},
        script=PERSONS,
    )
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect")
    assert "A responds with Denounced to the Prefect." in told(match)
    match = do(
        burning("scriptorium", "lysandros octavia", hands={"A": "not this room"}), "A not this room"
    )
    assert "A responds with Not This Room!" in told(match)


def test_a_response_lies_next_to_the_board() -> None:
    """§5.5"""
    match = position(
        to_act="B",
        hands={"A": "denounced to the prefect"},
        furniture={"B": "carpet"},
        script=PERSONS,
    )
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect")
    assert table(match)["played"][0] == 1 << card("denounced to the prefect")


def test_only_a_loss_can_be_answered_in_a_response() -> None:
    """Steady Hands against Denounced to the Prefect."""
    hands = {"A": "denounced to the prefect", "B": "steady hands"}
    match = position(to_act="B", hands=hands, furniture={"B": "carpet"}, script=PERSONS)
    do(
        match,
        "B use lead them out",
        "B pay alone",
        "B keep euclid",
        "A denounced to the prefect",
        "B steady hands",
    )
    assert (time(match), points(match)) == ([8, 6], [11, 11])


def test_preventing_cancels_one_thing_only() -> None:
    """§5.7: the Time is not lost, but the Peril's other effects happen."""
    perils = {"rotten boards": "house of healing"}
    hands = {"B": "steady hands, roll call"}
    match = position(
        "neferhotep kallista", to_act="B", perils=perils, hands=hands, furniture={"B": "carpet"}
    )
    do(match, "B use lead them out", "B pay alone", "B enough", "B steady hands")
    assert (time(match), points(match)) == ([8, 6], [13, 11])
    assert len(table(match)["hands"][1]) == 0


def test_ongoing_effects_need_no_token_and_no_limit() -> None:
    """§5.8: Students of Herophilos brings a point for each of two Persons kept."""
    fields: dict[str, Any] = {
        "slot": {"A": "students of herophilos"},
        "used": [1, 0],
        "furniture": {"A": "carpet"},
    }
    match = position(
        "kallista octavia",
        hands={"A": "everyone out"},
        script=f"{PERSONS}, nonnus of panopolis",
        **fields,
    )
    do(match, "A play everyone out", "A pay alone", "A keep euclid", "A keep nonnus of panopolis")
    assert points(match)[0] == 12


def test_time_that_cannot_be_gained_is_not_told() -> None:
    """§2.4: nobody "gains 0 Time", and who can gain some does."""
    for before, news in ((10, []), (9, ["B gains 1 Time for Bind the Wounds and is on 10."])):
        hands, clock = {"A": "bind the wounds"}, [8, before]
        match = position(
            "kallista octavia", hands=hands, time=clock, to_act="A", track=[1, 0], rules="1.1"
        )
        do(match, "A play bind the wounds", "A pay alone")
        assert time(match)[1] == 10
        assert [
            line for line in told(match) if "Time" in line and line.startswith("B gains")
        ] == news


def test_a_tile_is_told_with_its_article() -> None:
    """§4.13: an armoire, but a chest."""
    match = do(position(furniture={"A": "armoire chest"}), "A use kindle", "A furniture")
    assert [choice.label for choice in match.legal()] == [
        "Remove an armoire tile",
        "Remove a chest tile",
    ]


def test_who_takes_a_card_does_not_hand_it_over() -> None:
    """§4.7: with a weapon Octavia takes the card that she chooses, without one the other Hero hands
    it over.
    """
    fields: dict[str, Any] = {"hands": {"A": "confiscate"}, "at": {"B": EAST}}
    armed = {"A": "mace of the two lands", "B": "euclid; timaeus"}
    for rescued, seat, verb in ((armed, 0, "Take "), ({"B": "euclid; timaeus"}, 1, "Hand over ")):
        match = do(position(rescued=rescued, **fields), "A play confiscate")
        assert match.to_act == seat
        assert all(choice.label.startswith(verb) for choice in match.legal())


def test_who_loses_time_next_is_asked() -> None:
    """§4.17: also of the second of three Heroes."""
    heroes, home = "neferhotep kallista lysandros octavia", "drafting room"
    match = position(heroes, to_act="B", at={"C": home, "D": home}, perils={"sagging roof": home})
    do(match, "B move drafting room")
    assert match.question == "A, who loses Time next?"
    do(match, "A lysandros")
    assert match.question == "A, who loses Time next?"
