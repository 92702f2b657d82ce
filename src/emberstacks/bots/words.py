"""How hints and reviews speak: each figure with what it is and on which ground, the same in the terminal and on the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from emberstacks.bots.solver import Outlook
from emberstacks.bots.thinking import SURE, Thought

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
