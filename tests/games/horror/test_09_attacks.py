"""Chapter 9 of RULES.md: attacks on players, a test for each weapon and each defence."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.horror.table import (
    BOX,
    cards_of,
    loose_pages,
    nerve,
    page_of,
    push,
    scene,
    table,
    texts,
    told,
)

SHOT = ["third eye", "book", "locket"]
STAB = ["corset", "third eye", "locket"]
POISON = ["antidote", "locket"]
DEFENCES = ["book", "locket", "third eye", "corset", "antidote"]


def attacked(weapon: str, defence: str = "") -> es.Match:
    """A attacks B, who has a loose page and perhaps a defence, in the Great Hall."""
    chance = ["white 6"] if weapon == "blunderbuss" else []
    hand = {"B": defence} if defence else {}
    match = scene(weapons={"A": weapon}, hand=hand, loose={"B": "rue, vervain"}, chance=chance)
    push(match, f"{weapon} b")
    if match.question.endswith("change the roll?"):
        push(match, "B: pass")
    return match


def test_a_weapon_is_played_in_ones_turn_against_one_player_in_the_room() -> None:
    """§9.1: whatever the attacker's Fortitude."""
    match = scene(
        players=3,
        at={"C": "rotunda"},
        weapons={"A": "ice pick", "B": "revolver"},
        fortitude={"A": -5},
    )
    assert [text for text in texts(match) if "pick" in text or "revolver" in text] == ["ice pick b"]


def test_ice_pick() -> None:
    """§9.2"""
    match = push(attacked("ice pick"), "steal rue")
    assert nerve(match) == [0, -2]
    assert loose_pages(match, "A") == ["rue"]
    assert cards_of(match, "A") == []


def test_revolver() -> None:
    """§9.3"""
    match = push(attacked("revolver"), "steal vervain")
    assert nerve(match) == [0, -3]
    assert loose_pages(match, "B") == ["rue"]


def test_aqua_tofana() -> None:
    """§9.4"""
    match = push(attacked("aqua tofana"), "steal rue")
    assert nerve(match) == [0, -4]
    assert loose_pages(match, "A") == ["rue"]


