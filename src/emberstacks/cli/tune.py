"""`emberstacks lab tune GAME`: find weights that make the greedy bot win more."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from emberstacks.bots.mind import mind_of
from emberstacks.bots.weights import as_they_are
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import (
    AlternateSeats,
    Options,
    SearchSeed,
    WhichGame,
    Workers,
    counting_bar,
)
from emberstacks.cli.simulate import checked_workers, say_build
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.match import SEED_BITS
from emberstacks.lab.plan import planned
from emberstacks.lab.statistics import Interval
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.tune import UNTUNED, Study, Trial, check_tunable, spec_of
from emberstacks.lab.workers import Crew, WorkerLost, crew_of

MOST = 100_000
FRESH = 2  # the best trial is tested on this many times the games of one trial


def tune(
    game: WhichGame,
    /,
    *,
    trials: Annotated[int, Parameter(help="How many sets of weights to try.")] = 50,
    games: Annotated[
        int, Parameter(help="How many games each plays against the untuned bot.")
    ] = 40,
    players: AlternateSeats = None,
    option: Options = None,
    seed: SearchSeed = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME-weights.json here.")
    ] = None,
    workers: Workers = None,
) -> int:
    """Find better weights for the greedy bot; if stopped, the same command continues."""
    info = game_by_id(game).info
    check_tunable(game)
    if (
        not 1 <= trials <= MOST
        or not 2 <= games <= MOST
        or not 0 <= seed <= SEED_BITS - (1 + FRESH) * MOST
    ):
        raise WrongUse(
            f"--trials must be from 1 to {MOST}, --games from 2 to {MOST}, and --seed 0 or more."
        )
    seats = players or max(2, info.min_players)
    options = planned(game, [UNTUNED], seats, parsed(info, option or []), 1, 0).options
    count = games // 2  # of seeds: each is played twice, with seats swapped
    settings = {
        "game": game,
        "rules": info.rules_version,
        "players": seats,
        "options": options,
        "games": games,
        "seed": seed,
    }
    path = out or Path(f"{game}-weights.json")
    processes = checked_workers(workers)
    console = Console(stderr=True)
    say_build(console)
    with closing(Study(path.with_suffix(".journal"), game, seed, settings)) as study:
        there = len(study.trials())
        if there > trials:
            raise WrongUse(
                f"{study.path} already has {there} trials, more than the {trials} you want."
            )
        try:
            with (
                counting_bar(console) as bar,
                crew_of(processes) as crew,
            ):
                table = TableOfGames(game, seats, options, crew, bar)
                task = bar.add_task("trials", total=trials * count, completed=there * count)
                for _ in range(there, trials):
                    trial, weights = study.next()
                    study.tell(trial, table.duel(weights, range(seed, seed + count), task))
                best = study.best()
                task = bar.add_task("fresh seeds", total=FRESH * count)
                fresh = table.duel(
                    best.weights, range(seed + count, seed + count + FRESH * count), task
                )
        except KeyboardInterrupt:
            console.print(
                f"Stopped. {study.path} has {len(study.trials())} trials; run the same command to"
                " continue."
            )
            return 130
        except (BadBot, WorkerLost) as wrong:
            raise Failure(
                f"{str(wrong).rstrip('.')}. {study.path} has the trials; run the same command to"
                " continue."
            ) from None
        except OSError as wrong:
            raise Failure(
                f"Cannot write {study.path}: {wrong.strerror}. Run the same command to continue."
            ) from None
    found = {
        **settings,
        "trials": trials,
        "weights": best.weights,
        "untuned": as_they_are(mind_of(game).weights),
    }
    keep(
        path,
        {
            **found,
            "share": best.share,
            "fresh_share": bounds(fresh.share()),
            "fresh_lead": bounds(fresh.lead()),
        },
    )
    show(Screen().console, path, best, fresh, game)
    return 0


class TableOfGames:
    """Plays bots with given weights against the untuned bot."""

    def __init__(
        self, game: str, seats: int, options: dict[str, Any], crew: Crew, bar: Progress
    ) -> None:
        self.game, self.seats, self.options, self.crew, self.bar = game, seats, options, crew, bar

    def duel(self, weights: dict[str, float], seeds: range, task: TaskID) -> Duel:
        bots = [spec_of(self.game, weights), UNTUNED]
        duel = Duel(bots[0], bots[1])
        for duel in held(round_robin(self.game, bots, self.seats, self.options, seeds), self.crew):
            self.bar.advance(task)
        return duel


def bounds(interval: Interval) -> list[float]:
    return [round(number, 4) for number in (interval.middle, interval.low, interval.high)]


def keep(path: Path, found: dict[str, Any]) -> None:
    """Write the weights in one step, so that nobody ever reads half a file."""
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as wrong:
        raise Failure(
            f"Cannot write {path}: {wrong.strerror}. Fix that and run the same command again."
        ) from None


def show(console: Console, path: Path, best: Trial, fresh: Duel, game: str) -> None:
    """The weights next to the old ones, and how good they are."""
    table = Table(box=None, pad_edge=False)
    for heading in ("weight", "untuned", "tuned"):
        table.add_column(
            heading, header_style="bold", justify="left" if heading == "weight" else "right"
        )
    for name, old in as_they_are(mind_of(game).weights).items():
        table.add_row(name, f"{old:g}", f"{best.weights[name]:g}")
    console.print(table)
    console.print(
        f"Against the untuned bot it won {fresh.share().percent()} on {len(fresh.shares)} fresh"
        f" seeds, with a lead of {fresh.lead().text()}. (In the search it won"
        f" {100 * best.share:.1f} %, which flatters it.)",
        style="dim",
    )
    sure = fresh.share().low > 0.5
    console.print(
        f"It is {'better' if sure else 'not clearly better'}. Use it as tuned:{path}",
        highlight=False,
        soft_wrap=True,
    )
