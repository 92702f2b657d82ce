"""Lysandros's twelve cards, his board and his destiny, each test named after its card."""

from __future__ import annotations

from tests.games.alexandria.table import (
    burning,
    do,
    hand,
    has,
    points,
    position,
    room,
    rooms,
    table,
    texts,
    tiles,
    till_dawn,
    time,
    told,
)

PAIR = "lysandros octavia"
# Lysandros's starting room; the scriptorium is to its west, B's room to its south
HOME = "catalogue hall"


def test_pinakes_in_hand() -> None:
    script = "timaeus, argonautica, babyloniaca"
    match = position(
        PAIR, hands={"A": "pinakes in hand"}, furniture={"A": "bookshelf"}, script=script
    )
    do(match, "A play pinakes in hand", "A pay alone", "A keep timaeus", "A leave")
    assert (has(match, "A"), points(match)[0]) == (["timaeus"], 10)


def test_pinakes_in_hand_ongoing() -> None:
    """1 point whenever he keeps a Book; slotted just now it did not bring one."""
    script = "timaeus, argonautica, babyloniaca, epic of gilgamesh, songs of sappho"
    match = position(
        PAIR,
        hands={"A": "pinakes in hand"},
        furniture={"A": "bookshelf"},
        time=[8, 0],
        script=script,
    )
    do(match, "A play pinakes in hand", "A keep timaeus", "A slot")
    assert points(match)[0] == 10
    assert points(do(match, "A use from the catalogue", "A keep songs of sappho"))[0] == 11


def test_sweep_the_shelves() -> None:
    script = "timaeus, argonautica, babyloniaca"
    match = position(
        PAIR, hands={"A": "sweep the shelves"}, furniture={"A": "bookshelf"}, script=script
    )
    do(match, "A play sweep the shelves", "A pay alone", "A keep timaeus", "A keep babyloniaca")
    assert (has(match, "A"), points(match)[0]) == (["babyloniaca", "timaeus"], 11)


def test_bucket_chain() -> None:
    """Away with a Fire nearby, Water nearby, 3 points (§4.11, §4.12)."""
    match = position(
        PAIR,
        hands={"A": "bucket chain"},
        fire=1 << room("scriptorium") | 1 << room("envoys' antechamber"),
    )
    do(match, "A play bucket chain", "A pay alone", "A scriptorium", "A envoys' antechamber")
    # the second fire went out under the water
    assert (points(match)[0], rooms(table(match)["fire"])) == (13, [])
    assert table(match)["water"] == room("envoys' antechamber")


def test_copyists_at_work() -> None:
    """A Book from the discards; it may itself be the Codex (§4.6)."""
    match = position(
        PAIR,
        hands={"A": "copyists at work"},
        furniture={"A": "lectern"},
        pile="timaeus; babyloniaca; euclid",
    )
    do(match, "A play copyists at work")
    assert texts(match) == ["babyloniaca", "timaeus"]
    assert points(do(match.copy(), "A timaeus"))[0] == 12
    assert points(do(match, "A babyloniaca"))[0] == 11


def test_read_aloud() -> None:
    """Two cards; alone 1 Time, in company 2 points."""
    script = "copyists at work, bucket chain"
    alone = position(PAIR, hands={"A": "read aloud"}, furniture={"A": "carpet"}, script=script)
    do(alone, "A play read aloud")
    assert (hand(alone, "A"), time(alone)[0], points(alone)[0]) == (
        ["bucket chain", "copyists at work"],
        8,
        10,
    )
    company = do(
        position(PAIR, hands={"A": "read aloud"}, furniture={"A": "carpet"}, at={"B": HOME}),
        "A play read aloud",
    )
    assert (time(company)[0], points(company)[0]) == (7, 12)


def test_soaked_hangings() -> None:
    """Put out a Fire for 2 points, or place the Water for 1 (§4.15)."""
    hands, furniture, fire = {"A": "soaked hangings"}, {"A": "brazier"}, 1 << room("scriptorium")
    match = do(
        position(PAIR, hands=hands, furniture=furniture, fire=fire), "A play soaked hangings"
    )
    assert texts(match) == ["put out", "water"]
    assert points(do(match, "A put out", "A leave"))[0] == 12
    dry = do(
        position(PAIR, hands=hands, furniture=furniture),
        "A play soaked hangings",
        "A scriptorium",
        "A leave",
    )
    assert (points(dry)[0], table(dry)["water"]) == (11, room("scriptorium"))


def test_soaked_hangings_ongoing() -> None:
    """A card after his first Move action of a round."""
    match = position(PAIR, slot={"A": "soaked hangings"}, time=[8, 0], script="read aloud")
    do(match, "A move scriptorium", "A move star terrace")
    assert hand(match, "A") == ["read aloud"]


