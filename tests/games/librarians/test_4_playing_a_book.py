"""Chapter 4 of RULES.md: playing a book."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.librarians.table import play, position, push, refused, rows, texts, where


def test_books_go_into_rows_with_a_shelf_card() -> None:
    """§4.1: above and below the shelf cards nothing may be played."""
    match = position(["> LR", "> MG"], hand="RG UR")
    assert where(match, "RG") == ["1r2", "2r2"]
    assert "beside a shelf card" in refused(match, "RG", "0r1")
    assert "beside a shelf card" in refused(match, "RG", "3r1")
    assert "name a place" in refused(match, "RG", "somewhere")


def test_a_book_must_touch_a_card() -> None:
    """§4.2"""
    match = position(["> LR"], hand="RG UR")
    assert "must touch a card" in refused(match, "RG", "1r3")


def test_letters_rise_along_the_arrow() -> None:
    """§4.3"""
    right = position(["DR > MG"], hand="FR AR UR")
    assert (where(right, "AR"), where(right, "UR")) == (["1l2"], ["1r2"])
    left = position(["MG < DR"], hand="FR AR UR")
    assert (where(left, "AR"), where(left, "UR")) == (["1r2"], ["1l2"])


def test_the_whole_row_is_one_sequence() -> None:
    """§4.3: the U to the left of the shelf card forbids an R to its right."""
    match = position(["UR >"], hand="RG WB")
    assert (where(match, "RG"), where(match, "WB")) == (["1l2"], ["1r1"])


def test_only_the_nearest_books_count_and_gaps_are_skipped() -> None:
    """§4.3: in a mixed-up row with a gap, L fits between the nearest books, F and N, although Z and
    A stand further out.
    """
    match = position(["> ZK FR . NB AR"], hand="LR CB")
    assert "1r3" in where(match, "LR")
    assert "1r3" not in where(match, "CB")
    assert "does not fit between the nearest books" in refused(match, "CB", "1r3")


def test_equal_letters_may_stand_side_by_side() -> None:
    """§4.3"""
    match = position(["> FR"], hand="FK GB")
    assert where(match, "FK") == ["1l1", "1r1", "1r2"]


def test_only_the_first_letter_counts() -> None:
    """§4.3: Almanac beside Ashes, either way round."""
    match = position(["> AR"], hand="AR BG")
    assert where(match, "AR") == ["1l1", "1r1", "1r2"]


def test_a_book_may_cover_one_with_the_same_letter() -> None:
    """§4.4: any colour, also in a row that is out of order, and on a stack."""
    match = position(["> ZK FR AR", "> EG+FK"], hand="bFK GB", options={"black": "mystery+crime"})
    assert {"1r2", "2r1"} <= set(where(match, "bFK"))
    assert rows(play(match, "bFK", "1r2"))[0] == "> ZK FR+bFK AR"


def test_a_book_may_not_cover_another_letter() -> None:
    """§4.4"""
    match = position(["> FR", ">"], hand="GB LR")
    assert "only be laid on one with the same letter" in refused(match, "GB", "1r1")
    with pytest.raises(es.IllegalChoice, match="not in your hand"):
        push(match, "play ashes in the teacup")
    assert "play ghost ferry timetable" in texts(match)


def test_order_is_never_checked_again() -> None:
    """§4.5: after Action has swapped the ends of the row, it stays as it is, and the turn may end."""
    match = position(
        ["> DR LR UR"], hand="MG", powers=["action"], plays=2, options={"blue": "action"}
    )
    push(match, "use action", "1r1", "1r3")
    assert rows(match) == ["> UR LR DR"]
    assert "end" in texts(match)
