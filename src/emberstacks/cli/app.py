"""The commands, and the one place where an error becomes a sentence and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from cyclopts import App, CycloptsError, Group, Parameter
from cyclopts.exceptions import (
    CoercionError,
    MissingArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from emberstacks import build
from emberstacks.cli.errors import Failure
from emberstacks.kernel.errors import EmberstacksError, meant, one_of


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
    help_epilogue=(
        "Example: emberstacks play\n\nDocumentation: start 'emberstacks serve' and open /docs in"
        " your browser."
    ),
    help_format="plaintext",
    version=version,
    default_parameter=Parameter(show_default=told_default, negative_iterable=()),
)
OTHER: Final = Group("Other", sort_key=2)
app["--help"].group = app["--version"].group = OTHER


COMMANDS = {  # in the order of the help
    "games": ("List the games.", "emberstacks games"),
    "rules": (
        "Show the rules of a game, or a single clause.",
        "emberstacks rules fire-prototype 3.4",
    ),
    "pieces": ("Show every piece of a game and what it does.", "emberstacks pieces fire shovel"),
    "play": (
        "Play a game here in the terminal.",
        "emberstacks play fire --seats you,greedy,greedy",
    ),
    "lesson": ("Learn a game by playing it, in a few minutes.", "emberstacks lesson fire 1"),
    "puzzle": ("Solve the puzzle of the day, or another one.", "emberstacks puzzle fire"),
    "profile": ("Show how your saved games went.", "emberstacks profile"),
    "serve": (
        "Start a server to play in the browser, with friends and bots.",
        "emberstacks serve --port 8080",
    ),
    "replay": ("Step through a recorded game.", "emberstacks replay game.record --seat A"),
    "analyse": (
        "Review a finished game: chances, luck and the costliest decisions.",
        "emberstacks analyse game.record --seat A",
    ),
    "verify": ("Check that a recorded game was dealt fairly.", "emberstacks verify game.record"),
    "backup": ("Save all games of a server to a file.", "emberstacks backup tables.backup"),
    "restore": ("Bring back the games from a backup.", "emberstacks restore tables.backup"),
    "admin": ("Look after the people and tables of a server.", "emberstacks admin tables"),
    "lab": (
        (
            "Play, compare and train bots many games at a time: on a page in the browser, or with"
            " 'emberstacks lab COMMAND'."
        ),
        "emberstacks lab",
    ),
}
LAB = {
    "simulate": (
        "Let bots play many games, and save one row of results per game.",
        "emberstacks lab simulate fire-prototype --games 1000 --bots greedy,random",
    ),
    "tournament": (
        "Let every bot play every other bot.",
        "emberstacks lab tournament fire --bots random,greedy,exact",
    ),
    "balance": (
        "Report how fair, long and close a game is, as a web page.",
        "emberstacks lab balance fire-prototype --bots greedy --players 3 --against fire",
    ),
    "tune": (
        "Find weights that make the greedy bot win more.",
        "emberstacks lab tune fire-prototype --trials 50 --games 100",
    ),
    "train": (
        "Let a network learn a game by playing against itself.",
        "emberstacks lab train fire-prototype --generations 60",
    ),
    "exploit": (
        "Train a network to beat one bot, to see how much somebody can win against it.",
        "emberstacks lab exploit fire-prototype --bot greedy",
    ),
    "tune-game": (
        "Find figures that bring a game closer to what its designer wants.",
        (
            "emberstacks lab tune-game fire-prototype --vary setup.fires=5:12 --goal length=60"
            " --goal seats"
        ),
    ),
    "puzzles": (
        "Find puzzles in games between bots: positions in which one choice is clearly best.",
        "emberstacks lab puzzles fire --count 50",
    ),
}
ADMIN = {
    "people": ("List people.", "emberstacks admin people --find ada"),
    "tables": ("List tables.", "emberstacks admin tables --status playing"),
    "queue": (
        "Show what waits: due tables, notices, and games that are set aside.",
        "emberstacks admin queue --json",
    ),
    "password": (
        "Give an account a new password, and log it out everywhere.",
        "emberstacks admin password Ada",
    ),
    "remove-person": (
        "Remove a person, as they could themselves.",
        "emberstacks admin remove-person Ada --yes",
    ),
    "remove-table": (
        "Remove a table with its game.",
        "emberstacks admin remove-table 9QIVbSlWd8o --yes",
    ),
    "aside": (
        "Set a running game aside: nobody can move until it is put back.",
        "emberstacks admin aside 9QIVbSlWd8o",
    ),
    "back": ("Put a game back that was set aside.", "emberstacks admin back 9QIVbSlWd8o"),
}
MODULES = {"restore": "backup"}  # commands that share a module with another one
HEAVY = ("lab", "analyse", "serve", *LAB)  # these run on the compiled build if there is one
admin = App(
    name="admin",
    help=COMMANDS["admin"][0],
    help_epilogue=f"Example: {COMMANDS['admin'][1]}",
    help_format="plaintext",
    sort_key=[*COMMANDS].index("admin"),
)
app.command(admin)


def add_command(to: App, module: str, name: str, told: tuple[str, str], place: int = 0) -> None:
    """By name: a command's module, and everything it needs, is only imported when someone uses it."""
    command, (summary, example) = f"emberstacks.cli.{module}:{name.replace('-', '_')}", told
    to.command(
        command, name=name, help=summary, help_epilogue=f"Example: {example}", sort_key=place
    )


