"""Chapter 11 of RULES.md: Song of the Sequels."""

from __future__ import annotations

from tests.games.librarians.table import position, refused, where

SEQUELS = {"sequels": True}


def test_volumes_stand_side_by_side_along_the_arrow_or_downwards() -> None:
    """§11.1: volume 2 goes behind volume 1 along the arrow, or below it, or on top of it."""
    match = position([">", "> M1G", ">"], hand="M2G UR", options=SEQUELS)
    assert where(match, "M2G") == ["2r1", "2r2", "3r1"]
    assert "one line" in refused(match, "M2G", "1r1")


def test_against_the_arrow_numbers_fall() -> None:
    """§11.1"""
    match = position(["< M2G", ">"], hand="M1G M3G", options=SEQUELS)
    assert where(match, "M1G") == ["1r1", "1r2"]
    assert where(match, "M3G") == ["1l1", "1r1", "2r1"]


def test_the_shelf_card_is_skipped() -> None:
    """§11.1"""
    match = position(["M1G >", ">"], hand="M2G UR", options=SEQUELS)
    assert where(match, "M2G") == ["1l1", "1r1", "2l1"]


def test_a_third_volume_lengthens_the_line() -> None:
    """§11.1: not round a corner, and not before the first; numbers may be missing."""
    match = position(["> M1G M2G", ">"], hand="M3G UR", options=SEQUELS)
    assert where(match, "M3G") == ["1r2", "1r3"]
    missing = position(["> M1G M3G", ">"], hand="M2G UR", options=SEQUELS)
    assert where(missing, "M2G") == ["1r1", "1r2"]


def test_a_volume_may_cover_another_if_the_rest_stays_in_line() -> None:
    """§11.2: volume 2 on volume 1 leaves 2 and 3 in sight; volume 1 on volume 3 would leave 2
    before 1.
    """
    match = position(["> M2G M3G", ">"], hand="M1G UR", options=SEQUELS)
    assert "1r1" in where(match, "M1G")
    assert "1r2" not in where(match, "M1G")


def test_torn_volumes_need_only_be_touched() -> None:
    """§11.3: the two volumes lie apart, and the third may join either."""
    match = position(["> M1G . M3G", "> MG UR"], hand="M2G UR", options=SEQUELS)
    assert where(match, "M2G") == ["1r2", "2r1"]
    apart = position(["> M1G", ">", "> M2G", ">"], hand="M3G UR", options=SEQUELS)
    assert {"1r2", "3r2", "4r1"} <= set(where(apart, "M3G"))
    assert "2r1" not in where(apart, "M3G")


def test_a_first_volume_goes_anywhere() -> None:
    """§11.1: and books that are no volumes do not care."""
    match = position(["> LR", ">"], hand="M2G MG", options=SEQUELS)
    assert where(match, "M2G") == where(match, "MG") == ["1r2", "2l1", "2r1"]
