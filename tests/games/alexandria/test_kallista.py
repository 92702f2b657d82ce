"""Kallista's twelve cards, her board and her destiny, each test named after its card."""

from __future__ import annotations

from tests.games.alexandria.table import (
    burning,
    do,
    hand,
    has,
    passed,
    points,
    position,
    texts,
    till_dawn,
    time,
    told,
    where,
)

PAIR = "kallista octavia"
# Kallista's starting room; the scriptorium is to its west, B's room to its south
HOME = "house of healing"


def test_bind_the_wounds() -> None:
    match = do(
        position(PAIR, hands={"A": "bind the wounds"}),
        "A play bind the wounds",
        "A pay alone",
        "A leave",
    )
    assert (time(match), points(match)) == ([6, 8], [12, 10])


def test_bind_the_wounds_ongoing() -> None:
    """1 extra point whenever she assists (§3.10)."""
    slot = {"A": "bind the wounds"}
    match = position(
        PAIR, to_act="B", slot=slot, hands={"B": "a burning cache"}, furniture={"B": "chest"}
    )
    do(match, "B play a burning cache", "B kallista pays 2")
    assert points(match) == [12, 13]


def test_rouse_the_sleepers() -> None:
    script = "euclid, plotinus of lycopolis, nonnus of panopolis"
    match = position(
        PAIR, hands={"A": "rouse the sleepers"}, furniture={"A": "carpet"}, script=script
    )
    do(match, "A play rouse the sleepers", "A pay alone", "A keep euclid")
    assert (has(match, "A"), points(match)[0]) == (["euclid"], 11)


def test_everyone_out() -> None:
    script = "euclid, plotinus of lycopolis, nonnus of panopolis"
    match = position(PAIR, hands={"A": "everyone out"}, furniture={"A": "brazier"}, script=script)
    do(match, "A play everyone out", "A pay alone", "A keep nonnus of panopolis", "A keep euclid")
    assert has(match, "A") == ["euclid", "nonnus of panopolis"]


def test_students_of_herophilos() -> None:
    def kept(name: str) -> int:
        script = f"{name}, meleager of gadara"
        match = position(
            PAIR, hands={"A": "students of herophilos"}, furniture={"A": "lectern"}, script=script
        )
        return points(do(match, "A play students of herophilos", f"A keep {name}", "A leave"))[0]

    assert kept("nonnus of panopolis") == 12  # Egyptian
    assert kept("herophilus of chalcedon") == 12  # Physician
    assert kept("euclid") == 10


def test_students_of_herophilos_ongoing() -> None:
    slot, script = {"A": "students of herophilos"}, "euclid, plotinus of lycopolis"
    match = position(PAIR, slot=slot, furniture={"A": "carpet"}, script=script)
    do(match, "A use lead them out", "A pay alone", "A keep euclid")
    assert points(match)[0] == 11


def test_follow_me() -> None:
    """Two rooms, a point in company, a card."""
    match = position(PAIR, hands={"A": "follow me"}, at={"B": "star terrace"}, script="roll call")
    do(match, "A play follow me", "A move scriptorium", "A move star terrace")
    assert (points(match)[0], hand(match, "A")) == (11, ["roll call"])
    alone = do(position(PAIR, hands={"A": "follow me"}), "A play follow me", "A stay")
    assert points(alone)[0] == 10


def test_medicine_chest() -> None:
    """A card from the deck, one from her own discard pile for all to see, and 1 Time (§4.9)."""
    hands, discards = {"A": "medicine chest"}, {"A": "everyone out, roll call"}
    match = position(
        PAIR, hands=hands, discards=discards, furniture={"A": "armoire"}, script="oath of kos"
    )
    do(match, "A play medicine chest", "A take everyone out")
    assert (hand(match, "A"), time(match)[0]) == (["everyone out", "oath of kos"], 8)
    assert "A takes Everyone Out from the discard pile." in told(match)


def test_medicine_chest_without_discards() -> None:
    """§4.9: then there is none."""
    match = position(
        PAIR, hands={"A": "medicine chest"}, furniture={"A": "armoire"}, script="oath of kos"
    )
    assert hand(do(match, "A play medicine chest"), "A") == ["oath of kos"]


def test_oath_of_kos_does_not_ask_which_hero() -> None:
    """§3.12: nothing depends on it."""
    three = {"A": "star terrace", "B": "star terrace", "C": "star terrace"}
    match = position("kallista octavia lysandros", hands={"A": "oath of kos"}, at=three)
    assert points(do(match, "A play oath of kos", "A pay alone")) == [13, 10, 10]


def test_oath_of_kos() -> None:
    match = do(position(PAIR, hands={"A": "oath of kos"}), "A play oath of kos", "A octavia pays 2")
    assert (points(match), time(match)) == ([13, 11], [7, 6])  # 1 point for assisting
    held = position(PAIR, hands={"A": "oath of kos"}, rescued={"A": "herophilus of chalcedon"})
    assert points(do(held, "A play oath of kos", "A pay alone"))[0] == 15


