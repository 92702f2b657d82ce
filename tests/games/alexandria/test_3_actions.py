"""Chapter 3 of RULES.md: actions."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.alexandria.components import DECK
from tests.games.alexandria.table import (
    BOX,
    card,
    do,
    hand,
    has,
    points,
    position,
    table,
    texts,
    tiles,
    till_dawn,
    time,
    told,
    where,
)

SEVEN = (
    "confiscate, requisition, bribed guard, no witnesses, oil-soaked rags, arsonist's eye, spark in"
    " the dark"
)


def test_move() -> None:
    """§3.1: orthogonally, for 1 Time, also to a room where somebody is."""
    match = position()
    assert [text for text in texts(match) if text.startswith("move")] == [
        "move scriptorium",
        "move house of healing",
    ]
    do(match, "A move house of healing")
    assert (where(match, "A"), time(match)[0]) == ("house of healing", 7)
    with pytest.raises(es.IllegalChoice, match="not next to yours"):
        position().push("move map chamber")


def test_moving_reveals_furniture_here_and_next_door() -> None:
    """§3.2: not diagonally."""
    furniture = {
        "scriptorium": "?",
        "star terrace": "?",
        "hall of laws": "?",
        "court of fountains": "?",
    }
    match = do(position(furniture=furniture, script="chest, carpet, lectern"), "A move scriptorium")
    assert [tiles(match, one) for one in ("scriptorium", "star terrace", "hall of laws")] == [
        ["carpet"],
        ["chest"],
        ["lectern"],
    ]
    assert tiles(match, "court of fountains") == ["?"]


def test_after_a_move_first_marks_then_ongoing_effects() -> None:
    """§3.3: the guard takes 1 Time before Litter Bearers gives 1 back, so on 1 Time there is
    nothing to take.
    """
    match = position(
        "kallista octavia", slot={"A": "litter bearers"}, guard=[0, 1 << 3], time=[1, 0]
    )
    do(match, "A move scriptorium")
    assert time(match) == [1, 0]
    assert points(match)[1] == 11


def test_draw() -> None:
    """§3.4: only the drawer sees the card."""
    match = do(position(script="confiscate"), "A draw")
    assert (hand(match, "A"), time(match)[0]) == (["confiscate"], 7)
    assert "A draws a card." in told(match)
    assert "A draws Confiscate." in [event["text"] for event in match.events(0)]
    assert match.view(1)["state"]["hands"][0][0][0] is None


def test_an_empty_deck_is_made_from_the_discards() -> None:
    """§3.5: here in the middle of drawing two; the card played now is no discard yet."""
    every = [BOX.slugs[number] for number in range(DECK)]
    out = [name for name in every if name not in ("orders from the senate", "confiscate")]
    match = position(
        hands={"A": "orders from the senate"},
        discards={"A": ", ".join(out)},
        script=f"confiscate, {out[0]}",
    )
    do(match, "A play orders from the senate")
    assert hand(match, "A") == sorted(["confiscate", out[0]])
    state = table(match)
    assert (state["discards"][0], state["played"][0]) == (0, 1 << card("orders from the senate"))
    assert sum(state["draws"][0]["rest"]) == 9


def test_a_deck_that_was_emptied_is_made_anew_when_the_action_is_over() -> None:
    """§3.5"""
    out = ", ".join(BOX.slugs[number] for number in range(1, DECK))
    state = table(do(position(discards={"A": out}, script="a burning cache"), "A draw"))
    assert (sum(state["draws"][0]["rest"]), state["discards"][0]) == (11, 0)


def test_a_deck_is_made_anew_at_any_point() -> None:
    """§3.5: as soon as the last card is drawn, so that Medicine Chest finds no discard; until 1.2
    after the action.
    """
    every = [BOX.slugs[number] for number in range(2 * DECK, 3 * DECK)]
    out = ", ".join(name for name in every if name not in ("medicine chest", "roll call"))
    fields: dict[str, Any] = {
        "hands": {"A": "medicine chest"},
        "furniture": {"A": "armoire"},
        "script": "roll call",
    }
    match = do(position("kallista octavia", discards={"A": out}, **fields), "A play medicine chest")
    assert hand(match, "A") == ["roll call"]
    assert sum(table(match)["draws"][0]["rest"]) == 10
    older = do(
        position("kallista octavia", discards={"A": out}, rules="1.2", **fields),
        "A play medicine chest",
    )
    assert texts(older)[0].startswith("take ")


def test_a_card_discarded_while_the_deck_is_empty_is_the_new_deck() -> None:
    """§3.5: A has drawn the last card, and holds too many."""
    every = [BOX.slugs[number] for number in range(DECK)]
    data = position(
        hands={"A": ", ".join(every[:7])}, discards={"A": ", ".join(every[8:])}
    ).to_json()
    state = data["state"]
    state["played"], state["discards"] = state["discards"], [0, 0]
    match = do(es.from_json(data, seed=1), "A draw", f"A discard {every[0]}")
    state = table(match)
    assert (sum(state["draws"][0]["rest"]), state["discards"][0]) == (1, 0)


def test_the_hand_limit() -> None:
    """§3.6: an eighth card is too much, and the owner chooses which one goes."""
    match = do(position(hands={"A": SEVEN}, script="captives for the triumph"), "A draw")
    assert len(texts(match)) == 8
    do(match, "A discard no witnesses")
    assert len(hand(match, "A")) == 7
    assert "A discards No Witnesses." in told(match)


def test_the_hand_limit_holds_on_the_turns_of_others() -> None:
    """§3.6: Take My Hand lets Kallista draw on Octavia's turn."""
    seven = (
        "take my hand, roll call, oath of kos, everyone out, follow me, litter bearers, bind the"
        " wounds, steady hands"
    )
    hands = {"A": "a burning cache", "B": seven}
    match = position(
        hands=hands,
        furniture={"A": "chest"},
        script="medicine chest",
        standing=[0, 0, 1, 0, 8, 7, 0],
    )
    do(
        match,
        "A play a burning cache",
        "A kallista pays 1",
        "B take my hand",
        "B discard roll call",
    )
    assert len(hand(match, "B")) == 7


