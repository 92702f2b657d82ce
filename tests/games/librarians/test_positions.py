"""Positions set up by hand: what cannot occur is refused in one sentence."""

from __future__ import annotations

import re
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.librarians.state import MIDDLE, WIDTH, column_text
from tests.conftest import COMPILED
from tests.games.librarians.table import position, push, table


def edited(**fields: Any) -> es.Match:
    data = position(["> LR", "> MG"], hand="UR VG").to_json()
    data["state"].update(fields)
    return es.from_json(data)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"laid": []}, "'laid' must name every book on the table once"),
        ({"limit": 0}, "'limit' cannot be 0: it is 1 or more"),
        ({"marks": [99999, -1]}, "must be from -1 to 2209, not 99999"),
        ({"force_colour": 6}, "'force_colour' must be from -1 to 5, not 6"),
        ({"next_letter": 26}, "'next_letter' must be from -1 to 25, not 26"),
        ({"shelf": [-1] * 26}, "pieces are missing or doubled"),
        ({"shelf": [-1] * 11 + [0, 12] + [-1] * 13}, "must be from -1 to 11, not 12"),
        ({"shelf": [-1] * 11 + [0, -1, 2] + [-1] * 12}, "do not form one column"),
        ({"shelf": [0, 2] + [-1] * 24}, "beyond the end of the table"),
        ({"spare": [1]}, "'spare' must have 12 entries, not 1"),
        ({"hands": [[], []]}, "pieces are missing or doubled"),
        ({"stack": [["Where", 0, 0]]}, "a book is being played that is not in the hand"),
    ],
)
def test_impossible_positions_are_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(es.BadPosition, match=reason):
        edited(**fields)


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ([["Where", 0, -1], ["Where", 0, -1]], "cannot have -1 as its 'book'"),
        ([["Where", 0, "held"], ["Where", 0, "held"]], "one after the other"),
        ([["GiveCard", 0, "held"]], "by somebody who does not have it"),
        ([["SwapSecond", 0, 0]], "no book to swap"),
    ],
)
def test_impossible_questions_are_refused(more: list[list[Any]], reason: str) -> None:
    data = position(["> LR", "> MG"], hand="UR VG").to_json()
    held = data["state"]["hands"][0][0][0]
    data["state"]["stack"] += [[held if part == "held" else part for part in step] for step in more]
    with pytest.raises(es.BadPosition, match=reason):
        es.from_json(data)


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (MIDDLE, "place for books"),
        (-77, "must be from -11 to 2209, not -77"),
        (-3, "colours that were agreed on"),
    ],
)
def test_books_lie_where_books_can_lie(place: int, reason: str) -> None:
    data = position(["> LR"], hand="UR VG").to_json()
    book = data["state"]["laid"][0]
    data["state"]["place"][book] = place if place < 0 else 11 * WIDTH + place
    if place < 0:
        data["state"]["laid"] = []
    with pytest.raises(es.BadPosition, match=reason):
        es.from_json(data)


def test_the_board_shows_what_counts() -> None:
    """Letter, colour and height of stacks, arrows, marks and taps, the own hand, and nobody else's."""
    match = position(
        ["AR > LR+LK", "<"],
        hand="UR MG",
        others=["QR"],
        powers=["science"],
        options={"yellow": "science"},
    )
    push(match, "use science", "1r1", "shelf 2")
    board = match.board(0)
    assert "|A-->Z|" in board
    assert "|Z<--A|?" in board
    assert "LK2?" in board
    assert "Under the Clock Tower (horror)" in board
    assert "Quarry Road" not in board
    assert "Quarry Road" in match.board(1)
    assert max(len(line) for line in board.replace("[/]", "").splitlines()) < 120


def test_the_board_names_audiences_authors_and_volumes() -> None:
    match = position(
        ["> M1G", ">"],
        hand="UR MG",
        options={"ages": "lenient", "authors": True, "sequels": True, "columns": True},
    )
    assert "r1 kids, Orson Thimblewick 5, volume 1" in match.board(None)
    assert table(match)["no_stacking"] == 0


@pytest.mark.parametrize("ages", ["off", "lenient"])
def test_the_board_fits_eighty_columns_however_wide_the_library_is(ages: str) -> None:
    """Every book goes as far out as it may."""
    widest = 0
    for seed in range(8) if COMPILED else [3]:  # the 3rd is the widest
        match = es.new("librarians", players=2, seed=seed, ages=ages)
        while not match.over:
            match.push(
                max(match.codes(), key=lambda code: abs(code % WIDTH - MIDDLE))
                if match.step == "Where"
                else match.codes()[0]
            )
            lines = re.sub(r"\[/?[a-z]*\]", "", match.board(None)).splitlines()
            assert max(len(line) for line in lines) < 80
            state = match.view(None)["state"]
            shown = {column for line in lines for column in re.findall(r"\b[lr]\d+\b", line)}
            assert {column_text(state["place"][book] % WIDTH) for book in state["laid"]} <= shown
            widest = max(widest, len(shown))
    assert widest * 4 > 80
