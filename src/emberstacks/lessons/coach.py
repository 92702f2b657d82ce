"""A coach for a first game against bots: what matters in a decision, what a choice gives away, and
rules that are new.

The coach knows what hints know, and so only what the player's own view tells. It says less and
less, and then leaves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from emberstacks.bots.hints import Hint
from emberstacks.bots.words import called
from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.game import Game
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.rules import clauses

# in the folder of a game: clauses in the words of a friend, in the form of RULES.md
FILE: Final = "COACH.md"
# good decisions until the coach only speaks when asked, or when a choice gives something away; ours
TALKS: Final = 4
LEAVES: Final = 12  # good decisions until it leaves; ours
MOST: Final = 60  # decisions after which it leaves in any case; ours
SETBACK: Final = 2  # good decisions that a costly one takes back; ours
ANY: Final = "No choice stands out here, so take the one you like."
ASIDE: Final = re.compile(r"\s*(\*(Ruling|This edition)\b.*?\*|Until \d.*$)")


@dataclass(frozen=True)
class Coaching:
    """What a coach says about one question."""

    matters: str  # before the decision, in one or two sentences
    choice: int | None  # the code of what the coach would do, if anything stands out
    regrets: Mapping[int, str]  # by the code of a costly choice: what to say about it

    def counts(self) -> bool:
        """Does this decision show how well somebody plays?"""
        return bool(self.regrets)


def coaching(hints: Sequence[Hint], choices: Sequence[Choice]) -> Coaching:
    """What the hints come to, in words."""
    labels = called(choices)
    best = next((hint for hint in hints if hint.best), None)
    liked = next((hint for hint in hints if hint.liked), None)
    costly = [hint for hint in hints if hint.costly]
    if best is not None:
        good = f"“{labels[best.code]}” looks best: it {spoken(best)}."
        matters = (
            f"This one matters. {good}" if costly else f"{good} But you cannot go far wrong here."
        )
        regrets = {
            hint.code: better(labels[hint.code], hint, labels[best.code], best) for hint in costly
        }
    elif liked is not None:
        name = labels[liked.code]
        matters = f"It is hard to say how this will turn out. A good player would try “{name}”."
        regrets = {
            hint.code: f"A good player would rather try “{name}” than “{labels[hint.code]}” here."
            for hint in costly
        }
    else:
        favourites = " or ".join(f"“{labels[hint.code]}”" for hint in hints if hint.leans)
        matters = (
            f"No choice stands out here. If in doubt, try {favourites}." if favourites else ANY
        )
        regrets = {}
    favourite = best or liked
    return Coaching(matters, None if favourite is None else favourite.code, regrets)


def better(made: str, hint: Hint, name: str, best: Hint) -> str:
    """Why another choice would have been better, as a friend says it."""
    return f"“{name}” looks better here: it {spoken(best)}, while “{made}” {spoken(hint)}."


def spoken(hint: Hint) -> str:
    """Its reason as part of a sentence."""
    return hint.spoken or hint.reason


def rule_lines(game: str) -> Mapping[str, str]:
    """Every clause of a game as a coach tells it: in a friend's words, or else in the rules' own,
    without rulings.
    """
    return lines_of(game_by_id(game))


@cache
def lines_of(found: Game) -> Mapping[str, str]:
    """The same, read once."""
    file = folder_of(found) / FILE
    own = clauses(file.read_text(encoding="utf-8")) if file.is_file() else {}
    known = {
        number: ASIDE.sub("", text).replace("*", "").strip()
        for number, text in clauses(found.rules()).items()
    }
    return {number: text for number, text in {**known, **own}.items() if text}


def news(
    lines: Mapping[str, str], clause: str, choices: Sequence[Choice], told: Sequence[str]
) -> str:
    """The first clause behind a question or its choices that somebody has not been told of; empty
    if they know them all.
    """
    behind = [clause, *[choice.clause for choice in choices]]
    return next((number for number in behind if number in lines and number not in told), "")


@dataclass
class Progress:
    """How far somebody has come with the coach in one game."""

    good: int = 0  # good decisions, less what costly ones take back
    judged: int = 0
    told: tuple[str, ...] = ()  # the clauses explained

    def decided(self, well: bool) -> None:
        self.judged += 1
        self.good = self.good + 1 if well else max(0, self.good - SETBACK)

    @property
    def talks(self) -> bool:
        """Does the coach say what matters without being asked?"""
        return self.good < TALKS

    @property
    def over(self) -> bool:
        """Has the coach done its work?"""
        return self.good >= LEAVES or self.judged >= MOST
