"""Record files: a game as text for people to read, edit and mail; it replays without any random
generator.

    [Game "fire-prototype"] [Rules "1.0"] [Players "2"]

    {green} {white} {green} {brown} {yellow} {B} {A}
    1. B {white} B draw {green} B score
    2. A {fire} A draw {yellow} A score

Braces are chance, letters are seats, square brackets hold answers given together, and a line begins
where the seat changes. In a record redacted for a seat, `{?}` stands for what that seat may not
know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.kernel.errors import BadPosition, BadRecord, one_of
from emberstacks.kernel.ints import i64
from emberstacks.kernel.loop import answer, legal, seal, to_act, waiting
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import LETTERS, code_of
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE, NOBODY, TOGETHER, Chance

Answer = tuple[int, int]  # who (a seat or CHANCE), and the code
WIDTH = 100
TOKEN = re.compile(r"\{([^{}\n]*)\}|(\d+\.)(?=\s|$)|([\[\]])|([^\s{}\[\]]+)|(.)")
HEADER = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]')
HIDDEN = "?"


def write(headers: Mapping[str, str], start: State, answers: Sequence[Answer], who: i64) -> str:
    """The record of the answers from a starting state, with what the seats in the mask may know
    (negative: all).
    """
    lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in headers.items()]
    return "\n".join([*lines, "", *write_moves(start.clone(), answers, who)]) + "\n"


def write_moves(s: State, answers: Sequence[Answer], who: i64) -> list[str]:
    lines: list[str] = []
    words: list[str] = []
    speaker = CHANCE
    turn = 0
    position = 0
    while position < len(answers):
        step = s.step
        acting, said = speaker, ""
        if step.seat == TOGETHER:
            group = answers[position : position + len(waiting(s))]
            position += len(group)
            # before the texts are made: who sees an answer may depend on the other answers
            for seat, code in group:
                s.sealed[seat] = code
            said = write_group(s, group, who)
            if not said:
                break
            acting = TOGETHER
            if to_act(s) == NOBODY:
                seal(s, *group[-1])
        else:
            seat, code = answers[position]
            position += 1
            seen = who < 0 or step.witnesses(s, seat, code) & who or (seat >= 0 and has(who, seat))
            if seat == CHANCE:
                assert isinstance(step, Chance)
                acting = int(step.actor(s))
                said = "{" + (step.text(s, code) if seen else HIDDEN) + "}"
                if acting < 0:
                    acting = speaker
                elif acting != speaker:
                    said = f"{LETTERS[acting]} {said}"
            else:
                acting = int(seat)
                said = (
                    f"{LETTERS[seat]} {step.text(s, code) if seen else step.public_text(s, code)}"
                )
            answer(s, code)
        if acting != speaker:
            lines += wrapped(turn, words)
            words = []
            speaker = acting
            turn += 1
        words.append(said)
    return lines + wrapped(turn, words)


def write_group(s: State, group: Sequence[Answer], who: i64) -> str:
    """Answers given together, sealed and not yet opened; until all have come, only their givers may
    know them.
    """
    shown = []
    complete = to_act(s) == NOBODY
    for seat, code in group:
        own = who < 0 or has(who, seat)
        if own or (complete and s.step.witnesses(s, seat, code) & who):
            shown.append(f"{LETTERS[seat]} {s.step.text(s, code)}")
    if not shown and not complete:
        return ""
    return "[" + ("  ".join(shown) or "pass") + "]"


def wrapped(turn: int, words: Sequence[str]) -> list[str]:
    """One turn as one line, or more if it is long."""
    if not words:
        return []
    lines = []
    line = f"{turn}." if turn else ""
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            lines.append(line)
            line = "   "
        line = f"{line}  {word}" if line.strip() else f"{line}{word}" if line else word
    return [*lines, line]


class Written:
    """A record as read: its headers, and its moves as tokens with their line numbers."""

    def __init__(
        self, headers: dict[str, str], lines: dict[str, int], tokens: list[tuple[str, str, int]]
    ) -> None:
        self.headers = headers
        self.lines = lines  # of each header
        self.tokens = tokens  # (kind, text, line); kind is chance, seat, word, open or close


def read(text: str) -> Written:
    """Split a record into headers and tokens; BadRecord names the line."""
    headers: dict[str, str] = {}
    lines: dict[str, int] = {}
    tokens: list[tuple[str, str, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        rest = line.strip()
        while not tokens and rest.startswith("["):
            found = HEADER.match(rest)
            if found is None:
                break
            headers[found[1]] = unquoted(found[2], number)
            lines[found[1]] = number
            rest = rest[found.end() :].lstrip()
        if not tokens and rest.startswith("[") and re.match(r"\[[A-Z]\w+\b", rest):
            raise BadRecord(
                f'line {number}: a header looks like [Game "fire"]; this one does not: {rest[:40]}'
            )
        read_line(rest, number, tokens)
    return Written(headers, lines, tokens)


def unquoted(text: str, number: int) -> str:
    try:
        value = json.loads(f'"{text}"')
    except ValueError:
        raise BadRecord(
            f"line {number}: the header's value is not properly quoted: {text[:40]}"
        ) from None
    return str(value)


def read_line(line: str, number: int, tokens: list[tuple[str, str, int]]) -> None:
    for chance, turn, bracket, word, stray in TOKEN.findall(line):
        if stray.strip():
            raise BadRecord(
                f"line {number}: {stray!r} stands alone; chance is written {{like this}} on one"
                " line."
            )
        if bracket:
            tokens.append(("open" if bracket == "[" else "close", bracket, number))
        elif word:
            tokens.append(("seat" if len(word) == 1 and word in LETTERS else "word", word, number))
        elif not turn and not stray:
            tokens.append(("chance", chance.strip(), number))


def sealed(s: State) -> list[Answer]:
    """The answers given so far to a question to several seats, in the order of the seats."""
    if s.step.seat != TOGETHER:
        return []
    return [(seat, int(s.sealed[seat])) for seat in range(s.seats) if s.sealed[seat] >= 0]


def replay(s: State, written: Written) -> list[Answer]:
    """Answer the state as the record says; returns the answers, except those that are still sealed.

    BadRecord names the line and what was expected.
    """
    reader = Reader(s, written.tokens)
    reader.read_all()
    return reader.answers


class Reader:
    """Goes through the tokens and answers the state with them."""

    def __init__(self, s: State, tokens: list[tuple[str, str, int]]) -> None:
        self.s = s
        self.tokens = tokens
        self.answers: list[Answer] = []
        self.grouped = False
        self.full = False  # everybody in the brackets has answered

    def read_all(self) -> None:
        position = 0
        while position < len(self.tokens):
            kind, text, line = self.tokens[position]
            position += 1
            if kind == "chance":
                self.chance(text, line)
            elif kind in ("open", "close"):
                self.bracket(kind, line)
            elif kind == "word":
                raise BadRecord(
                    f"line {line}: {text!r} has no seat before it; expected {self.expected()}."
                )
            else:
                words = []
                while position < len(self.tokens) and self.tokens[position][0] == "word":
                    words.append(self.tokens[position][1])
                    position += 1
                if words:  # a letter alone only says whose line it is
                    self.seat(LETTERS.index(text), " ".join(words), line)
        if self.grouped:
            raise BadRecord(
                f"line {self.tokens[-1][2]}: a group of answers is not closed; expected ]."
            )

    def chance(self, text: str, line: int) -> None:
        s = self.s
        if s.step.seat != CHANCE or self.grouped:
            raise BadRecord(f"line {line}: {{{text}}} is chance, but expected {self.expected()}.")
        if text == HIDDEN:
            raise BadRecord(
                f"line {line}: {{?}} hides an outcome; this record was redacted for a seat and"
                " cannot be replayed."
            )
        weights = s.step.weights(s)
        code = code_of(s, s.step, [k for k in range(len(weights)) if weights[k] > 0], text)
        if code is None:
            raise BadRecord(
                f"line {line}: {{{text}}} cannot come up here; expected {self.expected()}."
            )
        answer(s, code)
        self.answers.append((CHANCE, code))

    def bracket(self, kind: str, line: int) -> None:
        if kind == "open" and (self.grouped or self.s.step.seat != TOGETHER):
            raise BadRecord(
                f"line {line}: answers are not given together here; expected {self.expected()}."
            )
        if kind == "close" and not self.grouped:
            raise BadRecord(f"line {line}: ] closes no group; expected {self.expected()}.")
        self.grouped = kind == "open"
        self.full = False

    def seat(self, seat: int, text: str, line: int) -> None:
        s = self.s
        code = (
            code_of(s, s.step, list(legal(s, seat)), text)
            if not self.full and seat in waiting(s)
            else None
        )
        if code is None:
            raise BadRecord(
                f"line {line}: '{LETTERS[seat]} {text}' is not possible; expected"
                f" {self.expected()}."
            )
        if waiting(s) != [seat]:
            seal(s, seat, code)
        elif s.step.seat == TOGETHER:
            s.sealed[seat] = code
            self.answers += sealed(s)
            self.full = self.grouped
            seal(s, seat, code)
        else:
            answer(s, code)
            self.answers.append((seat, code))

    def expected(self) -> str:
        """What could come here, as a record would write it."""
        s = self.s
        if self.full:
            return "]"
        if s.step is OVER:
            return "the end of the record, for the game is over"
        if s.step.seat == CHANCE:
            weights = s.step.weights(s)
            return one_of(
                ["{" + s.step.text(s, k) + "}" for k in range(len(weights)) if weights[k] > 0]
            )
        return one_of(
            [
                f"{LETTERS[seat]} {s.step.text(s, code)}"
                for seat in waiting(s)
                for code in legal(s, seat)
            ]
        )


def position_header(data: Mapping[str, Any]) -> str:
    """A position as a header's value."""
    return json.dumps(data, separators=(",", ":"))


def read_position(written: Written) -> dict[str, Any]:
    """The position that a record starts from."""
    try:
        data = json.loads(written.headers["Position"])
    except (ValueError, RecursionError):  # no position is nested as deeply as Python can bear
        data = None
    if not isinstance(data, dict):
        raise BadPosition("the position is not JSON data.")
    return data