def test_nothing_to_draw() -> None:
    """§3.7: the Time is spent all the same."""
    everything = ", ".join(BOX.slugs[number] for number in range(DECK))
    match = do(position(hands={"A": everything}, standing=[0, 0, 1, 0, 8, 12, 0]), "A draw")
    assert time(match)[0] == 7
    assert "A draws a card." not in told(match)


def test_a_card_lies_next_to_the_board_until_cleanup() -> None:
    """§3.8, §8.2"""
    match = do(
        position(hands={"A": "torch to the stacks"}, furniture={"A": "bookshelf"}, time=[2, 0]),
        "A play torch to the stacks",
    )
    assert table(till_dawn(match))["discards"][0] == 1 << card("torch to the stacks")
    early = do(
        position(hands={"A": "torch to the stacks"}, furniture={"A": "bookshelf"}),
        "A play torch to the stacks",
    )
    assert table(early)["played"][0] == 1 << card("torch to the stacks")


def test_what_cannot_be_played() -> None:
    """§3.8: because there is no Time, furniture or Hero for it, or because it is a Response."""
    hands = {"A": "torch to the stacks, confiscate, no witnesses"}
    match = position(hands=hands, furniture={"A": "bookshelf"}, time=[1, 0])
    for text, reason in (
        ("play torch to the stacks", "more than you and a nearby Hero can pay"),
        ("play no witnesses", "played when what it waits for happens"),
        ("play requisition", "not in your hand"),
        ("use requisition", "not on your Hero board"),
    ):
        with pytest.raises(es.IllegalChoice, match=reason):
            match.push(text)
    for text, reason, clause in (
        ("play confiscate", "the Hero that it is about is not there", "3.12"),
        ("play torch to the stacks", "the furniture that it uses is not there", "3.11"),
        ("move scriptorium west", "no such room", "3.1"),
    ):
        with pytest.raises(es.IllegalChoice, match=reason) as refused:
            position(hands=hands).push(text)
        assert refused.value.clause == clause