@pytest.mark.parametrize(("die", "harm"), [(2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_blunderbuss(die: int, harm: int) -> None:
    """§9.5"""
    match = scene(weapons={"A": "blunderbuss"}, loose={"B": "rue"}, chance=[f"white {die}"])
    push(match, "blunderbuss b", "steal rue")
    assert nerve(match) == [0, -harm]
    assert loose_pages(match, "A") == ["rue"]


def test_blunderbuss_backfires() -> None:
    """§9.5: and nobody need defend himself."""
    match = scene(
        weapons={"A": "blunderbuss"}, loose={"B": "rue"}, hand={"B": "book"}, chance=["white 1"]
    )
    push(match, "blunderbuss b", "B: pass")
    assert nerve(match) == [-1, 0]
    assert loose_pages(match, "B") == ["rue"]
    assert match.to_act == 0


def test_framed_pages_and_cards_in_hand_cannot_be_stolen() -> None:
    """§9.6: with nothing loose the harm is done all the same."""
    match = scene(weapons={"A": "ice pick"}, hand={"B": "tincture*"}, found="B")
    push(match, "ice pick b")
    assert nerve(match) == [0, -2]
    assert "end" in texts(match)
    assert cards_of(match, "B") == ["tincture"]


def test_a_stolen_page_that_fits_is_framed() -> None:
    """§9.6: A needs belladonna."""
    match = push(
        scene(weapons={"A": "ice pick"}, loose={"B": "belladonna"}),
        "ice pick b",
        "steal belladonna",
    )
    assert table(match)["framed"][0] == 1 << page_of("belladonna")


def test_a_defence_turns_away_harm_and_theft() -> None:
    """§9.7: weapon and defence are both spent."""
    match = push(attacked("ice pick", "corset"), "corset")
    assert nerve(match) == [0, 0]
    assert loose_pages(match, "A") == []
    assert cards_of(match, "A") == cards_of(match, "B") == []
    assert "B turns the attack away with Sturdy Corset." in told(match)


def test_the_defence_comes_after_the_die() -> None:
    """§9.7"""
    match = scene(weapons={"A": "blunderbuss"}, hand={"B": "third eye"}, chance=["white 6"])
    push(match, "blunderbuss b")
    assert match.question.endswith("change the roll?")
    push(match, "pass")
    assert texts(match) == ["pass", "third eye"]


@pytest.mark.parametrize("defence", DEFENCES)
@pytest.mark.parametrize(
    ("weapon", "fitting"),
    [("ice pick", STAB), ("revolver", SHOT), ("blunderbuss", SHOT), ("aqua tofana", POISON)],
)
def test_attack_against_defence(weapon: str, fitting: list[str], defence: str) -> None:
    """§9.8: Blessed Book, Blessed Locket, Third Eye, Sturdy Corset and Antidote against every
    weapon.
    """
    match = attacked(weapon, defence)
    assert texts(match, 1) == (["pass", defence] if defence in fitting else ["pass"])


def test_blessed_book_turns_a_shot_away() -> None:
    """§9.8"""
    assert nerve(push(attacked("revolver", "book"), "book")) == [0, 0]


def test_blessed_locket_turns_anything_away() -> None:
    """§9.8"""
    for weapon in ("ice pick", "revolver", "blunderbuss", "aqua tofana"):
        assert nerve(push(attacked(weapon, "locket"), "locket")) == [0, 0]


def test_third_eye_turns_stab_and_shot_away() -> None:
    """§9.8"""
    for weapon in ("ice pick", "revolver", "blunderbuss"):
        assert nerve(push(attacked(weapon, "third eye"), "third eye")) == [0, 0]


def test_sturdy_corset_turns_a_stab_away() -> None:
    """§9.8"""
    assert nerve(push(attacked("ice pick", "corset"), "corset")) == [0, 0]


def test_antidote_turns_poison_away() -> None:
    """§9.8"""
    assert nerve(push(attacked("aqua tofana", "antidote"), "antidote")) == [0, 0]


def test_whoever_might_hold_a_defence_is_asked() -> None:
    """§9.9: B holds a useless card face down, and is asked; a card that all know to be useless asks
    nobody.
    """
    hidden = attacked("ice pick", "tincture")
    assert hidden.waiting == (1,)
    assert texts(hidden, 1) == ["pass"]
    known = attacked("ice pick", "tincture*")
    assert known.to_act == 0
    assert "steal rue" in texts(known)


def test_nobody_is_asked_when_every_defence_lies_open() -> None:
    """§9.9: all cards that turn poison away are in A's own hand, known to all."""
    hand = {"A": "antidote*, locket*", "B": "dice"}
    match = push(scene(weapons={"A": "aqua tofana"}, hand=hand), "aqua tofana b")
    assert nerve(match) == [0, -4]


def test_nobody_learns_of_a_pass() -> None:
    """§9.9: the record of the others looks the same whether B could have defended herself or not."""
    could = push(attacked("ice pick", "corset"), "pass")
    could_not = push(attacked("ice pick", "tincture"), "pass")
    moves = [match.record(0).splitlines()[-3:] for match in (could, could_not)]
    assert moves[0] == moves[1]
    assert "[pass]" in could.record(0)
    assert BOX.blessings[5] not in "".join(event["text"] for event in could.events(0))


def robbed(**setup: str) -> es.Match:
    """A has hit B, who holds two Blessings and a Curse, in a game of three with blind theft."""
    hand, weapons = (
        {"B": setup.get("hand", "tincture, lockpicks")},
        {
            "A": "aqua tofana",
            "B": "revolver",
        },
    )
    loose = {"B": "rue"} if "loose" in setup else {}
    match = scene(
        3,
        hand=hand,
        weapons=weapons,
        loose=loose,
        chance=[setup.get("card", "lockpicks")],
        blind_theft=True,
    )
    push(match, "aqua tofana b")
    return push(match, "B: pass") if "defend" in match.question else match


def test_blind_theft_is_possible_only_if_agreed() -> None:
    """§9.10: by the deck, as one sees the backs; a page can still be stolen instead."""
    assert texts(robbed(loose="rue")) == ["steal rue", "steal a blessing", "steal a curse"]
    assert texts(robbed()) == ["steal a blessing", "steal a curse"]
    assert texts(push(attacked("ice pick", "tincture"), "B: pass")) == [
        "steal vervain",
        "steal rue",
    ]


def test_blind_theft_takes_a_card_that_chance_picks() -> None:
    """§9.10"""
    match = push(robbed(), "steal a blessing")
    assert cards_of(match, "A") == ["lockpicks"]
    assert cards_of(match, "B") == ["tincture", "revolver"]
    match = push(robbed(card="revolver"), "steal a curse")
    assert (cards_of(match, "A"), cards_of(match, "B")) == (["revolver"], ["tincture", "lockpicks"])


def test_only_thief_and_victim_learn_what_was_taken_blindly() -> None:
    """§9.10"""
    match = push(robbed(), "steal a blessing")
    said = {
        seat: next(
            event["text"] for event in match.events(seat) if "from the hand" in event["text"]
        )
        for seat in (0, 1, 2, None)
    }
    assert said[0] == said[1] == "A steals the Blessing Lockpicks from the hand of B."
    assert said[2] == said[None] == "A steals a Blessing from the hand of B."
    assert "lockpicks" in match.record(0)
    assert "lockpicks" not in match.record(2)
    third = match.view(2)["state"]["hand"]
    assert [face for hand in third for face, *_ in hand] == [None, None]


def test_a_victim_without_anything_in_hand_or_loose_is_only_hurt() -> None:
    """§9.10, §9.6"""
    match = scene(weapons={"A": "revolver"}, blind_theft=True)
    push(match, "revolver b")
    assert nerve(match) == [0, -3]
    assert "end" in texts(match)
