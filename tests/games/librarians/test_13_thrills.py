"""Chapter 13 of RULES.md: Turns full of Thrills, a test for every thrill."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.librarians.state import BOXED
from emberstacks.kernel.game import Options
from tests.games.librarians.table import (
    BOOKS,
    THRILLS,
    hand,
    known_hand,
    play,
    position,
    powers,
    push,
    rows,
    table,
    texts,
    told,
    where,
)

ALL = {"thrills": 12}


@pytest.mark.parametrize("count", [1, 5, 12])
def test_so_many_thrills_join_the_deck(count: int) -> None:
    """§13.1"""
    match = es.new("librarians", players=3, seed=5, thrills=count)
    state = table(match)
    mixed = [book for book in range(THRILLS, BOOKS) if state["place"][book] != BOXED]
    assert len(mixed) == count
    assert state["deck"]["rest"] == 66 + count - 12


def test_thrills_break_lines() -> None:
    """§13.1"""
    match = play(position(["> CB GB . SB"], hand="N* MG", options=ALL), "N*", "1r3")
    assert rows(match) == ["> CB GB N* SB"]


def test_a_thrill_laid_by_travel_acts_when_travel_is_done() -> None:
    """§13.1"""
    match = position(
        ["> CB LR"], hand="R* MG", powers=["travel"], options={**ALL, "blue": "travel"}
    )
    push(match, "use travel", "1r1", "put rattling paintbox", "1r2", "nothing")
    assert texts(match)[0] == "red"


def test_skip() -> None:
    """§13.2: B's turn does not take place, and B does not draw; what waited for B waits for C."""
    match = position(["> LR", ">"], hand="J* R*", others=["UR", "QR MG"], options=ALL)
    play(match, "J*", "1l1")
    play(match, "R*", "1r2").push("red")
    push(match, "end")
    assert match.to_act == 2
    assert len(table(match)["hands"][1]) == 1
    assert table(match)["force_colour"] == 0
    assert "B's turn is skipped, because of Jump the Queue." in told(match)


def test_stop() -> None:
    """§13.3: after one book the turn is over."""
    match = position(["> LR"], hand="P* MG UR", others=["QR RG"], options=ALL)
    play(match, "P*", "1r2")
    assert match.to_act == 1
    assert len(hand(match)) == 4


def test_stop_waits_until_the_library_is_one() -> None:
    """§13.3"""
    match = position(["> LR . . UR"], hand="P* RG SB", others=["QR RG"], options=ALL)
    play(match, "P*", "1r2")
    assert match.to_act == 0
    assert "end" not in texts(match)
    play(match, "RG", "1r3")
    assert match.to_act == 1


def test_swap() -> None:
    """§13.4"""
    match = position(["> DR LR"], hand="T* MG", options=ALL)
    play(match, "T*", "1r3")
    push(match, "1r1", "1r2")
    assert rows(match) == ["> LR DR T*"]


def test_gap() -> None:
    """§13.5: the very next book may leave a gap, but not lie at a corner, and then no more."""
    match = position(["> DR", ">"], hand="L* RG UR", options=ALL)
    play(match, "L*", "1r2")
    assert "1r4" in where(match, "RG")
    assert "2r3" not in where(match, "RG")
    play(match, "RG", "2r1")
    assert "1r4" not in where(match, "UR")


def test_gap_waits_for_the_next_player() -> None:
    """§13.5"""
    match = position(["> DR", ">"], hand="L* RG", others=["UR QR"], options=ALL)
    play(play(match, "RG", "1r2"), "L*", "2r1").push("end")
    assert "1r4" in where(match, "UR")


def test_no_order() -> None:
    """§13.6"""
    match = position(["> LR", ">"], hand="D* UR AR", options=ALL)
    play(match, "D*", "1l1")
    assert "1r2" in where(match, "AR")
    play(match, "UR", "2r1")
    assert "1r2" not in where(match, "AR")


def test_stack() -> None:
    """§13.7: also after a Tragedy, but in order."""
    match = position(["> DR NB", ">"], hand="H* MG UR AR", options=ALL, no_stacking=1)
    play(match, "H*", "2r1")
    assert "1r2" in where(match, "MG")
    assert "1r1" not in where(match, "UR")
    assert "1r1" in where(match, "AR")


