"""Hints and the coach as they are told, and what things on the table mean."""

from __future__ import annotations

from collections.abc import Sequence

from emberstacks.bots.hints import Hint
from emberstacks.kernel.notation import Choice
from emberstacks.lessons.coach import LEAVES, MOST, SETBACK, TALKS, coaching, rule_lines
from emberstacks.lessons.meanings import meanings
from emberstacks.protocol import Clause, CoachBook, CoachWords, HintInfo, MeaningInfo


def hint_infos(hints: Sequence[Hint]) -> list[HintInfo]:
    """What a bot thinks of each choice."""
    return [HintInfo(code=hint.code, best=hint.best, reason=hint.reason) for hint in hints]


def coach_words(hints: Sequence[Hint], choices: Sequence[Choice], version: int) -> CoachWords:
    """What a coach says about the question of this version."""
    said = coaching(hints, choices)
    return CoachWords(
        version=version, matters=said.matters, choice=said.choice, regrets=dict(said.regrets)
    )


def coach_book(game: str) -> CoachBook:
    """The rules of a game as a coach tells them."""
    lines = [Clause(number=number, text=text) for number, text in rule_lines(game).items()]
    return CoachBook(lines=lines, talks=TALKS, leaves=LEAVES, most=MOST, setback=SETBACK)


def meaning_infos(game: str) -> list[MeaningInfo]:
    """What things on the table of a game mean."""
    return [MeaningInfo(name=one.name, text=one.text, clause=one.clause) for one in meanings(game)]
