"""`emberstacks lab balance GAME`: how fair, long and close a game is, on a page with plots; two
sets of rules side by side.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.seats import split
from emberstacks.cli.shared import (
    BotPerSeat,
    FirstSeed,
    Options,
    Players,
    WhichGame,
    Workers,
    counting_bar,
)
from emberstacks.cli.simulate import checked_workers, say_build
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadBot
from emberstacks.lab.balance import Measures, measured
from emberstacks.lab.plan import Plan, planned, with_other_figures
from emberstacks.lab.report import page
from emberstacks.lab.workers import WorkerLost


def balance(
    game: WhichGame,
    /,
    *,
    games: Annotated[int, Parameter(help="How many games to play with each set of rules.")] = 500,
    bots: BotPerSeat = "greedy",
    players: Players = None,
    option: Options = None,
    against: Annotated[
        str | None, Parameter(help="Another game to compare it with; by default the same game.")
    ] = None,
    against_option: Annotated[
        list[str] | None,
        Parameter(negative="", help="An option of the other set of rules; repeat for more."),
    ] = None,
    against_figures: Annotated[
        Path | None,
        Parameter(help="A folder with edited copies of the game's data files, to compare with."),
    ] = None,
    seed: FirstSeed = 0,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME-balance.html here.")
    ] = None,
    workers: Workers = None,
) -> int:
    """Report on the balance of a game."""
    wishes = [(game, option or [])]
    if against is not None or against_option or against_figures is not None:
        wishes.append((against or game, against_option or []))
    plans = [
        planned(name, split(bots), players, parsed(game_by_id(name).info, options), games, seed)
        for name, options in wishes
    ]
    if against_figures is not None:
        plans[1] = with_other_figures(plans[1], against_figures)
    path = out or Path(f"{game}-balance.html")
    if not path.parent.is_dir():
        raise WrongUse(
            f"Cannot write {path}: there is no folder {path.parent}. Name another file with --out."
        )
    sets = counted(plans, checked_workers(workers))
    rest = ["--games", str(games), "--bots", bots, "--seed", str(seed)]
    rest += ["--players", str(players)] if players is not None else []
    rest += [word for pair in option or [] for word in ("--option", pair)]
    rest += ["--against", against] if against is not None else []
    rest += [word for pair in against_option or [] for word in ("--against-option", pair)]
    rest += ["--against-figures", str(against_figures)] if against_figures is not None else []
    try:
        path.write_text(
            page(sets, shlex.join(["emberstacks", "lab", "balance", game, *rest])), encoding="utf-8"
        )
    except OSError as wrong:
        raise Failure(
            f"Cannot write {path}: {wrong.strerror}. Name another file with --out."
        ) from None
    print(f"Wrote {path}")
    return 0


def counted(plans: list[Plan], workers: int) -> list[Measures]:
    """Play everything."""
    console = Console(stderr=True)
    say_build(console)
    found: dict[int, Measures] = {}
    with counting_bar(console) as bar:
        for place, plan in enumerate(plans):
            task = bar.add_task(plan.game, total=plan.games)
            try:
                for so_far in measured(plan, game_by_id(plan.game).info.cooperative, workers):
                    found[place] = so_far
                    bar.update(task, completed=so_far.games)
            except (BadBot, WorkerLost) as wrong:
                raise Failure(f"No page was written: {wrong}") from None
    return [found[place] for place in range(len(plans))]
