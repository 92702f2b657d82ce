"""Chapter 4 of RULES.md: what the verbs of the cards do (each card also has its own test)."""

from __future__ import annotations

from typing import Any

from tests.games.alexandria.table import (
    BOX,
    burning,
    do,
    hand,
    has,
    points,
    position,
    rescue,
    room,
    rooms,
    table,
    texts,
    tiles,
    time,
)

EAST = "envoys' antechamber"


def test_as_far_as_possible_and_in_order() -> None:
    """§4.1: Arsonist's Eye in a room without furniture still brings its point."""
    match = do(
        position(hands={"A": "arsonist's eye"}),
        "A play arsonist's eye",
        "A pay alone",
        "A stay",
        "A leave",
    )
    assert points(match)[0] == 11


def test_every_free_step_has_its_consequences() -> None:
    """§4.2: a guard in the first room and furniture in the second."""
    match = position(
        "neferhotep octavia",
        guard=[0, 1 << room("scriptorium")],
        furniture={"star terrace": "?"},
        script="chest",
    )
    do(match, "A use hidden passage", "A move scriptorium")
    assert time(match)[0] == 6
    assert tiles(match, "star terrace") == ["chest"]
    assert points(do(match, "A stay")) == [11, 11]


def test_only_rooms_with_something_to_reveal() -> None:
    """§4.3: with one such room nothing is asked."""
    fields: dict[str, Any] = {"furniture": {"map chamber": "?"}, "script": "chest"}
    match = do(
        position("neferhotep octavia", hands={"A": "read the plans"}, **fields),
        "A play read the plans",
    )
    assert tiles(match, "map chamber") == ["chest"]


def test_a_rescue_is_shown_to_all_and_the_rest_discarded() -> None:
    """§4.4, §4.5"""
    match = position(
        hands={"A": "requisition"}, furniture={"A": "chest"}, script="ivory aulos, cat of bubastis"
    )
    do(match, "A play requisition", "A pay alone")
    assert match.view(None)["state"]["drawn"] == rescue("ivory aulos; cat of bubastis")
    assert texts(match) == ["keep ivory aulos", "keep cat of bubastis", "enough"]
    do(match, "A enough")
    assert table(match)["pile"] == rescue("ivory aulos; cat of bubastis")


def test_recovering_is_not_keeping() -> None:
    """§4.6: no point from Pinakes in Hand."""
    fields: dict[str, Any] = {"slot": {"A": "pinakes in hand"}, "pile": "babyloniaca"}
    match = position(
        "lysandros octavia", hands={"A": "copyists at work"}, furniture={"A": "lectern"}, **fields
    )
    do(match, "A play copyists at work")
    assert (points(match)[0], has(match, "A")) == (11, ["babyloniaca"])


def test_the_only_card_is_not_asked_for() -> None:
    """§4.1: until 1.2 it was."""
    fields: dict[str, Any] = {
        "pile": "babyloniaca",
        "hands": {"A": "copyists at work"},
        "furniture": {"A": "lectern"},
    }
    match = do(position("lysandros octavia", rules="1.2", **fields), "A play copyists at work")
    assert texts(match) == ["babyloniaca"]
    match = do(position("lysandros octavia", **fields), "A play copyists at work")
    assert has(match, "A") == ["babyloniaca"]


def test_a_rescue_deck_is_made_anew_at_any_point() -> None:
    """§4.18: as soon as its last card is drawn, without those on show; until 1.2 after the action."""
    items = [
        name for name in BOX.rescue_slugs[15:30] if name not in ("ivory aulos", "cat of bubastis")
    ]
    fields: dict[str, Any] = {
        "hands": {"A": "requisition"},
        "furniture": {"A": "chest"},
        "script": "ivory aulos, cat of bubastis",
    }
    for rules, there in (("1.2", 0), ("1.3", 13)):
        match = position(pile="; ".join(items), rules=rules, **fields)
        do(match, "A play requisition", "A pay alone")
        assert bin(match.to_json()["state"]["in_decks"] >> 15 & 0x7FFF).count("1") == there


def test_no_swap_without_a_common_category() -> None:
    """§4.7: Fair Exchange brings its points all the same."""
    held = {"A": "timaeus", "B": "ivory aulos"}
    match = position(
        "lysandros octavia", at={"B": "catalogue hall"}, hands={"A": "fair exchange"}, rescued=held
    )
    assert points(do(match, "A play fair exchange"))[0] == 12


def test_a_lost_card_is_discarded() -> None:
    """§4.7"""
    match = burning("drafting room", "neferhotep octavia", rescued={"A": "euclid"})
    assert table(do(match, "A rescue card"))["pile"] == rescue("euclid")


def test_nobody_has_fewer_than_no_points() -> None:
    """§4.8"""
    match = position(hands={"A": "confiscate"}, at={"B": EAST}, points=[0, 1])
    assert points(do(match, "A play confiscate")) == [2, 0]


def test_a_card_from_the_own_discards_is_known_to_all() -> None:
    """§4.9"""
    hands, discards = {"A": "medicine chest"}, {"A": "roll call"}
    match = position("kallista octavia", hands=hands, discards=discards, furniture={"A": "armoire"})
    do(match, "A play medicine chest")
    assert sorted(str(slot[0]) for slot in match.view(1)["state"]["hands"][0]) == ["7", "None"]


