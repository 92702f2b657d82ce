"""Hints: how good each choice is, judged only by what the player knows."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from emberstacks.bots.endgame import Prospect, favourite
from emberstacks.bots.mind import mind_of
from emberstacks.bots.solver import Outlook, merit
from emberstacks.bots.solving import foreseen, solved
from emberstacks.bots.thinking import Thinking, Thought, best_of
from emberstacks.bots.words import FEW, clearly_worse, ending, odds, opinion
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, give, legal
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample

SIMULATIONS: Final = 20_000
LIMIT: Final = 1.5  # seconds
ROUND: Final = 64  # simulations between two looks at the results
CERTAIN: Final = 0.99  # share of games won at which waiting no longer helps
LEAST: Final = 3_000  # simulations, however clear the result, if there is time
# the part of a win, or of what a search goes by, that a choice must give away to be called costly;
# ours
COSTLY: Final = 0.05
COSTLY_POINTS: Final = 2.0  # the same in points, for a solo game; ours
# how many differences that a beginner may miss (`Mind.difference`) nobody should miss; ours
TELLING: Final = 2.5
LEANS: Final = 2  # favourites that can still be named, if nothing stands out; ours
LOW: Final = 0.6  # how far down from the best to the worst choice "far from the best" begins; ours


@dataclass(frozen=True)
class Hint:
    """The advice about one choice."""

    code: int  # of the choice
    best: bool
    reason: str  # a few words
    costly: bool = False  # it clearly gives something away
    # no choice is clearly best, but a bot prefers this one by far at first sight
    liked: bool = False
    leans: bool = False  # no choice stands out at all, but a bot would try this one
    spoken: str = ""  # the reason as part of a sentence, if that is another


def hints(view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random) -> list[Hint]:
    """A hint for each choice: exact if the rest of the game or the turn can be solved, else from a
    search.
    """
    if len(choices) < 2:
        return [Hint(choice.code, True, "the only choice") for choice in choices]
    seat, players = view["seat"], view["players"]
    prospects = foreseen(view, choices)
    if prospects is not None:
        chosen = favourite(prospects, seat)
        return [
            Hint(
                c.code,
                k == chosen,
                ending(one, seat, players),
                falls_behind(one, prospects[chosen], seat, players),
            )
            for k, (c, one) in enumerate(zip(choices, prospects, strict=True))
        ]
    outlooks = solved(view, choices)
    if outlooks is not None:
        return told(view, choices, outlooks)
    together = game_by_id(view["game"]).info.cooperative
    by_wins = players > 1 and not together
    thoughts = considered(view, choices, rng, by_wins)
    advised = recommended(thoughts, by_wins)
    if advised is None:
        return at_first_sight(
            view, choices, [opinion(one, None, players, together).reason for one in thoughts]
        )
    given = []
    for one in thoughts:
        reason, spoken = opinion(one, advised, players, together)
        costly = gives_away(one, advised, players, by_wins)
        given.append(Hint(one.choice.code, one is advised, reason, costly, spoken=spoken))
    return given


def told(
    view: Mapping[str, Any], choices: Sequence[Choice], outlooks: Sequence[Outlook]
) -> list[Hint]:
    """The hints if the turn was solved."""
    best = max(outlooks, key=merit)
    turn = mind_of(view["game"]).turn
    telling = turn.costly if turn is not None else COSTLY
    return [
        Hint(choice.code, one is best, odds(one), best.worth - one.worth >= telling)
        for choice, one in zip(choices, outlooks, strict=True)
    ]


def at_first_sight(
    view: Mapping[str, Any], choices: Sequence[Choice], reasons: Sequence[str]
) -> list[Hint]:
    """The hints if the games tried show no difference: no star, but the game's heuristic may still
    prefer a choice by far.

    A choice is costly only if it is far from the favourite and rules it out: the order of actions
    may be free.
    """
    mind = mind_of(view["game"])
    worths = mind.worths(view, choices) if mind.worths is not None else [0.0] * len(choices)
    gaps = [max(worths) - worth for worth in worths]
    telling = max(TELLING * mind.difference, LOW * max(gaps))
    if max(gaps) < telling:
        leans = gaps.count(0.0) <= min(LEANS, len(choices) - 1)
        return [
            Hint(one.code, False, reasons[k], leans=leans and gaps[k] == 0.0)
            for k, one in enumerate(choices)
        ]
    liked = gaps.index(0.0)
    return [
        Hint(
            choice.code,
            False,
            reasons[k],
            gaps[k] >= telling and shuts_out(view, choice, choices[liked]),
            k == liked,
        )
        for k, choice in enumerate(choices)
    ]


def shuts_out(view: Mapping[str, Any], made: Choice, other: Choice) -> bool:
    """Does an answer mean that its seat cannot give another one right afterwards?"""
    dealer, seat = Dealer(1), view["seat"]
    s = resample(game_by_id(view["game"]), view, dealer)
    give(s, seat, made.code)
    while s.step.seat == CHANCE:
        answer(s, dealer.deal(s))
    if s.step.seat != seat:
        return True
    return all(s.step.text(s, code) != other.text for code in legal(s, seat))


def falls_behind(one: Prospect, best: Prospect, seat: int, players: int) -> bool:
    """Is a choice costly, if the rest of the game was worked out? Solo, points decide once the win
    is the same.
    """
    if players == 1 and best.least[seat] == one.most[seat]:
        return best.lead[seat] - one.lead[seat] >= COSTLY_POINTS
    return best.least[seat] - one.most[seat] >= COSTLY


def gives_away(one: Thought, best: Thought | None, players: int, by_wins: bool) -> bool:
    """Do the games tried show that a choice is costly?"""
    if best is None or not clearly_worse(one, best, by_wins):
        return False
    if players == 1:
        return best.points - one.points >= COSTLY_POINTS
    return (best.win - one.win if by_wins else best.value - one.value) >= COSTLY


def considered(
    view: Mapping[str, Any], choices: Sequence[Choice], rng: random.Random, by_wins: bool
) -> list[Thought]:
    """Try games until it is clear which choice is best, or time runs out."""
    thinking = Thinking(view, choices, rng)
    start, done = time.perf_counter(), 0
    while True:
        left = LIMIT - (time.perf_counter() - start)
        if done >= SIMULATIONS or left <= 0:
            break
        count = min(ROUND, SIMULATIONS - done)
        thinking.search.run(count, left)
        done += count
        thoughts = thinking.thoughts()
        best = recommended(thoughts, by_wins)
        if (
            done >= LEAST
            and best is not None
            and all(t is best or clearly_worse(t, best, by_wins) for t in thoughts)
        ):
            break
    return thinking.thoughts()


def recommended(thoughts: Sequence[Thought], by_wins: bool) -> Thought | None:
    """The choice to make: the search's favourite, unless another is clearly better by the figure
    shown.

    None if no choice is clearly worse: then all are about equal. But a sure win is recommended
    anyway.
    """
    best = best_of(thoughts)
    rivals = [thought for thought in thoughts if clearly_worse(best, thought, by_wins)]
    if rivals:
        best = max(rivals, key=lambda thought: thought.win if by_wins else thought.value)
    certain = by_wins and best.win > CERTAIN and best.visits >= FEW
    return (
        best
        if certain or any(clearly_worse(thought, best, by_wins) for thought in thoughts)
        else None
    )