def test_ways_to_pay() -> None:
    """§3.9: with 2 Time A needs help for 3; a helper on 1 cannot pay 2; one who is too far away
    cannot help.
    """
    fields: dict[str, Any] = {"hands": {"A": "a burning cache"}, "furniture": {"A": "chest"}}
    heroes = "octavia kallista lysandros"
    match = position(heroes, time=[2, 1, 8], track=[2, 1, 0], to_act="A", **fields)
    do(match, "A play a burning cache")
    assert texts(match) == ["kallista pays 1", "take back"]
    assert points(do(match, "A kallista pays 1")) == [13, 11, 10]
    near = position(heroes, at={"C": "scriptorium"}, time=[2, 1, 8], **fields)
    do(near, "A play a burning cache")
    assert texts(near) == ["kallista pays 1", "lysandros pays 1", "lysandros pays 2", "take back"]
    far = position(heroes, at={"B": "map chamber"}, time=[2, 1, 8], **fields)
    assert "play a burning cache" not in texts(far)


def test_what_a_helper_leaves_must_be_paid() -> None:
    """§3.9: with 1 Time A pays the white icon only, so a helper must pay both black ones."""
    fields: dict[str, Any] = {
        "hands": {"A": "a burning cache"},
        "furniture": {"A": "chest"},
        "at": {"C": "scriptorium"},
    }
    match = position(
        "octavia kallista lysandros", time=[1, 0, 8], track=[2, 1, 0], to_act="A", **fields
    )
    assert time(do(match, "A play a burning cache", "A lysandros pays 2")) == [0, 0, 6]


def test_nobody_elses_time_is_taken_unasked() -> None:
    """§3.9: what A cannot pay alone can be taken back, once; until 1.2 the only helper paid at
    once.
    """
    fields: dict[str, Any] = {
        "hands": {"A": "a burning cache"},
        "furniture": {"A": "chest"},
        "time": [2, 1],
        "track": [1, 0],
    }
    older = position(
        "octavia kallista lysandros",
        rules="1.2",
        **{**fields, "time": [2, 1, 5], "track": [2, 1, 0]},
    )
    assert time(do(older, "A play a burning cache")) == [0, 0, 5]
    match = do(position(**fields), "A play a burning cache")
    assert [choice.label for choice in match.legal()][
        -1
    ] == "Take A Burning Cache back, and take another action"
    do(match, "A take back")
    assert (time(match), hand(match, "A"), table(match)["played"]) == (
        [2, 1],
        ["a burning cache"],
        [0, 0],
    )
    assert "A takes A Burning Cache back: nobody assists." in told(match)
    assert match.to_act == 0
    with pytest.raises(es.IllegalChoice, match="taken it back"):
        match.push("play a burning cache")
    do(match, "A move scriptorium", "A move envoys' antechamber", "B wait")
    assert table(match)["declined"] == 0


def test_board_actions_can_be_taken_back_too() -> None:
    """§3.9: the ability, and the card in the slot."""
    match = position(
        "kallista octavia",
        furniture={"A": "carpet chest"},
        time=[1, 8],
        slot={"A": "litter bearers"},
        to_act="A",
    )
    do(match, "A use lead them out", "A take back")
    with pytest.raises(es.IllegalChoice, match="taken it back"):
        match.push("use lead them out")
    do(match, "A use litter bearers", "A take back")
    with pytest.raises(es.IllegalChoice, match="taken it back"):
        match.push("use litter bearers")
    assert table(match)["used"] == [0, 0]


