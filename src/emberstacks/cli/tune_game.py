"""`emberstacks lab tune-game GAME`: find figures that bring a game closer to what its designer
wants.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import split
from emberstacks.cli.shared import (
    BotPerSeat,
    Options,
    Players,
    SearchSeed,
    WhichGame,
    Workers,
    counting_bar,
)
from emberstacks.cli.simulate import checked_workers, say_build
from emberstacks.games import game_by_id, with_figures
from emberstacks.kernel.errors import BadBot, BadOptions
from emberstacks.lab.balance import Measures
from emberstacks.lab.design import SHOWN, Design, GameStudy, Tested, fresh, front, keep_folder
from emberstacks.lab.design_page import page, told
from emberstacks.lab.goals import Goal, goals
from emberstacks.lab.plan import planned
from emberstacks.lab.statistics import power
from emberstacks.lab.study import check_optuna
from emberstacks.lab.varied import own_folder, varied
from emberstacks.lab.workers import WorkerLost, crew_of

MOST = 100_000
FRESH = 2  # the best sets of figures are tested on up to this many times the games of one trial


def tune_game(
    game: WhichGame,
    /,
    *,
    vary: Annotated[
        list[str],
        Parameter(
            negative="", help="A figure and its bounds, such as setup.fires=5:12; repeat for more."
        ),
    ],
    goal: Annotated[
        list[str],
        Parameter(negative="", help="What you want, such as length=90 or seats; repeat for more."),
    ],
    figures: Annotated[
        Path | None,
        Parameter(help="A folder with edited copies of the game's data files to begin with."),
    ] = None,
    trials: Annotated[int, Parameter(help="How many sets of figures to try.")] = 40,
    games: Annotated[int, Parameter(help="How many games each of them plays.")] = 200,
    bots: BotPerSeat = "greedy",
    players: Players = None,
    option: Options = None,
    seed: SearchSeed = 0,
    out: Annotated[
        Path | None, Parameter(help="The folder to write; by default GAME-figures here.")
    ] = None,
    workers: Workers = None,
) -> int:
    """Find better figures for a game; if stopped, the same command continues."""
    info = game_by_id(game).info
    check_optuna()
    if not 1 <= trials <= MOST or not 40 <= games <= MOST:
        raise WrongUse(
            f"--trials must be from 1 to {MOST}, and --games from 40 to {MOST}: fewer tell nothing."
        )
    plan = planned(
        game, split(bots), players, parsed(info, option or []), (1 + FRESH) * games, seed
    )
    plan = planned(game, plan.seats, None, plan.options, games, seed)
    wanted = goals(game, plan.players, goal)
    begin = figures or own_folder(game)
    ranges = [varied(game, begin, wish) for wish in vary]
    if len({one.name for one in ranges}) != len(ranges):
        raise WrongUse("Name each figure only once with --vary.")
    settings = {
        "game": game,
        "rules": info.rules_version,
        "options": plan.options,
        "bots": list(plan.seats),
        "games": games,
    }
    settings |= {
        "seed": seed,
        "goals": goal,
        "figures": vary,
        "data": with_figures(game, begin).figures,
    }
    folder = out or Path(f"{game}-figures")
    rest = ["--trials", str(trials), "--games", str(games), "--bots", bots, "--seed", str(seed)]
    rest += ["--players", str(players)] if players is not None else []
    rest += [
        word
        for name, many in (("vary", vary), ("goal", goal), ("option", option or []))
        for one in many
        for word in (f"--{name}", one)
    ]
    rest += ["--figures", str(figures)] if figures is not None else []
    rest += ["--out", str(out)] if out is not None else []
    command = shlex.join(["emberstacks", "lab", "tune-game", game, *rest])
    console = Console(stderr=True)
    say_build(console)
    console.print(power(games), style="dim", highlight=False, soft_wrap=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with crew_of(checked_workers(workers)) as crew:
            design = Design(plan, begin, ranges, wanted, crew)
            with (
                closing(GameStudy(folder / "study.journal", design, seed, settings)) as study,
                counting_bar(console) as bar,
            ):
                there = len(study.trials())
                if there > trials:
                    raise WrongUse(
                        f"{study.path} already has {there} trials, more than the {trials} you want."
                    )
                base = watched(bar, "as it is", design.base(plan), games)
                say_start(console, wanted, base)
                try:
                    task = bar.add_task("trials", total=trials, completed=there)
                    for _ in range(there, trials):
                        study.step(base)
                        bar.advance(task)
                except KeyboardInterrupt:
                    console.print(
                        f"Stopped. {study.path} has {len(study.trials())} trials; run the same"
                        " command to continue."
                    )
                    return 130
                best = tested(bar, design, study, base, folder)
                text = page(design, base, study.trials(), best, command, str(folder))
        (folder / "report.html").write_text(text, encoding="utf-8")
    except (BadBot, WorkerLost) as wrong:
        raise Failure(
            f"{str(wrong).rstrip('.')}. {folder} has the trials; run the same command to continue."
        ) from None
    except OSError as wrong:
        raise Failure(
            f"Cannot write {folder}: {wrong.strerror}. Run the same command to continue."
        ) from None
    show(Screen().console, wanted, best, folder)
    return 0


def watched(bar: Progress, words: str, playing: Iterator[Measures], games: int) -> Measures:
    """All games of a plan, with their progress."""
    task = bar.add_task(words, total=games)
    found: Measures | None = None
    for found in playing:
        bar.update(task, completed=found.games)
    assert found is not None
    return found


def say_start(console: Console, wanted: list[Goal], base: Measures) -> None:
    """Where the game is now, and what the games of a trial can tell."""
    for one in wanted:
        if not one.values(base):
            raise BadOptions(
                f"The goal {one.name!r} makes no sense here: {base.plan.game} has none."
            )
        found = one.number(one.findable(base))
        console.print(
            f"{one.name}: {one.told(base)} now, {one.number(one.target)} wanted; "
            f"a trial finds a change of {found} four times in five.",
            style="dim",
            highlight=False,
            soft_wrap=True,
        )


def tested(
    bar: Progress, design: Design, study: GameStudy, base: Measures, folder: Path
) -> list[Tested]:
    """The best sets of figures on fresh seeds, each in a folder of its own."""
    chosen = front(study.trials(), [goal.distance(base) for goal in design.goals])[:SHOWN]
    if not chosen:
        raise Failure(
            f"No set of figures could be played: {study.trials()[0].why_not} Choose other bounds"
            " with --vary."
        )
    plan = fresh(design.plan, FRESH)
    again = watched(bar, "fresh seeds", design.base(plan), plan.games)
    best = []
    for trial in chosen:
        task = bar.add_task(f"trial {trial.number}", total=plan.games)
        one: Tested | None = None
        for one in design.tested(trial, again, keep_folder(design, trial, folder), len(chosen)):
            bar.update(task, completed=one.found.games)
        assert one is not None
        best.append(one)
    return best


def show(console: Console, wanted: list[Goal], best: list[Tested], folder: Path) -> None:
    """The best sets of figures on fresh seeds."""
    as_is = best[0].base
    show_set(
        console,
        f"as they are ({as_is.games} games)",
        [(goal.name, goal.told(as_is), "") for goal in wanted],
    )
    for one in best:
        rows = [
            (goal.name, goal.told(one.found), verdict)
            for goal, (_, verdict) in zip(wanted, one.verdicts, strict=True)
        ]
        show_set(
            console,
            f"trial-{one.trial.number}: {told(one.trial.values)} ({one.found.games} games)",
            rows,
        )
    console.print(
        "Measured on fresh seeds, the same for all; ± is a 95 % interval, and closer or further is"
        " clear.",
        style="dim",
    )
    console.print(f"Wrote {folder / 'report.html'}", highlight=False, soft_wrap=True)
    console.print(
        f"Play one: emberstacks serve --figures {folder}/trial-{best[0].trial.number}",
        highlight=False,
        soft_wrap=True,
    )


def show_set(console: Console, title: str, rows: list[tuple[str, str, str]]) -> None:
    """One set of figures and what was measured of it."""
    console.print(title, style="bold", highlight=False, soft_wrap=True)
    table = Table(box=None, show_header=False, pad_edge=False)
    for row in rows:
        table.add_row("", *row)
    console.print(table)
