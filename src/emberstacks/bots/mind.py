"""What bots know about one game: a folder `bots/minds/<game>`, found by name. Nothing else in
`bots` knows any game.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from emberstacks.bots.endgame import Rest
from emberstacks.bots.ground import Ground
from emberstacks.bots.heuristic import Heuristic
from emberstacks.bots.ismcts import Insight
from emberstacks.bots.network import Features
from emberstacks.bots.solver import Turn
from emberstacks.bots.team import Ending
from emberstacks.bots.weights import Weight, as_they_are
from emberstacks.games import game_by_id
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadOptions, one_of
from emberstacks.kernel.game import Game, Options, Value
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import Worlds, resample

# how good each choice is for the seat whose view it is
Worths = Callable[[Mapping[str, Any], Sequence[Choice]], list[float]]
# of a seat's answers, if it ends so
Outcomes = Callable[[Worlds, int, Sequence[int], dict[Hashable, Any]], Ending | None]
# the same if it looks far ahead, or None
Foreseen = Callable[[Mapping[str, Any], Sequence[Choice]], list[float] | None]
Sensible = Callable[[Mapping[str, Any], Sequence[Choice]], Sequence[Choice]]

# the seed of the possible world that a heuristic is shown; others would do as well
ANY_WORLD: Final = 1
UNKNOWN: Final = 60  # decisions that a playout looks ahead in a game without a mind; ours
# the standard errors of levels, if a mind has no others; ours
BLUR: Final = {"novice": 6.0, "apprentice": 1.7, "adept": 0.7}
WHOLE_GAME: Final = 10_000  # decisions; no game has as many


def silent(_: Options) -> bool:
    """Nobody may talk."""
    return False


def never(_: Choice) -> bool:
    """No answer in this game pushes its luck."""
    return False


def nobody(_: Mapping[str, Any], __: Choice) -> bool:
    """No answer in this game is meant to hurt somebody."""
    return False


def every(_: Mapping[str, Any], choices: Sequence[Choice]) -> Sequence[Choice]:
    """Nobody has written which choices of this game never make sense."""
    return choices


def nowhere(_: Mapping[str, Any]) -> bool:
    """The network can judge every position of this game."""
    return False


@dataclass(frozen=True)
class Mind:
    """All there is to know about a game; for what is left out, bots use the rules alone."""

    # what answers are worth at first sight, by its weights
    heuristic: Callable[[dict[str, float]], Heuristic] | None = None
    weights: Mapping[str, Weight] = field(default_factory=dict)
    features: Callable[[], Features] | None = None  # what a network looks at
    leans: bool = False  # a search leans on what the network has learned, instead of playouts
    # decisions that such a search plays on as the heuristic would, before it asks the network
    plays_on: int = 0
    # from such a view it plays on to the end and asks nothing
    ending: Callable[[Mapping[str, Any]], bool] = nowhere
    # it learns at these, in turn
    tables: Sequence[tuple[int, Mapping[str, Value]]] = ((2, {}), (3, {}), (2, {}), (4, {}))
    # how playouts choose, how a position is judged
    insight: Insight = field(default_factory=lambda: Insight(UNKNOWN))
    # how an expert judges if the mind can look further than a search: solo, or in a team
    ahead: Foreseen | None = None
    sensible: Sensible = every  # leaves out choices that are never better than another one
    # games that an expert tries in its head per answer; 0 if that does not help
    simulations: int = 0
    # answers that it gives in the games that a team's expert plays to the end in its head, per
    # answer
    trials: int = 0
    # options, beyond the game's presets, with which its strength is measured
    measured: Sequence[Mapping[str, Value]] = ()
    # options with which levels are compared, if not the usual ones
    contest: Mapping[str, Value] = field(default_factory=dict)
    # between two choices, as counted by its heuristic, that a beginner may miss
    difference: float = 1.0
    # how far each level misjudges choices, in differences
    blur: Mapping[str, float] = field(default_factory=lambda: BLUR)
    ground: Ground = field(default_factory=lambda: Ground(100))  # how reviews judge a position
    # puzzles play whole games, because what reviews judge by is not sure enough for them
    to_the_end: bool = False
    turn: type[Turn] | None = None  # a turn that can be solved
    rest: type[Rest] | None = None  # an end of the game that can be solved
    together: Outcomes | None = None  # the end of a cooperative game, worked out with open cards
    talks: Callable[[Options], bool] = silent  # may players set markers with these options?
    # where the seat whose view it is wants its marker; "" nowhere
    marks: Callable[[Mapping[str, Any]], str] | None = None
    dares: Callable[[Choice], bool] = never  # does an answer push its luck?
    # does an answer to this view hurt somebody else?
    harms: Callable[[Mapping[str, Any], Choice], bool] = nobody
    # kinds of events that explain why a choice was good, the most telling first: 1 if they are good
    # for the one named first (losing something never is), -1 if they are bad, 0 if that depends
    telling: Mapping[str, int] = field(default_factory=dict)

    def depth(self, view: Mapping[str, Any]) -> int:
        """How many decisions a search plays on from a view before it asks the network."""
        return WHOLE_GAME if self.plays_on and self.ending(view) else self.plays_on

    @property
    def worths(self) -> Worths | None:
        """What its heuristic thinks of choices, from a view; None if nobody has written one."""
        return None if self.heuristic is None else at_first_sight


NO_MIND: Final = Mind()


@cache
def mind_of(game: str) -> Mind:
    """The mind of a game by its id; an empty one if nobody has written it.

    >>> mind_of("fire-prototype").turn.__name__, mind_of("chess") is NO_MIND
    ('PrototypeTurn', True)
    """
    name = f"emberstacks.bots.minds.{game.replace('-', '_')}"
    if not game.replace("-", "").isalnum() or find_spec(name) is None:
        return NO_MIND
    found = import_module(name).MIND
    assert isinstance(found, Mind)
    return found


@cache
def heuristic_of(game: Game) -> Heuristic | None:
    """The heuristic of a game with its usual weights; None if nobody has written one. A game with
    other figures has one of its own.
    """
    mind = mind_of(game.info.id)
    return None if mind.heuristic is None else mind.heuristic(as_they_are(mind.weights))


def at_first_sight(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """What the heuristic of a game thinks of the choices of the seat whose view it is."""
    heuristic = heuristic_of(game_by_id(view["game"]))
    assert heuristic is not None
    return judged(heuristic, view, choices)


def judged(heuristic: Heuristic, view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """What any heuristic thinks of them."""
    s = resample(game_by_id(view["game"]), view, Dealer(ANY_WORLD))
    return list(heuristic.worths(s, view["seat"], Ints([choice.code for choice in choices])))


def tunable(games: Sequence[str]) -> list[str]:
    """The games whose minds have weights as data."""
    return [game for game in games if mind_of(game).weights]


def check_tunable(game: str, games: Sequence[str]) -> None:
    """Does this game have weights to tune?"""
    if not mind_of(game).weights:
        raise BadOptions(
            f"The bot for {game!r} has no weights to tune. Choose {one_of(tunable(games))}."
        )
