"""Octavia's twelve cards, her board and her destiny, each test named after its card."""

from __future__ import annotations

from tests.games.alexandria.table import (
    burning,
    do,
    hand,
    has,
    points,
    position,
    rooms,
    table,
    texts,
    tiles,
    till_dawn,
    time,
    told,
    where,
)

# Octavia's starting room; the scriptorium is to its west, B's room to its south
HOME = "envoys' antechamber"


def test_a_burning_cache() -> None:
    """The rulebook's example of assisting: 3 Time of which another Hero may pay 1 or 2 (§3.9,
    §3.11, §4.11).
    """
    match = do(
        position(hands={"A": "a burning cache"}, furniture={"A": "chest bookshelf"}),
        "A play a burning cache",
    )
    assert texts(match) == ["pay alone", "kallista pays 1", "kallista pays 2"]
    do(match, "A kallista pays 2", "A chest")
    assert points(match) == [13, 11]
    assert time(match) == [7, 6]
    assert tiles(match, HOME) == ["bookshelf"]
    assert rooms(table(match)["fire"]) == [HOME]


def test_torch_to_the_stacks() -> None:
    match = do(
        position(hands={"A": "torch to the stacks"}, furniture={"A": "bookshelf chest"}),
        "A play torch to the stacks",
    )
    assert (points(match), time(match)) == ([13, 10], [6, 8])
    assert tiles(match, HOME) == ["chest"]


def test_requisition() -> None:
    script = "sword of alexander, cat of bubastis"
    match = position(hands={"A": "requisition"}, furniture={"A": "chest"}, script=script)
    do(match, "A play requisition", "A pay alone", "A keep sword of alexander", "A slot")
    assert points(match) == [11, 10]  # Weapon or Iron
    assert has(match, "A") == ["sword of alexander"]


def test_requisition_brings_a_point_only_for_weapons_and_iron() -> None:
    match = position(
        hands={"A": "requisition"},
        furniture={"A": "armoire"},
        script="ivory aulos, cat of bubastis",
    )
    do(match, "A play requisition", "A pay alone", "A keep ivory aulos", "A leave")
    assert points(match) == [10, 10]


def test_requisition_ongoing() -> None:
    """1 extra point when her Destiny resolves: 4 for the empty room, and 1 (§5.8)."""
    match = till_dawn(burning(HOME, slot={"A": "requisition"}))
    assert "A meets their Destiny: Mission for Rome." in told(match)
    assert points(match)[0] == 15


def test_oil_soaked_rags() -> None:
    match = position(
        hands={"A": "oil-soaked rags"}, furniture={"A": "brazier"}, script="confiscate"
    )
    do(match, "A play oil-soaked rags", "A scriptorium")
    assert rooms(table(match)["fire"]) == ["scriptorium"]
    assert hand(match, "A") == ["confiscate"]


def test_arsonists_eye() -> None:
    match = position(hands={"A": "arsonist's eye"}, furniture={"scriptorium": "chest carpet"})
    do(match, "A play arsonist's eye", "A pay alone", "A move scriptorium", "A carpet", "A slot")
    assert points(match) == [11, 10]
    assert tiles(match, "scriptorium") == ["chest"]


def test_arsonists_eye_ongoing() -> None:
    """2 points whenever a room with Fire burns, wherever it is."""
    match = till_dawn(burning("map chamber", slot={"A": "arsonist's eye"}))
    assert points(match)[0] == 12


def test_orders_from_the_senate() -> None:
    script = "confiscate, bribed guard"
    match = position(hands={"A": "orders from the senate"}, script=script)
    do(match, "A play orders from the senate")
    assert hand(match, "A") == ["bribed guard", "confiscate"]
    assert time(match)[0] == 8  # alone: 1 Time back


def test_orders_from_the_senate_in_company() -> None:
    match = position(hands={"A": "orders from the senate"}, at={"B": HOME})
    assert time(do(match, "A play orders from the senate"))[0] == 7


