"""`emberstacks puzzle GAME`: the puzzle of the day, or another one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

from cyclopts import Parameter

import emberstacks as es
from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.lesson import refuse
from emberstacks.cli.screen import Screen
from emberstacks.cli.session import list_choices, picked
from emberstacks.cli.shared import AsJson, show_json
from emberstacks.games import game_by_id
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of, today
from emberstacks.puzzles import puzzle as puzzle_of
from emberstacks.puzzles.grade import Grade, cost, grade
from emberstacks.puzzles.mistakes import Judged, judged, mistakes, with_loss
from emberstacks.puzzles.progress import Try, another, answered, rating_of, streak

MOST_LISTED = 12  # choices, when all is told


def puzzle(
    game: Annotated[str, Parameter(help="A game; without one, you see which have puzzles.")] = "",
    number: Annotated[str, Parameter(help="Which of its puzzles; without one, today's.")] = "",
    /,
    *,
    as_json: AsJson = False,
) -> None:
    """Find the best choice in a position from a game of bots."""
    screen = Screen()
    if not game:
        return list_games(screen, as_json)
    if as_json:
        raise WrongUse("--json is for the list of games with puzzles: leave out the game.")
    if number and not number.isdecimal():
        raise WrongUse(f"Puzzles have numbers, and {number!r} is not one.")
    wanted = int(number) if number else of_the_day(game_by_id(game).info.id, today())
    try:
        while wanted:
            solve(screen, puzzle_of(game, wanted))
            wanted = another(game, tries_of(game), today(), wanted)
            if not wanted or not screen.ask("Another one? [no] ").lower().startswith("y"):
                return None
    except (EOFError, KeyboardInterrupt):
        return None
    puzzle_of(game, wanted)  # says that there are none
    return None


def list_games(screen: Screen, as_json: bool) -> None:
    infos = es.list_games()
    found = [(info, len(puzzles_of(info.id)), tries_of(info.id)) for info in infos]
    rows = [
        {
            "game": info.id,
            "puzzles": count,
            "today": of_the_day(info.id, today()),
            "rating": rating_of(tries),
            "days": streak(tries, today()),
        }
        for info, count, tries in found
    ]
    if show_json(rows, as_json):
        return
    widest = max(len(info.id) for info in infos)
    for info, count, tries in found:
        told = f"{count} puzzles; {standing(tries)}" if count else "no puzzles yet"
        screen.choice(f"{info.id:<{widest}}", info.title, f"({told})")
    screen.say("Solve the puzzle of the day with: emberstacks puzzle fire")


def standing(tries: list[Try]) -> str:
    days = streak(tries, today())
    row = f", {days} {'day' if days == 1 else 'days'} in a row" if days else ""
    return f"your rating is {rating_of(tries)}{row}"


def solve(screen: Screen, one: Puzzle) -> None:
    """Show a puzzle, take an answer, grade it, keep it."""
    match = one.match()
    daily = one.number == of_the_day(one.game, today())
    which = "the puzzle of the day" if daily else "puzzle"
    screen.say(
        f"{game_by_id(one.game).info.title}: {which} (number {one.number}, rated {one.rating})",
        "title",
    )
    screen.say(f"You are {match.names[one.seat]}. Find the best choice for what you know.", "dim")
    agreed = [
        f"{option.heading}: {option.word(match.options[option.name])}"
        for option in match.offered
        if match.options[option.name] != option.default
    ]
    if agreed:
        screen.say(f"This game has options: {'; '.join(agreed)}.", "dim")
    if one.note:
        screen.say(one.note)
    given = tell(screen, match, one, asked(screen, match, one.seat).text)
    tries = tries_of(one.game)
    if (new := answered(tries, one, given, today())) is not None:
        tries.append(new)
        keep(one.game, tries)
    told = standing(tries)
    screen.say(f"{told[0].upper()}{told[1:]}.", "dim")


def practise(screen: Screen, played: Match, decisions: Iterable[Judged], seat: int) -> None:
    """The costliest decisions of a seat in a finished game, as puzzles."""
    found = mistakes(played, decisions, seat)
    if not found:
        screen.say("The review found no decision that clearly cost you anything.")
    try:
        for one in found:
            match = one.match()
            match.names = list(played.names)
            screen.say(
                f"Decision {one.number} of {len(found)}: you are {match.names[seat]}. What do you"
                " choose now?",
                "title",
            )
            text = asked(screen, match, seat).text
            if text not in one.losses:
                loss = judged(match.view(seat), match.legal(seat), text, one.best, one.at)
                one = with_loss(one, text, loss)
            tell(screen, match, one, text)
    except (EOFError, KeyboardInterrupt):
        return


def asked(screen: Screen, match: Match, seat: int) -> Choice:
    """The board, the question, and the choice that somebody makes."""
    screen.marked(match.board(seat))
    list_choices(screen, match, seat)
    return asked_for(screen, match, seat)


def tell(screen: Screen, match: Match, one: Puzzle, text: str) -> Grade:
    """What a choice is worth, and why."""
    given = grade(one, text)
    screen.say()
    screen.say(given.words, "title" if given.solved else "refused")
    screen.say(one.why)
    known = [choice for choice in match.legal(one.seat) if choice.text in one.losses]
    for other in sorted(known, key=lambda choice: one.losses[choice.text])[:MOST_LISTED]:
        screen.choice(
            "*" if other.text == one.best else " ",
            other.label,
            cost(one.losses[other.text], one.in_points),
        )
    return given


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
    saves.write(
        saves.folder() / "puzzles.json", json.dumps({**kept(), game: lines}, indent=1) + "\n"
    )
