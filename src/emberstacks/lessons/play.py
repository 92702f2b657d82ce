"""A lesson being played: where the learner stands, what is said there, and the game as it is shown."""

from __future__ import annotations

import random
from dataclasses import dataclass

from emberstacks.bots.specs import bot
from emberstacks.bots.words import called
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.match import Match
from emberstacks.lessons.script import Lesson, Stop, branch

LONGEST_WAY = 8  # answers that a learner may try beside the script
MOST_TOLD = 2  # things that an answer would do at once
PATIENCE = 200  # answers of others to one of the learner's
PARTNER = "greedy"  # answers for the others beside the script


@dataclass(frozen=True)
class Scene:
    """One moment of a lesson: the game as it went there from the moment before, one picture for
    each answer.
    """

    lesson: Lesson
    stop: int
    tried: list[str]
    film: list[Match]

    @property
    def here(self) -> Stop:
        return self.lesson.stops[self.stop]

    @property
    def match(self) -> Match:
        return self.film[-1]

    @property
    def words(self) -> str:
        """What the lesson says; where it says nothing, the question speaks for itself."""
        return self.here.words or self.match.question

    @property
    def last(self) -> bool:
        return self.stop == len(self.lesson.stops) - 1

    @property
    def moves(self) -> bool:
        """Is it the learner who goes on, by an answer?"""
        if self.tried:
            return len(self.tried) < LONGEST_WAY and self.lesson.learner in self.match.waiting
        return bool(self.here.wanted)

    def said_of(self, choice: str) -> str:
        """What is said of another legal answer: the lesson's own words, or else what it would do at
        once.
        """
        if choice in self.here.others:
            return self.here.others[choice].said
        learner = self.lesson.learner
        choices, then = self.match.legal(learner), self.match.copy()
        wanted = next(
            name
            for one, name in zip(choices, called(choices).values(), strict=True)
            if one.text == self.here.wanted
        )
        known, drawn = then.event_count(learner), len(then.draws())
        then.push(choice, learner)
        # luck is not told before it is tried
        told = then.events(learner, known) if len(then.draws()) == drawn else []
        does = (
            ": " + "; ".join(event["text"].rstrip(".") for event in told[:MOST_TOLD])
            if told
            else ""
        )
        return f"You may do that{does}. The lesson continues with “{wanted}”."

    def others(self) -> dict[str, str]:
        """What is said of each answer that the lesson does not wait for."""
        if not self.here.wanted or self.tried:
            return {}
        choices = [str(one) for one in self.match.legal(self.lesson.learner)]
        return {choice: self.said_of(choice) for choice in choices if choice != self.here.wanted}

    @property
    def glow(self) -> list[str]:
        """The names that the lesson points at; none where it points at the wanted answer alone, or
        at nothing.
        """
        return self.here.glow or []

    @property
    def points(self) -> bool:
        """Does the lesson point at the answer that it wants?"""
        return bool(self.here.wanted) and not self.tried and self.here.glow != []


def scene(lesson: Lesson, stop: int, tried: list[str]) -> Scene:
    """The lesson at one of its stops, and what the learner has tried from there; IllegalChoice says
    why it cannot be.
    """
    stop = min(max(stop, 0), len(lesson.stops) - 1)
    here = lesson.stops[stop]
    if not tried:
        return Scene(lesson, stop, [], film(lesson, stop))
    if not here.wanted or len(tried) > LONGEST_WAY:
        raise IllegalChoice(
            "There is nothing to try here. Continue the lesson, or take your answer back.", "", []
        )
    shown = [lesson.match_at(here.at)]
    first = lesson.match_at(here.at)
    first.push(tried[0], lesson.learner)
    if tried[0] in here.others and here.others[tried[0]].tokens:
        first = lesson.follow(branch(lesson, here, tried[0]))
    shown += [first, *beside(lesson, first)]
    for text in tried[1:]:
        match = shown[-1].copy()
        match.push(text, lesson.learner)
        shown = [shown[-1], match, *beside(lesson, match)]
    return Scene(lesson, stop, tried, shown)


def film(lesson: Lesson, stop: int) -> list[Match]:
    """The game from the stop before to this one: the first picture is what the learner has seen
    already.
    """
    end = lesson.stops[stop].at
    start = lesson.stops[stop - 1].at if stop else end
    cuts = [start]
    for place, unit in enumerate(lesson.units):
        drawn = place + 1 < len(lesson.units) and lesson.units[place + 1].kind == "chance"
        if start < unit.end <= end and not drawn and unit.end > cuts[-1]:
            cuts.append(unit.end)
    return [lesson.match_at(cut) for cut in cuts]


def beside(lesson: Lesson, match: Match) -> list[Match]:
    """The game while others answer beside the script, until the learner is asked or it is over."""
    player, shown = bot(PARTNER), []
    for _ in range(PATIENCE):
        seat = next((seat for seat in match.waiting if seat != lesson.learner), None)
        if seat is None or (lesson.learner in match.waiting and not sealed(match, lesson.learner)):
            break
        match = match.copy()
        rng = random.Random(f"{lesson.game}/{match.length}")
        match.push(player.choose(match.view(seat), match.legal(seat), rng), seat)
        shown.append(match)
    return shown


def sealed(match: Match, seat: int) -> bool:
    """Has a seat answered a question that still waits for others?"""
    return seat in dict(match.sealed())
