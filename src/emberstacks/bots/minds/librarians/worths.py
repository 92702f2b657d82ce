"""What is good in Librarians: keep places open for the books that nobody has seen yet, using only
its own hand and the table.

A turn is planned as a whole: every place for a first book, and for the best of these every place
for a second one. What counts is the library that is left (shelves.py): its cost depends on which
books are hidden and which are one's own, not on where the others are. Whatever a power does is
tried in a possible world and judged the same way; a power card has a price, so that it is spent
where it saves more than that.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.heuristic import Heuristic
from emberstacks.bots.minds.librarians.costs import judged
from emberstacks.bots.minds.librarians.facts import NO_INTS, Kinds
from emberstacks.bots.minds.librarians.plans import NOTHING, Plan
from emberstacks.bots.minds.librarians.shelves import Shelves, play_of, read
from emberstacks.bots.minds.librarians.weights import OVERALL, Weights
from emberstacks.games.librarians.components import GENRES
from emberstacks.games.librarians.library import Library, places, places_by_letter
from emberstacks.games.librarians.state import BEFORE, CELLS, HIDDEN, WON, LibraryTable
from emberstacks.games.librarians.steps.blue import MoveBook, SwapFirst, TakeBook, TravelRemove
from emberstacks.games.librarians.steps.completing import GIVING, GiveCard, KeepBook, KeepOfLine
from emberstacks.games.librarians.steps.playing import Where
from emberstacks.games.librarians.steps.thrills import (
    BORROWING,
    BorrowPower,
    ChooseRevealer,
    ClearBook,
    NameColour,
    NameLetter,
)
from emberstacks.games.librarians.steps.turn import (
    END_TURN,
    GIVE_UP,
    PLAY_BOOK,
    TURN_MENU,
    USE_POWER,
    SetMarker,
    Turn,
)
from emberstacks.games.librarians.steps.yellow import AnswerTap, OrderDeck, Tap
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Floats, Ints, append, i64
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.view import worlds_behind

COMPILED: Final = True  # tools/compile/copy.py

UNFINISHED: Final = 1e6  # of a turn for which no second book is found
FIRSTS: Final = 8  # first books of a turn that are thought through to the second
DEEP: Final = 6  # books to move or swap for which every place is tried


@final
class LibrariansWorths(Heuristic):
    """Greed for the team, as far as the seat can know."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = Weights(weights)
        self.kinds: Kinds | None = None  # of the last game
        self.plan: Plan | None = None  # the last one

    def worths(self, s: State, seat: i64, codes: Ints) -> Floats:
        assert isinstance(s, LibraryTable)
        kinds = self.kinds
        if kinds is None or kinds.agreed is not s.agreed:
            kinds = Kinds(s.agreed)
            self.kinds = kinds
        self.weights.look(s.box)
        team = Team(self.weights, kinds, s, seat)
        team.plan = self.plan
        self.plan = None  # nobody else may use it meanwhile
        step = s.step
        if isinstance(step, Turn):
            found = team.turn(codes)
        elif isinstance(step, Where):
            found = team.where(s, step.book, codes)
        else:
            found = Floats(team.answers(team.world(), [int(code) for code in codes]))
        self.plan = team.plan
        return found


