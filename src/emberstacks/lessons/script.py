"""A lesson as it is written: a record with words between its moves (docs/lessons.md).

A stop is a place where the learner reads or moves. Everything between two stops, what chance and
the others do and answers without an alternative, is given automatically.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from emberstacks.games import game_by_id
from emberstacks.kernel import record
from emberstacks.kernel.begin import match_from_record
from emberstacks.kernel.errors import BadOptions, BadRecord, one_of
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS, tidy
from emberstacks.kernel.record import Written
from emberstacks.kernel.rules import CITED, clauses
from emberstacks.kernel.step import CHANCE

SEED = 17  # for what a learner tries beside the script
LONGEST = 240  # characters of what is said at once
SENTENCES = 2
POINTS_AT_NOTHING = "-"
END = re.compile(r"[.!?][\"”']?(?:\s|$)")
Token = tuple[str, str, int]


@dataclass(frozen=True)
class Unit:
    """One answer of the script: of chance, of a seat, or of several seats together."""

    start: int  # among the tokens
    end: int
    kind: str  # chance, seat or group
    line: int
    texts: dict[int, str] = field(default_factory=dict)  # what each seat answers


@dataclass(frozen=True)
class Other:
    """Another legal answer that the lesson has something to say about, and perhaps what then
    happens.
    """

    said: str
    tokens: list[Token]


@dataclass
class Stop:
    """A place where the learner reads, and where `wanted` is given, moves."""

    at: int  # how many tokens come before it
    line: int
    words: str = ""
    clause: str = ""
    # the names of pieces; None: those that the wanted answer concerns
    glow: list[str] | None = None
    wanted: str = ""
    grouped: bool = False  # others answer at the same time
    others: dict[str, Other] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """A lesson, read and replayed to its end."""

    game: str
    title: str
    minutes: int
    learner: int  # a seat
    names: list[str]
    written: Written
    units: list[Unit]
    stops: list[Stop]

    def match_at(self, tokens: int) -> Match:
        """The game after this many tokens of the script, when somebody is asked or it is over."""
        script = self.written.tokens[:tokens]
        match = self.follow(script)
        draws = sum(1 for acting, _ in match.answers() if acting == CHANCE)
        if draws > sum(1 for kind, _, _ in script if kind == "chance"):
            line = script[-1][2] if script else 1
            raise BadRecord(
                f"line {line}: chance is asked next; write what it does, in {{braces}}, before"
                " anybody reads or moves."
            )
        return match

    def follow(self, tokens: list[Token]) -> Match:
        """The game after these tokens; what they leave open a seeded dealer decides."""
        written = Written(self.written.headers, self.written.lines, tokens)
        match = match_from_record(game_by_id(self.game), written, SEED)
        match.names = list(self.names)
        return match


def read_lesson(text: str) -> Lesson:
    """A lesson from its file; BadRecord names the line that is wrong."""
    words, plain = split(text)
    written = record.read(plain)
    headers = written.headers
    for name in ("Game", "Title", "Minutes"):
        if not headers.get(name):
            raise BadRecord(f'line 1: a lesson needs a header [{name} "..."].')
    if not headers["Minutes"].isdecimal():
        raise BadRecord(f"line {written.lines['Minutes']}: the minutes are a whole number.")
    try:
        game = game_by_id(headers["Game"])
    except BadOptions as wrong:
        raise BadRecord(f"line {written.lines['Game']}: {wrong}") from None
    letter = headers.get("Learner", "A")
    names = [name.strip() for name in headers.get("Names", ",".join(LETTERS)).split(",")]
    if len(letter) != 1 or letter not in LETTERS:
        raise BadRecord(f"line {written.lines['Learner']}: the learner is a seat, such as A.")
    units = read_units(written.tokens)
    lesson = Lesson(
        game.info.id,
        headers["Title"],
        int(headers["Minutes"]),
        LETTERS.index(letter),
        names,
        written,
        units,
        [],
    )
    whole = lesson.match_at(len(written.tokens))
    if "Names" in headers and len(names) != whole.players:
        raise BadRecord(
            f"line {written.lines['Names']}: {len(names)} names for {whole.players} seats."
        )
    Stops(lesson, words).find()
    check_words(lesson, clauses(game.rules()))
    return lesson


def read_headers(text: str) -> dict[str, str]:
    """What stands at the head of a lesson's file."""
    return record.read(text.partition("\n\n")[0]).headers


def split(text: str) -> tuple[list[tuple[int, str, str]], str]:
    """The lines of the lesson's own (number, sign, text), and the rest as a record with the same
    numbers of lines.
    """
    own: list[tuple[int, str, str]] = []
    plain: list[str] = []
    branch = False
    for number, line in enumerate(text.splitlines(), 1):
        indented = line.startswith((" ", "\t")) and bool(line.strip())
        if line[:1] in (">", "*", "!"):
            branch = line[0] == "!"
            own.append((number, line[0], line[1:].strip()))
        elif branch and indented:
            own.append((number, "|", line.strip()))
        else:
            branch = False
            plain.append(line)
            if not line.strip():
                own.append((number, "", ""))
            continue
        plain.append("")
    return own, "\n".join(plain)


