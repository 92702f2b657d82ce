"""What bots know of one game: a folder `bots/minds/<game>`, found by the game's name. All else in `bots` knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from emberstacks.bots.endgame import Rest
from emberstacks.bots.ground import Ground
from emberstacks.bots.ismcts import Insight
from emberstacks.bots.solver import Turn
from emberstacks.bots.weights import Weight, Weights
from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.kernel.notation import Choice

Worths = Callable[[Mapping[str, Any], Sequence[Choice]], list[float]]  # how good each choice is for the seat whose view it is
Weighed = Callable[[Mapping[str, Any], Sequence[Choice], Weights], list[float]]  # the same by weights that are data

UNKNOWN: Final = 60  # decisions that a playout looks ahead in a game that nobody has written about; ours


def never(_: Choice) -> bool:
    """No answer of this game tempts fortune."""
    return False


@dataclass(frozen=True)
class Mind:
    """What there is to know; whatever is left out is done by the rules alone."""

    worths: Worths | None = None
    weighed: Weighed | None = None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    insight: Insight = field(default_factory=lambda: Insight(UNKNOWN))  # how playouts choose, how a position is judged
    simulations: int = 0  # games that an expert tries in its head for an answer; none where that does not gain
    difference: float = 1.0  # between two choices, in what `worths` counts in, that a beginner may overlook
    ground: Ground = field(default_factory=lambda: Ground(100))  # on which reviews judge a position
    turn: type[Turn] | None = None  # a turn that can be solved
    rest: type[Rest] | None = None  # an end of the game that can be solved
    dares: Callable[[Choice], bool] = never  # does an answer press one's luck?
    room: Mapping[str, int] = field(default_factory=dict)  # for learners: the longest that lists of the state become
    bits: Mapping[str, int] = field(default_factory=dict)  # for learners: the fields that are masks, and how long these are


NO_MIND: Final = Mind()


@cache
def mind_of(game: str) -> Mind:
    """The mind for a game by its id; of one that nobody has written about, nothing is known.

    >>> mind_of("fire-prototype").turn.__name__, mind_of("chess") is NO_MIND
    ('PrototypeTurn', True)
    """
    name = f"emberstacks.bots.minds.{game.replace('-', '_')}"
    if not game.replace("-", "").isalnum() or find_spec(name) is None:
        return NO_MIND
    found = import_module(name).MIND
    assert isinstance(found, Mind)
    return found


def tunable(games: Sequence[str]) -> list[str]:
    """Those of some games whose minds have weights that are data."""
    return [game for game in games if mind_of(game).weights]


def check_tunable(game: str, games: Sequence[str]) -> None:
    """Are there weights of this game that can be tuned?"""
    if not mind_of(game).weights:
        raise BadOptions(f"The bot of {game!r} has no weights to tune; there are some for {one_of(tunable(games))}.")
