"""`emberstacks analyse FILE`: review a finished game by what each player knew at the time."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from emberstacks.bots.review import MOST, Decision, Review, Side, Swing, review
from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.puzzle import practise
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import names_of
from emberstacks.cli.shared import AsJson
from emberstacks.kernel.errors import one_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS

HEIGHT: Final = 11  # lines of the chart
WIDEST: Final = 100
INKS: Final = (
    "bold #e07a5f",
    "bold #7fb685",
    "bold #7aa7e0",
    "bold #c79be0",
    "bold #e0c06a",
    "bold #9fb3b5",
)


def analyse(
    file: Annotated[Path, Parameter(help="The record of a finished game.")],
    /,
    *,
    seat: Annotated[str, Parameter(help="Judge only this seat, given by its letter.")] = "",
    budget: Annotated[
        int, Parameter(help="How many games to try per decision; 0 lets the game decide.")
    ] = 0,
    decisions: Annotated[int, Parameter(help="The most decisions to judge.")] = MOST,
    limit: Annotated[
        float, Parameter(help="The most seconds it may take; 0 for no limit.")
    ] = 120.0,
    seed: Annotated[int, Parameter(help="The same seed gives the same review.")] = 0,
    as_json: AsJson = False,
    again: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Then decide again: the costliest decisions of --seat as puzzles.",
        ),
    ] = False,
) -> None:
    """Review a finished game."""
    match, headers = saves.load(file)
    match.names = names_of(headers, match.names)
    if not match.over:
        raise WrongUse(f"The game in {file} is not over. Only finished games can be reviewed.")
    checked("--budget", budget, 0, 100_000)
    checked("--decisions", decisions, 1, 100_000)
    checked("--seed", seed, 0, 2**32)
    if not 0 <= limit <= 1e6:
        raise WrongUse(f"--limit must be from 0 to 1000000 seconds, not {limit:g}.")
    seats = chosen_seats(match, seat)
    if again and (seats is None or as_json):
        raise WrongUse(
            "Say whose decisions you want to make again, as in --seat A --again, and leave out"
            " --json."
        )
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("trying games", total=1.0)
        found = review(
            match,
            seats=seats,
            playouts=budget,
            most=decisions,
            seed=seed,
            limit=limit,
            progress=lambda share: bar.update(task, completed=share),
        )
    if as_json:
        print(json.dumps(found.json(), ensure_ascii=False))
    else:
        show(Screen(), match, found)
    if again and seats is not None:
        practise(Screen(), match, [one for side in found.sides for one in side.decisions], seats[0])


def checked(name: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise WrongUse(f"{name} must be from {least} to {most}, not {number}.")


def chosen_seats(match: Match, seat: str) -> list[int] | None:
    """The seats to judge; None for all."""
    letters = LETTERS[: match.players]
    if not seat:
        return None
    if len(seat) != 1 or seat.upper() not in letters:
        raise WrongUse(
            f"There is no seat {seat!r} in this game. Choose {one_of([*letters])}, or leave out"
            " --seat to judge all."
        )
    return [letters.index(seat.upper())]


def show(screen: Screen, match: Match, found: Review) -> None:
    """The whole review as text."""
    result = match.result
    assert result is not None
    screen.say(result.summary, "title")
    screen.say()
    screen.say("Expected final points" if found.measure == "points" else "Chance to win", "title")
    for line in drawing(found, min(WIDEST, screen.console.width)):
        screen.console.print(line, soft_wrap=True)
    screen.say()
    show_sides(screen, found)
    screen.say()
    screen.say("Turning points", "title")
    for swing in found.turning:
        screen.choice(
            f"{swing.at:>4}",
            f"{found.sides[swing.side].name}: {leap(swing, found.measure)}",
            cause(swing),
        )
    if not found.turning:
        screen.say("None stands out.", indent=2)
    screen.say()
    screen.say("Costliest decisions", "title")
    for one in found.costliest:
        screen.choice(
            f"{one.at:>4}",
            f"{match.names[one.seat]}: {one.label}",
            f"cost {amount(one, found.measure)}",
        )
        screen.say(one.reason, indent=6)
    if not found.costliest:
        screen.say("No decision clearly cost anything.", indent=2)
    screen.say()
    screen.say(ground(found), "dim")


def show_sides(screen: Screen, found: Review) -> None:
    """How each side fared, and why."""
    table = Table(box=None, pad_edge=False)
    for heading in ("", "start", "luck and others", "own decisions", "end", "decisions judged"):
        table.add_column(heading, header_style="bold", justify="right" if heading else "left")
    for k, side in enumerate(found.sides):
        start, end = value(side.start, found.measure), value(side.end, found.measure)
        luck, decided = change(side.luck, found.measure), change(side.decided, found.measure)
        name = side.name if side.name == sign(side) else f"{sign(side)} {side.name}"
        table.add_row(Text(name, ink(k)), start, luck, decided, end, str(len(side.decisions)))
    screen.console.print(table)


def ground(found: Review) -> str:
    """What the review rests on."""
    picked = (
        ""
        if found.judged == found.decisions
        else f" of {found.decisions} (the close calls and a sample of the rest)"
    )
    late = " Time ran out before all were judged; allow more with --limit." if found.late else ""
    return (
        f"Judged {found.judged} decisions{picked} by what the players knew, with {found.games}"
        " games tried. A decision only counts as a loss if another choice did clearly"
        f" better.{late} The numbers in front are steps, as in the replay on the page."
    )


def drawing(found: Review, width: int) -> list[Text]:
    """The curves: each side drawn with its letter, * where two meet."""
    points = [curve(side, found.answers) for side in found.sides]
    values = [height for line in points for _, height in line]
    low, high = (min(values), max(values)) if found.measure == "points" else (0.0, 1.0)
    spread = high - low or 1.0
    columns = max(20, width - 8)
    grid: list[list[tuple[str, str]]] = [[(" ", "")] * columns for _ in range(HEIGHT)]
    for k, line in enumerate(points):
        for column in range(columns):
            at = column * found.answers / max(1, columns - 1)
            height = height_at(line, at)
            if height is None:
                continue
            row = HEIGHT - 1 - round((height - low) / spread * (HEIGHT - 1))
            taken = grid[row][column][0] != " "
            grid[row][column] = ("*", "") if taken else (sign(found.sides[k]), ink(k))
    lines = []
    for row, cells in enumerate(grid):
        scale = (
            value(low + spread * (HEIGHT - 1 - row) / (HEIGHT - 1), found.measure)
            if row % 5 == 0
            else ""
        )
        lines.append(Text.assemble((f"{scale:>6} ", "dim"), *cells))
        lines[-1].rstrip()
    lines.append(Text(f"{'step':>6} 0{str(found.answers).rjust(columns - 1)}", "dim"))
    return lines


def curve(side: Side, answers: int) -> list[tuple[int, float]]:
    """The points of a curve."""
    return [(one.at, one.after) for one in side.decisions] + [(answers, side.end)]


def height_at(line: list[tuple[int, float]], at: float) -> float | None:
    """The height of a curve, straight between its points; None before the first."""
    for (left, before), (right, after) in pairwise(line):
        if left <= at <= right:
            return before + (after - before) * (at - left) / max(1, right - left)
    return None


def sign(side: Side) -> str:
    return LETTERS[side.seats[0]] if len(side.seats) == 1 else "+"


def ink(number: int) -> str:
    return INKS[number % len(INKS)]


def value(worth: float, measure: str) -> str:
    """
    >>> value(0.314, "chance"), value(12.345, "points")
    ('31 %', '12.3')
    """
    return f"{100 * worth:.0f} %" if measure == "chance" else f"{worth:.1f}"


def change(worth: float, measure: str) -> str:
    """
    >>> change(-0.05, "chance"), change(3.0, "points"), change(0.0, "chance")
    ('-5 %', '+3.0', '0 %')
    """
    text = f"{100 * worth:+.0f} %" if measure == "chance" else f"{worth:+.1f}"
    return text.lstrip("+-") if not any(digit in text for digit in "123456789") else text


def leap(swing: Swing, measure: str) -> str:
    return f"{value(swing.before, measure)} → {value(swing.after, measure)}"


def cause(swing: Swing) -> str:
    return f"own decision: {swing.text}" if swing.own else swing.text


def amount(one: Decision, measure: str) -> str:
    """What a decision cost, with its 95 % interval unless it is exact."""
    margin = 1.96 * one.loss_error
    if measure == "points":
        return f"{one.loss:.1f} points" + (f" ± {margin:.1f}" if margin else "")
    return f"{100 * one.loss:.0f} %" + (f" ± {100 * margin:.0f}" if margin else "")
