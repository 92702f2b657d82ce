"""The words of hints and reviews: each figure says what it is and what it rests on, in the terminal
and on the page.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from emberstacks.bots.endgame import Prospect
from emberstacks.bots.solver import Outlook
from emberstacks.bots.thinking import SURE, Thought
from emberstacks.kernel.notation import Choice

WHOLE: Final = 1e-6  # percent: anything closer to 0 or 100 counts as that
FEW: Final = 24  # with fewer games than this, we say nothing about a choice


def called(choices: Sequence[Choice]) -> dict[int, str]:
    """What a sentence calls each choice: its label, without price and detail if it needs neither to
    be told apart.

    >>> from emberstacks.kernel.words import Label
    >>> labels = [Label("Stop", detail="8 + 0"), Label("Turn", "1 Time"), Label("Turn", "2 Time")]
    >>> called(
    ...     [Choice("Step", 0, k, f"word {k}", label, "1.1", []) for k, label in enumerate(labels)]
    ... )
    {0: 'Stop', 1: 'Turn (1 Time)', 2: 'Turn (2 Time)'}
    """
    names = [choice.parts.text for choice in choices]
    return {
        choice.code: name if names.count(name) == 1 else choice.label
        for choice, name in zip(choices, names, strict=True)
    }


def odds(outlook: Outlook) -> str:
    """What a choice brings in this turn, if it is played on as well as possible.

    >>> odds(Outlook(0.5, 0.25, 11.0))
    'leads to 11.0 points on average, and the books burn in 25 % of cases'
    >>> odds(Outlook(0.5, 0.0, 7.0)), odds(Outlook(0.5, 0.0, 30.6))
    ('brings 7 points for sure', 'leads to 30.6 points on average, and nothing can burn')
    >>> odds(Outlook(0.1, 1.0, 0.0)), odds(Outlook(0.1, 1.0, 4.0))
    ('brings nothing, because everything burns', 'brings 4 points, and the rest burns')
    """
    if outlook.points == int(outlook.points) and outlook.burns in (0.0, 1.0):
        points = int(outlook.points)
        if outlook.burns == 0.0:
            return f"brings {points} points for sure"
        return (
            f"brings {points} points, and the rest burns"
            if points
            else "brings nothing, because everything burns"
        )
    danger = (
        f"the books burn in {100 * outlook.burns:.0f} % of cases"
        if outlook.burns > 0.0
        else "nothing can burn"
    )
    return f"leads to {outlook.points:.1f} points on average, and {danger}"


def ending(prospect: Prospect, seat: int, players: int) -> str:
    """What a choice leads to in the end, if that could be worked out.

    >>> ending(Prospect((0.625, 0.375), (0.625, 0.375), (3.5, -3.5)), 0, 2)
    'wins in 62 % of cases, worked out to the end of the game'
    >>> ending(Prospect((0.2, 0.0), (0.45, 0.8), (3.5, -3.5)), 0, 2)
    'wins in 20 to 45 % of cases, worked out to the end of the game'
    >>> ending(Prospect((0.0, 1.0), (0.0, 1.0), (-9.0, 9.0)), 0, 2), ending(Prospect((1.0,), (1.0,), (131.5,)), 0, 1)
    ('cannot win any more', 'wins for sure, with 131.5 points on average')
    """
    least, most = 100 * prospect.least[seat], 100 * prospect.most[seat]
    points = f", with {prospect.lead[0]:.1f} points on average" if players == 1 else ""
    if least > 100 - WHOLE:
        return "wins for sure" + points
    if most < WHOLE:
        return "cannot win any more" + points
    if most - least > 100 - WHOLE:
        return "not looked into: another choice is sure to be as good"
    figure = f"{least:.0f}" if round(least) == round(most) else f"{least:.0f} to {most:.0f}"
    return f"wins in {figure} % of cases, worked out to the end of the game" + points


def tried(games: int) -> str:
    """
    >>> tried(1), tried(122)
    ('1 game tried', '122 games tried')
    """
    return "1 game tried" if games == 1 else f"{games} games tried"


def clearly_worse(thought: Thought, best: Thought, by_wins: bool) -> bool:
    """Is the difference larger than luck explains?"""
    if thought is best or min(thought.visits, best.visits) < FEW:
        return False
    if by_wins:
        return best.win - thought.win > SURE * math.sqrt(luck(best) ** 2 + luck(thought) ** 2)
    return best.value - thought.value > SURE * math.sqrt(best.variance + thought.variance)


def luck(thought: Thought) -> float:
    """The standard error of how often a choice wins, with one extra win and loss, because few games
    prove little.
    """
    share = (thought.win * thought.visits + 1) / (thought.visits + 2)
    return math.sqrt(share * (1 - share) / thought.visits)


def share(thought: Thought) -> str:
    """How often a choice wins, as precisely as the games tried can tell.

    >>> from emberstacks.kernel.notation import Choice
        >>> some = Choice("Step", 0, 0, "stop", "Stop", "1.1", [])
        >>> [share(Thought(some, games, 0.5, 0.0, 0.0, 0.34, 0.0)) for games in (20, 100, 400, 20_000)]
        ['about 30 %', 'about 30 %', 'about 35 %', 'about 34 %']
    """
    margin = 200 * luck(thought)
    step = 1 if margin < 1.5 else 5 if margin < 7.5 else 10
    return f"about {step * round(100 * thought.win / step)} %"


class Opinion(NamedTuple):
    """What a search thinks of a choice: with what that rests on, and as part of a sentence."""

    reason: str
    spoken: str


def opinion(thought: Thought, best: Thought | None, players: int, together: bool) -> Opinion:
    """What a search thinks of a choice compared with its favourite; with figures only if there is
    evidence.
    """
    if thought.visits == 0:
        return Opinion("not tried", "is not tried")
    said, spoken = compared(thought, best, players, together)
    return Opinion(f"{said} ({tried(thought.visits)})", spoken)


def compared(
    thought: Thought, best: Thought | None, players: int, together: bool
) -> tuple[str, str]:
    """The same without what it rests on: in short, and as part of a sentence."""
    by_wins = players > 1 and not together
    if best is None or (thought is not best and not clearly_worse(thought, best, by_wins)):
        said = (
            "hard to tell"
            if thought.visits < FEW
            else "about equal"
            if best is None
            else "about as good"
        )
        return said, f"is {said}"
    if thought is best:
        said = (
            "helps the team most"
            if together
            else f"wins {share(thought)}"
            if by_wins
            else "brings most points"
        )
        return said, said
    if by_wins and share(thought) != share(best):
        return f"worse: wins {share(thought)}", f"wins {share(thought)}"
    behind = round(best.points - thought.points)
    if players == 1 and behind > 0:
        less = f"about {behind} {'point' if behind == 1 else 'points'} less"
        return f"worse: {less}", f"brings {less}"
    said = "a little worse" if by_wins else "clearly worse"
    return said, f"is {said}"


def better_by_odds(
    made: str, own: Outlook, better: str, other: Outlook, loss: float, alone: bool
) -> str:
    """Why a choice was better, if the turn could be solved.

    >>> sure, risky = Outlook(0.4, 0.0, 15.0), Outlook(0.5, 0.72, 10.1)
    >>> better_by_odds("Stop", sure, "Draw", risky, 0.14, alone=False).partition(": ")[2]
    'fewer points, but it wins about 14 % more often.'
    """
    fewer = "fewer points, but " if other.points < own.points else ""
    more = (
        f"about {loss:.1f} points more in the end"
        if alone
        else f"{fewer}it wins about {100 * loss:.0f} % more often"
    )
    return f"“{made}” {odds(own)}; “{better}” {odds(other)}: {more}."


def better_by_games(
    made: str, chance: float, better: str, loss: float, games: int, alone: bool
) -> str:
    """Why a choice was better, if games were tried.

    >>> better_by_games("Stop", 0.25, "Go on", 0.125, 80, alone=False)
    '“Go on” wins about 38 %, “Stop” about 25 % (80 games tried).'
    """
    if alone:
        return f"“{better}” brings about {loss:.1f} points more than “{made}” ({tried(games)})."
    return (
        f"“{better}” wins about {100 * (chance + loss):.0f} %, “{made}” about {100 * chance:.0f} %"
        f" ({tried(games)})."
    )