def read_units(tokens: list[Token]) -> list[Unit]:
    """The answers of the script, each with its place among the tokens."""
    units: list[Unit] = []
    k = 0
    while k < len(tokens):
        start, (kind, text, line) = k, tokens[k]
        k += 1
        if kind == "chance":
            units.append(Unit(start, k, kind, line))
        elif kind == "open":
            while k < len(tokens) and tokens[k][0] != "close":
                k += 1
            k += 1
            texts = [unit.texts for unit in read_units(tokens[start + 1 : k - 1])]
            units.append(
                Unit(
                    start,
                    k,
                    "group",
                    line,
                    {seat: said for one in texts for seat, said in one.items()},
                )
            )
        elif kind == "seat":
            while k < len(tokens) and tokens[k][0] == "word":
                k += 1
            said = " ".join(word for _, word, _ in tokens[start + 1 : k])
            if said:
                units.append(Unit(start, k, kind, line, {LETTERS.index(text): said}))
    return units


class Stops:
    """Finds the stops of a lesson by going through its words and its answers in the order of the
    file.
    """

    def __init__(self, lesson: Lesson, words: list[tuple[int, str, str]]) -> None:
        self.lesson = lesson
        self.words = words
        self.open: Stop | None = None  # words are still added to it

    def find(self) -> None:
        lesson = self.lesson
        asked = [unit for unit in lesson.units if lesson.learner in unit.texts]
        for unit in asked:
            self.say(unit.line)
            self.move(unit)
        self.say(None)
        stops = lesson.stops
        if not stops or stops[-1].wanted or not stops[-1].words:
            raise BadRecord("a lesson ends with words; begin its last line with '>'.")

    def say(self, before: int | None) -> None:
        """The lines of the lesson's own up to a line of the script."""
        while self.words and (before is None or self.words[0][0] < before):
            number, sign, text = self.words.pop(0)
            if sign == "":
                self.open = None
            elif sign == ">":
                self.speak(number, text)
            elif sign == "*":
                self.point(number, text)
            elif sign == "!":
                self.another(number, text)
            else:
                self.then(number, text)

    def speak(self, number: int, text: str) -> None:
        if self.open is None:
            at = next(
                (k for k, token in enumerate(self.lesson.written.tokens) if token[2] > number), None
            )
            self.open = Stop(len(self.lesson.written.tokens) if at is None else at, number)
            self.lesson.stops.append(self.open)
        self.open.words = f"{self.open.words} {text}".strip()

    def point(self, number: int, text: str) -> None:
        if not self.lesson.stops or self.open is None:
            raise BadRecord(
                f"line {number}: '*' points at something, so it belongs right under the words"
                " ('>')."
            )
        self.open.glow = (
            [] if text == POINTS_AT_NOTHING else [name.strip() for name in text.split(";")]
        )

    def move(self, unit: Unit) -> None:
        """The learner answers: at the words before it, or at a stop without words; not at all where
        there is no choice.
        """
        lesson = self.lesson
        if not lesson.stops:  # what comes before the first words has already happened
            return
        last = lesson.stops[-1]
        waits = not last.wanted and last.at == unit.start
        if not waits and len(lesson.match_at(unit.start).legal(lesson.learner)) == 1:
            return
        if not waits:
            last = Stop(unit.start, unit.line)
            lesson.stops.append(last)
        last.wanted = tidy(unit.texts[lesson.learner])
        last.grouped = unit.kind == "group"
        self.open = None

    def another(self, number: int, text: str) -> None:
        stop = self.lesson.stops[-1] if self.lesson.stops else None
        choice, colon, said = text.partition(": ")
        if stop is None or not stop.wanted or not colon:
            raise BadRecord(
                f"line {number}: another answer stands under the learner's own, as '! stop: What is"
                " said then.'"
            )
        texts = [str(choice) for choice in self.lesson.match_at(stop.at).legal(self.lesson.learner)]
        if tidy(choice) not in texts or tidy(choice) == stop.wanted:
            rest = one_of([one for one in texts if one != stop.wanted])
            raise BadRecord(f"line {number}: {choice!r} is no other answer here; there is {rest}.")
        stop.others[tidy(choice)] = Other(said.strip(), [])

    def then(self, number: int, text: str) -> None:
        """What the lesson says happens after another answer."""
        stop = self.lesson.stops[-1]
        choice, other = list(stop.others.items())[-1]
        if stop.grouped:
            raise BadRecord(
                f"line {number}: what follows cannot be written where several answer together."
            )
        record.read_line(text, number, other.tokens)
        # BadRecord says what is wrong with it
        self.lesson.follow(branch(self.lesson, stop, choice))


def branch(lesson: Lesson, stop: Stop, choice: str) -> list[Token]:
    """The script up to a stop, then another answer and what the lesson says happens then."""
    own: list[Token] = [
        ("seat", LETTERS[lesson.learner], stop.line),
        *[("word", word, stop.line) for word in choice.split()],
    ]
    then = stop.others[choice].tokens if choice in stop.others else []
    return [*lesson.written.tokens[: stop.at], *own, *then]


def check_words(lesson: Lesson, known: dict[str, str]) -> None:
    """Short, and citing clauses that exist; the clause is taken out of the words."""
    for stop in lesson.stops:
        lesson.match_at(stop.at)  # words stand where somebody is asked
        cited = CITED.findall(stop.words)
        stop.words = " ".join(CITED.sub("", stop.words).split())
        for number in cited:
            if number not in known:
                raise BadRecord(f"line {stop.line}: the rules have no clause {number}.")
        stop.clause = cited[-1] if cited else ""
        for said in [stop.words, *[other.said for other in stop.others.values()]]:
            if len(said) > LONGEST or len(END.findall(said)) > SENTENCES:
                raise BadRecord(
                    f"line {stop.line}: no more than {SENTENCES} sentences and {LONGEST} characters"
                    f" at once: {said}"
                )
