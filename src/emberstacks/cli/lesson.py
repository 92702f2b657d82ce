"""`emberstacks lesson`: learn a game by playing it; `emberstacks lesson check FILE` is for those
who write lessons.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import emberstacks as es
from emberstacks.cli import saves
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.play import play
from emberstacks.cli.screen import Screen
from emberstacks.cli.session import fitting, list_choices, picked
from emberstacks.cli.shared import AsJson, show_json
from emberstacks.kernel.errors import BadRecord, IllegalChoice, one_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.rules import clauses
from emberstacks.lessons import contents_of, numbers_of
from emberstacks.lessons import lesson as lesson_of
from emberstacks.lessons.check import Finding, examine
from emberstacks.lessons.play import Scene, scene
from emberstacks.lessons.script import Lesson, read_lesson

CHECK = "check"
COMMANDS = {
    "back": "one step back",
    "again": "from the beginning",
    "skip": "let the lesson make its move",
    "board": "draw the board again",
    "?": "the rule behind this step",
    "quit": "leave; the lesson remembers where you are",
}
OTHER_WORDS = {"b": "back", "a": "again", "s": "skip", "q": "quit", "help": "?", "exit": "quit"}


def lesson(
    game: Annotated[
        str,
        Parameter(
            help=(
                "A game; without one, you see all lessons. 'check FILE' tests a lesson that you"
                " have written."
            )
        ),
    ] = "",
    number: Annotated[
        str, Parameter(help="Which of its lessons; without one, the next that you have not done.")
    ] = "",
    /,
    *,
    json: AsJson = False,
) -> None:
    """Learn a game by playing it."""
    screen = Screen()
    if json and game:
        raise WrongUse("--json is for the list of lessons: leave out the game.")
    if game == CHECK:
        check(screen, Path(number))
    elif not game:
        list_lessons(screen, json)
    else:
        known = numbers_of(game)
        if number and not number.isdecimal():
            raise WrongUse(
                f"Lessons have numbers, and {number!r} is not one. {game} has"
                f" {one_of([str(k) for k in known])}."
            )
        chosen = (
            int(number)
            if number
            else next((k for k in known if not is_done(game, k)), min(known, default=1))
        )
        if Course(screen, lesson_of(game, chosen), chosen).run():
            guided(screen, game)


def guided(screen: Screen, game: str) -> None:
    """After a lesson: a real game against bots, with a coach."""
    screen.say(f"You can play now, against bots and with a coach: emberstacks play {game} --coach")
    if screen.interactive and screen.ask("Play a guided game now? [no] ").lower().startswith("y"):
        play(game, coach=True)


def list_lessons(screen: Screen, json: bool) -> None:
    rows = [
        {
            "game": info.id,
            "number": number,
            "title": title,
            "minutes": minutes,
            "done": is_done(info.id, number),
        }
        for info in es.list_games()
        for number, (title, minutes) in contents_of(info.id).items()
    ]
    if show_json(rows, json):
        return
    for info in es.list_games():
        screen.say(info.title, "title")
        for row in rows:
            if row["game"] == info.id:
                done = ", done" if row["done"] else ""
                screen.choice(
                    f"{row['number']:>3}", str(row["title"]), f"({row['minutes']} minutes{done})"
                )
    screen.say("Begin with: emberstacks lesson fire 1")


def check(screen: Screen, file: Path) -> None:
    """Replay a lesson, and list what an author should know."""
    try:
        found = read_lesson(saves.read(file))
    except BadRecord as wrong:
        raise Failure(f"{file}: {wrong}") from None
    for stop, one in enumerate(found.stops, 1):
        screen.say(f"{stop:>3}  line {one.line}: {one.wanted or 'reads'}", "dim")
    findings: list[Finding] = examine(found)
    for finding in findings:
        screen.say(f"line {finding.line}: {finding.text}", "refused")
    moves = sum(1 for one in found.stops if one.wanted)
    screen.say(
        f"{found.title}: {len(found.stops)} steps, {moves} of them moves; it plays to its end."
    )
    if findings:
        raise Failure(f"{file}: {len(findings)} dead ends or doubts, listed above.")


class Course:
    """A lesson at the terminal, from where the learner stands to its end or until they leave."""

    def __init__(self, screen: Screen, lesson: Lesson, number: int) -> None:
        self.screen = screen
        self.lesson = lesson
        self.name = f"{lesson.game} {number}"
        self.stop = places().get(self.name, 0)
        self.tried: list[str] = []
        self.told = 0

    def run(self) -> bool:
        """Until its end, or until the learner leaves; true at the end."""
        self.screen.say(f"{self.lesson.title} ({self.lesson.minutes} minutes)", "title")
        self.screen.say(
            "Press Enter to continue. You can also type: " + ", ".join(COMMANDS) + ".", "dim"
        )
        try:
            self.show()
            while not self.now.last:
                self.step(self.screen.ask("lesson> "))
        except (EOFError, KeyboardInterrupt):
            keep(self.name, self.stop)
            return False
        keep(self.name, None)
        return True

    @property
    def now(self) -> Scene:
        return scene(self.lesson, self.stop, self.tried)

    def go(self, stop: int, tried: list[str]) -> None:
        forwards = stop > self.stop or tried
        self.stop, self.tried = max(0, stop), tried
        if not forwards:
            self.told = self.now.film[0].event_count(self.lesson.learner)
        self.show()

    def show(self) -> None:
        """What has happened, what the lesson says, and the question where a move is waited for."""
        now, seat = self.now, self.lesson.learner
        for event in now.match.events(
            seat, self.told if self.told else now.match.event_count(seat)
        ):
            self.screen.say(f" · {event['text']}")
        self.told = now.match.event_count(seat)
        self.screen.say()
        self.screen.marked(now.match.board(seat))
        self.screen.say()
        if self.tried:
            self.screen.say("You are trying something of your own: play on, or type back.", "title")
        else:
            cited = f" (rules §{now.here.clause})" if now.here.clause else ""
            self.screen.say(
                f"[{self.stop + 1} of {len(self.lesson.stops)}] {now.words}{cited}", "title"
            )
        if now.glow and not self.tried:
            self.screen.say(f"Look at: {', '.join(now.glow)}.")
        if now.moves:
            list_choices(self.screen, now.match, seat)

    def step(self, line: str) -> None:
        """A line of the learner: a command, Enter, or a move."""
        word = OTHER_WORDS.get(line.lower(), line.lower())
        now = self.now
        if now.moves and picked(now.match.legal(self.lesson.learner), line):
            self.move(line)
        elif word == "back":
            self.go(self.stop if self.tried else self.stop - 1, [])
        elif word == "again":
            self.go(0, [])
        elif word == "skip" or (word == "" and not now.moves and not self.tried):
            self.tried = []
            self.go(self.stop + 1, [])
        elif word == "board":
            self.show()
        elif word == "?":
            self.explain()
        elif word == "quit":
            raise EOFError
        elif word == "":
            self.screen.say(
                "The lesson waits for your move: type its number or its word, or skip.", "dim"
            )
        else:
            self.refuse(line)

    def move(self, line: str) -> None:
        now = self.now
        choice = picked(now.match.legal(self.lesson.learner), line)
        assert choice is not None
        if self.tried:
            self.go(self.stop, [*self.tried, str(choice)])
        elif str(choice) == now.here.wanted:
            self.go(self.stop + 1, [])
        else:
            self.screen.say(now.said_of(str(choice)))
            if self.screen.ask("Try it? [no] ").lower().startswith("y"):
                self.go(self.stop, [str(choice)])
            else:
                list_choices(self.screen, now.match, self.lesson.learner)

    def refuse(self, line: str) -> None:
        """No choice and no command: the usual reason."""
        if self.now.moves:
            refuse(self.screen, self.now.match, self.lesson.learner, line)
        else:
            self.screen.say(
                "Press Enter to read on, or type " + one_of(list(COMMANDS)) + ".", "refused"
            )

    def explain(self) -> None:
        number = self.now.here.clause or self.now.match.clause
        if number:
            self.screen.markdown(f"**§{number}** {clauses(self.now.match.game.rules())[number]}")
        for word, meaning in COMMANDS.items():
            self.screen.choice("", f"{word:<6}", meaning)


def refuse(screen: Screen, match: Match, seat: int, line: str) -> None:
    """Say why a line is no choice."""
    several = [str(one) for one in fitting(match.legal(seat), line)]
    if several:
        screen.say(f"{line!r} could be {one_of(several)}.", "refused")
        return
    try:
        match.copy().push(line, seat)
    except IllegalChoice as wrong:
        screen.say(str(wrong), "refused")


# Progress: a line for each lesson, with the step reached or "done".


def places() -> dict[str, int]:
    """Where the learner stands in the lessons begun."""
    return {name: int(place) for name, place in kept().items() if place.isdecimal()}


def is_done(game: str, number: int) -> bool:
    return kept().get(f"{game} {number}") == "done"


def kept() -> dict[str, str]:
    try:
        lines = (saves.folder() / "lessons.txt").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {
        name: place for name, colon, place in (line.rpartition(": ") for line in lines) if colon
    }


def keep(name: str, stop: int | None) -> None:
    """The step reached, or None: done. What was done stays done."""
    known = kept()
    if known.get(name) != "done":
        known[name] = "done" if stop is None else str(stop)
    saves.write(
        saves.folder() / "lessons.txt", "".join(f"{one}: {place}\n" for one, place in known.items())
    )
