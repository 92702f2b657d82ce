"""Text to choice and back: seats are letters, answers are what their step calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from emberstacks.kernel.errors import IllegalChoice, one_of
from emberstacks.kernel.ints import i64
from emberstacks.kernel.state import State
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Label, Refusal, as_label

LETTERS = "ABCDEFGH"
MARK = re.compile(r"\{([A-H])\}")
# never taken for a seat or a line number in a record
TEXT = re.compile(r"[a-z0-9][a-z0-9'+,:/-]*( [a-z0-9'+,:/-]+)*")
OUTCOME = re.compile(r"[^{}\[\]\n]+")


class Choice:
    """One legal answer: `str(choice)` is its notation, `label` is for people, `clause` names the
    rule that allows it.

    `parts` is the label with its price and its detail apart, as a button has room for them.
    """

    def __init__(
        self,
        step: str,
        seat: int,
        code: int,
        text: str,
        label: str | Label,
        clause: str,
        pieces: list[tuple[str, int]],
    ) -> None:
        self.step = step
        self.seat = seat
        self.code = code
        self.text = text
        self.parts = as_label(label)
        self.label = self.parts.sentence()
        self.clause = clause
        self.pieces = pieces

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Choice({self.text!r}, clause {self.clause})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and (self.step, self.seat, self.code) == (
            other.step,
            other.seat,
            other.code,
        )

    def __hash__(self) -> int:
        return hash((self.step, self.seat, self.code))

    def json(self) -> dict[str, Any]:
        """For bots in other languages, and for screens."""
        return {
            "code": self.code,
            "text": self.text,
            "label": self.label,
            "parts": self.parts._asdict(),
            "clause": self.clause,
            "pieces": [{"kind": kind, "number": number} for kind, number in self.pieces],
        }


def mark(seat: i64) -> str:
    """How rules name a seat in a sentence; `named` puts the player's name there.

    >>> named(mark(1) + " draws a book.", ["Ada", "Ben"])
    'Ben draws a book.'
    """
    return "{" + LETTERS[seat] + "}"


def named(text: str, names: Sequence[str]) -> str:
    """The sentence with players' names for the marks."""
    return MARK.sub(lambda found: names[LETTERS.index(found.group(1))], text)


def tidy(text: str) -> str:
    """As typed by people, to the written form: one space between words, lower case.

    >>> tidy("  Take   3 ")
    'take 3'
    """
    return " ".join(text.lower().split())


def code_of(s: State, step: Step[Any], codes: Sequence[int], text: str) -> int | None:
    """The code of an answer by its written form; None if there is no such answer."""
    wanted = tidy(text)
    for code in codes:
        if step.text(s, code).lower() == wanted:
            return int(code)
    return None


def refusal(s: State, step: Step[Any], codes: Sequence[int], text: str) -> IllegalChoice:
    """Why a text is not possible now: the reason, the clause that forbids it and what is possible
    instead.
    """
    texts = [step.text(s, code) for code in codes]
    reason, clause = reason_against(s, step, text)
    message = f"{text!r} is not possible now: {reason or step.question(s)} (rules §{clause})"
    return IllegalChoice(f"{message} Possible: {one_of(texts)}.", clause, texts)


def reason_against(s: State, step: Step[Any], text: str) -> Refusal:
    """Why a text is not an answer now (an empty reason if the rules give none), and the clause."""
    said = step.why_not(s, tidy(text)) or s.not_now(tidy(text)) or Refusal("")
    return Refusal(said.reason, said.clause or step.asked_by(s))
