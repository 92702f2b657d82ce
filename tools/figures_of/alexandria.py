"""Figures of Alexandria."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from played import against_random, games_of, heading, row

from emberstacks.games import game_by_id
from emberstacks.lab.statistics import share_interval

HEROES = [
    str(name)
    for name in next(
        o for o in game_by_id("alexandria").info.options if o.name == "hero_a"
    ).choices[1:]
]
# the search of `expert` with a fiftieth of its lines of play: all of them would take a night
THINKS = "ismcts:40"


def section(games: int) -> Iterator[str]:
    """Greedy against random, and what each hero wins of its fair share."""
    yield "One greedy bot among random ones, in each seat in turn; heroes are dealt.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in (2, 3, 4):
        yield against_random("alexandria", players, games, heroes="deal")
    for bots, about in (
        ("greedy", "Only greedy bots"),
        (THINKS, f"The same with `{THINKS}`, which thinks ahead"),
    ):
        yield (
            f"\n{about}. Every group of heroes plays the same seeds, each hero in every seat in"
            " turn: wins of each hero"
        )
        yield "in games it takes part in, as a multiple of the fair share.\n"
        yield heading("Players", "games", *[name.title() for name in HEROES])
        for players in (2, 3, 4):
            yield of_heroes(bots, players, 2 * games)


def of_heroes(bots: str, players: int, wanted: int) -> str:
    """A row: what each hero wins in about this many games."""
    wins: dict[str, list[float]] = {name: [] for name in HEROES}
    seatings = [
        [*group[k:], *group[:k]] for group in combinations(HEROES, players) for k in range(players)
    ]
    each = math.ceil(wanted / len(seatings))
    for seated in seatings:
        agreed = {f"hero_{'abcd'[seat]}": name for seat, name in enumerate(seated)}
        for one in games_of("alexandria", [bots], players, each, **agreed):
            for name, won in zip(seated, one.wins, strict=True):
                wins[name].append(won)
    return row(
        players, each * len(seatings), *[multiple(of_one, players) for of_one in wins.values()]
    )


def multiple(wins: Sequence[float], players: int) -> str:
    """Wins as a multiple of the fair share."""
    if not wins:
        return "-"
    of_all = share_interval(sum(wins), len(wins))
    return f"{players * of_all.middle:.2f} ± {players * (of_all.high - of_all.low) / 2:.2f}"
