"""Chapter 8 of RULES.md: Blessings and Curses, a test for each card."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from tests.games.horror.table import (
    BOX,
    cards_of,
    loose_pages,
    nerve,
    page_of,
    place,
    push,
    scene,
    table,
    texts,
    told,
)


def drawn(curse: str, **setup: Any) -> es.Match:
    """A searches a drawer of the Great Hall and draws this curse."""
    return push(scene(chance=["curse coin", curse], **setup), "search drawer")


def bottom_curse(match: es.Match) -> str:
    kind: int = table(match)["curses"]["bottom"][-1][0]
    return BOX.curse_words[kind]


def test_kept_cards_are_hidden_and_everybody_knows_that_a_kept_curse_is_a_weapon() -> None:
    """§8.1"""
    match = drawn("revolver")
    assert cards_of(match, "A") == ["revolver"]
    face, seen, _, could = match.view(1)["state"]["weapons"][0][0]
    assert (face, seen) == (None, 1)
    assert [BOX.curse_words[k] for k in range(10) if could >> k & 1] == [
        "ice pick",
        "revolver",
        "blunderbuss",
        "aqua tofana",
    ]
    assert "revolver" not in match.record(1)
    assert "A keeps a Curse." in [event["text"] for event in match.events(1)]
    assert "A keeps the Curse Revolver." in [event["text"] for event in match.events(0)]


def test_a_used_card_goes_to_the_bottom_of_its_deck() -> None:
    """§8.2: when no other card is left it is drawn again, and everybody knows it."""
    match = push(scene(hand={"A": "tincture"}), "tincture")
    assert [row[:2] for row in table(match)["blessings"]["bottom"]] == [[0, 511]]
    words = (
        "tincture, mysterious mirror, book, locket, third eye, corset, antidote, lockpicks, dice"
    )
    again = scene(
        at={"B": "rotunda"}, hand={"A": "tincture*", "B": words}, chance=["blessing coin"]
    )
    push(again, "tincture", "search drawer")
    assert again.view(1)["state"]["hand"][0] == [[0, 511, 12, -1]]


def test_a_card_may_be_played_in_the_turn_it_was_drawn() -> None:
    """§8.3"""
    match = push(scene(chance=["blessing coin", "tincture"]), "search drawer", "tincture")
    assert nerve(match)[0] == 3
    assert "tincture" not in texts(push(scene(hand={"B": "tincture"}), "turn here left"))


def test_canker_spider() -> None:
    """§8.4"""
    match = drawn("canker spider")
    assert nerve(match)[0] == -2
    assert bottom_curse(match) == "canker spider"


def test_rotting_waif() -> None:
    """§8.5"""
    match = drawn("rotting waif")
    assert nerve(match)[0] == -2
    assert bottom_curse(match) == "rotting waif"


@pytest.mark.parametrize("before", [0, 4])
def test_nihilism(before: int) -> None:
    """§8.6"""
    assert nerve(drawn("nihilism", fortitude={"A": before}))[0] == 0


def test_nihilism_also_lifts() -> None:
    """§8.6: the monster that A has just summoned took A to -1."""
    match = push(
        drawn("nihilism", markers={"B": ["great hall bookcase 1", "great hall drawer 1"]}), "go on"
    )
    assert nerve(match) == [0, -1]


def test_ritual_dagger() -> None:
    """§8.7: Fortitude -5, and only walking, turning and stabbing are left; bonus actions stay."""
    match = drawn("ritual dagger", fortitude={"A": 5}, hand={"A": "tincture"})
    assert nerve(match)[0] == -5
    assert {text.split()[0] for text in texts(match)} == {"end", "go", "turn", "stab", "tincture"}
    with pytest.raises(es.IllegalChoice, match="only lets you walk, turn rooms and stab"):
        match.push("look picture")


def test_ritual_dagger_stab() -> None:
    """§8.8, §8.9: B loses 2, A takes a needed page, the dagger is gone and Fortitude stays."""
    match = scene(curses={"ritual dagger": "A"}, fortitude={"A": -5}, loose={"B": "rue"})
    push(match, "stab b")
    assert nerve(match) == [-5, -2]
    assert texts(match) == ["take cavalry sabre", "take belladonna", "take nothing"]
    push(match, "take belladonna")
    assert table(match)["framed"][0] == 1 << page_of("belladonna")
    assert table(match)["dagger"] == -1
    assert bottom_curse(match) == "ritual dagger"
    assert loose_pages(match, "B") == ["rue"]
    assert table(match)["actions"] == 2


def test_ritual_dagger_turned_away() -> None:
    """§8.8: the dagger stays, and another action may be spent on it."""
    match = scene(curses={"ritual dagger": "A"}, fortitude={"A": -5}, hand={"B": "corset"})
    push(match, "stab b", "B: corset")
    assert table(match)["dagger"] == 0
    assert nerve(match)[1] == 0
    assert push(match, "stab b").question.endswith("which page that you need do you take?")


def test_the_page_after_a_stab_may_be_left() -> None:
    """§8.9"""
    match = push(
        scene(curses={"ritual dagger": "A"}, fortitude={"A": -5}), "stab b", "take nothing"
    )
    assert table(match)["dagger"] == -1


@pytest.mark.parametrize(("die", "free"), [(4, False), (5, True), (6, True)])
def test_devils_fingertrap(die: int, free: bool) -> None:
    """§8.10"""
    match = scene(curses={"fingertrap": "A"}, weapons={"A": "ice pick"}, chance=[f"white {die}"])
    assert texts(match) == ["end", "break free"]
    with pytest.raises(es.IllegalChoice, match="Fingertrap holds you"):
        match.push("ice pick b")
    push(match, "break free")
    assert (table(match)["trap"] == -1) is free
    assert ("ice pick b" in texts(match)) is free
    assert table(match)["actions"] == 2


def test_devils_fingertrap_lasts_over_turns() -> None:
    """§8.10: and its victim can still defend itself."""
    match = drawn("fingertrap", hand={"A": "corset*"}, weapons={"B": "ice pick*"})
    push(match, "end", "ice pick a")
    assert texts(match) == ["pass", "corset"]
    push(match, "corset", "end")
    assert texts(match) == ["end", "break free"]


def test_devils_fingertrap_and_a_card_on_dice() -> None:
    """§8.10, §10.2: the Book makes a 3 a 5."""
    match = scene(curses={"fingertrap": "A"}, hand={"A": "book"}, chance=["white 3"])
    push(match, "break free", "book white +2")
    assert table(match)["trap"] == -1


def test_unresolved_business() -> None:
    """§8.11: no door and no mirror in this turn and the next; turning is allowed."""
    match = drawn("unresolved business", at={"B": "map room"}, hand={"A": "mysterious mirror*"})
    for _ in range(2):
        kinds = {text.split()[0] for text in texts(match)}
        assert "turn" in kinds
        assert not kinds & {"go", "mysterious"}
        push(match, "end", "end")
    assert "go south" in texts(match)
    assert bottom_curse(match) == "unresolved business"
    assert "The Unresolved Business of A is settled." in told(match)


def test_unresolved_business_closes_mirrors() -> None:
    """§8.11"""
    match = scene(at={"A": "rotunda"}, curses={"unresolved business": "A"})
    assert not [text for text in texts(match) if text.startswith(("look", "go"))]
    with pytest.raises(es.IllegalChoice, match="Unresolved Business keeps you"):
        match.push("go east")


def test_unresolved_business_closes_the_portal() -> None:
    """§8.11: even to somebody who has all pages, and even with Lockpicks."""
    match = scene(at={"A": "map room"}, found="A", fortitude={"A": 3}, hand={"A": "lockpicks"})
    assert {"go east", "lockpicks east"} <= set(texts(match))
    kept = scene(
        at={"A": "map room"},
        found="A",
        fortitude={"A": 3},
        hand={"A": "lockpicks"},
        curses={"unresolved business": "A"},
    )
    assert not {"go east", "lockpicks east"} & set(texts(kept))


def test_several_curses_apply_together() -> None:
    """§8.12: with dagger and business one turns and stabs; time runs on in the trap."""
    both = scene(curses={"ritual dagger": "A", "unresolved business": "A"}, fortitude={"A": -5})
    assert {text.split()[0] for text in texts(both)} == {"end", "turn", "stab"}
    trapped = scene(curses={"fingertrap": "A", "unresolved business": "A"})
    push(trapped, "end", "end", "end")
    assert table(trapped)["business"] == -1
    assert table(trapped)["trap"] == 0


def test_restorative_tincture() -> None:
    """§8.13"""
    assert nerve(push(scene(hand={"A": "tincture"}, fortitude={"A": -4}), "tincture"))[0] == -1
    assert nerve(push(scene(hand={"A": "tincture"}, fortitude={"A": 3}), "tincture"))[0] == 5


def test_mysterious_mirror() -> None:
    """§8.14: the Great Hall has no mirror, and none is needed."""
    match = push(scene(hand={"A": "mysterious mirror"}), "mysterious mirror folio vault")
    assert place(match, "A") == "folio vault"
    assert nerve(match)[0] == 0
    assert table(match)["actions"] == 3


def test_lockpicks() -> None:
    """§8.15"""
    match = scene(hand={"A": "lockpicks"})
    assert "lockpicks south" not in texts(match)  # an open door
    push(match, "lockpicks east")
    assert place(match, "A") == "rotunda"
    assert nerve(match)[0] == 0
    assert table(match)["actions"] == 2


def test_lockpicks_open_the_portal() -> None:
    """§8.15, §12.1: at 0 the closed door would cost too much."""
    match = scene(at={"A": "map room"}, found="A", hand={"A": "lockpicks"})
    assert "go east" not in texts(match)
    push(match, "lockpicks east")
    assert match.over
