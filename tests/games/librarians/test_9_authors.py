"""Chapter 9 of RULES.md: Adventure of the Author. Cordelia Wickstead wrote the green E, a blue S
and the yellow K.
"""

from __future__ import annotations

from emberstacks.games.librarians.state import DISCARDED
from tests.games.librarians.table import play, position, powers, push, rows, table, texts, told

AUTHORS = {"authors": True}


def test_all_books_of_an_author_together_may_be_completed() -> None:
    """§9.1: any shape, past the shelf card, at any time of the turn, or not at all."""
    match = position(["EG > KY", "> SB"], hand="MG UR", options=AUTHORS)
    assert "author cordelia wickstead" in texts(match)
    play(match, "MG", "1r2")
    push(match, "author cordelia wickstead")
    assert rows(match) == ["> . MG", ">"]
    assert "All books of Cordelia Wickstead are together and leave the library." in told(match)


def test_without_the_expansion_nobody_is_completed() -> None:
    """§9.1"""
    match = position(["EG > KY", "> SB"], hand="MG UR")
    assert "author cordelia wickstead" not in texts(match)


def test_books_that_do_not_touch_do_not_count() -> None:
    """§9.1: corners do not touch."""
    match = position(["EG > KY", "> . SB"], hand="MG UR", options=AUTHORS)
    assert "author cordelia wickstead" not in texts(match)


def test_a_covered_or_missing_book_makes_it_impossible() -> None:
    """§9.2"""
    covered = position(["EG > KY+KB", "> SB"], hand="MG UR", options=AUTHORS)
    assert "author cordelia wickstead" not in texts(covered)
    missing = position(["EG > KY"], hand="MG UR", options=AUTHORS)
    assert "author cordelia wickstead" not in texts(missing)


def test_books_are_counted_over_the_deck_in_play() -> None:
    """§9.2: without blue, the E and the K are all that Cordelia Wickstead wrote."""
    match = position(["EG > KY"], hand="MG UR", options={**AUTHORS, "blue": "none"})
    assert "author cordelia wickstead" in texts(match)


def test_one_book_is_kept_and_given_to_any_player() -> None:
    """§9.3"""
    match = position(["EG > KY", "> SB"], hand="MG UR", options=AUTHORS)
    push(match, "author cordelia wickstead")
    assert texts(match) == ["keep romance", "keep thriller", "keep biography"]
    push(match, "keep thriller", "give b")
    assert powers(match, 1) == ["thriller"]
    assert table(match)["place"].count(DISCARDED) == 2


def test_a_red_book_is_never_kept() -> None:
    """§9.3: Tobias Lanternby wrote the red F and a black L; the L is kept without a question."""
    match = position(["FR > LK"], hand="MG UR", options=AUTHORS)
    push(match, "author tobias lanternby", "give a")
    assert powers(match, 0) == ["mystery"]


def test_nothing_strikes_if_all_are_red() -> None:
    """§9.3: without purple and black, Philippa Quince wrote only her three red volumes."""
    match = position(
        ["> Q1R Q2R Q3R"], hand="MG UR", options={**AUTHORS, "purple": "none", "black": "none"}
    )
    push(match, "author philippa quince")
    assert not match.over
    assert powers(match, 0) == []
