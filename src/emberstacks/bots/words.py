"""How hints and reviews speak: each figure with what it is and on which ground, the same in the terminal and on the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from emberstacks.bots.endgame import Prospect
from emberstacks.bots.solver import Outlook
from emberstacks.bots.thinking import SURE, Thought

WHOLE: Final = 1e-6  # percent: what is nearer to nothing, or to all, is just that
NEXT: Final = 0.05  # points: a smaller difference is none


def odds(outlook: Outlook) -> str:
    """
    >>> odds(Outlook(0.5, 0.25, 11.0))
    'brings 11.0 points on average, and burns in 25 % of cases'
    >>> odds(Outlook(0.5, 0.0, 7.0))
    'brings 7 points for sure'
    """
    if outlook.burns == 0 and outlook.points == int(outlook.points):
        return f"brings {int(outlook.points)} points for sure"
    return f"brings {outlook.points:.1f} points on average, and burns in {100 * outlook.burns:.0f} % of cases"


def ending(prospect: Prospect, seat: int, players: int) -> str:
    """What comes of a choice in the end, where that could be worked out.

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


def opinion(thought: Thought, chosen: Thought, thoughts: Sequence[Thought], players: int, together: bool) -> str:
    """What a search thinks of a choice: how often it wins, and where one plays alone or in a team, beside the best choice."""
    if thought.visits == 0:
        return "not tried"
    if together:
        return f"{beside_best(thought, chosen)} ({tried(thought.visits)})"
    if players == 1:
        return f"{points_beside(thought, chosen, thoughts)} ({tried(thought.visits)})"
    return f"wins about {100 * thought.win:.0f} % ({tried(thought.visits)})"


def beside_best(thought: Thought, chosen: Thought) -> str:
    if thought is chosen:
        return "helps the team most"
    clear = chosen.value - thought.value > SURE * math.sqrt(chosen.doubt + thought.doubt)
    return "clearly worse" if clear else "about as good"


def points_beside(thought: Thought, chosen: Thought, thoughts: Sequence[Thought]) -> str:
    others = [other.points for other in thoughts if other is not chosen and other.visits > 0]
    if thought is chosen:
        ahead = thought.points - max(others, default=thought.points)
        return f"about {ahead:.1f} points more than the next" if ahead > NEXT else "as many points as any other"
    behind = chosen.points - thought.points
    return f"about {behind:.1f} points less" if behind > NEXT else "about as many points"


def better_by_odds(made: str, own: Outlook, better: str, other: Outlook, loss: float, alone: bool) -> str:
    """Why a choice was better, where the turn could be solved."""
    more = f"about {loss:.1f} points more in the end" if alone else f"it wins about {100 * loss:.0f} % more often"
    return f"“{made}” {odds(own)}; “{better}” {odds(other)}: {more}."


def better_by_games(made: str, chance: float, better: str, loss: float, games: int, alone: bool) -> str:
    """Why a choice was better, where games were tried.

    >>> better_by_games("Stop", 0.25, "Go on", 0.125, 80, alone=False)
    '“Go on” wins about 38 %, “Stop” about 25 % (80 games tried).'
    """
    if alone:
        return f"“{better}” brings about {loss:.1f} points more than “{made}” ({tried(games)})."
    return f"“{better}” wins about {100 * (chance + loss):.0f} %, “{made}” about {100 * chance:.0f} % ({tried(games)})."
