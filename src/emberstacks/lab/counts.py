"""What happened in a game: how often each seat gave each kind of answer, and the events, in the
words of the game.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from emberstacks.bots.api import Bot, Choices, View
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS, Choice
from emberstacks.lab.drama import course

# of an answer: the step that asks, and the written form, which names the card, tool or place
Kind = tuple[str, str]


class Counting(Bot):
    """Writes down what a bot could answer and what it did; it stops a game in which it answers more
    often than it may.
    """

    def __init__(self, bot: Bot, most: int) -> None:
        self.name = bot.name
        self.talks = bot.talks
        self.bot = bot
        self.left = most
        self.offered: Counter[Kind] = Counter()
        self.chosen: Counter[Kind] = Counter()

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        choice = self.bot.choose(view, choices, rng, budget)
        self.count(choices, choice)
        return choice

    def code(self, match: Match, seat: int, rng: random.Random | None = None) -> int | None:
        code = self.bot.code(match, seat, rng)
        if code is not None:
            choices = match.legal(seat)
            self.count(choices, next(choice for choice in choices if choice.code == code))
        return code

    def count(self, choices: Choices, choice: Choice) -> None:
        """Write down an answer, and what else was possible."""
        if self.left == 0:
            raise BadOptions("a game does not end")
        self.left -= 1
        self.offered.update((one.step, one.text) for one in choices)
        self.chosen[choice.step, choice.text] += 1

    def close(self) -> None:
        self.bot.close()


class AnyChoice(Bot):
    """Answers like the kernel's random playouts if all seats share the generator, so that those
    games can be counted too.
    """

    name = "random"

    def __init__(self, policy: Dealer) -> None:
        self.policy = policy

    def choose(
        self,
        view: View,
        choices: Choices,
        rng: random.Random | None = None,
        budget: float | None = None,
    ) -> Choice:
        return choices[self.policy.below(len(choices))]


@dataclass(frozen=True)
class Counts:
    """What was done in one game."""

    offered: list[Counter[Kind]]  # of each seat
    chosen: list[Counter[Kind]]
    events: Counter[str]  # by their kinds
    course: list[list[int]]  # the points of each seat before each answer of a seat, and at the end
    # the hero or character of each seat, if there are any
    roles: list[str] = field(default_factory=list)

    @property
    def middle(self) -> list[int]:
        """The points of each seat after half of the answers."""
        return self.course[(len(self.course) - 1) // 2]

    def json(self) -> str:
        """For a cell of a table: {"A": {step: {answer: how often}}, ..., "events": {kind: how
        often}}.
        """
        told: dict[str, Any] = {}
        for seat, chosen in enumerate(self.chosen):
            steps: dict[str, dict[str, int]] = {}
            for (step, text), times in chosen.items():
                steps.setdefault(step, {})[text] = times
            told[LETTERS[seat]] = steps
        return json.dumps({**told, "events": self.events}, sort_keys=True, separators=(",", ":"))


def counted(match: Match, seats: Sequence[Counting]) -> Counts:
    """What was done in a finished match."""
    events = Counter(str(event["kind"]) for event in match.events(None))
    offered, chosen = [seat.offered for seat in seats], [seat.chosen for seat in seats]
    return Counts(offered, chosen, events, course(match), match.roles())