def test_confiscate() -> None:
    """They choose the card (§3.12, §4.7)."""
    match = position(hands={"A": "confiscate"}, at={"B": HOME}, rescued={"B": "euclid; timaeus"})
    do(match, "A play confiscate", "B timaeus")
    assert has(match, "A") == ["timaeus"]
    assert points(match) == [11, 10]


def test_confiscate_with_a_weapon() -> None:
    """She chooses."""
    held = {"A": "mace of the two lands", "B": "euclid; timaeus"}
    match = do(
        position(hands={"A": "confiscate"}, at={"B": HOME}, rescued=held),
        "A play confiscate",
        "A euclid",
    )
    assert has(match, "B") == ["timaeus"]


def test_confiscate_from_somebody_who_has_nothing() -> None:
    match = do(position(hands={"A": "confiscate"}, at={"B": HOME}), "A play confiscate")
    assert points(match) == [12, 8]


def test_bribed_guard() -> None:
    """Who enters the room loses 1 Time and Octavia gains 1 point (§6.1)."""
    match = position(hands={"A": "bribed guard"}, to_act="A")
    do(match, "A play bribed guard", "A scriptorium", "B move hall of laws")
    before = time(match)[1]
    do(match, "B move scriptorium")
    assert time(match)[1] == before - 2
    assert points(match) == [11, 10]


def test_denounced_to_the_prefect() -> None:
    """A response to a Hero nearby who keeps a Rescue card (§5.2)."""
    script = "euclid, plotinus of lycopolis"
    match = position(
        to_act="B",
        hands={"A": "denounced to the prefect"},
        furniture={"B": "carpet"},
        script=script,
    )
    do(match, "B use lead them out", "B pay alone", "B keep euclid", "A denounced to the prefect")
    assert time(match) == [8, 5]
    assert points(match) == [11, 10]


def test_no_witnesses() -> None:
    """3 points when a room burns with another Hero in it."""
    match = do(burning("house of healing", hands={"A": "no witnesses"}), "A no witnesses")
    assert points(match) == [13, 8]


def test_spark_in_the_dark() -> None:
    match = position(hands={"A": "spark in the dark"}, furniture={"A": "lectern"})
    do(match, "A play spark in the dark", "A pay alone", "A move scriptorium")
    assert rooms(table(match)["fire"]) == [HOME]
    assert (points(match), where(match, "A"), tiles(match, HOME)) == ([12, 10], "scriptorium", [])


def test_captives_for_the_triumph() -> None:
    script = "euclid, plotinus of lycopolis"
    match = position(
        hands={"A": "captives for the triumph"}, furniture={"A": "armoire"}, script=script
    )
    do(match, "A play captives for the triumph", "A pay alone", "A keep euclid", "A slot")
    assert (points(match), has(match, "A")) == ([11, 10], ["euclid"])


def test_captives_for_the_triumph_ongoing() -> None:
    """In Cleanup 1 point for Rescue cards of two categories (§8.3)."""
    slot = {"A": "captives for the triumph"}
    rich = till_dawn(burning("map chamber", slot=slot, rescued={"A": "euclid; timaeus"}))
    poor = till_dawn(burning("map chamber", slot=slot, rescued={"A": "the almagest; timaeus"}))
    assert (points(rich)[0], points(poor)[0]) == (11, 10)


def test_kindle() -> None:
    """Her board: Fire nearby, or away with a Furniture tile (§3.13, §4.15)."""
    match = do(position(furniture={"A": "chest"}), "A use kindle")
    assert texts(match) == ["fire", "furniture"]
    assert tiles(do(match, "A furniture"), HOME) == []
    # no furniture: only Fire is possible
    other = do(position(), "A use kindle", "A house of healing")
    assert rooms(table(other)["fire"]) == ["house of healing"]


def test_mission_for_rome() -> None:
    """4 points less the furniture in the room, face up or down; it may cost points (§7.7)."""
    assert points(burning(HOME, furniture={"A": "chest ?"}))[0] == 12
    assert points(burning(HOME, furniture={"A": "chest chest chest ? ? ?"}))[0] == 8