def test_who_does_not_answer_takes_nobodys_time() -> None:
    """§3.9"""
    match = do(
        position(
            hands={"A": "a burning cache"}, furniture={"A": "chest"}, time=[2, 1], track=[1, 0]
        ),
        "A play a burning cache",
    )
    assert str(match.default(0)) == "take back"


def test_assisting_brings_one_point_however_much_it_is() -> None:
    """§3.10"""
    for share in (1, 2):
        match = position(hands={"A": "a burning cache"}, furniture={"A": "chest"})
        do(match, "A play a burning cache", f"A kallista pays {share}")
        assert (points(match)[1], time(match)) == (11, [8 - 3 + share, 8 - share])


def test_furniture_stays_and_is_used_again() -> None:
    """§3.11: until 1.2 players were asked for the type, though nothing depends on it."""
    for rules, asked in (("1.2", ["A carpet"]), ("1.3", [])):
        fields: dict[str, Any] = {
            "furniture": {"A": "lectern carpet"},
            "script": "euclid, plotinus of lycopolis",
            "rules": rules,
        }
        match = do(
            position("kallista octavia", **fields),
            "A use lead them out",
            "A pay alone",
            *asked,
            "A enough",
        )
        assert tiles(match, "house of healing") == ["lectern", "carpet"]


def test_furniture_is_told_with_its_article() -> None:
    """§3.11: an armoire, but a chest."""
    match = position(furniture={"A": "chest bookshelf"}, hands={"A": "a burning cache"})
    do(match, "A play a burning cache", "A pay alone")
    assert [choice.label for choice in match.legal()] == [
        "Interact with a chest",
        "Interact with a bookshelf",
    ]


def test_which_hero_is_meant() -> None:
    """§3.12: in the same room for Confiscate; Neferhotep is next door."""
    here = {"B": "envoys' antechamber", "C": "envoys' antechamber"}
    match = position("octavia kallista lysandros neferhotep", at=here, hands={"A": "confiscate"})
    do(match, "A play confiscate")
    assert texts(match) == ["kallista", "lysandros"]
    with pytest.raises(es.IllegalChoice, match="not close enough"):
        match.push("neferhotep")
    assert points(do(match, "A lysandros")) == [12, 10, 8, 10]


def test_board_actions_once_a_round() -> None:
    """§3.13, §3.14: the ability and the slotted card, each once."""
    match = position(slot={"A": "arsonist's eye"}, furniture={"A": "chest chest"}, time=[8, 0])
    do(match, "A use kindle", "A furniture", "A use arsonist's eye", "A stay")
    assert not [text for text in texts(match) if text.startswith("use")]
    with pytest.raises(es.IllegalChoice, match="once a round"):
        match.push("use kindle")
    assert table(match)["slot"][0] == card("arsonist's eye") % DECK


def test_wait() -> None:
    """§3.15"""
    match = do(position(), "A wait")
    assert (time(match), told(match)[0]) == ([7, 8], "A waits.")


def test_slotting() -> None:
    """§3.16: it counts as used this round and can be used in the next."""
    match = position(hands={"A": "arsonist's eye"}, furniture={"A": "chest"}, time=[3, 0])
    do(match, "A play arsonist's eye", "A stay", "A slot")
    assert "use arsonist's eye" not in texts(match)
    do(match, "A wait")
    till_dawn(match)
    while match.to_act != 0:
        match.push("wait")
    assert "use arsonist's eye" in texts(match)


def test_a_slotted_card_is_replaced() -> None:
    """§3.17"""
    hands, slot = {"A": "arsonist's eye"}, {"A": "requisition"}
    match = position(hands=hands, slot=slot, furniture={"A": "chest"})
    do(match, "A play arsonist's eye", "A pay alone", "A stay")
    assert (
        next(choice.label for choice in match.legal())
        == "Slot Arsonist's Eye and discard Requisition"
    )
    state = table(do(match, "A slot"))
    assert (state["slot"][0], state["discards"][0]) == (
        card("arsonist's eye"),
        1 << card("requisition"),
    )
    assert has(match, "A") == []
