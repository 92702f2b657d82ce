"""Play the games whose figures the docs state, and write docs/figures.md: `python tools/figures.py [GAMES] [GAME ...]`."""

import math
import os
import random
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from emberstacks import list_games
from emberstacks.bots.specs import bot
from emberstacks.bots.table import play
from emberstacks.games import game_by_id
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.lab.plan import Plan, planned
from emberstacks.lab.statistics import Interval, mean_interval, share_interval
from emberstacks.lab.workers import crew_of, mapped

PAGE = Path("docs/figures.md")
HEAD = """# Figures

Results of many games between bots, with 95 % intervals. `make figures` plays them again; `FIGURES="2000 fire"` plays more
games of one game only. A row of n games uses the seeds 0 to n - 1, so you can play each of them yourself:
`emberstacks simulate GAME --bots ... --games n`.
"""


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


def games_of(game: str, bots: Sequence[str], players: int, games: int, **options: Any) -> list[Ended]:
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
        wins += [one.wins[seat] for one in games_of(game, bots, players, math.ceil(games / players), **options)]
    return row(players, len(wins), share(wins))


def plain(game: str, games: int) -> Iterator[str]:
    """What can be said of every game: how a greedy bot does among random ones."""
    info = game_by_id(game).info
    yield "One greedy bot among random ones, in each seat in turn.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in range(max(2, info.min_players), info.max_players + 1):
        yield against_random(game, players, games)


def fire(games: int) -> Iterator[str]:
    """Length, busts and the advantage of a seat; the Lone Librarian against the rulebook's marks."""
    yield "Greedy bots. Rounds and fires that spread are averages per game; seats are in the order of the first round.\n"
    yield heading("Players", "games", "rounds", "fires that spread", "points of the winner", "wins of each seat, first to last")
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
    yield heading("Bot", "games", "points", "lowest tenth", "median", "highest tenth", "125 or more", "160 or more")
    for spec in ("random", "greedy", "exact"):
        over = games_of("fire", [spec], 1, games, solo="lone-librarian")
        points = [one.scores[0] for one in over]
        tenths = statistics.quantiles(points, n=10)
        spread = [f"{value:.0f}" for value in (tenths[0], statistics.median(points), tenths[-1])]
        marks = [share([float(score >= mark) for score in points]) for mark in (125, 160)]
        yield row(spec, games, mean(points).text(), *spread, *marks)


def horror(games: int) -> Iterator[str]:
    """Greedy against random, and how long games of greedy bots last."""
    yield "One greedy bot among random ones, in each seat in turn.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in (2, 4):
        yield against_random("horror", players, games)
    yield "\nOnly greedy bots, three secrets. A game is cut off after 100 rounds.\n"
    yield heading("Players", "games", "rounds", "longest", "cut off", "wins of each seat, first to last")
    for players in range(2, 7):
        over = games_of("horror", ["greedy"], players, games, secrets=3)
        rounds = [float(one.state["round"]) for one in over]
        seats = ", ".join(share([one.wins[seat] for one in over]) for seat in range(players))
        cut_off = share([float(length >= 100) for length in rounds])
        yield row(players, games, mean(rounds).text(), f"{max(rounds):.0f}", cut_off, seats)


def librarians(games: int) -> Iterator[str]:
    """How often the team clears the library, with each expansion and with all."""
    expansions: dict[str, dict[str, Any]] = {
        "none": {},
        "Adventure of the Author": {"authors": True},
        "Story for the Ages, standard": {"ages": "standard"},
        "Story for the Ages, strict": {"ages": "strict"},
        "Story for the Ages, lenient": {"ages": "lenient"},
        "Song of the Sequels": {"sequels": True},
        "Curse of the Book Shelves, powers": {"curse": "powers"},
        "Curse of the Book Shelves, columns": {"curse": "columns"},
        "Curse of the Book Shelves, balance": {"curse": "balance"},
        "Turns full of Thrills, all 12": {"thrills": 12},
        "exactly two books a turn": {"exactly_two": True},
    }
    expansions["all of these, the Ages lenient"] = {k: v for part in expansions.values() for k, v in part.items()}
    expansions["all of these, the Ages lenient"] |= {"ages": "lenient", "curse": "powers+balance+columns"}
    for preset in game_by_id("librarians").info.presets[1:]:
        expansions[f"difficulty {preset.name}"] = dict(preset.options)
    yield "Teams of greedy bots, each seeing only its own hand.\n"
    yield heading("Players", "expansion", "games", "cleared", "cards left when lost")
    for players in (2, 3, 4, 5, 6):
        yield cleared(
            players, "none", max(games, 500) if players == 4 else games, {}
        )  # what is asked of the bot, over 500 seeds
    for name, options in list(expansions.items())[1:]:
        yield cleared(4, name, games, options)


def cleared(players: int, name: str, games: int, options: dict[str, Any]) -> str:
    over = games_of("librarians", ["greedy"], players, games, **options)
    left = [-float(one.scores[0]) for one in over if not any(one.wins)]
    return row(players, name, games, share([max(one.wins) for one in over]), mean(left).text() if left else "-")


def alexandria(games: int) -> Iterator[str]:
    """Greedy against random, and what each hero wins of its fair share."""
    yield "One greedy bot among random ones, in each seat in turn; heroes are dealt.\n"
    yield heading("Players", "games", "wins of the greedy bot")
    for players in (2, 3, 4):
        yield against_random("alexandria", players, games, heroes="deal")
    names = [str(name) for name in next(o for o in game_by_id("alexandria").info.options if o.name == "hero_a").choices[1:]]
    yield "\nOnly greedy bots. Every group of heroes plays the same seeds, each hero in every seat in turn: wins of each hero"
    yield "in games it takes part in, as a multiple of the fair share.\n"
    yield heading("Players", "games", *[name.title() for name in names])
    for players in (2, 3, 4):
        wins: dict[str, list[float]] = {name: [] for name in names}
        seatings = [[*group[k:], *group[:k]] for group in combinations(names, players) for k in range(players)]
        each = math.ceil(2 * games / len(seatings))
        for seated in seatings:
            agreed = {f"hero_{'abcd'[seat]}": name for seat, name in enumerate(seated)}
            for one in games_of("alexandria", ["greedy"], players, each, **agreed):
                for name, won in zip(seated, one.wins, strict=True):
                    wins[name].append(won)
        yield row(players, each * len(seatings), *[multiple(of_one, players) for of_one in wins.values()])


def multiple(wins: Sequence[float], players: int) -> str:
    """Wins as a multiple of the fair share."""
    if not wins:
        return "-"
    of_all = share_interval(sum(wins), len(wins))
    return f"{players * of_all.middle:.2f} ± {players * (of_all.high - of_all.low) / 2:.2f}"


# games with more to tell; every other game has a plain section
SECTIONS: dict[str, Callable[[int], Iterator[str]]] = {
    "fire": fire,
    "horror": horror,
    "librarians": librarians,
    "alexandria": alexandria,
}


def main() -> int:
    """Play some games, or all; the sections of other games stay as they are."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else HEAD
    sections = dict(part.split("\n", 1) for part in old.split("\n## ")[1:])
    names = [game.id for game in list_games()]
    for game in sys.argv[2:] or names:
        sections[game] = "\n"
        for line in SECTIONS[game](games) if game in SECTIONS else plain(game, games):
            print(line, flush=True)
            sections[game] += line + "\n"
        parts = [f"\n## {name}\n{sections[name]}" for name in names if name in sections]
        PAGE.write_text(HEAD + "".join(part.rstrip("\n") + "\n" for part in parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
