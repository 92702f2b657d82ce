"""`emberstacks lab tournament GAME`: every bot plays every other."""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import split
from emberstacks.cli.shared import (
    AlternateSeats,
    AsJson,
    AsParquet,
    Options,
    Ray,
    WhichGame,
    Workers,
    counting_bar,
    show_json,
)
from emberstacks.cli.simulate import crew_asked, say_build
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.match import SEED_BITS
from emberstacks.lab.evaluation import standings
from emberstacks.lab.meetings import Meetings
from emberstacks.lab.parquet import wanted, write_parquet
from emberstacks.lab.results import BadResults
from emberstacks.lab.source import about
from emberstacks.lab.tournament import Duel, held, ratings, round_robin
from emberstacks.lab.workers import WorkerLost

MOST = 1_000_000


def tournament(
    game: WhichGame,
    /,
    *,
    bots: Annotated[str, Parameter(help="The bots, separated by commas.")] = "random,greedy",
    seeds: Annotated[
        int, Parameter(help="How many seeds each pair plays, each with seats swapped too.")
    ] = 50,
    players: AlternateSeats = None,
    ladder: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Let each bot play only the next one, such as ismcts:50,ismcts:100.",
        ),
    ] = False,
    option: Options = None,
    seed: Annotated[int, Parameter(help="The first seed.")] = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME-tournament.csv here.")
    ] = None,
    parquet: AsParquet = None,
    workers: Workers = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> int:
    """A round robin: each pair plays every seed twice, with seats swapped; if stopped, the same
    command continues.
    """
    if not 1 <= seeds <= MOST or not 0 <= seed <= SEED_BITS - MOST:
        raise WrongUse(
            f"--seeds must be from 1 to {MOST}, and --seed from 0 to {SEED_BITS - MOST}."
        )
    info = game_by_id(game).info
    pairs = round_robin(
        game, split(bots), players, parsed(info, option or []), range(seed, seed + seeds), ladder
    )
    as_parquet = wanted(parquet)
    path = out or Path(f"{game}-tournament.csv")
    duels: dict[tuple[str, str], Duel] = {}
    console = Console(stderr=True)
    code = 0
    with (
        crew_asked(workers, ray) as crew,
        closing(Meetings(path, pairs)) as meetings,
        counting_bar(console) as bar,
    ):
        say_build(console)
        there = meetings.rows
        task = bar.add_task("meetings", total=len(meetings.places))
        try:
            for number, duel in enumerate(held(pairs, crew, list(meetings.done))):
                duels[duel.one, duel.other] = duel
                if number >= there:
                    meetings.keep(duel)
                bar.advance(task)
        except (BadBot, WorkerLost) as wrong:
            raise Failure(
                f"{str(wrong).rstrip(chr(46))}. {path} has {meetings.rows} meetings; run the same"
                " command to continue."
            ) from None
        except BadResults as wrong:
            raise Failure(str(wrong)) from None
        except KeyboardInterrupt:
            console.print(
                f"Stopped. {path} has {meetings.rows} meetings; run the same command to continue."
            )
            code = 130
    if as_parquet and code == 0:
        write_parquet(path, path.with_suffix(".parquet"), about(pairs[0][0][0], seeds))
    in_circles = len(pairs) > 1 and not ladder
    if duels and not show_json(rows(list(duels.values()), in_circles), as_json):
        show(Screen().console, list(duels.values()), info.cooperative)
        if in_circles:
            show_standings(Screen().console, list(duels.values()))
    return code


def rows(duels: list[Duel], in_circles: bool) -> dict[str, list[dict[str, Any]]]:
    """What is shown, as data; intervals have their middle and the bounds of 95 %."""
    return {
        "duels": [
            {
                "bot": duel.one,
                "against": duel.other,
                "seeds": len(duel.shares),
                "share": asdict(duel.share()),
                "lead": asdict(duel.lead()),
            }
            for duel in duels
        ],
        "ratings": [
            {"bot": name, "rating": rating, "error": error}
            for name, (rating, error) in ranked(duels)
        ],
        "standings": [asdict(one) for one in standings(duels)] if in_circles else [],
    }


def ranked(duels: list[Duel]) -> list[tuple[str, tuple[float, float]]]:
    """The bots with their ratings and the standard errors of these, the best first."""
    return sorted(ratings(duels).items(), key=lambda item: -item[1][0])


def show(console: Console, duels: list[Duel], team: bool) -> None:
    """The duels with their intervals, then the ratings."""
    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "against", "seeds", "share of wins", "lead"):
        table.add_column(
            heading,
            header_style="bold",
            justify="left" if heading in ("bot", "against") else "right",
        )
    for duel in duels:
        table.add_row(
            duel.one, duel.other, str(len(duel.shares)), duel.share().percent(), duel.lead().text()
        )
    console.print(table)
    note = (
        "Each seed was played by a team of each bot"
        if team
        else "Each seed was played twice, with seats swapped"
    )
    console.print(f"{note}; ± is a 95 % interval over the seeds.", style="dim")
    for name, (rating, error) in ranked(duels):
        console.print(f"{rating:6.1f} ± {1.96 * error:.1f}  {name}", highlight=False)


def show_standings(console: Console, duels: list[Duel]) -> None:
    """What counts if wins go round in circles."""
    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "alpha-rank", "part of the Nash mix", "share against it"):
        table.add_column(
            heading, header_style="bold", justify="left" if heading == "bot" else "right"
        )
    for one in standings(duels):
        table.add_row(
            one.name,
            *[
                f"{100 * value.middle:.1f} % ({100 * value.low:.0f} to {100 * value.high:.0f})"
                for value in one.values
            ],
        )
    console.print(table)
    console.print(
        "In brackets what 95 % of tournaments with these seeds drawn again say.", style="dim"
    )