@final
class Team:
    """How a seat thinks for its team."""

    def __init__(self, weights: Weights, kinds: Kinds, s: LibraryTable, seat: i64) -> None:
        self.weights = weights
        self.kinds = kinds
        self.s = s  # only what the seat knows may be read here
        self.seat: i64 = seat
        self.plan: Plan | None = None

    def world(self) -> LibraryTable:
        """A possible world, the same for all positions that look the same to the seat."""
        world = worlds_behind(self.s, 1 << self.seat).deal(Dealer(1))
        assert isinstance(world, LibraryTable)
        return world

    def read(self, s: LibraryTable) -> Shelves:
        """The library as the seat knows it."""
        return read(s, self.seat, self.weights, self.kinds)

    def plan_for(self, s: LibraryTable) -> Plan:
        """The plan for a position, with all that was thought of it before."""
        plan = self.plan
        if plan is None or not plan.fits(s, self.seat):
            plan = Plan(s, self.seat, self.read(s))
            self.plan = plan
        return plan

    # The turn.

    def turn(self, codes: Ints) -> Floats:
        """The worth of every book at its best place, of every power, of ending the turn."""
        s = self.s
        plan = self.plan_for(s)
        held = self.prizes(s)
        firsts = NO_INTS[:]
        for code in codes:
            if TURN_MENU.by_code[code] is PLAY_BOOK:
                for cell in places_of(s, TURN_MENU.which[code]):
                    firsts = append(firsts, play_of(TURN_MENU.which[code], cell))
        worths = self.planned(plan, firsts, owed(s) - 1)
        best: dict[int, float] = {}
        k: i64
        for k in range(len(firsts)):
            book = int(firsts[k] // CELLS)
            best[book] = max(worths[k] + held, best.get(book, -OVERALL))
        trouble = max(best.values(), default=-OVERALL) < held - self.weights.trouble
        found = Floats([0.0] * len(codes))
        for k in range(len(codes)):
            code = codes[k]
            deed = TURN_MENU.by_code[code]
            if deed is PLAY_BOOK:
                found[k] = best[int(TURN_MENU.which[code])]
            elif deed is END_TURN:
                found[k] = judged(plan.shelves) + held + self.weights.enough
            elif deed is GIVE_UP:
                found[k] = -OVERALL
            elif deed is USE_POWER and self.weights.at_once[TURN_MENU.which[code]] != 0:
                found[k] = OVERALL / 2
            elif deed is USE_POWER and not trouble:
                found[k] = -OVERALL / 4
            else:
                found[k] = self.carried_out(self.world(), code)
        return found

    def where(self, s: LibraryTable, book: i64, codes: Ints) -> Floats:
        """The worth of every place for a book."""
        firsts = NO_INTS[:]
        for cell in codes:
            firsts = append(firsts, play_of(book, cell))
        return self.planned(self.plan_for(s), firsts, owed(s) - 1)

    def planned(self, plan: Plan, firsts: Ints, more: i64) -> Floats:
        """The worth of every first book at its place, with the best second book if the turn needs
        one more.
        """
        plan.ask()
        worth = Floats([0.0] * len(firsts))
        k: i64
        for k in range(len(firsts)):
            worth[k] = plan.alone(firsts[k])
        if more <= 0:
            return worth
        for play in plan.shelves.options():
            plan.alone(play)
        alone = worth[:]
        done = Ints([0] * len(firsts))
        found = False
        rank: i64 = 0
        while rank < len(firsts) and (rank < FIRSTS or not found):
            next_best: i64 = -1
            for k in range(len(firsts)):
                if done[k] == 0 and (next_best < 0 or alone[k] > alone[next_best]):
                    next_best = k
            done[next_best] = 1
            rank += 1
            if self.counts(firsts[next_best], alone[next_best]):
                best = plan.second(firsts[next_best])
                found = found or best != NOTHING
                worth[next_best] = alone[next_best] - UNFINISHED if best == NOTHING else best
        for k in range(len(firsts)):
            if done[k] == 0 and self.counts(firsts[k], alone[k]):
                worth[k] -= UNFINISHED
        return worth

    def counts(self, play: i64, alone: float) -> bool:
        """Is a first book followed by a second? Not if it loses the game or ends the turn."""
        return alone >= -OVERALL / 2 and self.kinds.stops[play // CELLS] == 0

    def prizes(self, world: LibraryTable) -> float:
        """What all power cards on the table are worth."""
        total = 0.0
        book: i64
        for book in range(len(world.place)):
            if world.place[book] <= BEFORE:
                total += self.weights.lines[world.agreed.genre[book]]
        return total

    # All other questions.

    def answers(self, world: LibraryTable, codes: list[int]) -> list[float]:
        """The worth of the answers to a question that is not the turn's."""
        step, lines = world.step, self.weights.lines
        if isinstance(step, Where):
            return list(self.where(world, step.book, Ints(codes)))
        if isinstance(step, (MoveBook, SwapFirst, TravelRemove, TakeBook, ClearBook)):
            return self.books(world, codes)
        if isinstance(step, GiveCard):
            return [self.receiver(world, step.book, GIVING.which[code]) for code in codes]
        if isinstance(step, (KeepBook, KeepOfLine)):
            return [lines[code] for code in codes]
        if isinstance(step, BorrowPower):
            return [lines[BORROWING.which[code] % GENRES] for code in codes]
        if isinstance(step, OrderDeck):
            return [float(len(read_alone(self.read(world), code).options())) for code in codes]
        if isinstance(step, NameColour):
            return [-self.others(world, world.box.colour, code) for code in codes]
        if isinstance(step, NameLetter):
            return [-self.others(world, world.box.letter, code) for code in codes]
        if isinstance(step, (SetMarker, Tap, ChooseRevealer, AnswerTap)):
            return [0.0 if code != codes[0] else 1.0 for code in codes]
        return [self.followed(world, code, 1) for code in codes]

    def books(self, world: LibraryTable, codes: list[int]) -> list[float]:
        """Which book leaves its place: judged by the library without it, and the best that go
        elsewhere by where they go.
        """
        shelves = self.read(world)
        rough = [
            judged(shelves.without(code) if shelves.holds(code) else shelves) for code in codes
        ]
        if not isinstance(world.step, (MoveBook, SwapFirst)):
            return rough
        order = sorted([(-value, k) for k, value in enumerate(rough)])
        worth = [value - OVERALL / 4 for value in rough]
        for rank, (_, k) in enumerate(order):
            if rank < DEEP or not shelves.holds(codes[k]):
                worth[k] = self.followed(world, codes[k], 1)
        return worth

    def receiver(self, world: LibraryTable, card: i64, receiver: i64) -> float:
        """What helps at once stays here; anything else goes to the player who has least and plays
        soonest.
        """
        if self.weights.at_once[world.agreed.genre[card]] != 0:
            return 1.0 if receiver == self.seat else 0.0
        cards = 0.0
        book: i64
        for book in range(len(world.place)):
            if world.place[book] == BEFORE - receiver and book != card:
                cards += 1.0
        return -10.0 * cards - float((receiver - self.seat - 1) % world.seats)

    def others(self, world: LibraryTable, values: Ints, value: i64) -> float:
        """How many books with a value are hidden and not in its own hand: the fewer, the less it
        forces.
        """
        found = 0.0
        book: i64
        for book in range(len(world.place)):
            if (
                values[book] == value
                and world.place[book] == HIDDEN
                and world.hands[self.seat].find(book) < 0
            ):
                found += 1.0
        return found

    # Trying it out in a possible world.

    def followed(self, world: LibraryTable, code: i64, ahead: int) -> float:
        """The worth of the library after an answer, and after the best one to a question that
        belongs to it.
        """
        s = after(world, code)
        if s.step is OVER:
            return ending(s)
        begins = isinstance(s.step, (Turn, GiveCard, KeepOfLine, MoveBook, TravelRemove))
        if ahead == 0 or to_act(s) != self.seat or begins:
            return judged(self.read(s)) + self.prizes(s)
        return max([self.followed(s, further, ahead - 1) for further in legal(s, self.seat)])

    def carried_out(self, world: LibraryTable, code: i64) -> float:
        """The worth of the turn after a power is used, or an author or a line completed, as well as
        this seat would do it.
        """
        s = after(world, code)
        while s.step is not OVER and to_act(s) == self.seat and not isinstance(s.step, Turn):
            codes = [int(further) for further in legal(s, self.seat)]
            values = self.answers(s, codes)
            answer(s, codes[values.index(max(values))])
        if s.step is OVER:
            return ending(s)
        worth = -OVERALL / 8
        plan = Plan(s, self.seat, self.read(s))
        own = to_act(s) == self.seat
        if own:
            worth = max(
                list(self.planned(plan, plan.shelves.options(), owed(s) - 1)), default=worth
            )
        if owed(s) <= 0 or not own:
            worth = max(worth, judged(plan.shelves))
        return worth + self.prizes(s)


def owed(s: LibraryTable) -> i64:
    """How many books the turn still needs."""
    return s.owed - s.plays


def places_of(s: LibraryTable, book: i64) -> Ints:
    """Where a book of its own hand may go, as the rules say."""
    return places_by_letter(s, book) if s.agreed.letters_only() else places(Library(s), book)


def read_alone(shelves: Shelves, book: i64) -> Shelves:
    """The library as if one book were the whole hand."""
    shelves.facts.hand = Ints([book])
    shelves.held = 1
    return shelves


def ending(s: LibraryTable) -> float:
    """The worth of the end of the game."""
    return OVERALL if s.ending == WON else -OVERALL


def after(s: LibraryTable, code: i64) -> LibraryTable:
    """The position after an answer."""
    twin = s.clone()
    answer(twin, code)
    return twin
