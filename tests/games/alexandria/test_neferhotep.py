"""Neferhotep's twelve cards, his board and his destiny, each test named after its card."""

from __future__ import annotations

from tests.games.alexandria.table import (
    burning,
    do,
    hand,
    has,
    points,
    position,
    room,
    table,
    texts,
    tiles,
    till_dawn,
    time,
    told,
    where,
)

PAIR = "neferhotep kallista"
# Neferhotep's starting room; the scriptorium is to its west, B's room to its south
HOME = "drafting room"


def test_shifting_partitions() -> None:
    """Up to two tiles from adjacent rooms, facing kept (§4.13)."""
    match = position(
        PAIR,
        hands={"A": "shifting partitions"},
        furniture={"scriptorium": "chest ?", "A": "carpet"},
    )
    do(
        match,
        "A play shifting partitions",
        "A chest from scriptorium",
        "A face-down from scriptorium",
        "A leave",
    )
    assert tiles(match, HOME) == ["chest", "carpet", "?"]
    assert points(match) == [11, 10]


def test_shifting_partitions_ongoing() -> None:
    """1 point and a card whenever a Peril is triggered, with the 3 points of the Peril."""
    slot, perils = {"A": "shifting partitions"}, {"loose keystone": "hall of laws"}
    match = do(
        position(PAIR, to_act="B", slot=slot, perils=perils, script="read the plans"),
        "B move hall of laws",
    )
    assert points(match) == [14, 10]
    assert hand(match, "A") == ["read the plans"]


def test_salvage_the_mechanisms() -> None:
    script = "ivory aulos, cat of bubastis, ivory serapis"
    match = position(
        PAIR, hands={"A": "salvage the mechanisms"}, furniture={"A": "chest"}, script=script
    )
    do(match, "A play salvage the mechanisms", "A pay alone", "A keep ivory serapis", "A slot")
    assert has(match, "A") == ["ivory serapis"]
    assert points(match) == [10, 10]


def test_salvage_the_mechanisms_ongoing() -> None:
    """1 point whenever he keeps an Item, here two of them with another card."""
    slot, hands = {"A": "salvage the mechanisms"}, {"A": "open the strongroom"}
    script = "ivory aulos, cat of bubastis, ivory serapis"
    match = position(PAIR, slot=slot, hands=hands, furniture={"A": "chest"}, script=script)
    do(
        match,
        "A play open the strongroom",
        "A pay alone",
        "A keep ivory serapis",
        "A keep ivory aulos",
    )
    assert points(match)[0] == 10 + 3 + 2


def test_open_the_strongroom() -> None:
    """Keep up to two of three (§4.5)."""
    script = "ivory aulos, cat of bubastis, ivory serapis"
    match = position(
        PAIR, hands={"A": "open the strongroom"}, furniture={"A": "chest"}, script=script
    )
    do(match, "A play open the strongroom", "A pay alone", "A keep cat of bubastis", "A enough")
    assert (has(match, "A"), points(match)[0]) == (["cat of bubastis"], 13)


def test_niche_behind_the_wall() -> None:
    def kept(name: str) -> int:
        script = f"{name}, cat of bubastis"
        match = position(
            PAIR, hands={"A": "niche behind the wall"}, furniture={"A": "carpet"}, script=script
        )
        do(match, "A play niche behind the wall", "A pay alone", f"A keep {name}")
        assert tiles(match, HOME) == []
        return points(match)[0]

    assert kept("ivory aulos") == 13  # an Instrument
    assert kept("ivory serapis") == 11


def test_read_the_plans() -> None:
    """All furniture of one room anywhere, and two cards (§4.3)."""
    furniture = {"map chamber": "? ?", "star terrace": "?"}
    script = "chest, carpet, escape shaft, open the strongroom"
    match = position(PAIR, hands={"A": "read the plans"}, furniture=furniture, script=script)
    do(match, "A play read the plans", "A map chamber")
    assert tiles(match, "map chamber") == ["chest", "carpet"]
    assert tiles(match, "star terrace") == ["?"]
    assert hand(match, "A") == ["escape shaft", "open the strongroom"]


