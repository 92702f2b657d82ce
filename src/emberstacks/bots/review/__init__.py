"""The review of a finished game: judges each decision by what its player knew, and separates luck
from decisions.

A side (a seat, or in a cooperative game the team) has a curve of its chances. At a decision, the
curve starts at the value of the best choice found and falls to the value of the choice made: that
is the cost of the decision. From there to the side's next judged decision, chance and everybody
else move it: that is luck. Together they make up the change of the curve, from the first decision
to the result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

from emberstacks.bots.mind import mind_of
from emberstacks.bots.review.judge import Judge, Verdict
from emberstacks.bots.thinking import advice
from emberstacks.bots.words import better_by_games, better_by_odds, called
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice

MOST: Final = 60  # decisions judged by default
TURNING: Final = 6  # turning points shown
COSTLIEST: Final = 6  # decisions shown
CLEAR: Final = 3.0  # standard errors that a swing must exceed to be shown
MOSTLY: Final = 0.6  # the part of a leap that is worth a closer look
TELLING: Final = {"chance": 0.01, "points": 0.5}  # what a decision must cost to be shown
TOLD: Final = 3  # events shown for a turning point
GOLDEN: Final = 0.6180339887498949  # its multiples spread evenly, no matter how few you take
SCREENING: Final = 0.2  # of the progress, if decisions have to be sampled
JUDGING: Final = 0.9  # of the progress; the rest is a closer look at turning points

Progress = Callable[[float], None]
Clock = Callable[[], float]
Late = Callable[[], bool]  # is the time over that a review may take?


class NotFinished(EmberstacksError, ValueError):
    """The game is still running: a review would be a hint."""


@dataclass(frozen=True)
class Decision:
    """One decision and how it was judged; chances are from 0 to 1, points are points."""

    at: int  # answers before it, so that a replay can jump there
    seat: int
    question: str
    choice: str
    label: str  # the choice as a person would put it
    better: str  # the better choice; empty if none was found
    better_label: str
    before: float  # what the best choice found was worth
    after: float  # what the choice made was worth
    error: float  # the standard error of that
    loss: float  # before minus after
    loss_error: float  # zero if the turn was solved
    games: int  # that were tried
    reason: str


@dataclass(frozen=True)
class Swing:
    """A turning point: where a curve made one of its largest leaps."""

    side: int
    seat: int  # through whose eyes
    since: int  # answers before it
    at: int  # answers after it
    before: float
    after: float
    own: bool  # caused by the side's own decision, not by chance or others
    text: str  # what happened


@dataclass(frozen=True)
class Side:
    """A seat, or a team, and its curve."""

    seats: list[int]
    name: str
    start: float
    decided: float  # the change by the side's own decisions, never above zero
    luck: float  # the change by chance and by everybody else
    end: float  # the result
    decisions: list[Decision]


@dataclass(frozen=True)
class Review:
    """The whole review of a finished game."""

    game: str
    measure: str  # "chance" of winning, or "points" in a solo game
    answers: int
    sides: list[Side]
    turning: list[Swing]
    costliest: list[Decision]
    decisions: int  # that were not forced
    judged: int
    games: int  # that were tried for all of them
    playouts: int  # asked for per decision
    seed: int
    late: bool  # time ran out before all were judged

    def json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


class Moment(NamedTuple):
    """A decision as its seat faced it."""

    at: int
    seat: int
    view: dict[str, Any]
    choices: list[Choice]
    made: int  # the number of the choice made
    question: str


def review(
    match: Match,
    *,
    seats: Sequence[int] | None = None,
    playouts: int = 0,
    most: int = MOST,
    seed: int = 0,
    limit: float = 0.0,
    progress: Progress = lambda _: None,
    clock: Clock = time.monotonic,
) -> Review:
    """Judge a finished match or some of its seats; the same seed gives the same review, unless it
    hits the limit.

    The limit is in seconds of the clock: real time by default; with `time.process_time` only the
    review's own work counts.
    """
    if match.result is None:
        raise NotFinished("The game is not over. Only finished games can be reviewed.")
    late = after(limit, clock)
    playouts = playouts or mind_of(match.game.info.id).ground.playouts
    faced = moments(match, range(match.players) if seats is None else seats)
    chosen = sampled(faced, most, late, progress)
    first = SCREENING if len(faced) > most else 0.0
    judged: list[Decision] = []
    for done, k in enumerate(sorted(range(len(chosen)), key=lambda k: k * GOLDEN % 1.0)):
        if late():
            break
        judged.append(decision(match, chosen[k], playouts, seed))
        progress(first + (JUDGING - first) * (done + 1) / len(chosen))
    judged.sort(key=lambda one: (one.at, one.seat))
    sides = sides_of(match, judged, seats)
    measure = "points" if match.players == 1 else "chance"
    worst = sorted(
        (one for one in judged if one.loss >= TELLING[measure]), key=lambda one: -one.loss
    )
    turning = turning_points(match, sides, playouts, seed, late)
    progress(1.0)
    return Review(
        game=match.game.info.id,
        measure=measure,
        answers=match.length,
        sides=sides,
        turning=turning,
        costliest=worst[:COSTLIEST],
        decisions=len(faced),
        judged=len(judged),
        games=sum(one.games for one in judged),
        playouts=playouts,
        seed=seed,
        late=len(judged) < len(chosen),
    )


def after(limit: float, clock: Clock) -> Late:
    """Is the limit over? Without one it never is."""
    end = clock() + limit if limit else float("inf")
    return lambda: clock() >= end


def moments(match: Match, seats: Sequence[int]) -> list[Moment]:
    """All decisions that were not forced."""
    found = []
    for at, (seat, code) in enumerate(match.answers()):
        if seat not in seats:
            continue
        then = match.after(at)
        if len(then.codes(seat)) > 1:
            choices = then.legal(seat)
            made = next(k for k, choice in enumerate(choices) if choice.code == code)
            found.append(Moment(at, seat, then.view(seat), choices, made, then.question))
    return found


def sampled(faced: Sequence[Moment], most: int, late: Late, progress: Progress) -> list[Moment]:
    """A sample of too many decisions: half are those that the game's heuristic likes least, half
    are from all over the game.
    """
    if len(faced) <= most:
        return list(faced)
    doubts = [0.0] * len(faced)
    for done, k in enumerate(sorted(range(len(faced)), key=lambda k: k * GOLDEN % 1.0)):
        if late():
            break
        doubts[k] = 1.0 - advice(faced[k].view, faced[k].choices)[faced[k].made]
        progress(SCREENING * (done + 1) / len(faced))
    doubtful = sorted(range(len(faced)), key=lambda k: -doubts[k])[: most // 2]
    others = [k for k in range(len(faced)) if k not in doubtful]
    wanted = most - len(doubtful)
    even = [others[k * len(others) // wanted] for k in range(wanted)]
    return [faced[k] for k in sorted([*doubtful, *even])]


def decision(match: Match, moment: Moment, playouts: int, seed: int) -> Decision:
    """Judge one decision; its luck depends only on the seed and its place, not on what else is
    judged.
    """
    judge = Judge(moment.view, moment.choices, luck_of(seed, moment.at, moment.seat))
    verdict = judge.verdict(moment.made, playouts)
    made, better = moment.choices[moment.made], moment.choices[verdict.better]
    found = better is not made
    return Decision(
        at=moment.at,
        seat=moment.seat,
        question=moment.question,
        choice=made.text,
        label=made.label,
        better=better.text if found else "",
        better_label=better.label if found else "",
        before=verdict.made.mean + verdict.loss,
        after=verdict.made.mean,
        error=verdict.made.error,
        loss=verdict.loss,
        loss_error=verdict.error,
        games=verdict.games,
        reason=reason(verdict, made, better, moment.choices, alone=match.players == 1),
    )


def luck_of(seed: int, at: int, seat: int) -> int:
    """The seed for one place of a game."""
    return (seed << 24) + (at << 4) + seat


def reason(
    verdict: Verdict, made: Choice, better: Choice, choices: Sequence[Choice], alone: bool
) -> str:
    """Why the better choice was better."""
    if better is made:
        return ""
    names = called(choices)
    name, good = names[made.code], names[better.code]
    if verdict.outlooks is not None:
        own, other = verdict.outlooks
        return better_by_odds(name, own, good, other, verdict.loss, alone)
    return better_by_games(name, verdict.made.mean, good, verdict.loss, verdict.games, alone)


def sides_of(match: Match, judged: Sequence[Decision], seats: Sequence[int] | None) -> list[Side]:
    """The curve of each seat; in a cooperative game one for all."""
    asked = list(range(match.players)) if seats is None else sorted(seats)
    together = match.game.info.cooperative
    groups = [asked] if together else [[seat] for seat in asked]
    result = match.result
    assert result is not None
    sides = []
    for group in groups:
        own = [one for one in judged if one.seat in group]
        if match.players == 1:
            end = float(result.scores[0])
        else:
            end = match.game.shares(result.winners, match.players)[group[0]]
        start = own[0].before if own else end
        decided = -sum(one.loss for one in own)
        name = "The team" if together else match.names[group[0]]
        sides.append(Side(group, name, start, decided, end - start - decided, end, own))
    return sides


def turning_points(
    match: Match, sides: Sequence[Side], playouts: int, seed: int, late: Late
) -> list[Swing]:
    """The largest leaps that clearly exceed the errors at both ends."""
    found = [swing for k in range(len(sides)) for swing in swings(match, sides, k)]
    found.sort(key=lambda swing: -abs(swing.after - swing.before))
    told: dict[int, Swing] = {}
    for swing in found:
        if len(told) == TURNING:
            break
        if not swing.own:
            swing = swing if late() else narrowed(match, swing, playouts, seed)
            swing = replace(swing, text=happened(match, swing))
        told.setdefault(swing.at, swing)  # one side's luck is another's bad luck: once is enough
    return [told[at] for at in sorted(told)]


def narrowed(match: Match, swing: Swing, playouts: int, seed: int) -> Swing:
    """Where most of a leap happened, as the seat saw it: halve it again and again while one half
    has most of it.
    """
    while swing.at - swing.since > 1:
        middle = (swing.since + swing.at) // 2
        view = match.after(middle).view(swing.seat)
        value = (
            Judge(view, [], luck_of(seed, middle, swing.seat))
            .as_it_stands(max(2, playouts // 2))
            .mean
        )
        halves = replace(swing, at=middle, after=value), replace(swing, since=middle, before=value)
        larger = max(
            halves, key=lambda half: (half.after - half.before) * (swing.after - swing.before)
        )
        if abs(larger.after - larger.before) < MOSTLY * abs(swing.after - swing.before):
            break
        swing = larger
    return swing


def swings(match: Match, sides: Sequence[Side], number: int) -> list[Swing]:
    """All leaps of one curve."""
    side = sides[number]
    found = []
    for k, one in enumerate(side.decisions):
        if one.better:
            found.append(
                Swing(number, one.seat, one.at, one.at + 1, one.before, one.after, True, one.reason)
            )
        last = k + 1 == len(side.decisions)
        at, value, error = (
            (match.length, side.end, 0.0) if last else beginning(side.decisions[k + 1])
        )
        if at > one.at + 1 and abs(value - one.after) > CLEAR * (one.error**2 + error**2) ** 0.5:
            found.append(Swing(number, one.seat, one.at + 1, at, one.after, value, False, ""))
    return found


def beginning(one: Decision) -> tuple[int, float, float]:
    """The height of the curve before a decision, and its standard error."""
    return one.at, one.before, (one.error**2 + one.loss_error**2) ** 0.5


def happened(match: Match, swing: Swing) -> str:
    """What the seat saw happen there; if it is a lot, the last of it."""
    told = match.after(swing.since).event_count(swing.seat)
    texts = [
        event["text"] for event in match.after(swing.at).events(swing.seat)[told:] if event["text"]
    ]
    return " ".join((["…"] if len(texts) > TOLD else []) + texts[-TOLD:])
