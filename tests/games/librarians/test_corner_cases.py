"""Corners of the rules that changes once slipped through (`make mutants`)."""

from __future__ import annotations

from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import FIRST_ROW, MIDDLE, ONE_WRONG, WIDTH
from tests.games.librarians.table import play, position, push, rows, table


def test_crime_turns_a_turned_shelf_card_back() -> None:
    """§6.22: shelf card 0 is printed with its arrow to the right and lies the other way round."""
    match = position(["<0 LR", ">"], hand="MG UR", powers=["crime"], options={"black": "crime"})
    assert table(match)["turned"] & 1 == 1
    push(match, "use crime", "shelf 1")
    assert rows(match) == ["> LR", ">"]
    assert table(match)["turned"] & 1 == 0


def test_a_column_that_moves_under_mystery_completes_a_line() -> None:
    """§6.21 §6.24: the column brings the third thriller into a row with one wrong book."""
    match = position(
        ["> CB GB . AR", "> . . NB"],
        hand="MG UR",
        powers=["picture-book"],
        options={"black": "mystery+picture-book"},
        allowed=ONE_WRONG,
    )
    push(match, "use picture-book", "up r3")
    assert rows(match) == [">", ">"]


def test_a_column_that_moves_without_mystery_completes_nothing() -> None:
    """§6.24"""
    match = position(
        ["> CB GB . AR", "> . . NB"],
        hand="MG UR",
        powers=["picture-book"],
        options={"black": "picture-book"},
    )
    push(match, "use picture-book", "up r3")
    assert rows(match) == ["> CB GB NB AR", ">"]


def test_a_marker_leaves_with_its_shelf_and_others_stay() -> None:
    """§6.2 §8.3: B's marker lies on the shelf that the Detective takes, C's on another."""
    top, second = FIRST_ROW * WIDTH + MIDDLE, (FIRST_ROW + 1) * WIDTH + MIDDLE
    match = position(
        ["> AR DR . LR", "> MG", ">"],
        hand="FR UR",
        others=["QR", "VG"],
        options={"red": "detective", "talk": "markers"},
        marks=[NONE, top, second],
        taps=[top],
    )
    play(match, "FR", "1r3")
    push(match, "top")
    assert table(match)["marks"] == [NONE, NONE, second]
    assert table(match)["taps"] == []
    assert rows(match) == ["> MG", ">"]


def test_a_book_that_makes_room_under_mystery_completes_a_line() -> None:
    """§6.21 §6.23: the inserted book lies elsewhere; the C that made room stands above two
    thrillers and a red book.
    """
    match = position(
        ["> AR CB", "> AR . GB", "> FR . NB", "> LK . LR"],
        hand="BG UR",
        powers=["drama"],
        options={"black": "mystery+drama"},
        allowed=ONE_WRONG,
    )
    push(match, "use drama", "insert borrowed boots", "1r2")
    assert rows(match)[0] == "> AR BG"
