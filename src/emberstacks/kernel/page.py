"""A page of numbers: what a seat may know, written straight from a state, for those who need speed.

Every number is also in the seat's view (law 21): a face that the seat has not seen, a sealed answer
of somebody else and a number behind a screen are never read. What one row of a page means is in
`envs/observation.py`, which makes it from a view.

Most numbers are zeros and padding that stay as they are from one position to the next. So a page
remembers for each row what it has written, and writes only what is different: `filled`, `masks` and
`touched`.
"""

from __future__ import annotations

from typing import Any, Final, final

from emberstacks.kernel.codec import GIVEN
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, OUT, OVER, State
from emberstacks.kernel.step import TOGETHER, Step
from emberstacks.kernel.zones import Deck, Slots

QUESTIONS: Final = 4  # of those waiting, from the current one down
NUMBERS: Final = 7  # per question
NOTHING: Final = -1  # for unused entries of a list, and for those that the seat may not know


@final
class Part:
    """How much room a field of a state has, or one list of a field with several."""

    def __init__(self, shown: bool, room: i64, width: i64, screened: bool) -> None:
        self.shown = shown  # has a position this field under the version of the rules?
        self.room: i64 = room  # of a list: how many entries are written
        self.width: i64 = width  # of a mask: how many bits; 0 for other numbers
        self.screened = screened