for place, (name, told) in enumerate(COMMANDS.items()):
    if name not in ("admin", "lab"):
        add_command(app, MODULES.get(name, name), name, told, place)
for name, told in ADMIN.items():
    add_command(admin, "admin", name, told)
app.command(
    "emberstacks.cli.lab:app",
    name="lab",
    help=COMMANDS["lab"][0],
    group=Group("The lab", sort_key=1),
)
app.register_install_completion_command(
    help="Let your shell complete commands and options.", group=OTHER
)


def main(tokens: Sequence[str] | None = None) -> NoReturn:
    """Run a command. The exit code is 0 on success, 2 if it was used wrongly and 1 if it failed."""
    words = sys.argv[1:] if tokens is None else [*tokens]
    if tokens is None and words[:1] and words[0] in HEAVY:
        build.start_again_compiled()
    if words[:1] and words[0] in LAB:
        print(
            f"emberstacks: '{words[0]}' is now 'emberstacks lab {words[0]}'. The old name works"
            " too.",
            file=sys.stderr,
        )
        words = ["lab", *words]
    try:
        code = app(words, result_action="return_value", exit_on_error=False, print_error=False)
        sys.stdout.flush()
        sys.exit(code)
    except CycloptsError as wrong:
        stop(2, sentence(wrong))
    except Failure as failure:
        stop(1, str(failure))
    except EmberstacksError as wrong:
        stop(2, str(wrong))
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as bug:
        if sys.flags.dev_mode:
            raise
        stop(
            1,
            f"This is a bug in Emberstacks ({type(bug).__name__}: {bug}). 'python -X dev -m"
            " emberstacks' shows where.",
        )


def stop(code: int, text: str) -> NoReturn:
    """Say why in one line and exit."""
    print("emberstacks:", " ".join(text.split()), file=sys.stderr)
    sys.exit(code)


def sentence(error: CycloptsError) -> str:
    """What is wrong with the command line, and what would work."""
    error.verbose = False
    words = " ".join(["emberstacks", *(error.command_chain or ())])
    if isinstance(error, UnknownCommandError):
        wrong, here = (
            (error.unused_tokens or ["?"])[0],
            ([*ADMIN] if words.endswith(" admin") else [*COMMANDS]),
        )
        return (
            "There is no command"
            f" {wrong!r}.{meant(wrong, [*here, *(f'lab {name}' for name in LAB)])} Try"
            f" {one_of(here)}."
        )
    if isinstance(error, UnknownOptionError):
        options = [
            argument.name
            for argument in error.argument_collection
            if argument.name.startswith("--")
        ] + ["--help"]
        wrong = error.token.keyword or error.token.value
        return f"'{words}' has no option {wrong}.{meant(wrong, options)} Try {one_of(options)}."
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name = error.argument.name
        needed = f"{name} needs a value" if name.startswith("--") else f"'{words}' needs {name}"
        return f"{needed}. See '{words} --help'."
    if isinstance(error, UnusedCliTokensError):
        wrong = (error.unused_tokens or ["?"])[0]
        if words == "emberstacks lab":
            return f"The lab has no command {wrong!r}.{meant(wrong, [*LAB])} Try {one_of([*LAB])}."
        return f"{wrong!r} is one argument too many. See '{words} --help'."
    if isinstance(error, CoercionError) and error.token is not None and error.target_type is int:
        return f"{error.token.keyword} needs a whole number, not {error.token.value!r}."
    return f"{str(error).strip().rstrip('.')}. See '{words} --help'."