def test_roll_call() -> None:
    """At most 4 points (§4.8)."""
    held = (
        "euclid; hypatia of alexandria; seleucus of seleucia; demetrius of phalerum; plotinus of"
        " lycopolis"
    )
    assert (
        points(
            do(position(PAIR, hands={"A": "roll call"}, rescued={"A": held}), "A play roll call")
        )[0]
        == 14
    )
    two = position(
        PAIR, hands={"A": "roll call"}, rescued={"A": "euclid; timaeus; nonnus of panopolis"}
    )
    assert points(do(two, "A play roll call"))[0] == 12


def test_steady_hands_against_a_loss_of_time() -> None:
    """A guard would take 1 Time; its owner still gains the point (§5.7, §6.1)."""
    match = position(PAIR, hands={"A": "steady hands"}, guard=[0, 1 << 3])
    do(match, "A move scriptorium", "A steady hands")
    assert (time(match)[0], points(match)) == (7, [11, 11])


def test_steady_hands_against_her_destiny() -> None:
    match = do(burning(HOME, PAIR, hands={"A": "steady hands"}), "A steady hands")
    assert points(match)[0] == 11


def test_steady_hands_does_not_prevent_payments() -> None:
    """§3.10: assisting is a payment, not a loss."""
    match = position(
        PAIR,
        to_act="B",
        hands={"A": "steady hands", "B": "spark in the dark"},
        furniture={"B": "carpet"},
    )
    do(match, "B play spark in the dark", "B kallista pays 1")
    assert "steady hands" not in texts(match, 0)


def test_pull_them_clear() -> None:
    match = burning("envoys' antechamber", PAIR, hands={"A": "pull them clear"}, script="roll call")
    do(match, "A pull them clear")
    assert (points(match)[0], hand(match, "A")) == (10, ["roll call"])


def test_take_my_hand() -> None:
    hands = {"A": "take my hand", "B": "a burning cache"}
    match = position(PAIR, to_act="B", hands=hands, furniture={"B": "chest"}, script="roll call")
    do(match, "B play a burning cache", "B kallista pays 1", "A take my hand")
    assert (points(match), hand(match, "A")) == ([13, 13], ["roll call"])


def test_litter_bearers() -> None:
    """A Person only if another Hero is nearby at the end of the way."""
    match = position(PAIR, hands={"A": "litter bearers"}, script="euclid")
    do(match, "A play litter bearers", "A pay alone", "A stay", "A keep euclid", "A leave")
    assert has(match, "A") == ["euclid"]
    alone = position(PAIR, hands={"A": "litter bearers"})
    do(
        alone,
        "A play litter bearers",
        "A pay alone",
        "A move scriptorium",
        "A move star terrace",
        "A slot",
    )
    assert (where(alone, "A"), has(alone, "A")) == ("star terrace", [])


def test_litter_bearers_ongoing() -> None:
    """After her first Move action of a round 1 Time back, and then no more (§5.8)."""
    match = do(position(PAIR, slot={"A": "litter bearers"}, time=[8, 0]), "A move scriptorium")
    assert time(match)[0] == 8
    assert time(do(match, "A move star terrace"))[0] == 7


def test_litter_bearers_pay_for_the_first_move_of_a_round_only() -> None:
    """§5.8: she had moved before she slotted them, so that her next Move is not her first."""
    match = position(PAIR, hands={"A": "litter bearers"}, time=[8, 0])
    do(match, "A move scriptorium", "A play litter bearers", "A stay", "A slot")
    before = time(match)[0]
    assert time(do(match, "A move star terrace"))[0] == before - 1


def test_lead_them_out() -> None:
    """Her board (§3.11): a Carpet or a Lectern, and not one that lies face down."""
    match = position(PAIR, furniture={"A": "lectern"}, script="euclid, plotinus of lycopolis")
    do(match, "A use lead them out", "A pay alone", "A keep plotinus of lycopolis")
    assert has(match, "A") == ["plotinus of lycopolis"]
    assert "use lead them out" not in texts(position(PAIR, furniture={"A": "? chest"}))


def test_she_will_not_leave_them() -> None:
    """A Person, or 2 points and a card."""
    hands = {"A": "roll call, oath of kos"}
    match = burning(HOME, PAIR, hands=hands, rescued={"A": "euclid; timaeus"})
    assert [choice.label for choice in passed(match.copy()).legal(0)] == [
        "Lose 1 Person",
        "Lose 2 points and discard 1 card",
    ]
    lost = do(match.copy(), "A rescue card")
    assert (has(lost, "A"), points(lost)[0]) == (["timaeus"], 10)
    paid = do(match, "A points", "A discard roll call")
    assert (points(paid)[0], hand(paid, "A")) == (8, ["oath of kos"])
    assert points(till_dawn(burning(HOME, PAIR, rescued={"A": "timaeus"})))[0] == 8
