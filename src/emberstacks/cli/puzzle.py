"""`emberstacks puzzle GAME`: the puzzle of the day, or another one."""

from __future__ import annotations

import json
from typing import Annotated, Any

from cyclopts import Parameter

import emberstacks as es
from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.lesson import refuse
from emberstacks.cli.screen import Screen
from emberstacks.cli.session import list_choices, picked
from emberstacks.games import game_by_id
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of, today
from emberstacks.puzzles import puzzle as puzzle_of
from emberstacks.puzzles.grade import cost, grade
from emberstacks.puzzles.progress import Try, another, answered, rating_of, streak

MOST_LISTED = 12  # choices, when all is told


def puzzle(
    game: Annotated[str, Parameter(help="A game; without one, you see which have puzzles.")] = "",
    number: Annotated[str, Parameter(help="Which of its puzzles; without one, that of today.")] = "",
    /,
) -> None:
    """Find the best choice in a position from a game of bots."""
    screen = Screen()
    if not game:
        return list_games(screen)
    if number and not number.isdecimal():
        raise WrongUse(f"Puzzles have numbers, and {number!r} is none.")
    asked = int(number) if number else of_the_day(game_by_id(game).info.id, today())
    try:
        while asked:
            solve(screen, puzzle_of(game, asked))
            asked = another(game, tries_of(game), today(), asked)
            if not asked or not screen.ask("Another one? [no] ").lower().startswith("y"):
                return None
    except (EOFError, KeyboardInterrupt):
        return None
    puzzle_of(game, asked)  # says that there are none
    return None


def list_games(screen: Screen) -> None:
    for info in es.list_games():
        count, tries = len(puzzles_of(info.id)), tries_of(info.id)
        screen.choice("", info.id, f"{count} puzzles; {standing(tries)}" if count else "no puzzles yet")
    screen.say("Solve the one of today with: emberstacks puzzle fire")


def standing(tries: list[Try]) -> str:
    days = streak(tries, today())
    row = f", {days} {'day' if days == 1 else 'days'} in a row" if days else ""
    return f"your rating is {rating_of(tries)}{row}"


def solve(screen: Screen, one: Puzzle) -> None:
    """Show a puzzle, take an answer, grade it."""
    match = one.match()
    title = game_by_id(one.game).info.title
    daily = one.number == of_the_day(one.game, today())
    screen.say(f"{title}: {'the puzzle of the day' if daily else 'puzzle'} (number {one.number}, rated {one.rating})", "title")
    screen.say(f"You are {match.names[one.seat]}. Find the best choice for what you know.", "dim")
    screen.marked(match.board(one.seat))
    list_choices(screen, match, one.seat)
    choice = asked_for(screen, match, one.seat)
    given = grade(one, choice.text)
    tries = tries_of(one.game)
    if (new := answered(tries, one, given, today())) is not None:
        tries.append(new)
        keep(one.game, tries)
    screen.say()
    screen.say(given.words, "title" if given.solved else "refused")
    screen.say(one.why)
    for other in sorted(match.legal(one.seat), key=lambda choice: one.losses[choice.text])[:MOST_LISTED]:
        screen.choice("*" if other.text == one.best else " ", other.label, cost(one.losses[other.text], one.in_points))
    told = standing(tries)
    screen.say(f"{told[0].upper()}{told[1:]}.", "dim")


def asked_for(screen: Screen, match: Match, seat: int) -> Choice:
    while True:
        line = screen.ask("puzzle> ")
        if line.lower() in ("quit", "q", "exit"):
            raise EOFError
        if choice := picked(match.legal(seat), line):
            return choice
        refuse(screen, match, seat, line)


# Tries: all games in one file of JSON.


def kept() -> dict[str, Any]:
    try:
        found = json.loads((saves.folder() / "puzzles.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def tries_of(game: str) -> list[Try]:
    """Your answers to the puzzles of a game, the oldest first."""
    return [Try(*one) for one in kept().get(game, [])]


def keep(game: str, tries: list[Try]) -> None:
    lines = [[one.number, one.day, one.solved, one.rating] for one in tries]
    saves.write(saves.folder() / "puzzles.json", json.dumps({**kept(), game: lines}, indent=1) + "\n")
