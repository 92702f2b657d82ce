"""What is good in Librarians: keep places open for the books that nobody has seen yet, using only its own hand and the table.

A turn is planned as a whole: every place for a first book, and for the best of these every place for a second one. What counts
is the library that is left (shelves.py): its cost depends on which books are hidden and which are in its own hand, not on
where the others are. Whatever a power does is tried in a possible world and judged the same way. A power card has a price,
so it is spent only if it saves more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from emberstacks.bots.heuristic import Heuristic
from emberstacks.bots.minds.librarians.facts import bits
from emberstacks.bots.minds.librarians.figures import OVERALL, Figures
from emberstacks.bots.minds.librarians.shelves import Shelves, read
from emberstacks.games.librarians.components import GENRES, STOP, THRILLS
from emberstacks.games.librarians.state import BEFORE, WON, LibraryTable
from emberstacks.games.librarians.steps.blue import MoveBook, SwapFirst, TakeBook, TravelRemove
from emberstacks.games.librarians.steps.completing import GiveCard, KeepBook
from emberstacks.games.librarians.steps.deeds import PlayBook
from emberstacks.games.librarians.steps.playing import Where
from emberstacks.games.librarians.steps.thrills import BorrowPower, ChooseRevealer, ClearBook, NameColour, NameLetter
from emberstacks.games.librarians.steps.turn import BY_CODE, END_TURN, GIVE_UP, USE_POWER, SetMarker, Turn
from emberstacks.games.librarians.steps.yellow import AnswerTap, OrderDeck, Tap
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Floats, Ints, i64
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.view import worlds_behind

Play = tuple[int, int]  # a book and a place

SPLIT: Final = 1e7  # of a library in pieces
UNFINISHED: Final = 1e6  # of a turn for which no second book is found
FIRSTS: Final = 8  # first books of a turn that are thought through to the second
SECONDS: Final = 10  # second books that are tried after each of them
DEEP: Final = 6  # books to move or swap for which every place is tried
LOST: Final = 1000.0  # of a book that finds no place; all other figures are measured by this one


@final
class LibrariansWorths(Heuristic):
    """Greed for the team, as far as the seat can know."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.figures = Figures(weights)

    def worths(self, s: State, seat: i64, codes: Ints) -> Floats:
        world = worlds_behind(s, 1 << seat).deal(Dealer(1))  # the same in every world that looks the same to the seat
        assert isinstance(world, LibraryTable)
        team = Team(self.figures, seat)
        if isinstance(world.step, Turn):
            return team.turn(world, codes)
        return Floats(team.answers(world, [int(code) for code in codes]))


