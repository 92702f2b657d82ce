"""Figures of Fire in the Library."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from played import games_of, heading, mean, row, share


def section(games: int) -> Iterator[str]:
    """Length, busts and the advantage of a seat; the Lone Librarian against the rulebook's marks."""
    yield (
        "Greedy bots. Rounds and fires that spread are averages per game; seats are in the order of"
        " the first round.\n"
    )
    yield heading(
        "Players",
        "games",
        "rounds",
        "fires that spread",
        "points of the winner",
        "wins of each seat, first to last",
    )
    for players in range(2, 7):
        over = games_of("fire", ["greedy"], players, games)
        seats = ", ".join(share([one.wins[seat] for one in over]) for seat in range(players))
        figures = [
            [float(one.state["round"]) for one in over],
            [float(one.events["spread"]) for one in over],
            [float(max(one.scores)) for one in over],
        ]
        yield row(players, games, *[mean(values).text() for values in figures], seats)
    yield "\nThe Lone Librarian, solo. The rulebook's marks are 125 and 160.\n"
    yield heading(
        "Bot",
        "games",
        "points",
        "lowest tenth",
        "median",
        "highest tenth",
        "125 or more",
        "160 or more",
    )
    for spec in ("random", "greedy", "exact"):
        over = games_of("fire", [spec], 1, games, solo="lone-librarian")
        points = [one.scores[0] for one in over]
        tenths = statistics.quantiles(points, n=10)
        spread = [f"{value:.0f}" for value in (tenths[0], statistics.median(points), tenths[-1])]
        marks = [share([float(score >= mark) for score in points]) for mark in (125, 160)]
        yield row(spec, games, mean(points).text(), *spread, *marks)
