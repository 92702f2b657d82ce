"""After a game: the score, the proof of the draws, the replay and the review."""

from __future__ import annotations

from typing import Any, Literal

from emberstacks.protocol.base import Wire
from emberstacks.protocol.neutral import NeutralBoard
from emberstacks.protocol.play import EventInfo


class Source(Wire):
    """Where points came from."""

    name: str
    points: int


class Place(Wire):
    """A seat in the ranking of a finished game."""

    rank: int
    seat: int
    winner: bool
    points: int
    sources: list[Source]


class Ending(Wire):
    """The final score of a game, in detail."""

    cooperative: bool
    summary: str
    places: list[Place]


class DrawInfo(Wire):
    """One draw: how often each outcome was in the bag, and which one came."""

    weights: list[int]
    outcome: int
    text: str


class Proof(Wire):
    """Everything you need to check the draws of a finished game."""

    commitment: str
    secret: str
    draws: list[DrawInfo]


class Frame(Wire):
    """A finished or running game as one seat saw it after a number of answers."""

    answers: int
    of: int
    view: dict[str, Any]
    events: list[EventInfo]
    question: str
    clause: str
    result: str
    board: NeutralBoard | None  # of a game that nobody has drawn


class DecisionInfo(Wire):
    """One decision of a finished game and how good it was; chances are from 0 to 1."""

    at: int  # answers before it
    seat: int
    question: str
    choice: str
    label: str
    better: str  # empty if no better choice was found
    better_label: str
    before: float  # what the best choice found was worth
    after: float  # what the choice made was worth
    error: float  # the standard error of that
    loss: float
    loss_error: float  # zero if the turn was solved
    games: int
    reason: str


class SwingInfo(Wire):
    """A turning point of a finished game."""

    side: int
    seat: int
    since: int  # answers before it
    at: int  # answers after it
    before: float
    after: float
    own: bool  # caused by a decision; otherwise by chance and the others
    text: str


class SideInfo(Wire):
    """A seat or a team, and how its chances changed."""

    seats: list[int]
    name: str
    start: float
    decided: float
    luck: float
    end: float
    decisions: list[DecisionInfo]


class ReviewInfo(Wire):
    """The review of a finished game."""

    game: str
    measure: Literal["chance", "points"]
    answers: int
    sides: list[SideInfo]
    turning: list[SwingInfo]
    costliest: list[DecisionInfo]
    decisions: int
    judged: int
    games: int
    playouts: int
    seed: int
    late: bool


class ReviewState(Wire):
    """The review of a finished game, or how far along it is."""

    progress: float  # from 0 to 1
    review: ReviewInfo | None
