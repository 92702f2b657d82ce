"""Chapter 3 of RULES.md: a turn."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.librarians.table import hand, play, position, powers, push, rows, table, texts, told, where


def test_at_least_two_books_must_be_played() -> None:
    """§3.1, with the rulebook's picture of a turn: two cards, and then it may end."""
    match = position(hand="LR MG UR GB")
    assert "end" not in texts(match)
    assert match.question == "A, play two more books: which one?"
    play(match, "LR", "1r1")
    with pytest.raises(es.IllegalChoice, match="this turn needs 2 books, and you have played 1"):
        match.push("end")
    play(match, "MG", "1r2")
    assert "end" in texts(match)


def test_whoever_has_one_book_plays_that_one() -> None:
    """§3.1"""
    match = position(hand="LR", others=["MG"], deck="")
    play(match, "LR", "1r1")
    assert texts(match) == ["end"]


def test_the_whole_hand_may_be_played_and_nothing_is_drawn_in_between() -> None:
    """§3.2"""
    match = position(hand="LR MG UR GB", others=["QR RG"])
    for book, place in (("LR", "1r1"), ("MG", "1r2"), ("UR", "1r3"), ("GB", "2r1")):
        play(match, book, place)
    assert hand(match) == []
    push(match, "end")
    assert len(hand(match)) == 4


def test_power_cards_are_used_at_any_time_of_ones_own_turn() -> None:
    """§3.3: before the first book, between two, and several in one turn."""
    match = position(hand="LR MG", others=["QR"], powers=["romance fantasy", "romance"])
    assert texts(match).count("use romance") == 1
    push(match, "use romance")
    play(match, "LR", "1r1")
    push(match, "use fantasy")
    assert powers(match, 0) == []
    assert "end" in texts(match)
    assert "A uses romance." in told(match)


def test_a_power_that_would_change_nothing_cannot_be_used() -> None:
    """§3.3: no card in the deck, no book in the library."""
    match = position(hand="LR MG", others=["QR"], powers=["romance travel"], deck="", options={"blue": "travel"})
    assert "use romance" not in texts(match)
    assert "use travel" not in texts(match)
    with pytest.raises(es.IllegalChoice, match="does not lie before you, or would change nothing"):
        match.push("use romance")


def test_the_library_must_be_one_at_the_end_of_a_turn() -> None:
    """§3.4: a line has left the U behind, and two more books bridge the gap."""
    split = position(["> . . UR", ">"], hand="DR QR", plays=2)
    assert "end" not in texts(split)
    with pytest.raises(es.IllegalChoice, match="the library is in pieces"):
        split.push("end")
    play(split, "DR", "1r1")
    assert "end" not in texts(split)
    play(split, "QR", "1r2")
    assert "end" in texts(split)


def test_hands_are_filled_up_to_the_limit() -> None:
    """§3.5"""
    match = position(hand="LR MG UR", others=["QR RG"])
    play(play(match, "LR", "1r1"), "MG", "1r2").push("end")
    assert len(hand(match)) == 4
    assert "A draws a card." in told(match)
    assert "UR" in hand(match)


def test_a_hand_above_the_limit_does_not_draw_and_an_empty_deck_is_no_harm() -> None:
    """§3.5"""
    many = position(hand="LR MG UR GB NB SB VG", others=["QR RG"])
    play(play(many, "LR", "1r1"), "MG", "1r2").push("end")
    assert len(hand(many)) == 5
    empty = position(hand="LR MG UR", others=["QR RG"], deck="")
    play(play(empty, "LR", "1r1"), "MG", "1r2").push("end")
    assert hand(empty) == ["UR"]
    assert empty.to_act == 1


def test_turns_go_clockwise_and_past_empty_hands() -> None:
    """§3.6"""
    match = position(hand="LR", others=["", "QR"], deck="")
    play(match, "LR", "1r1").push("end")
    assert match.to_act == 2


def test_whoever_has_no_book_draws() -> None:
    """§3.6: B's empty hand (after a Business, say) is filled, and C plays."""
    match = position(hand="LR", others=["", "QR"])
    play(match, "LR", "1r1").push("end")
    assert len(table(match)["hands"][1]) == 4
    assert match.to_act == 2
    assert rows(match)[0] == "> LR"
    assert where(match, "QR") != []
