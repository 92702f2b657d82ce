"""Chapter 2 of RULES.md: the library."""

from __future__ import annotations

from tests.games.librarians.table import play, position, push, refused, rows, table, where


def test_shelf_cards_hold_rows_to_both_sides() -> None:
    """§2.1"""
    match = position([">", ">"], hand="LR MG")
    assert where(match, "LR") == ["1l1", "1r1", "2l1", "2r1"]


def test_shelf_cards_are_cards_that_a_book_may_touch() -> None:
    """§2.2"""
    assert rows(play(position([">"], hand="LR MG"), "LR", "1r1")) == ["> LR"]


def test_corners_do_not_touch() -> None:
    """§2.2: 2r2 has the L only at its corner."""
    match = position(["> LR", ">"], hand="MG UR")
    assert "2r2" not in where(match, "MG")
    assert "corners do not count" in refused(match, "MG", "2r2")


def test_a_gap_in_a_row_is_fine_and_stays() -> None:
    """§2.3: the U touches the R above it and leaves a gap of one place in its own row."""
    match = position(["> LR RG", ">"], hand="UR MG")
    assert "2r2" in where(match, "UR")
    assert rows(play(match, "UR", "2r2")) == ["> LR RG", "> . UR"]


def test_the_table_has_an_end() -> None:
    """§2.4: the 40th place is the last; the next one does not exist."""
    assert "1r40" in where(position(["> " + ". " * 38 + "DR"], hand="EG FR"), "EG")
    longer = position(["> " + ". " * 39 + "DR", ">"], hand="EG FR")
    assert "1r41" not in where(longer, "EG")
    assert "within the table" in refused(longer, "EG", "1r41")


def test_only_the_topmost_book_counts() -> None:
    """§2.5: the L lies under a Q after a Self-Help, so an L does not fit on it any more."""
    match = position(["> LR+Q1R", ">"], hand="LK QR")
    assert "1r1" not in where(match, "LK")
    assert "1r1" in where(match, "QR")


def test_hands_are_hidden_and_all_else_is_open() -> None:
    """§2.6"""
    match = position(["> LR"], hand="QR MG", others=["UR", "GB NB"], powers=["romance"])
    seen = match.view(2)["state"]
    assert [len(cards) for cards in seen["hands"]] == [2, 1, 2]
    assert [[slot[0] is None for slot in cards] for cards in seen["hands"]] == [
        [True, True],
        [True],
        [False, False],
    ]
    push(match, "use romance")
    assert sum(place == -2 for place in table(match)["place"]) == 6