def test_soaked_hangings_bring_a_card_for_the_first_move_of_a_round_only() -> None:
    """§5.8: he had moved before he slotted them."""
    hands, furniture = {"A": "soaked hangings"}, {"scriptorium": "brazier"}
    match = position(PAIR, hands=hands, furniture=furniture, time=[8, 0])
    do(
        match,
        "A move scriptorium",
        "A play soaked hangings",
        "A scriptorium",
        "A slot",
        "A move star terrace",
    )
    assert hand(match, "A") == []


def test_rearrange_the_stacks() -> None:
    """Furniture, a card, and a toll whenever another Hero interacts here (§4.14, §6.1)."""
    hands = {"A": "rearrange the stacks", "B": "torch to the stacks"}
    match = position(
        PAIR,
        hands=hands,
        at={"B": HOME},
        furniture={"scriptorium": "bookshelf chest"},
        script="read aloud",
    )
    do(match, "A play rearrange the stacks", "A bookshelf from scriptorium", "A enough")
    assert (tiles(match, HOME), hand(match, "A")) == (["bookshelf"], ["read aloud"])
    do(match, "B play torch to the stacks")
    assert points(match) == [11, 13]


def test_fair_exchange() -> None:
    """One card each, of the same category (§4.7)."""
    held = {"A": "timaeus; euclid", "B": "babyloniaca; ivory aulos"}
    match = do(
        position(PAIR, hands={"A": "fair exchange"}, at={"B": HOME}, rescued=held),
        "A play fair exchange",
    )
    assert texts(match) == ["give timaeus", "no swap"]
    do(match, "A give timaeus")
    assert (has(match, "A"), has(match, "B"), points(match)[0]) == (
        ["babyloniaca", "euclid"],
        ["timaeus", "ivory aulos"],
        12,
    )


def test_keepers_inventory() -> None:
    """1 point for each subject among his Books."""
    held = {"A": "timaeus; maxims of ptahhotep; argonautica; euclid"}
    match = do(
        position(PAIR, hands={"A": "keeper's inventory"}, rescued=held), "A play keeper's inventory"
    )
    assert points(match)[0] == 12


def test_not_this_room() -> None:
    """The room selected is saved by the Water, and another one burns (§5.7, §7.4)."""
    match = burning("scriptorium", PAIR, hands={"A": "not this room"})
    do(match, "A not this room")
    assert (table(match)["water"], points(match)[0]) == (room("scriptorium"), 11)
    assert "The Scriptorium does not burn." in told(match)
    state = table(till_dawn(match))
    assert state["library"] >> room("scriptorium") & 1
    assert len(rooms(state["burnt"])) == 2


def test_not_this_room_needs_the_water_token() -> None:
    """It is not even offered while the Water is in the Library, or in the last round."""
    for fields in ({"water": room("map chamber")}, {"round": 5}):
        match = burning("scriptorium", PAIR, hands={"A": "not this room"}, **fields)
        assert "about to burn" not in match.question


def test_nothing_is_worthless() -> None:
    """One of the cards that another Hero nearby has just drawn and discarded."""
    hands, script = (
        {
            "A": "nothing is worthless",
            "B": "requisition",
        },
        "ivory aulos, cat of bubastis",
    )
    match = position(
        PAIR, to_act="B", hands=hands, furniture={"B": "chest"}, pile="ivory serapis", script=script
    )
    do(match, "B play requisition", "B pay alone", "B keep ivory aulos", "A nothing is worthless")
    assert (has(match, "A"), points(match)) == (["cat of bubastis"], [11, 10])


def test_the_keepers_key() -> None:
    """Two Books or two Items (§4.4)."""
    match = position(
        PAIR,
        hands={"A": "the keeper's key"},
        furniture={"A": "armoire"},
        script="ivory aulos, cat of bubastis",
    )
    do(match, "A play the keeper's key", "A pay alone")
    assert texts(match) == ["book", "item"]
    do(match, "A item", "A keep ivory aulos", "A leave")
    assert (has(match, "A"), points(match)[0]) == (["ivory aulos"], 11)


def test_the_keepers_key_ongoing() -> None:
    """A card in Cleanup."""
    match = till_dawn(
        burning("map chamber", PAIR, slot={"A": "the keeper's key"}, script="read aloud")
    )
    assert hand(match, "A") == ["read aloud"]


def test_from_the_catalogue() -> None:
    """His board."""
    match = position(PAIR, furniture={"A": "lectern"}, script="timaeus, babyloniaca")
    do(match, "A use from the catalogue", "A octavia pays 1", "A keep timaeus")
    assert (has(match, "A"), time(match), points(match)) == (["timaeus"], [7, 7], [10, 11])


def test_arms_full_of_scrolls() -> None:
    match = burning(HOME, PAIR, rescued={"A": "timaeus; euclid"})
    lost = do(match.copy(), "A rescue card")
    assert (has(lost, "A"), points(lost)[0]) == (["euclid"], 10)
    assert points(do(match, "A points"))[0] == 7
