"""What several commands share: parameters with their help, JSON instead of a list, and the progress
bar.
"""

from __future__ import annotations

import json
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

WhichGame = Annotated[str, Parameter(help="Which game.")]
Options = Annotated[
    list[str] | None,
    Parameter(negative="", help="An option of the game, as name=value; repeat for more."),
]
BotPerSeat = Annotated[
    str, Parameter(help="One bot per seat, separated by commas, or one bot for all seats.")
]
FirstSeed = Annotated[int, Parameter(help="The seed of the first game.")]
SearchSeed = Annotated[int, Parameter(help="The seed of the first game and of the search.")]
AlternateSeats = Annotated[
    int | None, Parameter(help="The number of seats; the two bots take alternate ones.")
]
Players = Annotated[int | None, Parameter(help="The number of players.")]
AsParquet = Annotated[
    bool | None,
    Parameter(
        show_default=False,
        help="Also write the rows as Parquet at the end; by default if pyarrow is there.",
    ),
]
Workers = Annotated[
    int | None, Parameter(help="How many processes to use; by default one per core.")
]
AsJson = Annotated[
    bool,
    Parameter(name="--json", negative="", show_default=False, help="Print JSON, for programs."),
]
Ray = Annotated[str | None, Parameter(help="Play on the Ray cluster at this address instead.")]

# of learning, by itself or against a bot
Generations = Annotated[int, Parameter(help="How often it learns from a new set of games.")]
GamesBetween = Annotated[int, Parameter(help="How many games it plays in between.")]
Heat = Annotated[
    float, Parameter(help="How much its answers vary in training, as a share of the win.")
]
Trace = Annotated[
    float, Parameter(help="How much the end of a game counts against what it expected on the way.")
]
NetworkSeed = Annotated[int, Parameter(help="The same seed gives the same network.")]


def show_json(data: Any, wanted: bool) -> bool:
    """Print what a list would show as JSON, if it is wanted; says whether it was."""
    if wanted:
        print(json.dumps(data, indent=1, ensure_ascii=False))
    return wanted


def counting_bar(console: Console) -> Progress:
    """A bar with how many are done and the time that is left; gone at the end, and shown only in a
    terminal.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
