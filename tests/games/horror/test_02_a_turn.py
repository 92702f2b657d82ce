"""Chapter 2 of RULES.md: a turn."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.horror.table import begun, nerve, push, scene, table, texts, told


def test_monsters_hurt_at_the_beginning_of_a_turn() -> None:
    """§2.1"""
    match = scene(at={"B": "map room"}, monsters={"map room": [1, 1, 2]})
    push(match, "end")
    assert match.to_act == 1
    assert nerve(match) == [0, -4]


def test_three_actions_in_any_mixture() -> None:
    """§2.2"""
    match = push(begun(), "turn here left", "turn here right")
    assert match.question == "A, what do you do? You have 1 action left."
    push(match, "go south")
    assert match.to_act == 1
    assert table(match)["actions"] == 3


def test_bonus_actions_cost_no_action() -> None:
    """§2.3: before the first and after the last action."""
    match = scene(
        hand={"A": "tincture*"}, monsters={"great hall": [1]}, chance=["yellow 6", "white 6"]
    )
    push(match, "fight 1", "send rotunda")
    assert table(match)["actions"] == 3
    push(match, "turn here left", "turn here left", "turn here left")
    assert texts(match) == ["end", "tincture"]
    push(match, "tincture")
    assert nerve(match)[0] == 4
    assert match.to_act == 1


def test_one_may_stop_early() -> None:
    """§2.4"""
    match = begun()
    assert match.legal()[0].clause == "2.4"
    push(match, "end")
    assert match.to_act == 1


def test_a_turn_ends_by_itself_only_where_everybody_can_see_it() -> None:
    """§2.4: a player with a face-down card is asked, even if it is of no use."""
    actions = ("turn here left", "turn here left", "turn here left")
    assert push(begun(), *actions).to_act == 1
    useless = push(scene(hand={"A": "antidote"}), *actions)
    assert useless.to_act == 0
    assert texts(useless) == ["end"]


def test_nothing_interrupts_an_action() -> None:
    """§2.5: but for an attack on a monster that it has summoned; then it goes on."""
    match = scene(
        at={"B": "map room"},
        markers={"B": ["great hall bookcase 1", "great hall drawer 1"]},
        chance=["blessing coin", "locket"],
    )
    push(match, "search drawer")
    assert texts(match) == ["fight 1", "go on"]
    push(match, "go on")
    assert "A keeps a Blessing." in told(match)
    assert "fight 1" in texts(match)


def test_after_everybody_a_new_round_begins() -> None:
    """§2.6"""
    match = push(begun(players=3), "end", "end", "end")
    assert match.to_act == 0
    assert table(match)["round"] == 2
    assert "Round 2 begins." in told(match)


def test_what_is_refused_is_explained() -> None:
    """§2.2"""
    match = push(begun(), "turn here left", "turn here left", "end")
    with pytest.raises(es.IllegalChoice, match="there is no monster in your room") as refused:
        match.push("fight 1")
    assert refused.value.clause == "11.6"
    assert "search bookcase" in refused.value.legal


@pytest.mark.parametrize(
    ("wish", "clause", "reason"),
    [
        ("go", "3.1", "north, east, south or west"),
        ("go south", "3.1", "your room has no door there; turn it first"),
        ("go east", "12.1", "Fortitude must be 0 or more"),
        ("turn portal left", "3.3", "the room you are in"),
        ("turn east left", "3.4", "the Portal cannot be turned"),
        ("turn here twice", "13.2", "only Betty at [+]5"),
        ("search", "4.1", "you can search a bookcase or a drawer"),
        ("search mirror", "4.1", "you can search a bookcase or a drawer"),
        ("search a drawer", "4.1", "need Fortitude 0 or more"),
        ("search a bookcase", "4.1", "need Fortitude 0 or more"),
        ("search both", "13.8", "only Mr Lindon at [+]5"),
        ("exchange", "5.3", "need Fortitude 0 or more"),
        ("look", "6.1", "you look at a picture, or into a mirror"),
        ("look mirror great hall", "6.1", "the Great Hall has no mirror"),
        ("look mirror map room", "6.1", "in that room already"),
        ("look into the mirror rotunda", "6.1", "write it as 'look mirror rotunda'"),
        ("look picture", "6.2", "there is no picture in your room"),
        ("break free", "8.10", "the Devil's Fingertrap does not hold you"),
        ("stab b", "8.8", "you do not have the Ritual Dagger"),
        ("tincture", "8.3", "you do not hold the Restorative Tincture"),
        ("mysterious mirror rotunda", "8.3", "you do not hold the Mysterious Mirror"),
        ("lockpicks north", "8.3", "you do not hold the Lockpicks"),
        ("ice pick b", "9.2", "you do not hold the Ice Pick"),
        ("revolver b", "9.1", "Beth is not in your room"),
        ("revolver a", "9.1", "name one of the other players"),
        ("duel b", "13.6", "only Captain Deckford at [+]5"),
        ("fight 1", "11.6", "there is no monster in your room"),
        ("ask b", "13.3", "you are not hysterical now"),
        ("dance", "2.2", "what do you do"),
    ],
)
def test_every_refusal_has_a_reason_and_cites_the_clause_that_forbids(
    wish: str, clause: str, reason: str
) -> None:
    """§2.2: whatever forbids it, that is what is said."""
    match = scene(at={"A": "map room"}, fortitude={"A": -1}, weapons={"A": "revolver"}, found="A")
    match.names = ["Ada", "Beth"]
    with pytest.raises(es.IllegalChoice, match=reason) as refused:
        match.push(wish)
    assert refused.value.clause == clause
    assert f"(rules §{clause})" in str(refused.value)
    assert "§" not in str(refused.value).replace(f"(rules §{clause})", "")


@pytest.mark.parametrize(
    ("wish", "clause", "reason"),
    [
        ("lockpicks south", "3.5", "only to those who have found all their pages"),
        ("lockpicks east", "8.15", "that door costs you nothing"),
        ("lockpicks", "8.15", "say by which door"),
        ("mysterious mirror", "8.14", "name the room"),
        ("mysterious mirror great hall", "8.14", "has no mirror"),
        ("search bookcase", "2.2", "no action left"),
    ],
)
def test_cards_that_one_holds_are_refused_for_another_reason(
    wish: str, clause: str, reason: str
) -> None:
    """§8.15, §8.14: Lockpicks at the Portal are not asked for when one holds them."""
    fields = {"actions": 0} if wish.startswith("search") else {}
    match = scene(at={"A": "rotunda"}, hand={"A": "lockpicks, mysterious mirror"}, fields=fields)
    with pytest.raises(es.IllegalChoice, match=reason) as refused:
        match.push(wish)
    assert refused.value.clause == clause


def test_what_the_dagger_and_the_trap_forbid() -> None:
    """§8.7, §8.10: and a player with no action left is not told to break free."""
    with pytest.raises(
        es.IllegalChoice, match="only lets you walk, turn rooms and stab"
    ) as refused:
        scene(fortitude={"A": -5}, curses={"ritual dagger": "A"}).push("look picture")
    assert refused.value.clause == "8.7"
    trapped = scene(curses={"fingertrap": "A"}, hand={"A": "tincture"})
    with pytest.raises(
        es.IllegalChoice, match="you can only try to break free, or end your turn"
    ) as refused:
        trapped.push("tincture")
    assert refused.value.clause == "8.10"


def test_betty_is_never_told_to_do_what_she_cannot() -> None:
    """§13.3: at -5 with no action left she is not asked to name anybody, and in the Fingertrap she
    is.
    """
    spent = scene(
        players=3,
        fortitude={"A": -5},
        hand={"A": "tincture"},
        fields={"actions": 0},
        abilities=True,
    )
    assert texts(spent) == ["end", "tincture"]
    with pytest.raises(es.IllegalChoice, match="no action left"):
        spent.push("turn here left")
    trapped = scene(
        players=3,
        fortitude={"A": -5},
        curses={"fingertrap": "A"},
        hand={"A": "tincture"},
        abilities=True,
    )
    assert texts(trapped) == ["ask b", "ask c"]
    for wish in ("end", "break free", "tincture", "go east"):
        with pytest.raises(
            es.IllegalChoice, match="first name somebody who takes your next action"
        ) as refused:
            trapped.push(wish)
        assert refused.value.clause == "13.3"
