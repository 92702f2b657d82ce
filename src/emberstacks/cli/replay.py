"""`emberstacks replay FILE`: step through a recorded game or print it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from emberstacks.cli import saves
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.figures import Folder, play_with
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import names_of
from emberstacks.cli.shared import AsJson, show_json
from emberstacks.kernel.errors import one_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS

WATCHING = "spectator"


def replay(
    file: Annotated[Path, Parameter(help="A record, such as a game saved by 'emberstacks play'.")],
    /,
    *,
    seat: Annotated[
        str, Parameter(help="Whose eyes to see through: a seat's letter or spectator.")
    ] = WATCHING,
    figures: Folder = None,
    boards: Annotated[
        bool,
        Parameter(negative="", show_default=False, help="Also print the board after every step."),
    ] = False,
    json: AsJson = False,
) -> None:
    """Step through a recorded game."""
    if figures is not None:
        play_with(figures)
    match, headers = saves.load(file)
    match.names = names_of(headers, match.names)
    film = Film(match, viewer(match, seat))
    if show_json(match.events(film.seat), json):
        return
    screen = Screen()
    if screen.interactive and film.texts:
        step_through(screen, film)
    else:
        list_all(screen, film, boards)


def viewer(match: Match, seat: str) -> int | None:
    """The seat whose knowledge is shown; None for a spectator."""
    letters = LETTERS[: match.players]
    if seat.lower() == WATCHING:
        return None
    if len(seat) != 1 or seat.upper() not in letters:
        raise WrongUse(
            f"There is no seat {seat!r} in this game. Choose {one_of([*letters, WATCHING])}."
        )
    return letters.index(seat.upper())


class Film:
    """A match as a series of steps. A step is an answer that showed the viewer something."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.match = match
        self.seat = seat
        self.texts = [event["text"] for event in match.events(seat)]

    def told(self, answers: int) -> int:
        """How many events there were after this number of answers."""
        return len(self.match.after(answers).events(self.seat))

    def answers_of(self, event: int) -> int:
        """How many answers it took for this event (the first is 1) to happen."""
        least, most = 0, self.match.length
        while least < most:
            middle = (least + most) // 2
            if self.told(middle) >= event:
                most = middle
            else:
                least = middle + 1
        return least

    def board(self, answers: int) -> str:
        return self.match.after(answers).board(self.seat)


def list_all(screen: Screen, film: Film, boards: bool) -> None:
    """The whole game, one event per line."""
    shown = 0
    while shown < len(film.texts):
        answers = film.answers_of(shown + 1)
        until = film.told(answers) if boards else len(film.texts)
        for number in range(shown, until):
            screen.say(f"{number + 1:>4}  {film.texts[number]}")
        if boards:
            screen.say()
            screen.marked(film.board(answers))
            screen.say()
        shown = until
    screen.say(ending(film.match))


def ending(match: Match) -> str:
    return (
        match.result.summary
        if match.result is not None
        else f"The game is not over: {match.question}"
    )


def step_through(screen: Screen, film: Film) -> None:
    """Forwards, backwards, or straight to an event."""
    total = len(film.texts)
    shown = 0
    line = ""
    while line not in ("q", "quit"):
        wanted = 0
        if line in ("", "n", "next"):
            wanted = min(shown + 1, total)
        elif line in ("b", "back"):
            wanted = max(1, film.told(film.answers_of(shown) - 1))
        elif line.isdecimal() and 1 <= int(line) <= total:
            wanted = int(line)
        else:
            screen.say(
                f"Press Enter for the next step, or type b to go back, a number from 1 to {total},"
                " or q.",
                "refused",
            )
        if wanted:
            answers = film.answers_of(wanted)
            first, shown = film.told(answers - 1), film.told(answers)
            screen.clear()
            screen.marked(film.board(answers))
            screen.say()
            for text in film.texts[first:shown]:
                screen.say(f" · {text}")
            if shown == total:
                screen.say(ending(film.match), "title")
        try:
            line = screen.ask(f"{shown} of {total}: Enter, b, number, q> ").lower()
        except (EOFError, KeyboardInterrupt):
            return
