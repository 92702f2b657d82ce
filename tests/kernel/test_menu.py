"""Menus: one class for one kind of answer, codes that are written down, and the words of a step
from its kinds.
"""

from __future__ import annotations

from typing import ClassVar

import pytest

from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Refusal


class Lamp(State):
    """A lamp with a number of brightness."""

    bright: i64


def a_lamp() -> Lamp:
    return Lamp(seats=2, step=OVER, below=[], sealed=Ints([]), bright=0)


class Turn(Kind[Lamp]):
    word: ClassVar[str] = "turn"
    clause: ClassVar[str] = "1.1"

    def offer(self, s: Lamp, seat: i64, out: Ints) -> Ints:
        for which, code in enumerate(self.codes):
            if which != s.bright:
                out = append(out, code)
        return out

    def do(self, s: Lamp, seat: i64, which: i64) -> None:
        s.bright = which

    def text(self, s: Lamp, seat: i64, which: i64) -> str:
        return f"turn {which}"

    def brings(self, s: Lamp, seat: i64, which: i64) -> str:
        return "It gets brighter." if which > s.bright else "It gets darker."

    def why_not(self, s: Lamp, seat: i64, rest: str) -> Refusal | None:
        return Refusal(f"the lamp cannot be turned to {rest}.")


class Leave(Kind[Lamp]):
    word: ClassVar[str] = "leave"

    def possible(self, s: Lamp, seat: i64) -> bool:
        return s.bright == 0

    def do(self, s: Lamp, seat: i64, which: i64) -> None:
        s.finish()

    def label(self, s: Lamp, seat: i64, which: i64) -> str:
        return f"Seat {seat} leaves"

    def pieces(self, s: Lamp, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("door", 0)]


LEAVE = Leave()
MENU: Menu[Lamp] = Menu({LEAVE: [3], Turn(): [0, 1, 4]})


class UseLamp(Step[Lamp]):
    clause: ClassVar[str] = "1"
    size: ClassVar[int] = MENU.size
    block: ClassVar[int] = 8

    def menu(self) -> Menu[Lamp]:
        return MENU


class UseForAnother(UseLamp):
    def whose(self, s: Lamp) -> i64:
        return 1


def test_a_step_answers_and_speaks_by_its_menu() -> None:
    s, step = a_lamp(), UseLamp(0)
    assert list(step.choices(s)) == [3, 1, 4]  # in the order of the menu, not of the codes
    assert [step.text(s, code) for code in step.choices(s)] == ["leave", "turn 1", "turn 2"]
    assert step.label(s, 3) == "Seat 0 leaves"
    assert UseForAnother(0).label(s, 3) == "Seat 1 leaves"
    assert step.label(s, 4) == "turn 2"
    assert (step.brings(s, 4), step.brings(s, 3)) == ("It gets brighter.", "")
    # a kind without a clause has that of the question
    assert (step.rule(s, 4), step.rule(s, 3)) == ("1.1", "1")
    assert (step.pieces(s, 3), step.pieces(s, 4)) == ([("door", 0)], [])
    step.answer(s, 4)
    assert s.bright == 2
    assert list(step.choices(s)) == [0, 1]


def test_why_not_is_asked_of_the_kind_that_is_meant() -> None:
    s, step = a_lamp(), UseLamp(0)
    assert step.why_not(s, "turn 9") == Refusal("the lamp cannot be turned to 9.")
    assert step.why_not(s, "turnip") is None
    assert step.why_not(s, "leave") is None


@pytest.mark.parametrize("numbers", [[0, 0], [-1], []])
def test_codes_differ_and_are_not_negative(numbers: list[int]) -> None:
    with pytest.raises(ValueError, match="must differ"):
        Menu({Turn(): numbers})


def test_a_kind_belongs_to_one_menu() -> None:
    with pytest.raises(ValueError, match="Leave is in a menu already"):
        Menu({LEAVE: [0]})
