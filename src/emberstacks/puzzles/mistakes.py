"""Learn from your mistakes: the costliest decisions of a finished game as puzzles, from its review."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Protocol

from emberstacks.bots.mind import mind_of
from emberstacks.bots.review import TELLING, luck_of
from emberstacks.bots.review.judge import Judge
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.puzzles import Puzzle
from emberstacks.puzzles.progress import START

MOST: Final = 6  # for one game


class Judged(Protocol):
    """A decision as reviews tell it."""

    @property
    def at(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def choice(self) -> str: ...
    @property
    def better(self) -> str: ...
    @property
    def before(self) -> float: ...
    @property
    def loss(self) -> float: ...
    @property
    def games(self) -> int: ...
    @property
    def reason(self) -> str: ...


def mistakes(match: Match, decisions: Iterable[Judged], seat: int) -> list[Puzzle]:
    """What a seat could have done better, the costliest first; each as a possible world, as that
    seat saw it then.
    """
    telling = TELLING["points" if match.players == 1 else "chance"]
    own = [one for one in decisions if one.seat == seat and one.better and one.loss >= telling]
    own.sort(key=lambda one: -one.loss)
    return [as_puzzle(match, one, number) for number, one in enumerate(own[:MOST], 1)]


def as_puzzle(match: Match, one: Judged, number: int) -> Puzzle:
    then = match.after(one.at)
    return Puzzle(
        step=then.step,
        seed=0,
        at=one.at,
        seat=one.seat,
        before=one.before,
        losses={one.better: 0.0, one.choice: one.loss},
        rating=START,
        games=one.games,
        why=one.reason,
        position=then.world(one.seat, one.at).to_json(),
        number=number,
    )


def with_loss(puzzle: Puzzle, choice: str, loss: float) -> Puzzle:
    """The same puzzle, which now knows what another choice loses."""
    return replace(puzzle, losses={**puzzle.losses, choice: loss})


def judged(
    view: Mapping[str, Any], choices: list[Choice], choice: str, best: str, at: int
) -> float:
    """What a choice loses that the review did not look at: games are tried, as in the review."""
    texts = [one.text for one in choices]
    judge = Judge(view, choices, luck_of(0, at, view["seat"]))
    playouts = mind_of(view["game"]).ground.playouts
    return judge.compared(texts.index(choice), texts.index(best), playouts, [], 0).loss
