"""A game at the terminal: asks people, lets bots answer, and saves every answer."""

from __future__ import annotations

import json
import random
import shlex
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final

from emberstacks.bots.hints import hints
from emberstacks.bots.talk import marked
from emberstacks.cli import saves
from emberstacks.cli.coach import Coach
from emberstacks.cli.errors import Failure, WrongUse
from emberstacks.cli.rules import part, spans, written
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import Seats
from emberstacks.kernel.errors import BadBot, IllegalChoice, one_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS, Choice, tidy
from emberstacks.kernel.rules import chapters, clauses
from emberstacks.lessons.meanings import about

MANY = 12  # more choices than this are listed in columns
RECENT = 8  # events shown again when a game is resumed


class Leave(Exception):  # not an error: the person has had enough
    """Somebody leaves the table."""


class Interrupted(BaseException):  # not an Exception: nothing may catch it by accident
    """Ctrl-C, or the system asks the program to stop."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number  # as shells count


class Session:
    """One game, played until it ends or somebody leaves."""

    def __init__(self, screen: Screen, match: Match, seats: Seats, path: Path) -> None:
        self.screen = screen
        self.match = match
        self.seats = seats
        self.path = path
        self.coach: Coach | None = None
        match.names = seats.names
        self.told = dict.fromkeys(seats.people, 0)  # how many events each person has been told
        self.last: int | None = None  # the person who was asked last
        # what each player's marker says; it is talk, so records leave it out
        self.markers: dict[int, str] = {}
        self.pieces: dict[int, str] = {}  # and the piece on which it lies
        self.answering = False
        self.signal = 0  # a signal that came during an answer

    def run(self) -> int:
        """Play until the game is over or somebody leaves; returns the exit code."""
        before = {
            number: signal.signal(number, self.signalled)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            self.play_on()
            self.save()
            self.finish()
            return 0
        except (Leave, EOFError):
            return self.leave(0)
        except Interrupted as interrupted:
            return self.leave(interrupted.code)
        except BadBot as wrong:
            self.save()
            raise Failure(f"{wrong} The game is saved in {self.path}.") from None
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self.seats.close()
            if self.coach is not None:
                self.coach.close()

    def resumed(self) -> None:
        """Show only the latest events."""
        for seat in self.told:
            self.told[seat] = max(0, len(self.match.events(seat)) - RECENT)

    def play_on(self) -> None:
        while (seat := self.match.to_act) is not None:
            if seat in self.seats.bots:
                self.answer(seat, self.seats.choose(self.match, seat, self.pieces))
                self.mark_for_bot(seat)
            elif (only := self.only_pass(seat)) is not None:
                self.answer(seat, only)
            else:
                self.ask(seat)
            if len(self.told) == 1:
                self.tell(*self.told)

    def only_pass(self, seat: int) -> Choice | None:
        """A pass, if nothing else is possible and only bots are at the table: there is nobody to
        hide anything from.
        """
        if len(self.told) > 1 or not self.screen.interactive or self.match.can_undo == seat:
            return None
        choices = self.match.legal(seat)
        return choices[0] if [str(choice) for choice in choices] == ["pass"] else None

    def answer(self, seat: int, choice: Choice) -> None:
        """Answer. A signal waits until the answer is complete."""
        self.answering = True
        self.match.push(choice, seat)
        self.answering = False
        if self.signal:
            raise Interrupted(self.signal)

    def signalled(self, number: int, _: FrameType | None) -> None:
        """Ctrl-C or SIGTERM."""
        if not self.answering:
            raise Interrupted(number)
        self.signal = number

    # Asking a person.

    def ask(self, seat: int) -> None:
        """Ask until the person has answered."""
        self.hand_over(seat)
        self.last = seat
        self.tell(seat)
        self.board(seat, "")
        self.question(seat)
        if self.coach is not None:
            self.coach.listen(self.match, seat)
        while True:
            line = self.screen.ask(f"{self.match.names[seat]}> ")
            try:
                choice = self.understand(seat, line)
            except IllegalChoice as wrong:
                self.refuse(str(wrong))
                continue
            if choice is not None and self.coach is not None and not self.coach.agrees(choice):
                self.question(seat)
            elif choice is not None:
                self.answer(seat, choice)
                self.autosave()
                return
            if self.match.to_act != seat:
                return

    def understand(self, seat: int, line: str) -> Choice | None:
        """The choice that a line names; None if it was a command, which is carried out."""
        choices = self.match.legal(seat)
        if not line and len(choices) > 1:
            if self.screen.interactive:
                self.screen.say("Type a number or a word from the list, or ? for help.", "dim")
            return None
        speaker, line = self.speaker(seat, line)
        if speaker != seat:
            self.mark(speaker, line)
            return None
        word, rest = command_in(line, [str(choice) for choice in choices])
        if word:
            COMMANDS[word][0](self, seat, rest)
            return None
        return picked(choices, line) or self.refused(seat, choices, line)

    def speaker(self, seat: int, line: str) -> tuple[int, str]:
        """Anyone at this keyboard may set a marker at any time: `B mark 2r3`."""
        letter, _, rest = line.partition(" ")
        word, _, place = rest.strip().partition(" ")
        other = LETTERS.find(letter.upper()) if len(letter) == 1 else -1
        if word.lower() == "mark" and other in self.seats.people and other != seat:
            return other, place
        return seat, line

    def refused(self, seat: int, choices: Sequence[Choice], line: str) -> Choice:
        """Not a choice: the match says why, unless the line fits several."""
        several = [str(choice) for choice in fitting(choices, line)]
        if several:
            raise IllegalChoice(f"{line!r} could be {one_of(several)}.", self.match.clause, several)
        self.match.copy().push(line, seat)
        raise AssertionError("fitting() has already found every choice by its notation")

    def refuse(self, why: str) -> None:
        """Say why not, so that the person can try again; a pipe cannot."""
        if not self.screen.interactive:
            raise WrongUse(f"Input line {self.screen.lines_read}: {why}")
        self.screen.say(why, "refused")

    def hand_over(self, seat: int) -> None:
        """Hide one player's secrets before the keyboard changes hands."""
        if self.last == seat or not any(hides(self.match, other, seat) for other in self.told):
            return
        name = self.match.names[seat]
        if not self.screen.interactive:
            self.screen.say(f"The keyboard goes to {name}.")
            return
        if self.last is not None:
            self.tell(self.last)
            self.screen.ask(f"Press Enter to hide this, then pass the keyboard to {name}.")
        self.screen.clear()
        self.screen.ask(f"{name}, press Enter when you are at the keyboard.")

    # What is shown.

    def tell(self, seat: int) -> None:
        """Show what has happened since this person last looked."""
        events = self.match.events(seat)
        for event in events[self.told[seat] :]:
            self.screen.say(f" · {event['text']}")
        self.told[seat] = len(events)

    def question(self, seat: int) -> None:
        """The question and its numbered choices."""
        list_choices(self.screen, self.match, seat)

    def finish(self) -> None:
        """The end: the board, the result, and where the record is."""
        result = self.match.result
        assert result is not None
        people = self.seats.people
        if people:  # only the last person asked has seen the end
            for event in self.match.events(None)[max(self.told.values()) :]:
                self.screen.say(f" · {event['text']}")
        self.screen.say()
        self.screen.marked(self.match.board(people[0] if len(people) == 1 else None))
        self.screen.say()
        self.screen.say(result.summary, "title")
        # a team has one result, and the summary has said it
        if not self.match.game.info.cooperative:
            sources = self.match.sources()
            for rank, seat in self.match.ranking():
                parts = ", ".join(f"{name} {points}" for name, points in sources[seat])
                self.screen.say(
                    f"{rank}. {self.match.names[seat]}: {result.scores[seat]}"
                    f" ({parts or 'nothing'})"
                )
        self.screen.whole(f"The record is in {self.path}")
        self.screen.whole(f"Replay it with: emberstacks replay {shlex.quote(str(self.path))}")
        self.screen.whole(f"Review your game: emberstacks analyse {shlex.quote(str(self.path))}")

    def leave(self, code: int) -> int:
        """Save, and say how to continue."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a second signal must not interrupt the saving
        try:
            self.save()
        except Failure:
            self.screen.whole(self.saved_text())  # better on the screen than lost
            raise
        self.screen.say()
        self.screen.whole(f"The game is saved in {self.path}")
        words = ["emberstacks", "play", "--resume"] + [str(self.path)] * (
            self.path.parent != saves.folder()
        )
        words += ["--seats", self.seats.again()] * bool(self.seats.again())
        self.screen.whole(f"Continue with: {shlex.join(words)}")
        return code

    # Commands.

    def explain(self, seat: int, what: str) -> None:
        """`?`: the question and its clause; `? 3.4`: a clause; `? draw`: a choice."""
        known = clauses(self.match.game.rules())
        choices = self.match.legal(seat)
        if what.removeprefix("§") in known:
            self.clause(what.removeprefix("§"))
        elif what and (choice := picked(choices, what)) is not None:
            self.screen.say(f"{choice}: {choice.label}")
            if brings := self.match.brings(choice):
                self.screen.say(brings)
            self.clause(choice.clause)
        elif what and (things := about(self.match.game.info.id, what)):
            for one in things[:MANY]:
                cited = f" (rules §{one.clause})" if one.clause else ""
                self.screen.say(f"{one.name}: {one.text}{cited}")
        elif what:
            self.refuse(
                f"There is no clause, choice or piece {what!r}. The clauses are"
                f" {spans(self.match.game.rules())}."
            )
        else:
            self.screen.say(self.match.question, "title")
            for number in dict.fromkeys(
                [self.match.clause, *[choice.clause for choice in choices]]
            ):
                self.clause(number)
            self.screen.say(
                "Answer with a number, or with a word or its first letters. You can also type:"
            )
            for word, (_, meaning) in COMMANDS.items():
                self.screen.choice("", f"{word:<6}", meaning)

    def clause(self, number: str) -> None:
        self.screen.markdown(f"**§{number}** {clauses(self.match.game.rules())[number]}")

    def rules(self, seat: int, what: str) -> None:
        text = self.match.game.rules()
        try:
            found = part(self.match.game.info.id, text, what)
            self.screen.markdown(written(found, what, chapters(text)) if what else text)
        except WrongUse as wrong:
            self.refuse(str(wrong))

    def aid(self, seat: int, what: str) -> None:
        for one in self.match.game.aid(self.match.players, self.match.options):
            lines = [*one.lines, *[f"{sign}: {meaning}" for sign, meaning in one.signs]]
            self.screen.markdown(f"**{one.title}**\n\n" + "\n".join(f"- {line}" for line in lines))

    def board(self, seat: int, what: str) -> None:
        self.screen.say()
        self.screen.marked(self.match.board(seat))
        for other, says in self.markers.items():
            self.screen.say(f"Marker of {self.match.names[other]}: {says}")

    def mark(self, seat: int, what: str) -> None:
        """`mark 2r3` places your marker, `mark` takes it back; `B mark 2r3` places B's while
        someone else is asked.
        """
        if what:
            self.pieces[seat], self.markers[seat] = self.match.marker(seat, what)
            self.screen.say(f"{self.match.names[seat]} asks: {self.markers[seat]}")
        elif self.markers.pop(seat, None) is None:
            self.refuse("You have no marker on the table. Place one with 'mark 2r3', for example.")
        else:
            self.pieces.pop(seat)
            self.screen.say("You take your marker back.")

    def mark_for_bot(self, seat: int) -> None:
        """After its turn, a bot that talks sets its marker or takes it back."""
        if self.match.over or self.match.to_act == seat:
            return
        piece = marked(self.match, seat, self.seats.bots[seat])
        if piece and piece != self.pieces.get(seat):
            self.mark(seat, piece)
        elif not piece and self.pieces.pop(seat, None) is not None:
            self.markers.pop(seat)

    def log(self, seat: int, what: str) -> None:
        for event in self.match.events(seat):
            self.screen.say(f" · {event['text']}")

    def record(self, seat: int, what: str) -> None:
        self.screen.whole(self.match.record(seat).rstrip())

    def hint(self, seat: int, what: str) -> None:
        choices = self.match.legal(seat)
        given = hints(
            self.match.view(seat),
            choices,
            random.Random(f"{self.seats.luck}/{seat}/{self.match.length}"),
        )
        texts = {choice.code: choice.text for choice in choices}
        widest = max(map(len, texts.values()))
        for one in sorted(given, key=lambda one: not one.best)[:MANY]:
            self.screen.choice("→" if one.best else " ", f"{texts[one.code]:<{widest}}", one.reason)

    def ask_coach(self, seat: int, what: str) -> None:
        """`coach`: what matters here; `coach off`: no more of it."""
        if self.coach is None or self.coach.off:
            self.refuse(
                "There is no coach at this table. Start a game with: emberstacks play GAME --coach"
            )
        elif what == "off":
            self.coach.off = True
            self.screen.say("The coach is quiet now.")
        else:
            self.coach.matters()

    def undo(self, seat: int, what: str) -> None:
        if self.match.can_undo is not None and self.match.can_undo not in self.told:
            self.refuse("You cannot take back your last answer: a bot has answered since.")
            return
        self.match.undo()
        self.autosave()
        for person in self.told:
            self.told[person] = min(self.told[person], len(self.match.events(person)))
        self.screen.say("Took back the last answer.")
        if self.match.to_act == seat:
            self.board(seat, "")
            self.question(seat)

    def save_copy(self, seat: int, what: str) -> None:
        path = self.path
        try:
            if what:
                path = saves.check_new(Path(what).expanduser())
            saves.write(path, self.saved_text())
        except (WrongUse, Failure) as wrong:
            self.refuse(str(wrong))
        else:
            self.screen.whole(f"The game is saved in {path}")

    def quit(self, seat: int, what: str) -> None:
        raise Leave

    # The game on disk.

    def saved_text(self) -> str:
        """The record with everything needed to continue."""
        heading, _, moves = self.match.record(resumable=True).partition("\n\n")
        lines = [
            f"[{name} {json.dumps(value, ensure_ascii=False)}]"
            for name, value in self.seats.headers().items()
        ]
        return "\n".join([heading, *lines, "", moves])

    def autosave(self) -> None:
        """Save after every answer of a person; a full disk must not end the game."""
        try:
            self.save()
        except Failure as wrong:
            if not self.screen.interactive:
                raise
            self.screen.say(str(wrong), "refused")

    def save(self) -> None:
        saves.write(self.path, self.saved_text())


def list_choices(screen: Screen, match: Match, seat: int) -> None:
    """The question and its numbered choices; many stand in columns."""
    choices = match.legal(seat)
    screen.say()
    screen.say(match.question, "title")
    numbers = numbered(choices)
    if len(choices) > MANY:
        screen.columns([f"{number} {choice}" for number, choice in numbers.items()])
        return
    widest = max(len(str(choice)) for choice in choices)
    for number, choice in numbers.items():
        screen.choice(
            f"{number:>3}",
            f"{choice!s:<{widest}}",
            choice.label if choice.label != str(choice) else "",
        )


def command_in(line: str, choices: Sequence[str]) -> tuple[str, str]:
    """The command in a line and its argument, or nothing if the line means a choice. A slash always
    means a command.

    >>> command_in("save a.record", ["draw"]), command_in("save two", ["save two books"]), command_in("/save", ["save"])
    (('save', 'a.record'), ('', ''), ('save', ''))
    >>> command_in("?3.4", ["draw"]), command_in("help", ["draw"]), command_in("q", ["draw"]), command_in("q", ["quarry"])
    (('?', '3.4'), ('?', ''), ('quit', ''), ('', ''))
    """
    typed = line.removeprefix("/")
    word, _, rest = typed.partition(" ") if not typed.startswith("?") else ("?", "", typed[1:])
    command = OTHER_WORDS.get(word.lower(), word.lower())
    begun = any(text.startswith(tidy(line)) for text in choices)
    choice = tidy(line) in choices or (begun and (rest or command != word))
    if command not in COMMANDS or (choice and not line.startswith("/")):
        return "", ""
    return command, rest.strip()


def picked(choices: Sequence[Choice], line: str) -> Choice | None:
    """The choice that a line means, if only one fits."""
    meant = fitting(choices, line)
    return meant[0] if len(meant) == 1 else None


def fitting(choices: Sequence[Choice], line: str) -> list[Choice]:
    """The choices that fit a line: by notation, else by number, else by the start of the notation."""
    wanted = tidy(line)
    exact = [choice for choice in choices if str(choice).lower() == wanted]
    if exact:
        return exact
    if wanted.isdecimal() and len(wanted) < 10:
        numbers = numbered(choices)
        if int(wanted) in numbers:
            return [numbers[int(wanted)]]  # the number in the list wins over a number in a title
        # "7" may mean "take 7"
        return [choice for choice in choices if str(choice).endswith(f" {wanted}")]
    return [choice for choice in choices if str(choice).startswith(wanted)]


def numbered(choices: Sequence[Choice]) -> dict[int, Choice]:
    """The choices by the number to type: the one each ends in if all do ("take 2" is 2), else their
    position.
    """
    ends = [str(choice).rpartition(" ")[2] for choice in choices]
    if all(end.isdecimal() for end in ends) and len(set(ends)) == len(ends):
        return {int(end): choice for end, choice in zip(ends, choices, strict=True)}
    return dict(enumerate(choices, 1))


def hides(match: Match, one: int, other: int) -> bool:
    """Does either of the two know something that the other may not?"""
    first, second = match.view(one), match.view(other)
    return bool(first["state"] != second["state"] or first["unknown"] != second["unknown"])


Command = Callable[[Session, int, str], None]
COMMANDS: Final[dict[str, tuple[Command, str]]] = {
    "?": (
        Session.explain,
        (
            "explain this question; '? 1' explains a choice, '? 3.4' a rule, '? bag' a thing on the"
            " table"
        ),
    ),
    "hint": (Session.hint, "say how good each choice is, from what you can know"),
    "coach": (
        Session.ask_coach,
        "ask the coach what matters here, if you play with --coach; 'coach off' ends it",
    ),
    "aid": (Session.aid, "show the player aid: rounds, costs and symbols in a few lines"),
    "rules": (Session.rules, "show all rules; 'rules 3' shows chapter 3"),
    "board": (Session.board, "draw the board again"),
    "mark": (
        Session.mark,
        (
            "in games with markers: ask others to leave a place alone, 'mark 2r3', or 'B mark 2r3'"
            " for player B"
        ),
    ),
    "log": (Session.log, "show everything that has happened"),
    "record": (Session.record, "print the record of the game, without what you may not know"),
    "undo": (Session.undo, "take back your last answer, if nothing has been revealed since"),
    "save": (Session.save_copy, "save a copy with 'save FILE'; every answer is saved anyway"),
    "quit": (Session.quit, "leave; your game is saved"),
}
OTHER_WORDS: Final = {"help": "?", "h": "?", "q": "quit", "exit": "quit"}