@final
class Page:
    """Rows of numbers, one for each of several games; `write` fills a row."""

    def __init__(
        self, game: Game, rules: int, parts: list[Part], kinds: int, size: int, rows: int
    ) -> None:
        total = size * rows
        masks = sum([max(1, int(part.room)) for part in parts if part.width > 0])
        self.game = game
        self.parts = parts
        self.kinds: i64 = kinds  # of pieces that hands count
        self.size: i64 = size
        self.numbers: Ints = Ints([0] * total)
        # of lists: entries that are no padding
        self.filled: Ints = Ints([part.room for _ in range(rows) for part in parts])
        self.masks: Ints = Ints([0] * (masks * rows))  # as they were written last
        self.touched: Ints = Ints([0] * total)  # where counts are that may not be 0
        self.counts: Ints = Ints([0] * rows)  # how many of these each row has
        self.masks_each: i64 = masks  # of a row
        self.mask: i64 = 0  # the next one
        self.line: i64 = 0  # the row that is written
        self.steps: dict[type[Step[Any]], int] = {
            step: number for number, step in enumerate(game.steps_of(rules))
        }
        self.who: i64 = 0
        self.screens = False
        self.part: i64 = 0  # the next one
        self.at: i64 = 0  # where the next number goes
        self.stop: i64 = 0  # where the arguments of a question end

    def write(self, s: State, who: i64, row: i64) -> None:
        """Fill a row with what the seat in the mask, or a spectator, may know."""
        self.line = row
        self.mask = row * self.masks_each
        self.at = row * self.size
        self.forget()
        self.who = who
        self.screens = s.screens_up()
        self.part = 0
        self.write_seats(s)
        self.write_questions(s)
        self.write_sealed(s)
        s.show(self)

    def forget(self) -> None:
        """Set the counts of the row back to 0."""
        numbers, touched, first = self.numbers, self.touched, self.line * self.size
        k: i64
        for k in range(first, first + self.counts[self.line]):
            numbers[touched[k]] = 0
        self.counts[self.line] = 0

    def add(self, at: i64) -> None:
        """One more there."""
        numbers, line = self.numbers, self.line
        if numbers[at] == 0:
            self.touched[line * self.size + self.counts[line]] = at
            self.counts[line] += 1
        numbers[at] += 1

    def number_of(self, step: Step[Any]) -> i64:
        """The place of a question among the steps of the game."""
        return self.steps[type(step)]

    # What every game has.

    def write_seats(self, s: State) -> None:
        """Who looks, who is asked, whether the game is over, and the points as far as known."""
        numbers, at, seats = self.numbers, self.at, s.seats
        asked = s.step.seat
        seat: i64
        for seat in range(seats):
            owing = s.sealed[seat] == OPEN if asked == TOGETHER else asked == seat
            numbers[at + seat] = 1 if has(self.who, seat) else 0
            numbers[at + seats + seat] = 1 if owing else 0
        at += 2 * seats
        numbers[at] = 1 if s.step is OVER else 0
        at += 1
        for points in self.game.scores_seen(s, self.who):
            numbers[at] = 0 if points is None else points
            numbers[at + seats] = 0 if points is None else 1
            at += 1
        self.at = at + seats

    def write_questions(self, s: State) -> None:
        """The current question as a 1 among zeros; then it and those below it, with their
        arguments.
        """
        kinds: i64 = len(self.steps)
        start = self.at
        self.at = start + kinds
        if s.step is not OVER:
            self.add(start + self.number_of(s.step))
            self.write_question(s.step)
            k: i64 = len(s.below)
            lowest = k + 1 - QUESTIONS
            while k > 0 and k > lowest:
                k -= 1
                self.write_question(s.below[k])
        self.fill(NOTHING, start + kinds + QUESTIONS * (1 + NUMBERS) - self.at)

    def write_question(self, step: Step[Any]) -> None:
        self.numbers[self.at] = self.number_of(step)
        self.at += 1
        self.stop = self.at + NUMBERS
        step.show(self)
        self.fill(NOTHING, self.stop - self.at)

    def write_sealed(self, s: State) -> None:
        """Each seat's sealed answer, if this seat may know it."""
        together = s.step.seat == TOGETHER
        seat: i64
        for seat in range(s.seats):
            given: i64 = s.sealed[seat] if together else OUT
            if given != OPEN and given != OUT and not has(self.who, seat):
                given = GIVEN
            self.numbers[self.at + seat] = given
        self.at += s.seats

    def fill(self, number: i64, count: i64) -> None:
        """The same number again and again."""
        numbers, at = self.numbers, self.at
        k: i64
        for k in range(count):
            numbers[at + k] = number
        self.at = at + count

    # What steps and states show of themselves: kernel/declare.py writes these calls.

    def argument(self, number: i64) -> None:
        """A number that comes with a question."""
        if self.at < self.stop:
            self.numbers[self.at] = number
            self.at += 1

    def whole(self, number: i64) -> None:
        """A field that is a number."""
        part = self.parts[self.part]
        self.part += 1
        if part.shown:
            self.spread(number, part.width)

    def row(self, values: Ints) -> None:
        """A field that is a list of numbers: those it has room for, and padding."""
        part = self.parts[self.part]
        place = self.line * len(self.parts) + self.part
        self.part += 1
        if not part.shown:
            return
        hidden = self.screens and part.screened
        room = part.room
        known: i64 = len(values)
        if known > room:
            known = room
        k: i64
        if hidden or part.width > 0:
            for k in range(room):
                shown = k < known and not (hidden and not has(self.who, k))
                self.spread(values[k] if shown else NOTHING, part.width)
            self.filled[place] = room
            return
        numbers, at = self.numbers, self.at
        for k in range(known):
            numbers[at + k] = values[k]
        for k in range(known, self.filled[place]):
            numbers[at + k] = NOTHING
        self.filled[place] = known
        self.at = at + room

    def slots(self, slots: Slots) -> None:
        """A place with hidden pieces: how many of each kind this seat knows, and how many it does
        not.
        """
        part = self.parts[self.part]
        self.part += 1
        if part.shown:
            self.count(slots, self.kinds)

    def deck(self, deck: Deck) -> None:
        """A deck: how many pieces are shuffled, and the known places on top and at the bottom,
        counted.
        """
        part = self.parts[self.part]
        self.part += 1
        if not part.shown:
            return
        kinds: i64 = len(deck.rest)
        self.numbers[self.at] = deck.shuffled()
        self.at += 1
        self.count(deck.top, kinds)
        self.count(deck.bottom, kinds)

    def spread(self, number: i64, width: i64) -> None:
        """A mask bit by bit, any other number as it is."""
        numbers, at = self.numbers, self.at
        if width == 0:
            numbers[at] = number
            self.at = at + 1
            return
        self.at = at + width
        place = self.mask
        self.mask = place + 1
        if self.masks[place] == number:
            return
        self.masks[place] = number
        k: i64
        for k in range(width):
            numbers[at + k] = number >> k & 1

    def count(self, slots: Slots, kinds: i64) -> None:
        """How many pieces of each kind the seat knows among these; last, how many it does not know."""
        at = self.at
        self.at = at + kinds + 1
        k: i64
        for k in range(len(slots.face)):
            self.add(at + (slots.face[k] if slots.seen[k] & self.who != 0 else kinds))
