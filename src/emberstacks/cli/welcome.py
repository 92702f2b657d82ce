"""For anyone who just types `emberstacks play`: a few questions, and Enter answers each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import emberstacks as es
from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.people import kind_of, people_of
from emberstacks.bots.specs import bot, bot_kinds, usual_bot
from emberstacks.bots.styles import styles_of
from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import PERSON, check_name, default_names
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.game import GameInfo
from emberstacks.kernel.notation import LETTERS

Wish = tuple[str, str, str]  # game, seats, names


def welcome(screen: Screen) -> Wish | Path:
    """What the person wants to play, or the unfinished game to continue."""
    screen.say("Welcome to Emberstacks. Press Enter to take the answer in brackets.", "title")
    screen.say(
        "New here? 'emberstacks lesson' teaches a game, and 'emberstacks play --coach' helps you"
        " play it.",
        "dim",
    )
    unfinished = saves.newest_unfinished()
    if unfinished is not None and yes(screen, "Continue your last game?"):
        return unfinished
    info = which_game(screen)
    players = number(
        screen, "How many players?", info.min_players, info.max_players, max(2, info.min_players)
    )
    me = name(screen)
    if players > 1:
        show_bots(screen, info.id)
    usual = usual_bot(info.cooperative)
    specs = [PERSON, *[opponent(screen, seat, usual) for seat in range(1, players)]]
    names = default_names(specs)
    return (
        info.id,
        ",".join(specs),
        ",".join([me, *[other if other != me else f"{other} 2" for other in names[1:]]]),
    )


def show_bots(screen: Screen, game: str) -> None:
    """The levels and styles, each with somebody who plays like that and a line; bots for
    programmers only by name.
    """
    offered = [*[level.name for level in AT_TABLES], *styles_of(game)]
    kinds = [kind for kind in bot_kinds() if kind.name in offered]
    widest = max(len(kind.name) for kind in kinds)
    people = {kind.name: (people_of(kind.name) or ("",))[0] for kind in kinds}
    longest = max(len(person) for person in people.values())
    for kind in kinds:
        screen.choice("", f"{kind.name:<{widest}}  {people[kind.name]:<{longest}}", kind.help)
    screen.say(
        f"For programmers: {', '.join(str(kind) for kind in bot_kinds() if not kind.group)}.",
        "dim",
        indent=3,
    )


def yes(screen: Screen, question: str) -> bool:
    return not screen.ask(f"{question} [yes] ").lower().startswith("n")


def which_game(screen: Screen) -> GameInfo:
    infos = es.list_games()
    for place, info in enumerate(infos, 1):
        screen.choice(f"{place:>3}", info.title, "")
        screen.say(info.summary, indent=5)
    ids = [info.id for info in infos]
    return infos[number(screen, "Which game?", 1, len(infos), 1, ids) - 1]


def number(
    screen: Screen, question: str, least: int, most: int, default: int, names: Sequence[str] = ()
) -> int:
    """Ask until the answer is a number within bounds, or a name that stands for one."""
    while True:
        line = screen.ask(f"{question} {least} to {most} [{default}] ")
        if not line:
            return default
        if line in names:
            return least + names.index(line)
        if line.isdecimal() and least <= int(line) <= most:
            return int(line)
        screen.say(f"Please type a number from {least} to {most}.", "refused")


def name(screen: Screen) -> str:
    """Ask until the answer is a name that boards can show."""
    while True:
        line = screen.ask("Your name? [Reader] ")
        try:
            return check_name(line or "Reader")
        except WrongUse as wrong:
            screen.say(str(wrong), "refused")


def opponent(screen: Screen, seat: int, usual: str) -> str:
    """Ask until the answer is you, a bot, or the name of somebody who plays like one."""
    while True:
        line = kind_of(
            screen.ask(f"Who sits in seat {LETTERS[seat]}: you, or which bot? [{usual}] ") or usual
        )
        try:
            if line != PERSON:
                bot(line).close()
        except BadBot as wrong:
            screen.say(str(wrong), "refused")
        else:
            return line
