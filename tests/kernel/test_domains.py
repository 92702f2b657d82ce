"""Domains: what a field can be is said where it is declared, and positions, questions and learners
follow it.
"""

from __future__ import annotations

from typing import Any

import pytest

from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.domains import COUNT, FLAG, SEAT, each, mask, one, per_seat, up_to, within
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import OVER, State
from tests.toys.auction import AUCTION, Award


class Shelf(State):
    """A shelf with books."""

    books: Ints = up_to(3, within(0, 9))
    marks: Ints = per_seat(mask(4))
    rows: list[Ints] = each(2, up_to(2, FLAG))
    turn: i64 = one(SEAT)
    untold: i64  # nobody says what it can be


def a_shelf() -> Shelf:
    return Shelf(
        seats=2,
        step=OVER,
        below=[],
        sealed=Ints([]),
        books=Ints([4]),
        marks=Ints([0, 15]),
        rows=[Ints([]), Ints([1])],
        turn=1,
        untold=7,
    )


def check(s: State) -> None:
    for name, shape in s.DOMAINS.items():
        shape.check(s, name, getattr(s, name))


def test_a_field_keeps_its_type_and_says_what_it_can_be() -> None:
    assert list(Shelf.DOMAINS) == ["books", "marks", "rows", "turn"]
    assert not hasattr(Shelf, "books")
    assert a_shelf().clone().books == Ints([4])
    assert Shelf.DOMAINS["rows"].domain() is FLAG
    assert Shelf.DOMAINS["marks"].domain().bits == 4
    check(a_shelf())


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("books", [1, 2, 3, 4], "'books' must have at most 3 entries, not 4."),
        ("books", [1, 10], "'books[1]' must be from 0 to 9, not 10."),
        ("marks", [0], "'marks' must have 2 entries, not 1."),
        ("marks", [0, 16], "'marks[1]' must be from 0 to 15, not 16."),
        ("rows", [[], [0, 2]], "'rows[1][1]' must be from 0 to 1, not 2."),
        ("turn", 2, "'turn' must be from 0 to 1, not 2."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(name: str, value: Any, sentence: str) -> None:
    s = a_shelf()
    setattr(s, name, value)
    with pytest.raises(BadPosition) as refused:
        check(s)
    assert str(refused.value) == sentence


def test_positions_and_questions_are_checked_by_their_domains() -> None:
    position = new_match(AUCTION, 3, {}, Dealer(1), 1).to_json()
    state = position["state"]
    for wrong, sentence in (
        ({"coins": [1, 2, -1]}, r"'coins\[2\]' cannot be -1: it is 0 or more"),
        ({"coins": [1, 2]}, "'coins' must have 3 entries, not 2"),
        ({"winner": 3}, "'winner' must be from -1 to 2, not 3"),
    ):
        with pytest.raises(BadPosition, match=sentence):
            match_from_json(AUCTION, {**position, "state": {**state, **wrong}}, Dealer(1), 1)
    stack = [["Award", 7], *state["stack"]]
    assert Award.DOMAINS["prize"].domain().bounds(None) == (0, 2)
    with pytest.raises(BadPosition, match="the question 'Award' cannot have 7 as its 'prize'"):
        match_from_json(AUCTION, {**position, "state": {**state, "stack": stack}}, Dealer(1), 1)


def test_a_mask_and_a_count_have_bounds() -> None:
    assert mask(3).bounds(None) == (0, 7)
    assert COUNT.bounds(None)[0] == 0
