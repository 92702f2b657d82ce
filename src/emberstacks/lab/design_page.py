"""A study of a game's figures as a self-contained page: which sets of figures are worth playing,
and why.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from emberstacks.games import game_by_id
from emberstacks.lab import html
from emberstacks.lab.balance import Measures
from emberstacks.lab.design import Design, Tested, Trial
from emberstacks.lab.goals import Goal
from emberstacks.lab.html import table, wide
from emberstacks.lab.report import FOOT, HEIGHT, LEFT, WIDTH, drawing


def page(
    design: Design,
    base: Measures,
    trials: Sequence[Trial],
    best: Sequence[Tested],
    command: str,
    folder: str,
) -> str:
    """The whole page."""
    title = f"Figures for {game_by_id(design.plan.game).info.title}"
    words = "".join(
        f"<li>{escape(goal.name)}: {escape(goal.kind.words)} should be {goal.number(goal.target)}. "
        f"With the figures as they are: {goal.told(base)}.</li>"
        for goal in design.goals
    )
    return html.page(
        title,
        f'<div class="study"><h1>{escape(title)}</h1>'
        f'<p class="note">Made by <code>{escape(command)}</code>; the same command makes the same'
        " page. "
        f"{len(trials)} sets of figures were tried on the same {base.games} seeds, "
        f"with the bots {escape(', '.join(design.plan.seats))}. "
        f"± is a 95 % interval.</p><ul>{words}</ul>"
        f"<h2>Worth playing</h2>{tested(design, best, folder)}"
        f"<h2>All trials</h2>{plots(design, base, trials, best)}{listed(design, trials)}"
        f"{unplayable(trials)}</div>",
    )


def tested(design: Design, best: Sequence[Tested], folder: str) -> str:
    """What the best sets of figures did on fresh seeds."""
    sets = "".join(f"<section>{compared(design, one, folder)}</section>" for one in best)
    return (
        "<p>No trial was closer to every goal than one of these; the best compromise comes first."
        " They played fresh seeds, the same as the figures as they are, until every answer was"
        " clear or the seeds ran out. A set is called closer or further only if that is clear: in"
        f" 19 of 20 such studies all of these verdicts are right.</p>{sets}"
    )


def compared(design: Design, one: Tested, folder: str) -> str:
    """One set of figures next to the figures as they are."""
    figures = [
        (escape(figure.name), f"{figure.value:g}", f"{one.trial.values[figure.name]:g}")
        for figure in design.figures
    ]
    goals = [
        (goal.name, goal.told(one.base), goal.told(one.found), f"{verdict} ({change})")
        for goal, (change, verdict) in zip(design.goals, one.verdicts, strict=True)
    ]
    heads = "goal", f"{one.base.games} games before", f"{one.found.games} games now", "distance"
    name = f"trial-{one.trial.number}"
    return (
        f"<h3>{name}</h3>{table(['figure', 'was', 'is'], figures)}{table(heads, goals)}"
        f"<p>Play it: <code>emberstacks serve --figures {escape(folder)}/{name}</code></p>"
    )


def plots(design: Design, base: Measures, trials: Sequence[Trial], best: Sequence[Tested]) -> str:
    """The goals against each other, and what each figure does to each goal."""
    front = {one.trial.number for one in best}
    played = [one for one in trials if one.distances]
    goals = [
        Axis.of_goal(goal, [one.measures[k] for one in played], base)
        for k, goal in enumerate(design.goals)
    ]
    figures = [
        Axis(one.name, [trial.values[one.name] for trial in played], one.value)
        for one in design.figures
    ]
    numbers = [one.number for one in played]
    pairs = [*itertools.combinations(goals, 2), *itertools.product(figures, goals)]
    note = (
        "Rings are trials, full squares are worth playing, the open square is the game as it is,"
        " dashed lines are goals."
    )
    drawn = "".join(scatter(across, up, numbers, front) for across, up in pairs)
    return f'<p class="note">{note}</p><div class="plots">{drawn}</div>'


@dataclass(frozen=True)
class Axis:
    """What is drawn in one direction: of every trial, and of the game as it is."""

    name: str
    values: Sequence[float]
    base: float
    goal: float | None = None

    @classmethod
    def of_goal(cls, goal: Goal, values: Sequence[float], base: Measures) -> Axis:
        scale = 100 if goal.kind.share else 1
        name = f"{goal.name} in %" if goal.kind.share else goal.name
        return cls(
            name,
            [scale * value for value in values],
            scale * goal.measured(base).middle,
            scale * goal.target,
        )

    @property
    def ends(self) -> tuple[float, float]:
        every = [*self.values, self.base, *([] if self.goal is None else [self.goal])]
        return min(every), max(every)

    def part(self, value: float) -> float:
        """How far along the axis a value is."""
        low, high = self.ends
        return (value - low) / ((high - low) or 1)


def scatter(across: Axis, up: Axis, numbers: Sequence[int], front: set[int]) -> str:
    """One dot for each trial."""
    foot, top = HEIGHT - FOOT, 12

    def x(value: float) -> float:
        return LEFT + 10 + across.part(value) * (WIDTH - LEFT - 20)

    def y(value: float) -> float:
        return foot - 8 - up.part(value) * (foot - 8 - top)

    parts = [
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{foot}" y2="{foot}"/><line x1="{LEFT}" x2="{LEFT}"'
        f' y1="{top}" y2="{foot}"/>'
    ]
    if across.goal is not None:
        parts.append(
            f'<line class="goal" x1="{x(across.goal):.1f}" x2="{x(across.goal):.1f}" y1="{top}"'
            f' y2="{foot}"/>'
        )
    if up.goal is not None:
        parts.append(
            f'<line class="goal" x1="{LEFT}" x2="{WIDTH}" y1="{y(up.goal):.1f}"'
            f' y2="{y(up.goal):.1f}"/>'
        )
    names = f"{escape(up.name)} (up) by {escape(across.name)} (across)"
    for number, a, b in sorted(
        zip(numbers, across.values, up.values, strict=True), key=lambda dot: dot[0] in front
    ):
        words = (
            f"<title>trial {number}: {escape(across.name)} {a:.4g}, {escape(up.name)}"
            f" {b:.4g}</title>"
        )
        if number in front:
            parts.append(
                f'<rect class="front" x="{x(a) - 4:.1f}" y="{y(b) - 4:.1f}" width="8"'
                f' height="8">{words}</rect>'
            )
        else:
            parts.append(f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="4">{words}</circle>')
    corner = f'x="{x(across.base) - 5:.1f}" y="{y(up.base) - 5:.1f}"'
    parts.append(
        f'<rect class="base" {corner} width="10" height="10"><title>as it is</title></rect>'
    )
    (left, right), (low, high) = across.ends, up.ends
    parts.append(f'<text x="{LEFT - 4}" y="{foot}" text-anchor="end">{low:.3g}</text>')
    parts.append(f'<text x="{LEFT - 4}" y="{top + 4}" text-anchor="end">{high:.3g}</text>')
    parts.append(f'<text x="{LEFT}" y="{foot + 14}">{left:.3g}</text>')
    parts.append(f'<text x="{WIDTH}" y="{foot + 14}" text-anchor="end">{right:.3g}</text>')
    parts.append(
        f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 6}" text-anchor="middle">{names}</text>'
    )
    return drawing(parts, f"{names}, {len(numbers)} trials; the table below has the numbers")


def listed(design: Design, trials: Sequence[Trial]) -> str:
    """Every trial as a row."""
    names = [one.name for one in design.figures] + [goal.name for goal in design.goals]
    rows = [
        (
            f"trial-{one.number}",
            *(f"{one.values[figure.name]:g}" for figure in design.figures),
            *(goal.number(value) for goal, value in zip(design.goals, one.measures, strict=True)),
            one.games,
        )
        for one in trials
        if one.distances
    ]
    shown = table(["figures", *map(escape, names), "games"], rows)
    words = (
        "Trials that were clearly further from every goal than the game as it is were stopped"
        " early."
    )
    return (
        "<details><summary>All trials in numbers</summary><p"
        f' class="note">{words}</p>{wide("All trials", shown)}</details>'
    )


def unplayable(trials: Sequence[Trial]) -> str:
    """Sets of figures with which the game cannot be played."""
    bad = [one for one in trials if one.why_not]
    rows = "".join(
        f"<li>trial-{one.number} ({escape(told(one.values))}): {escape(one.why_not)}</li>"
        for one in bad
    )
    return (
        f"<details><summary>Could not be played: {len(bad)}</summary><ul>{rows}</ul></details>"
        if bad
        else ""
    )


def told(values: dict[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in values.items())
