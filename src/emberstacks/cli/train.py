"""`emberstacks lab train GAME`: a network learns a game by playing against itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from cyclopts import Parameter
from rich.console import Console

import emberstacks
from emberstacks.bots.learned import HIDDEN, features_of
from emberstacks.bots.mind import mind_of
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import parsed
from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import (
    GamesBetween,
    Generations,
    Heat,
    NetworkSeed,
    Ray,
    Trace,
    WhichGame,
    Workers,
    counting_bar,
)
from emberstacks.cli.simulate import crew_asked, say_build
from emberstacks.games import game_by_id
from emberstacks.lab.results import BadResults
from emberstacks.lab.tournament import Duel, held, round_robin
from emberstacks.lab.workers import Crew, WorkerLost

if TYPE_CHECKING:
    from emberstacks.lab.training import Training

MOST: Final = 1_000_000
SEEDS: Final = 2**30
YARDSTICK: Final = "greedy"
# the first seed of the games that measure strength: training never sees them
FRESH: Final = 1_000_000


def train(
    game: WhichGame,
    /,
    *,
    generations: Generations = 60,
    games: GamesBetween = 200,
    players: Annotated[
        str, Parameter(help="The numbers of players that take turns, such as 2,3,4.")
    ] = "",
    option: Annotated[
        list[str] | None,
        Parameter(
            negative="",
            help="With --players, an option of the game, as name=value; repeat for more.",
        ),
    ] = None,
    hidden: Annotated[int, Parameter(help="The size of the network.")] = HIDDEN,
    heat: Heat = 0.02,
    trace: Trace = 0.8,
    guided: Annotated[
        int, Parameter(help="For how many generations a guide answers at first.")
    ] = 4,
    guests: Annotated[
        int, Parameter(help="The percentage of seats that the guide still answers for after that.")
    ] = 25,
    guide: Annotated[str, Parameter(help="Who the guide is: playouts, or greedy.")] = "playouts",
    slips: Annotated[
        int, Parameter(help="The percentage of the guide's answers that are random instead.")
    ] = 0,
    lines: Annotated[
        int,
        Parameter(
            help="How many lines of play a search tries for each answer; 0: it answers at once."
        ),
    ] = 0,
    searched: Annotated[int, Parameter(help="How many of the last generations search.")] = 0,
    seed: NetworkSeed = 0,
    check: Annotated[
        int,
        Parameter(
            help="How many seeds it plays against greedy from time to time; twice that at the end."
        ),
    ] = 20,
    out: Annotated[
        Path | None, Parameter(help="The file to write; by default GAME-network.json here.")
    ] = None,
    workers: Workers = None,
    ray: Ray = None,
) -> int:
    """Train a network by self-play; if stopped, the same command continues."""
    try:
        from emberstacks.lab.training import Settings, Training
    except ImportError:
        raise BadResults(
            "Training needs numpy, which is not installed. Run 'pip install emberstacks[train]'."
        ) from None
    game_by_id(game)  # is there such a game?
    features_of(game)
    tables = tables_of(game, players, option or [])
    if not 1 <= generations <= MOST or not 1 <= hidden <= 512 or not 0 <= seed < SEEDS or check < 1:
        raise WrongUse(
            "--generations must be 1 or more, --hidden from 1 to 512, --check 1 or more, and --seed"
            " 0 or more."
        )
    if (
        not 0.0 <= heat <= 1.0
        or not 0.0 <= trace <= 1.0
        or not 0 <= guests <= 100
        or not 0 <= slips <= 100
    ):
        raise WrongUse("--heat and --trace are from 0 to 1, --guests and --slips from 0 to 100.")
    if not 0 <= lines <= MOST:
        raise WrongUse(f"--lines is from 1 to {MOST:,}; leave it out if nothing is searched.")
    if not 0 <= searched <= generations or (lines > 0) != (searched > 0):
        raise WrongUse("Give --lines and --searched together; --searched is at most --generations.")
    settings = Settings(
        game,
        tables,
        seed,
        games,
        generations,
        hidden,
        heat,
        trace,
        guided,
        guests,
        guide,
        slips,
        lines,
        searched,
    )
    path = out or Path(f"{game}-network.json")
    console = Console(stderr=True)
    say_build(console)
    training = Training(settings, path.with_suffix(".training"))
    command = f"emberstacks lab train {game} --generations {generations} --games {games}"
    command += (
        f" --players {players}" + "".join(f" --option {one}" for one in option or [])
        if players
        else ""
    )
    command += (
        f" --hidden {hidden} --heat {heat:g} --trace {trace:g} --guided {guided} --guests {guests}"
    )
    command += f" --guide {guide}" if guide != "playouts" else ""
    command += f" --slips {slips}" if slips else ""
    command += f" --lines {lines} --searched {searched}" if searched else ""
    command += f" --seed {seed} --check {check}"
    try:
        with (
            counting_bar(console) as bar,
            crew_asked(workers, ray) as crew,
        ):
            task = bar.add_task("generations", total=generations, completed=training.generation)
            pause = max(1, generations // 10)
            for step in training.run(crew):
                bar.advance(task)
                if step.generation % pause == 0:
                    keep(path, training, {"command": command})
                    share = against(game, path, tables, range(FRESH, FRESH + check), crew).share()
                    bar.update(
                        task,
                        description=f"loss {step.loss:.3f}, against {YARDSTICK} {share.percent()}",
                    )
                    console.print(
                        f"{step.games:,} games: loss {step.loss:.3f}, against {YARDSTICK}"
                        f" {share.percent()}",
                        style="dim",
                    )
            keep(path, training, {"command": command})
            fresh = against(game, path, tables, range(FRESH + check, FRESH + 3 * check), crew)
    except KeyboardInterrupt:
        console.print(
            f"Stopped after {training.generation} generations; run the same command to continue."
        )
        return 130
    except WorkerLost as wrong:
        raise Failure(f"{str(wrong).rstrip('.')}. Run the same command to continue.") from None
    told = (
        f"{fresh.share().percent()} against {YARDSTICK} with {rivals(tables)} players, {2 * check}"
        f" seeds from {FRESH + check}"
    )
    keep(path, training, {"command": command, "version": emberstacks.VERSION, "strength": told})
    training.file.unlink(missing_ok=True)  # large, and of no more use
    Screen().console.print(
        f"It won {told}, with a lead of {fresh.lead().text()}. Use it as trained:{path}",
        highlight=False,
        soft_wrap=True,
    )
    return 0


def tables_of(game: str, players: str, option: list[str]) -> tuple[tuple[int, str], ...]:
    """The numbers of players and the options to train with; by default those of the game's mind.

    >>> tables_of("fire-prototype", "", []), tables_of("fire", "1,2", ["tools=false"])
    (((2, '{}'), (3, '{}'), (2, '{}'), (4, '{}')), ((1, '{"tools": false}'), (2, '{"tools": false}')))
    """
    info = game_by_id(game).info
    if not players:
        usual = [
            (count, options)
            for count, options in mind_of(game).tables
            if info.min_players <= count <= info.max_players
        ]
        return tuple((count, json.dumps(dict(options))) for count, options in usual)
    counts = [int(word) if word.strip().isdecimal() else -1 for word in players.split(",")]
    least, most = info.min_players, info.max_players
    if not all(least <= count <= most for count in counts):
        raise WrongUse(
            f"--players must be numbers from {least} to {most}, such as {least} or {least},{most}."
        )
    options = parsed(info, option)
    for count in counts:
        game_by_id(game).full_options(count, options)  # do they go together?
    return tuple((count, json.dumps(options)) for count in counts)


def rivals(tables: tuple[tuple[int, str], ...]) -> int:
    """With how many players it meets the yardstick: as in the first table for several."""
    return next((count for count, _ in tables if count > 1), 2)


def keep(path: Path, training: Training, provenance: dict[str, Any]) -> None:
    """Write the weights in one step, so that nobody ever reads half a file."""
    unfinished = path.with_name(path.name + ".part")
    try:
        unfinished.write_text(training.learned(provenance).to_json(), encoding="utf-8")
        unfinished.replace(path)
    except OSError as wrong:
        raise Failure(
            f"Cannot write {path}: {wrong.strerror}. Fix that and run the same command to continue."
        ) from None


def against(
    game: str, path: Path, tables: tuple[tuple[int, str], ...], seeds: range, crew: Crew
) -> Duel:
    """How the network does against the yardstick, with seats swapped for each seed."""
    bots = [f"trained:{path}", YARDSTICK]
    duel = Duel(bots[0], bots[1])
    for duel in held(round_robin(game, bots, rivals(tables), {}, seeds), crew):
        pass
    return duel
