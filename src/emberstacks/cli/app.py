"""The commands, and the one place where an error becomes a sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import App, CycloptsError, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from emberstacks import build
from emberstacks.cli.errors import Failure
from emberstacks.kernel.errors import EmberstacksError, one_of


def version() -> str:
    """The installed version."""
    from importlib.metadata import version

    return version("emberstacks")


def told_default(value: object) -> str | None:
    """A default as the help tells it: what is off or empty goes without saying."""
    if value is None or value is False or value in ("", ()):
        return None
    return "yes" if value is True else str(value)


app = App(
    name="emberstacks",
    help="Five library-themed board games at one table.",
    help_epilogue="Example: emberstacks play\n\nDocumentation: start 'emberstacks serve' and open /docs in your browser.",
    help_format="plaintext",
    version=version,
    default_parameter=Parameter(show_default=told_default, negative_iterable=()),
)


COMMANDS = {
    "games": ("List the games.", "emberstacks games"),
    "rules": ("Show the rules of a game, or a single clause.", "emberstacks rules fire-prototype 3.4"),
    "pieces": ("Show every piece of a game and what it does.", "emberstacks pieces fire shovel"),
    "play": ("Play a game here in the terminal.", "emberstacks play fire --seats you,greedy,greedy"),
    "lesson": ("Learn a game by playing it, in a few minutes.", "emberstacks lesson fire 1"),
    "puzzle": ("Solve the puzzle of the day, or another one.", "emberstacks puzzle fire"),
    "profile": ("Show how your saved games went.", "emberstacks profile"),
    "serve": ("Start a server to play in the browser, with friends and bots.", "emberstacks serve --port 8080"),
    "replay": ("Step through a recorded game.", "emberstacks replay game.record --seat A"),
    "analyse": (
        "Review a finished game: chances, luck and the costliest decisions.",
        "emberstacks analyse game.record --seat A",
    ),
    "verify": ("Check that a recorded game was dealt fairly.", "emberstacks verify game.record"),
    "lab": ("Open the lab in the browser: start runs of bots, watch and compare them.", "emberstacks lab"),
    "simulate": (
        "Let bots play many games, and save one row of results per game.",
        "emberstacks simulate fire-prototype --games 1000 --bots greedy,random",
    ),
    "tournament": (
        "Let every bot play every other bot.",
        "emberstacks tournament fire --bots random,greedy,exact",
    ),
    "balance": (
        "Report how fair, long and close a game is, as a web page.",
        "emberstacks balance fire-prototype --bots greedy --players 3 --against fire",
    ),
    "tune": (
        "Find weights that make the greedy bot win more.",
        "emberstacks tune fire-prototype --trials 50 --games 100",
    ),
    "train": (
        "Let a network learn a game by playing against itself.",
        "emberstacks train fire-prototype --generations 60",
    ),
    "exploit": (
        "Train a network to beat one bot, to see how much somebody can win against it.",
        "emberstacks exploit fire-prototype --bot greedy",
    ),
    "tune-game": (
        "Find figures that bring a game closer to what its designer wants.",
        "emberstacks tune-game fire-prototype --vary setup.fires=5:12 --goal length=60 --goal seats",
    ),
    "puzzles": (
        "Find puzzles in games between bots: positions in which one choice is clearly best.",
        "emberstacks puzzles fire --count 50",
    ),
    "backup": ("Save all games of a server to a file.", "emberstacks backup tables.backup"),
    "restore": ("Bring back the games from a backup.", "emberstacks restore tables.backup"),
    "admin": ("Look after the people and tables of a server.", "emberstacks admin tables"),
}
ADMIN = {
    "people": ("List people.", "emberstacks admin people --find ada"),
    "tables": ("List tables.", "emberstacks admin tables --status playing"),
    "queue": ("Show what waits: due tables, notices, and games that are set aside.", "emberstacks admin queue --json"),
    "password": ("Give an account a new password, and log it out everywhere.", "emberstacks admin password Ada"),
    "remove-person": ("Remove a person, as they could themselves.", "emberstacks admin remove-person Ada --yes"),
    "remove-table": ("Remove a table with its game.", "emberstacks admin remove-table 9QIVbSlWd8o --yes"),
    "aside": ("Set a running game aside: nobody can move until it is put back.", "emberstacks admin aside 9QIVbSlWd8o"),
    "back": ("Put a game back that was set aside.", "emberstacks admin back 9QIVbSlWd8o"),
}
MODULES = {"restore": "backup"}  # commands that share a module with another one
HEAVY = (
    "lab",
    "simulate",
    "tournament",
    "balance",
    "tune",
    "train",
    "exploit",
    "tune-game",
    "analyse",
    "puzzles",
    "serve",
)  # these run on the compiled build if there is one
admin = App(name="admin", help=COMMANDS["admin"][0], help_epilogue=f"Example: {COMMANDS['admin'][1]}", help_format="plaintext")
app.command(admin)


def add_command(to: App, module: str, name: str, summary: str, example: str) -> None:
    """By name: a command's module, and everything it needs, is only imported when someone uses it."""
    command = f"emberstacks.cli.{module}:{name.replace('-', '_')}"
    to.command(command, name=name, help=summary, help_epilogue=f"Example: {example}")


for name, (summary, example) in COMMANDS.items():
    if name != "admin":
        add_command(app, MODULES.get(name, name.replace("-", "_")), name, summary, example)
for name, (summary, example) in ADMIN.items():
    add_command(admin, "admin", name, summary, example)


def main(tokens: Sequence[str] | None = None) -> NoReturn:
    """Run a command. The exit code is 0 on success, 2 if it was used wrongly and 1 if it failed."""
    if tokens is None and sys.argv[1:2] and sys.argv[1] in HEAVY:
        build.start_again_compiled()
    try:
        sys.exit(app(tokens, result_action="return_value", exit_on_error=False, print_error=False))
    except CycloptsError as wrong:
        stop(2, sentence(wrong))
    except Failure as failure:
        stop(1, str(failure))
    except EmberstacksError as wrong:
        stop(2, str(wrong))
    except Exception as bug:
        if sys.flags.dev_mode:
            raise
        stop(1, f"This is a bug in Emberstacks ({type(bug).__name__}: {bug}). 'python -X dev -m emberstacks' shows where.")


def stop(code: int, text: str) -> NoReturn:
    """Say why in one line and exit."""
    print("emberstacks:", " ".join(text.split()), file=sys.stderr)
    sys.exit(code)


def sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, and what would work."""
    error.verbose = False
    words = " ".join(["emberstacks", *(error.command_chain or ())])
    if isinstance(error, UnknownCommandError):
        known = [*ADMIN] if words.endswith(" admin") else [*COMMANDS]
        return f"There is no command {(error.unused_tokens or ['?'])[0]!r}. Try {one_of(known)}."
    if isinstance(error, UnknownOptionError):
        options = [argument.name for argument in error.argument_collection if argument.name.startswith("--")]
        return f"'{words}' has no option {error.token.keyword or error.token.value}. Try {one_of([*options, '--help'])}."
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name = error.argument.name
        needed = f"{name} needs a value" if name.startswith("--") else f"'{words}' needs {name}"
        return f"{needed}. See '{words} --help'."
    if isinstance(error, UnusedCliTokensError):
        return f"{(error.unused_tokens or ['?'])[0]!r} is one argument too many. See '{words} --help'."
    if isinstance(error, CoercionError) and error.token is not None and error.target_type is int:
        return f"{error.token.keyword} needs a whole number, not {error.token.value!r}."
    return f"{str(error).strip().rstrip('.')}. See '{words} --help'."