def test_shore_up_the_roof() -> None:
    """2 points, or 4 with an Instrument or a Stone Item (§4.12, §4.16)."""
    match = do(
        position(PAIR, hands={"A": "shore up the roof"}),
        "A play shore up the roof",
        "A pay alone",
        "A scriptorium",
    )
    assert (points(match)[0], table(match)["water"]) == (12, room("scriptorium"))
    held = position(PAIR, hands={"A": "shore up the roof"}, rescued={"A": "decree of canopus"})
    assert points(do(held, "A play shore up the roof", "A pay alone", "A scriptorium"))[0] == 14


def test_escape_shaft() -> None:
    """His Destiny is ignored (§7.8)."""
    match = do(burning(HOME, PAIR, hands={"A": "escape shaft"}), "A escape shaft")
    assert points(match)[0] == 11
    assert "A is spared." in told(match)
    assert where(do(match, "A scriptorium"), "A") == "scriptorium"


def test_i_warned_the_council() -> None:
    match = do(
        burning("house of healing", PAIR, hands={"A": "i warned the council"}),
        "A i warned the council",
    )
    assert points(match) == [12, 8]


def test_loose_keystone() -> None:
    """§6.4: who enters loses 2 Time, after the 1 for moving."""
    match = do(
        position(PAIR, to_act="B", perils={"loose keystone": "hall of laws"}), "B move hall of laws"
    )
    assert (time(match), points(match)) == ([8, 5], [13, 10])


def test_rotten_boards() -> None:
    """After an interaction with furniture: 1 Time and a card at random (§4.10)."""
    perils, script = (
        {"rotten boards": "house of healing"},
        "euclid, plotinus of lycopolis, roll call",
    )
    hands = {"B": "roll call, oath of kos"}
    match = position(
        PAIR, to_act="B", perils=perils, furniture={"B": "carpet"}, hands=hands, script=script
    )
    do(match, "B use lead them out", "B pay alone", "B enough")
    assert (time(match), points(match), hand(match, "B")) == ([8, 5], [13, 10], ["oath of kos"])


def test_cracked_lintel() -> None:
    """When its room burns every other Hero in it loses 2 points, beside what their Destiny costs."""
    match = burning("house of healing", PAIR, perils={"cracked lintel": "house of healing"})
    assert points(match) == [13, 6]


def test_sagging_roof() -> None:
    """Two Heroes in the room after an action; Neferhotep counts, but loses nothing (§6.7)."""
    match = do(position(PAIR, to_act="B", perils={"sagging roof": HOME}), "B move drafting room")
    assert (time(match), points(match)) == ([8, 5], [13, 10])


def test_sagging_roof_with_three_heroes() -> None:
    """Neferhotep sets the order in which they lose Time (§4.17)."""
    heroes = "neferhotep kallista lysandros"
    match = position(
        heroes, to_act="B", at={"C": HOME}, perils={"sagging roof": HOME}, hands={"B": ""}
    )
    do(match, "B move drafting room", "A lysandros")
    state = table(match)
    assert (state["time"], state["track"]) == ([8, 5, 6], [0, 2, 1])


def test_hidden_passage() -> None:
    """His board: up to two rooms, then a point (§4.2)."""
    match = do(position(PAIR), "A use hidden passage", "A move scriptorium", "A move star terrace")
    assert (where(match, "A"), points(match)[0], time(match)[0]) == ("star terrace", 11, 7)
    stay = do(position(PAIR), "A use hidden passage", "A stay")
    assert (where(stay, "A"), points(stay)[0]) == (HOME, 11)


def test_the_props_give_way() -> None:
    match = burning(HOME, PAIR, rescued={"A": "euclid; timaeus"})
    assert texts(match) == ["rescue card", "points"]
    lost = do(match.copy(), "A rescue card", "A euclid")
    assert (has(lost, "A"), points(lost)[0]) == (["timaeus"], 10)
    assert points(do(match, "A points"))[0] == 7
    # without a card there is nothing to choose
    assert points(till_dawn(burning(HOME, PAIR)))[0] == 7