def test_who_has_no_card_discards_none() -> None:
    """§4.10: Kallista's Destiny costs 2 points and a card that she does not have."""
    assert points(burning("house of healing"))[1] == 8


def test_four_fires_are_all() -> None:
    """§4.11: then Oil-Soaked Rags still draws a card."""
    fire = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5
    match = position(
        hands={"A": "oil-soaked rags"}, furniture={"A": "brazier"}, fire=fire, script="confiscate"
    )
    do(match, "A play oil-soaked rags")
    assert (table(match)["fire"], hand(match, "A")) == (fire, ["confiscate"])


def test_no_fire_where_there_is_fire_or_water() -> None:
    """§4.11"""
    fields: dict[str, Any] = {"fire": 1 << room("scriptorium"), "water": room("house of healing")}
    match = do(
        position(hands={"A": "oil-soaked rags"}, furniture={"A": "brazier"}, **fields),
        "A play oil-soaked rags",
    )
    assert rooms(table(match)["fire"]) == ["scriptorium", EAST]


def test_the_water_moves_and_puts_out_fire() -> None:
    """§4.12"""
    fields: dict[str, Any] = {"water": room("map chamber"), "fire": 1 << room("scriptorium")}
    match = position("neferhotep octavia", hands={"A": "shore up the roof"}, **fields)
    state = table(do(match, "A play shore up the roof", "A pay alone", "A scriptorium"))
    assert (state["water"], state["fire"]) == (room("scriptorium"), 0)


def test_hidden_furniture_leaves_unseen() -> None:
    """§4.13: nobody looks at it, so all types stay possible for the tiles left."""
    match = position(furniture={"A": "? ?"})
    unseen = table(match)["unseen"]
    do(match, "A use kindle", "A furniture")
    assert tiles(match, EAST) == ["?"]
    assert table(match)["unseen"] == unseen


def test_marks_last_until_cleanup() -> None:
    """§4.14, §8.1"""
    match = do(
        position(hands={"A": "bribed guard"}, time=[2, 0]), "A play bribed guard", "A scriptorium"
    )
    assert rooms(table(match)["guard"][0]) == ["scriptorium"]
    do(match, "A wait")
    while "which action" not in match.question:
        match.push("pass" if "respond" in match.question else match.codes()[0])
    assert table(match)["guard"] == [0, 0]


def test_no_choice_where_only_one_part_is_possible() -> None:
    """§4.15: Kindle with all Fire tokens out and no furniture does nothing; with furniture it
    removes some.
    """
    fire = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5
    assert do(position(fire=fire), "A use kindle").to_act == 1
    assert tiles(do(position(fire=fire, furniture={"A": "chest"}), "A use kindle"), EAST) == []


def test_alone() -> None:
    """§4.16, the rulebook's term: no other Hero in the same room; one next door does not matter."""
    match = do(position(hands={"A": "orders from the senate"}), "A play orders from the senate")
    assert time(match)[0] == 8


def test_the_owner_of_an_effect_orders_the_losses() -> None:
    """§4.17: Neferhotep; who has no Time is left out, and then there is nothing to order."""
    heroes, home = "neferhotep kallista lysandros", "drafting room"
    fields: dict[str, Any] = {"to_act": "B", "at": {"C": home}, "perils": {"sagging roof": home}}
    match = do(position(heroes, **fields), "B move drafting room")
    assert (match.to_act, texts(match)) == (0, ["kallista", "lysandros"])
    poor = do(position(heroes, time=[0, 8, 0], **fields), "B move drafting room")
    assert time(poor) == [0, 5, 0]


def test_a_rescue_deck_is_made_anew_from_its_discards() -> None:
    """§4.18: in the middle of a draw; the card on show is not among them."""
    items = BOX.rescue_slugs[15:30]
    gone = "; ".join(items[1:-1])
    fields: dict[str, Any] = {
        "rescued": {"B": gone},
        "pile": items[-1],
        "script": f"{items[0]}, {items[-1]}",
    }
    match = position(hands={"A": "requisition"}, furniture={"A": "chest"}, **fields)
    do(match, "A play requisition", "A pay alone")
    assert texts(match) == [f"keep {items[0]}", f"keep {items[-1]}", "enough"]


def test_where_no_rescue_card_is_left_none_is_drawn() -> None:
    """§4.18"""
    items = BOX.rescue_slugs[15:30]
    match = position(
        hands={"A": "requisition"}, furniture={"A": "chest"}, rescued={"B": "; ".join(items)}
    )
    do(match, "A play requisition", "A pay alone", "A leave")
    assert points(match)[0] == 10


def test_an_emptied_rescue_deck_is_made_anew_after_the_action() -> None:
    """§4.18"""
    items = BOX.rescue_slugs[15:30]
    match = position(
        hands={"A": "requisition"}, furniture={"A": "chest"}, rescued={"B": "; ".join(items[2:])}
    )
    do(match, "A play requisition", "A pay alone", "A enough", "A leave")
    assert (table(match)["pile"], table(match)["in_decks"] & rescue(f"{items[0]}; {items[1]}")) == (
        0,
        rescue(f"{items[0]}; {items[1]}"),
    )