@final
class Team:
    """How a seat thinks for its team."""

    def __init__(self, figures: Figures, seat: i64) -> None:
        self.figures = figures
        self.seat: i64 = seat

    def read(self, s: LibraryTable) -> Shelves:
        """The library as the seat knows it."""
        return read(s, self.seat, self.figures)

    # The turn.

    def turn(self, world: LibraryTable, codes: Ints) -> Floats:
        """The worth of every book at its best place, of every power, of ending the turn."""
        shelves = self.read(world)
        held = self.prizes(world)
        firsts: list[Play] = []
        for code in codes:
            if isinstance(BY_CODE[code], PlayBook):
                firsts += [(int(code), int(cell)) for cell in legal(after(world, code), self.seat)]
        best: dict[int, float] = {}
        for (book, _), worth in self.planned(shelves, firsts, owed(world) - 1).items():
            best[book] = max(worth + held, best.get(book, -OVERALL))
        trouble = max(best.values(), default=-OVERALL) < held - self.figures.trouble
        found = Floats([0.0] * len(codes))
        k: i64
        for k in range(len(codes)):
            code = codes[k]
            deed = BY_CODE[code]
            if isinstance(deed, PlayBook):
                found[k] = best[int(code)]
            elif deed is END_TURN:
                found[k] = self.judged(shelves) + held + self.figures.enough
            elif deed is GIVE_UP:
                found[k] = -OVERALL
            elif deed is USE_POWER and self.figures.at_once[code - USE_POWER.first] != 0:
                found[k] = OVERALL / 2
            elif deed is USE_POWER and not trouble:
                found[k] = -OVERALL / 4
            else:
                found[k] = self.carried_out(world, code)
        return found

    def planned(self, shelves: Shelves, firsts: Sequence[Play], more: int) -> dict[Play, float]:
        """The worth of every first book at its place, with the best second book if the turn needs one more."""
        if more <= 0:
            return {first: self.judged(shelves.played(first[0], first[1])) for first in firsts}
        laid: dict[Play, Shelves] = {}
        alone: dict[Play, float] = {}
        for play in [*firsts, *shelves.options()]:
            if play not in laid:
                laid[play] = shelves.played(play[0], play[1])
                alone[play] = self.judged(laid[play])
        worth = {first: alone[first] for first in firsts}
        pairs: dict[frozenset[Play], float] = {}
        found = 0
        order = sorted([(-alone[first], k) for k, first in enumerate(firsts)])
        for rank, (_, k) in enumerate(order):
            first = firsts[k]
            if alone[first] < -OVERALL / 2 or first[0] == THRILLS + STOP:
                continue
            best = self.second(laid[first], first, alone, pairs) if rank < FIRSTS or not found else None
            if best is None:
                worth[first] -= UNFINISHED
            else:
                worth[first] = best
                found += 1
        return worth

    def second(
        self, shelves: Shelves, first: Play, alone: dict[Play, float], pairs: dict[frozenset[Play], float]
    ) -> float | None:
        """The worth of a turn after the best second book; None if there is none.

        It tries those that are good by themselves, or new.
        """
        best: float | None = None
        options = shelves.options()
        order = sorted([(-alone.get(play, 0.0), k) for k, play in enumerate(options)])
        for rank, (_, k) in enumerate(order):
            play = options[k]
            if rank >= SECONDS and play in alone:
                continue
            pair = frozenset((first, play))  # mostly it does not matter which one came first
            worth = pairs.get(pair)
            if worth is None:
                worth = self.judged(shelves.played(play[0], play[1]))
                if not shelves.gained and first[1] != play[1]:
                    pairs[pair] = worth
            best = worth if best is None else max(best, worth)
        return best

    def judged(self, shelves: Shelves) -> float:
        """How good a library is, with what was gained on the way to it."""
        worth = -LOST * shelves.cost()
        for genre in shelves.gained:
            worth += self.figures.lines[genre]
        return worth if shelves.whole else worth - SPLIT

    def prizes(self, world: LibraryTable) -> float:
        """What all power cards on the table are worth."""
        total = 0.0
        book: i64
        for book in range(THRILLS):
            if world.place[book] <= BEFORE:
                total += self.figures.lines[world.agreed.genre[book]]
        return total

    # All other questions.

    def answers(self, world: LibraryTable, codes: list[int]) -> list[float]:
        """The worth of the answers to a question that is not the turn's."""
        step, lines = world.step, self.figures.lines
        if isinstance(step, Where):
            firsts = [(int(step.book), code) for code in codes]
            plans = self.planned(self.read(world), firsts, owed(world) - 1)
            return [plans[first] for first in firsts]
        if isinstance(step, (MoveBook, SwapFirst, TravelRemove, TakeBook, ClearBook)):
            return self.books(world, codes)
        if isinstance(step, GiveCard):
            return [self.receiver(world, step.book, code) for code in codes]
        if isinstance(step, KeepBook):
            return [lines[code] for code in codes]
        if isinstance(step, BorrowPower):
            return [lines[code % GENRES] for code in codes]
        if isinstance(step, OrderDeck):
            return [float(len(self.read_with(world, code).options())) for code in codes]
        if isinstance(step, NameColour):
            return [-self.others(world, world.box.colour, code) for code in codes]
        if isinstance(step, NameLetter):
            return [-self.others(world, world.box.letter, code) for code in codes]
        if isinstance(step, (SetMarker, Tap, ChooseRevealer, AnswerTap)):
            return [0.0 if code != codes[0] else 1.0 for code in codes]
        return [self.followed(world, code, 1) for code in codes]

    def books(self, world: LibraryTable, codes: list[int]) -> list[float]:
        """Which book leaves its place: judged by the library without it, and the best ones also by where they go."""
        shelves = self.read(world)
        rough = [self.judged(shelves.without(code) if code in shelves.grid else shelves) for code in codes]
        if not isinstance(world.step, (MoveBook, SwapFirst)):
            return rough
        order = sorted([(-value, k) for k, value in enumerate(rough)])
        worth = [value - OVERALL / 4 for value in rough]
        for rank, (_, k) in enumerate(order):
            if rank < DEEP or codes[k] not in shelves.grid:
                worth[k] = self.followed(world, codes[k], 1)
        return worth

    def receiver(self, world: LibraryTable, card: i64, receiver: i64) -> float:
        """What helps at once stays here; anything else goes to the player who has least and plays soonest."""
        if self.figures.at_once[world.agreed.genre[card]] != 0:
            return 1.0 if receiver == self.seat else 0.0
        cards = 0.0
        book: i64
        for book in range(THRILLS):
            if world.place[book] == BEFORE - receiver and book != card:
                cards += 1.0
        return -10.0 * cards - float((receiver - self.seat - 1) % world.seats)

    def read_with(self, world: LibraryTable, book: int) -> Shelves:
        """The library as if one book were the whole hand."""
        shelves = self.read(world)
        shelves.own = 1 << book
        return shelves

    def others(self, world: LibraryTable, values: Ints, value: i64) -> float:
        """How many books with a value are hidden and not in its own hand: the fewer, the less it forces."""
        shelves = self.read(world)
        found = 0.0
        for book in bits(shelves.hidden & ~shelves.own):
            if values[book] == value:
                found += 1.0
        return found

    # Trying it out in a possible world.

    def followed(self, world: LibraryTable, code: i64, ahead: int) -> float:
        """The worth of the library after an answer, and after the best one to a question that belongs to it."""
        s = after(world, code)
        if s.step is OVER:
            return ending(s)
        begins = isinstance(s.step, (Turn, GiveCard, MoveBook, TravelRemove))
        if ahead == 0 or to_act(s) != self.seat or begins:
            return self.judged(self.read(s)) + self.prizes(s)
        return max([self.followed(s, further, ahead - 1) for further in legal(s, self.seat)])

    def carried_out(self, world: LibraryTable, code: i64) -> float:
        """The worth of the turn after a power is used, or an author or a line completed, as well as this seat would do it."""
        s = after(world, code)
        while s.step is not OVER and to_act(s) == self.seat and not isinstance(s.step, Turn):
            codes = [int(further) for further in legal(s, self.seat)]
            values = self.answers(s, codes)
            answer(s, codes[values.index(max(values))])
        if s.step is OVER:
            return ending(s)
        shelves = self.read(s)
        worth = -OVERALL / 8
        own = to_act(s) == self.seat
        if own:
            worth = max(self.planned(shelves, shelves.options(), owed(s) - 1).values(), default=worth)
        if owed(s) <= 0 or not own:
            worth = max(worth, self.judged(shelves))
        return worth + self.prizes(s)


def owed(s: LibraryTable) -> int:
    """How many books the turn still needs."""
    return int(s.owed - s.plays)


def ending(s: LibraryTable) -> float:
    """The worth of the end of the game."""
    return OVERALL if s.ending == WON else -OVERALL


def after(s: LibraryTable, code: i64) -> LibraryTable:
    """The position after an answer."""
    twin = s.clone()
    answer(twin, code)
    return twin
