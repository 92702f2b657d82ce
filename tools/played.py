"""Games played by bots for docs/figures.md, and rows of a table made from them."""

from __future__ import annotations

import math
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from emberstacks.bots.specs import bot
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.lab.plan import Plan, planned
from emberstacks.lab.statistics import Interval, mean_interval, share_interval
from emberstacks.lab.workers import crew_of, mapped


@dataclass(frozen=True)
class Ended:
    """What we keep of a finished game."""

    scores: list[int]
    wins: list[float]  # each seat's share of the win
    state: dict[str, Any]  # as everybody sees it
    events: Counter[str]


def ended(plan: Plan) -> Ended:
    """Play one game, the first of a plan."""
    game = game_by_id(plan.game)
    match = new_match(game, plan.players, plan.options, Dealer(plan.first_seed), plan.first_seed)
    play(match, [bot(spec) for spec in plan.seats], random.Random(plan.first_seed))
    result = match.result
    assert result is not None
    wins = game.shares(result.winners, plan.players)
    events = Counter(event["kind"] for event in match.events(None))
    return Ended(result.scores, wins, match.view(None)["state"], events)


def games_of(
    game: str, bots: Sequence[str], players: int, games: int, **options: Any
) -> list[Ended]:
    """Games on consecutive seeds, on all cores."""
    plan = planned(game, bots, players, options, games, 0)
    plans = [Plan(game, plan.seats, plan.options, 1, seed) for seed in range(games)]
    done: list[Ended] = []
    heading = f"{game}, {' '.join(bots)}, {players} players {options or ''}"
    with crew_of(os.cpu_count() or 1) as crew:
        for one in mapped(ended, plans, crew):
            done.append(one)
            print(f"\r{heading}: {len(done)} of {games} ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return done


def mean(values: Sequence[float]) -> Interval:
    return mean_interval(sum(values), sum(value * value for value in values), len(values))


def share(values: Sequence[float]) -> str:
    """A share of wins, by itself or as parts of shared ones."""
    return share_interval(sum(values), len(values)).percent()


def row(*cells: str | int) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def heading(*cells: str) -> str:
    return row(*cells) + "\n" + "|" + "---|" * len(cells)


def against_random(game: str, players: int, games: int, **options: Any) -> str:
    """How often one greedy bot wins against random ones, in each seat in turn."""
    wins = []
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "greedy"
        wins += [
            one.wins[seat]
            for one in games_of(game, bots, players, math.ceil(games / players), **options)
        ]
    return row(players, len(wins), share(wins))