def test_draw() -> None:
    """§13.8: three cards, beyond the limit."""
    match = position(["> DR"], hand="F* MG UR AR", options=ALL)
    play(match, "F*", "1r2")
    assert len(hand(match)) == 6
    short = position(["> DR"], hand="F* MG UR AR", deck="QR", options=ALL)
    assert len(hand(play(short, "F*", "1r2"))) == 4


def test_force_a_colour() -> None:
    """§13.9: B may not end the turn with a playable red book in hand."""
    match = position(["> DR", ">"], hand="R* MG", others=["UR VG WB"], options=ALL)
    play(match, "R*", "1r2").push("red")
    play(match, "MG", "2r1").push("end")
    play(play(match, "VG", "2r2"), "WB", "2r3")
    with pytest.raises(es.IllegalChoice, match="a book that was asked for"):
        match.push("end")
    play(match, "UR", "1r3")
    assert "end" in texts(match)


def test_force_a_colour_only_if_possible() -> None:
    """§13.9: the red F was asked for, but there is no place for it between A and W."""
    match = position(["AR > WB"], hand="YY ZK FR", options=ALL, force_colour=0)
    play(play(match, "YY", "1r2"), "ZK", "1r3")
    assert texts(match) == ["end"]


def test_force_a_letter() -> None:
    """§13.10"""
    match = position(["> DR", ">"], hand="B* MG", others=["UR VG WB"], options=ALL)
    play(match, "B*", "1l1").push("letter v")
    play(match, "MG", "2r1").push("end")
    play(play(match, "UR", "1r2"), "WB", "2r2")
    assert "end" not in texts(match)
    assert table(match)["force_letter"] == 21
    play(match, "VG", "1r3")
    assert table(match)["force_letter"] == -1


def test_reveal() -> None:
    """§13.11"""
    match = position(["> DR"], hand="X* MG", others=["UR VG", "", "QR"], options=ALL)
    play(match, "X*", "1r2")
    assert texts(match) == ["show a", "show b", "show d"]
    push(match, "show b")
    assert (known_hand(match, 1), known_hand(match, 3)) == (["UR", "VG"], [])


def test_clear() -> None:
    """§13.12: five books, or all there are."""
    match = position(["> DR LR"], hand="V* MG", options=ALL)
    play(match, "V*", "1r3")
    push(match, "1r1", "1r2", "1r3")
    assert rows(match) == [">"]
    assert match.to_act == 0


def test_borrow() -> None:
    """§13.13: A carries out B's Romance; C's power card would change nothing."""
    options: Options = {**ALL, "yellow": "biography"}
    match = position(
        ["> DR"],
        hand="N* MG",
        others=["UR", "QR"],
        powers=["", "romance", "fantasy"],
        options=options,
        owed=0,
    )
    before = table(match)["deck"]["rest"]
    play(match, "N*", "1r2")
    assert texts(match) == ["borrow romance from b"]
    push(match, "borrow romance from b")
    assert table(match)["deck"]["rest"] == before - 5
    assert (powers(match, 1), powers(match, 2)) == ([], ["fantasy"])


def test_borrow_without_power_cards_does_nothing() -> None:
    """§13.13"""
    match = play(position(["> DR", ">"], hand="N* MG", options=ALL), "N*", "1r2")
    assert "play moths and moonlight" in texts(match)


def test_exactly_two() -> None:
    """§13.14"""
    match = position(["> DR"], hand="MG UR VG", options={"exactly_two": True})
    play(play(match, "MG", "1r2"), "UR", "1r3")
    assert texts(match) == ["end"]
    with pytest.raises(es.IllegalChoice, match="no more books may be played"):
        match.push("play violets by return post")


def test_exactly_two_counts_travel_and_drama() -> None:
    """§13.14: after two books Drama cannot be used, and Travel replaces nothing."""
    options: Options = {"exactly_two": True, "blue": "travel", "black": "drama"}
    match = position(["> DR LR"], hand="MG FR", powers=["travel drama"], plays=2, options=options)
    assert "use drama" not in texts(match)
    push(match, "use travel", "1r1", "1r2")
    assert rows(match) == [">"]


def test_exactly_two_leaves_room_for_what_was_asked_for() -> None:
    """§13.14, §13.9: the second of the two books must be the red one."""
    match = position(["> DR"], hand="MG UR VG", options={"exactly_two": True}, force_colour=0)
    play(match, "MG", "1r2")
    assert texts(match) == ["play under the clock tower"]
