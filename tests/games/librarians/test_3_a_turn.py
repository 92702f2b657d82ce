"""Chapter 3 of RULES.md: a turn."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.kernel.step import EVERYBODY
from tests.games.librarians.table import (
    hand,
    name_of,
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
    assert "A uses Romance: five cards leave the deck unplayed." in told(match)


def test_a_power_that_would_change_nothing_cannot_be_used() -> None:
    """§3.3: no card in the deck, no book in the library."""
    match = position(
        hand="LR MG", others=["QR"], powers=["romance travel"], deck="", options={"blue": "travel"}
    )
    assert "use romance" not in texts(match)
    assert "use travel" not in texts(match)
    with pytest.raises(es.IllegalChoice, match="that would change nothing: the deck is empty"):
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


def test_a_turn_is_a_draft_that_only_its_owner_sees() -> None:
    """§3.7: view, log and record of the others stand still until the turn is ended."""
    match = position(hand="LR MG UR", others=["QR RG"])
    before = [(match.view(seat), match.events(seat), match.record(seat)) for seat in (1, None)]
    play(play(match, "LR", "1r1"), "MG", "1r2")
    assert [
        (match.view(seat), match.events(seat), match.record(seat)) for seat in (1, None)
    ] == before
    assert len(match.view(0)["state"]["laid"]) == 2
    push(match, "end")
    assert len(match.view(1)["state"]["laid"]) == 2
    assert [event["kind"] for event in match.events(None)][:2] == ["play", "play"]


def test_a_book_that_is_being_played_lies_open() -> None:
    """§3.1: the question where it goes names it, so nobody may imagine it elsewhere; the others of
    the hand stay hidden.
    """
    match = push(
        position(hand="LR MG UR", others=["QR RG"]),
        f"play {name_of(position(hand='LR MG UR'), 'LR')}",
    )
    _, seat, book = table(match)["stack"][-1]
    rows = {face: seen for face, seen, *_ in table(match)["hands"][seat]}
    assert rows.pop(book) == EVERYBODY
    assert set(rows.values()) == {1 << seat}


def test_a_draft_is_taken_back_freely_until_the_turn_is_ended() -> None:
    """§3.7: book by book, and then it is laid out otherwise."""
    match = position(hand="LR MG UR", others=["QR RG"])
    begun = match.to_json()
    play(play(match, "LR", "1r1"), "MG", "1r2")
    for _ in range(4):
        assert match.can_undo == 0
        match.undo()
    assert match.to_json() == begun
    assert match.events(0) == []
    play(play(match, "UR", "2r1"), "MG", "1r1")
    push(match, "end")
    assert match.can_undo is None


def test_what_was_drawn_or_shown_in_a_turn_stays() -> None:
    """§3.7: the five cards of Romance lie open, so that the draft is over and a new one begins."""
    match = position(hand="LR MG UR", others=["QR RG"], powers=["romance"])
    play(match, "LR", "1r1")
    push(match, "use romance")
    assert match.can_undo is None
    assert len(match.view(1)["state"]["laid"]) == 1
    play(match, "MG", "1r2")
    assert match.can_undo == 0
    assert len(match.view(1)["state"]["laid"]) == 1


def test_the_places_of_a_book_come_with_the_choice_and_so_do_reasons() -> None:
    """§4.3, §4.4: for a screen that lights them up the moment a book is picked."""
    match = position(["> LR QR", ">"], hand="MG UR", others=["RG"])
    choice = next(
        choice for choice in match.legal() if str(choice) == f"play {name_of(match, 'MG')}"
    )
    twin = match.copy()
    twin.push(choice)
    legal = {piece for place in twin.legal() for piece in place.pieces if piece[0] == "cell"}
    assert {piece for piece in choice.pieces if piece[0] == "cell"} == legal
    reasons = GAME.printed()["reasons"]
    assert {
        reasons[number % len(reasons)]["clause"] for kind, number in choice.pieces if kind == "no"
    } == {"4.3", "4.4"}
    assert not {number // len(reasons) for kind, number in choice.pieces if kind == "no"} & {
        cell for _, cell in legal
    }


def test_what_cannot_be_done_in_a_turn_says_why() -> None:
    """§9.1 §12.10 §7.2 Each refusal names the clause that forbids it."""
    plain = position(["> LR", ">"], hand="MG UR")
    authors = position(["> LR", ">"], hand="MG UR", options={"authors": True})
    name = GAME.box.authors[GAME.box.author[0]].lower()
    for match, text, clause in (
        (plain, f"author {name}", "9.1"),
        (authors, f"author {name}", "9.2"),
        (authors, "author nobody", "9.1"),
        (plain, "complete horror", "12.10"),
        (plain, "give up", "7.2"),
        (plain, "end", "3.1"),
    ):
        with pytest.raises(es.IllegalChoice) as refused:
            match.push(text)
        assert refused.value.clause == clause, text


def test_a_place_that_completes_a_genre_says_so() -> None:
    """§5.2: before the book is laid there; and then it does."""
    match = position(["> AR DR FR", ">"], hand="LR UR", others=["RG"])
    push(match, f"play {name_of(match, 'LR')}")
    labels = {str(choice): choice.label for choice in match.legal()}
    assert labels["1r4"] == "Shelf 1, place 4 to the right (completes Horror)"
    assert labels["2r1"] == "Shelf 2, place 1 to the right"
    push(match, "1r4")
    assert "Horror is complete: 4 books leave the library." in told(match)
