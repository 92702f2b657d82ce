"""`emberstacks lab simulate GAME`: bots play many games, one row of results each."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from emberstacks.build import told
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import split
from emberstacks.cli.shared import (
    AsParquet,
    BotPerSeat,
    Options,
    Ray,
    WhichGame,
    Workers,
    counting_bar,
)
from emberstacks.games import game_by_id
from emberstacks.kernel.notation import LETTERS
from emberstacks.lab.parquet import wanted, write_parquet
from emberstacks.lab.plan import Plan, planned
from emberstacks.lab.results import BadResults, Results
from emberstacks.lab.source import about
from emberstacks.lab.statistics import mean_interval, share_interval
from emberstacks.lab.totals import Totals
from emberstacks.lab.workers import Crew, WorkerLost, blocks, crew_of


def simulate(
    game: WhichGame,
    /,
    *,
    games: Annotated[int, Parameter(help="How many games to play.")] = 100,
    bots: BotPerSeat = "greedy",
    players: Annotated[
        int | None, Parameter(help="The number of players; by default one per bot.")
    ] = None,
    option: Options = None,
    seed: Annotated[
        int, Parameter(help="The seed of the first game; the others count up from it.")
    ] = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME.csv here.")
    ] = None,
    counts: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Count each kind of answer and event, in a JSON column.",
        ),
    ] = False,
    parquet: AsParquet = None,
    workers: Workers = None,
    ray: Ray = None,
) -> int:
    """Let bots play many games; if stopped, the same command continues."""
    info = game_by_id(game).info
    plan = planned(game, split(bots), players, parsed(info, option or []), games, seed)
    plan = replace(plan, counts=counts)
    as_parquet = wanted(parquet)
    path = out or Path(f"{game}.csv")
    console = Console(stderr=True)
    with crew_asked(workers, ray) as crew, closing(Results(path, plan)) as results:
        console.print(
            f"{plan.games} games of {game}, {crew.workers} at a time, into {path}",
            style="dim",
            highlight=False,
        )
        say_build(console)
        try:
            fill(results, crew, console)
        except KeyboardInterrupt:
            console.print(
                f"Stopped. {path} has {results.totals.games} games; run the same command to"
                " continue."
            )
            return 130
        totals = results.totals
    if as_parquet:
        write_parquet(path, path.with_suffix(".parquet"), about(plan, plan.games))
    show(Screen().console, plan, totals)
    return 0


def say_build(console: Console) -> None:
    """Say whether the fast build is running: it matters wherever many games are played."""
    console.print(f"The build is {told()}.", style="dim", highlight=False, soft_wrap=True)


def crew_asked(workers: int | None, ray: str | None) -> Crew:
    """Who plays the games: processes here, or a cluster."""
    if ray is None:
        return crew_of(checked_workers(workers))
    if workers is not None:
        raise WrongUse(
            "--workers is for processes on this machine. With --ray, the cluster decides."
        )
    from emberstacks.lab.cluster import RayCluster

    return RayCluster(ray)


def checked_workers(workers: int | None) -> int:
    if workers is None:
        return (
            len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else os.cpu_count() or 1
        )
    if not 1 <= workers <= 256:
        raise WrongUse(f"--workers must be from 1 to 256, not {workers}.")
    return workers


def fill(results: Results, crew: Crew, console: Console) -> None:
    """Play the games that a file of results still lacks."""
    plan, path = results.plan, results.path
    there = results.totals.games
    if there > plan.games:
        raise WrongUse(
            f"{path} already has {there} games, more than the {plan.games} you want. Name another"
            " file with --out."
        )
    with counting_bar(console) as bar:
        task = bar.add_task("games", total=plan.games, completed=there)
        seeds = range(plan.first_seed + there, plan.first_seed + plan.games)
        try:
            for block in blocks(plan, seeds, crew):
                results.keep(block)
                bar.update(task, completed=results.totals.games)
                if block.trouble:
                    raise Failure(
                        f"{block.trouble} {path} has the {results.totals.games} games before it."
                    )
        except WorkerLost as lost:
            raise Failure(
                f"{lost}. {path} has {results.totals.games} games; run the same command to"
                " continue."
            ) from None
        except BadResults as wrong:
            raise Failure(str(wrong)) from None


def show(console: Console, plan: Plan, totals: Totals) -> None:
    """What the games add up to, per seat."""
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", "wins", "points"):
        table.add_column(
            heading, header_style="bold", justify="left" if heading in ("seat", "bot") else "right"
        )
    for seat, spec in enumerate(plan.seats):
        wins = share_interval(totals.wins[seat], totals.games)
        points = mean_interval(totals.scores[seat], totals.squares[seat], totals.games)
        table.add_row(LETTERS[seat], spec, wins.percent(), points.text())
    console.print(table)
    console.print(
        f"{totals.games} games, {totals.length / totals.games:.1f} decisions each; ± is a 95 %"
        " interval.",
        style="dim",
    )
