"""Chapter 5 of RULES.md: completing a genre. The blue books of the first set are Thrillers by
default.
"""

from __future__ import annotations

import pytest

from emberstacks.games.librarians.state import ANY_ORDER, ANY_STACK, ANY_TOUCH, DISCARDED, ONE_WRONG
from tests.games.librarians.table import play, position, powers, push, rows, table, texts, told


def test_four_in_a_row_complete_a_genre() -> None:
    """§5.1, §5.5: the rulebook's picture, through the shelf card."""
    match = position(["CB GB > NB", ">"], hand="SB MG")
    play(match, "SB", "1r2")
    assert "Thriller is complete: 4 books leave the library." in told(match)
    assert rows(match) == [">", ">"]
    assert texts(match) == ["give a", "give b"]


def test_four_in_a_column_complete_a_genre() -> None:
    """§5.1"""
    match = position(["> CB", "> GB", "> NB", ">"], hand="SB MG")
    play(match, "SB", "4r1")
    assert rows(match) == [">", ">", ">", ">"]


@pytest.mark.parametrize(
    ("library", "place"),
    [
        (["KB . >", "GB > RG", "> NB RG", "> UR VG"], "4r2"),
        (["> . CB RG", "> GB UR", "NB > VG", "XP . >"], "4l2"),
    ],
)
def test_four_on_a_diagonal_complete_a_genre_past_the_shelf_cards(
    library: list[str], place: str
) -> None:
    """§5.1: the column of the shelf cards is skipped; Poetry and Self-Help spare this test the
    right letters.
    """
    match = position(library, hand="WB MG", allowed=ANY_ORDER | ANY_STACK)
    play(match, "WB", place)
    assert "Thriller is complete: 4 books leave the library." in told(match)


def test_gaps_and_other_books_break_a_line() -> None:
    """§5.1"""
    gap = play(
        position(["> CB GB NB . .", "> . . . RG"], hand="WB MG", allowed=ANY_TOUCH), "WB", "1r5"
    )
    other = play(position(["> CB GB MG NB"], hand="WB UR"), "WB", "1r5")
    assert not any("is complete" in line for line in told(gap) + told(other))


def test_the_same_colour_is_not_enough() -> None:
    """§1.5, §5.1: Thrillers of the first and Travels of the second set do not make a line together."""
    match = position(["> CB GB NB"], hand="bSB MG", options={"blue": "thriller+travel"})
    play(match, "bSB", "1r4")
    assert rows(match) == ["> CB GB NB bSB"]


def test_lines_are_completed_until_none_is_left() -> None:
    """§5.2: when the red line has gone, the N beneath it completes another one."""
    chain = position(
        ["> CB GB NB+LR WB", "> . . QR", "> . . UR", "> . RG"],
        hand="UR MG",
        options={"red": "tragedy"},
    )
    play(chain, "UR", "4r3")
    assert [line for line in told(chain) if "is complete" in line] == [
        "Tragedy is complete: 4 books leave the library.",
        "Thriller is complete: 4 books leave the library.",
    ]


def test_longer_and_crossing_lines_leave_as_one() -> None:
    """§5.3: a row of five and a column of four through one book."""
    match = position(["> C1B CB . GB NB", "> . . KB", "> . . NB", "> . . WB"], hand="C2B MG")
    play(match, "C2B", "1r3")
    assert "Thriller is complete: 8 books leave the library." in told(match)
    assert texts(match) == ["give a", "give b"]


def test_only_the_topmost_book_of_a_stack_leaves() -> None:
    """§5.3"""
    match = play(position(["> CB GB NB SY"], hand="SB MG"), "SB", "1r4")
    assert rows(match) == ["> . . . SY"]


def test_of_several_genres_the_player_says_which_comes_first() -> None:
    """§5.4: with Mystery the B serves either line, but only one."""
    library = ["> CB GB NB", "> . . . EG", "> . . . RG", "> . . . VG"]
    match = position(library, hand="BG DR", allowed=ONE_WRONG | ANY_ORDER)
    play(match, "BG", "1r4")
    assert texts(match) == ["first romance", "first thriller"]
    push(match, "first thriller", "keep thriller", "give a")
    assert rows(match) == [">", "> . . . EG", "> . . . RG", "> . . . VG"]
    assert not any(line.startswith("Romance is complete") for line in told(match))


def test_the_kept_book_goes_to_any_player_and_the_others_are_discarded() -> None:
    """§5.5"""
    match = position(["CB GB > NB", ">"], hand="SB MG", others=["QR", "UR"])
    play(match, "SB", "1r2")
    push(match, "give c")
    assert (powers(match, 0), powers(match, 2)) == ([], ["thriller"])
    assert table(match)["place"].count(DISCARDED) == 3
    assert match.to_act == 0


def test_red_genres_strike_at_once_and_nothing_is_kept() -> None:
    """§5.6"""
    match = position(["AR DR > FR", ">"], hand="LR MG", options={"red": "tragedy"})
    play(match, "LR", "1r2")
    assert table(match)["no_stacking"] == 1
    assert table(match)["place"].count(DISCARDED) == 4
    assert match.to_act == 0
