"""Chapter 10 of RULES.md: Story for the Ages. U and J are for young adults, the green G and the red
A for kids.
"""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.librarians.table import position, refused, where

STRICT = {"ages": "strict"}


def test_a_book_must_reach_its_audience() -> None:
    """§10.1: J next to the G for kids is not enough; it must touch, or cover, a book for young
    adults.
    """
    match = position(["> GG", "> UR", ">"], hand="JK VG", options=STRICT)
    assert where(match, "JK") == ["2l1", "3r1"]
    assert "same audience" in refused(match, "JK", "1r2")


def test_the_shelf_card_is_skipped() -> None:
    """§10.1: 2l1 touches the U past the shelf card; in 1r1 it would touch it from above."""
    match = position([">", "> UR"], hand="JK VG", options=STRICT)
    assert where(match, "JK") == ["1r1", "2l1"]


def test_a_book_may_cover_its_audience() -> None:
    """§10.1"""
    match = position(["> JK", ">"], hand="JK VG", options=STRICT)
    assert "1r1" in where(match, "JK")


def test_the_first_of_an_audience_goes_anywhere() -> None:
    """§10.1: no book for young adults is in sight."""
    match = position(["> GG", ">"], hand="JK VG", options=STRICT)
    assert where(match, "JK") == ["1r2", "2l1", "2r1"]


def test_books_for_any_audience_are_free_and_nobodys_partner() -> None:
    """§10.2: the V is for anybody."""
    match = position(["> GG", "> UR", ">"], hand="VG AR", options=STRICT)
    assert {"1r2", "2r2", "3l1", "3r1"} <= set(where(match, "VG"))


def test_strict_reading_leaves_books_unplayable() -> None:
    """§10.3: the A would have to lie beside the G, but does not fit there."""
    match = position(["FR > GG UR", ">"], hand="AR VG", options=STRICT)
    assert where(match, "AR") == ["2r1"]
    match = position(["FR > GG UR"], hand="AR VG", options=STRICT)
    assert where(match, "AR") == []
    with pytest.raises(es.IllegalChoice, match="no place where that book may go"):
        match.push("play ashes in the teacup")


def test_lenient_reading_lets_them_go_anywhere() -> None:
    """§10.4"""
    match = position(["FR > GG UR"], hand="AR VG", options={"ages": "lenient"})
    assert where(match, "AR") == ["1l2"]
    reachable = position(["FR > GG UR", ">"], hand="AR VG", options={"ages": "lenient"})
    assert where(reachable, "AR") == ["2r1"]
