"""The table of Librarians: data, no rules."""

from __future__ import annotations

from typing import Any, Final, final

from emberstacks.games.librarians.components import ALPHABET, NONE, Components
from emberstacks.kernel.domains import (
    COUNT,
    FLAG,
    LARGEST,
    SEAT,
    each,
    mask,
    one,
    per_seat,
    up_to,
    within,
)
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots

# The grid. Room for every row that shelf cards can ever take, one more at each end, and an empty
# margin of two all round.
ROWS: Final = 26
WIDTH: Final = 85
MIDDLE: Final = 42  # the column of the shelf cards
CELLS: Final = ROWS * WIDTH
MARGIN: Final = 2  # rows at each end that stay empty,
OUTERMOST: Final = 3  # and those where no shelf card goes
FIRST_ROW: Final = 11  # of the topmost shelf card when the game begins

# Where a book is, if not on the table.
HIDDEN: Final = -1  # in the deck or in a hand
DISCARDED: Final = -2
BOXED: Final = -3  # not in this game
BEFORE: Final = -10  # minus a seat: a power card in front of that player
CELL: Final = within(0, CELLS - 1)
BOOK: Final = within(0, lambda s: s.agreed.books - 1)
COLOUR: Final = within(NONE, lambda s: len(s.box.colours) - 1)
LETTER: Final = within(NONE, len(ALPHABET) - 1)

# What is allowed this turn, or for the next book.
ANY_ROW: Final = 1
ANY_TOUCH: Final = 2
ANY_ORDER: Final = 4
ANY_STACK: Final = 8
ANY_GAP: Final = 16
ONE_WRONG: Final = 32  # Mystery
STOPPED: Final = 64

# How a game ends.
RUNNING: Final = 0
WON: Final = 1
STUCK: Final = 2
LOST_TO_HORROR: Final = 3
GAVE_UP: Final = 4

# Whether a thrill joins (§13.1).
CHANCE: Final = 0
PICKED: Final = 1
LEFT_OUT: Final = 2

SILENT: Final = 0
OFF: Final = 0
STRICT: Final = 1
LENIENT: Final = 2
STANDARD: Final = 3
ORDINALS: Final = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)


@final
class Agreement:
    """What the players agreed on before the game. It never changes, so states and clones share it."""

    def __init__(self, box: Components, genre: Ints, shelves: i64) -> None:
        self.box = box
        self.genre = genre  # of each book; NONE for thrills and for books that are not in the game
        # how many these rules have, the others in the box are younger,
        self.books: i64 = len(genre)
        self.shelves: i64 = shelves  # and how many shelf cards
        self.alternate: bool = False
        self.authors: bool = False
        self.ages: i64 = OFF
        self.sequels: bool = False
        self.shelf_powers: bool = False
        self.columns: bool = False
        self.balance: bool = False
        self.thrills: i64 = 0  # how many join
        self.picked: Ints = Ints([CHANCE] * len(genre))  # of each thrill: does it join?
        self.exactly: bool = False
        self.talk: i64 = SILENT

    def picked_thrills(self) -> i64:
        """§13.1 How many thrills join without chance."""
        count: i64 = 0
        for how in self.picked:
            if how == PICKED:
                count += 1
        return count

    def may_join(self) -> list[int]:
        """§13.1 The thrills that are in the deck, or may be if chance says so."""
        chance = self.thrills > self.picked_thrills()
        thrills = [book for book in range(len(self.genre)) if self.box.thrill[book] != NONE]
        return [
            book
            for book in thrills
            if self.picked[book] == PICKED or (chance and self.picked[book] == CHANCE)
        ]

    def keep_to_audience(self) -> bool:
        """§10.3 A book that cannot reach its audience cannot be played."""
        return self.ages == STRICT or self.ages == STANDARD

    def letters_only(self) -> bool:
        """Only letters say where a book may go: no audience, no series, no shelf power."""
        return self.ages == OFF and not self.sequels and not self.shelf_powers


@final
class Sight:
    """§4.2 The open places, and which letters may go there, by what was allowed when it was seen.
    It never changes.
    """

    def __init__(
        self, s: LibraryTable, cells: Ints, letters: Ints, count: i64, wanted: i64
    ) -> None:
        self.cells = cells
        self.letters = letters  # of each place: the mask of those that may go there
        self.count: i64 = count
        self.wanted: i64 = wanted  # mask of the letters that may go anywhere
        self.allowed: i64 = s.allowed | s.next_book
        self.turned: i64 = s.turned
        self.no_stacking: i64 = s.no_stacking


@final
class Layout:
    """§2.1 The table from above: §2.5 the topmost book of every place. It holds until a card moves,
    and clones share it.
    """

    def __init__(self, grid: Ints, height: Ints, start: i64, top: i64, bottom: i64) -> None:
        self.grid = grid  # of each cell from `start` on: a book, EMPTY or SHELF
        self.height = height  # how many books; counted only if it matters
        self.start: i64 = start
        self.top: i64 = top  # the rows of the outer shelf cards
        self.bottom: i64 = bottom
        self.low: i64 = MIDDLE  # the columns and rows that hold cards
        self.high: i64 = MIDDLE
        self.first: i64 = top
        self.last: i64 = bottom
        self.audiences: i64 = 0  # mask of those in sight
        # how many parts the cards form, one or more; NONE: nobody has looked
        self.parts: i64 = NONE
        self.sight: Sight | None = None  # the last one


@final
class LibraryTable(State):
    """A position. §8.1 The faces of deck and hands are secret, §2.6 all else is public."""

    agreed: Agreement
    box: Components
    deck: Deck
    hands: list[Slots]
    # of every book: a cell of the grid, or HIDDEN, DISCARDED, BOXED, BEFORE - seat
    place: Ints = each(lambda s: s.agreed.books, within(lambda s: BEFORE + 1 - s.seats, CELLS - 1))
    # the books on the table in the order in which they came: the last of a stack is on top
    laid: Ints = up_to(144, BOOK)
    # the shelf card of each row, or NONE
    shelf: Ints = each(ROWS, within(NONE, lambda s: s.agreed.shelves - 1))
    turned: i64 = one(mask(12))  # the shelf cards that are turned round
    # the pile of spare shelf cards: 1 for each that is in it
    spare: Ints = each(lambda s: s.agreed.shelves, FLAG)
    gone: i64 = one(mask(12))  # the shelf cards that are out of the game
    limit: i64 = one(within(1, LARGEST))
    no_stacking: i64 = one(FLAG)  # 1 after a Tragedy
    active: i64 = one(SEAT)
    plays: i64 = one(COUNT)  # this turn
    owed: i64 = one(COUNT)  # how many this turn needs
    allowed: i64 = one(COUNT)  # what is allowed this turn
    next_book: i64 = one(COUNT)  # what is allowed for the next book played
    # books laid or moved this turn; until rules 1.1 only since Mystery was used
    fresh: Ints = up_to(24, BOOK)
    acting: Ints = up_to(8, BOOK)  # thrills that were laid and have yet to act
    skips: i64 = one(COUNT)  # turns that will not take place
    force_colour: i64 = one(COLOUR)  # which the active player must still play, or NONE
    force_letter: i64 = one(LETTER)
    next_colour: i64 = one(COLOUR)  # which the next player must play, or NONE
    next_letter: i64 = one(LETTER)
    # a place that it asks the others to leave (a shelf by its middle cell)
    marks: Ints = per_seat(within(NONE, CELLS - 1))
    taps: Ints = up_to(8, within(NONE, CELLS - 1))  # the cells tapped last
    ending: i64 = one(COUNT)
    # not part of the position: how it looks from above; None once a card has moved
    layout: Layout | None

    def zones(self) -> list[Slots]:
        return self.hands

    def decks(self) -> list[Deck]:
        return [self.deck]

    def left(self) -> i64:
        """How many cards the deck and all hands still hold."""
        cards = self.deck.count()
        for hand in self.hands:
            cards += hand.count()
        return cards

    def all_played(self) -> bool:
        """§7.1 Nobody holds a card, and none is left in the deck."""
        for hand in self.hands:
            if hand.count() > 0:
                return False
        return self.deck.empty()

    def seen(self) -> Sight | None:
        """The open places, if somebody has looked for them and nothing has changed since."""
        sight = None if self.layout is None else self.layout.sight
        if sight is None or sight.allowed != self.allowed | self.next_book:
            return None
        return (
            sight if sight.turned == self.turned and sight.no_stacking == self.no_stacking else None
        )

    def top_row(self) -> i64:
        """The row of the topmost shelf card; if there is none, the row for the first one."""
        row: i64
        for row in range(ROWS):
            if self.shelf[row] != NONE:
                return row
        return FIRST_ROW

    def bottom_row(self) -> i64:
        """The row of the lowest shelf card; above the top row if there is none."""
        row: i64 = ROWS - 1
        while row >= 0:
            if self.shelf[row] != NONE:
                return row
            row -= 1
        return FIRST_ROW - 1

    def arrow(self, row: i64) -> i64:
        """1 if the row of a shelf card runs from A to Z to the right, -1 if to the left."""
        shelf = self.shelf[row]
        return -self.box.arrow[shelf] if has(self.turned, shelf) else self.box.arrow[shelf]

    def cell_text(self, cell: i64) -> str:
        """The name of a place: shelf from the top, side, distance from the shelf card; `2r3`. A
        shelf is `shelf 2`.
        """
        row = cell // WIDTH - self.top_row() + 1
        column = cell % WIDTH
        if column == MIDDLE:
            return f"shelf {row}"
        # §6.16 rows above the first shelf are 0, 00 and so on
        number = str(row) if row > 0 else "0" * (1 - row)
        return f"{number}{column_text(column)}"

    def place_words(self, cell: i64) -> str:
        """A place as people say it in a sentence: `the third place to the right on shelf 1`, or
        `shelf 1`.
        """
        top, bottom = self.top_row(), self.bottom_row()
        row, column = cell // WIDTH, cell % WIDTH
        if column == MIDDLE:
            return f"shelf {row - top + 1}"
        where = f"on shelf {row - top + 1}" if top <= row <= bottom else self.beyond(row)
        if column < MIDDLE:
            return f"the {ordinal(MIDDLE - column)} place to the left {where}"
        return f"the {ordinal(column - MIDDLE)} place to the right {where}"

    def cell_words(self, cell: i64) -> str:
        """A place in words: `shelf 2, place 3 to the right`; §6.16 a row without shelf card is
        above or below one.
        """
        top = self.top_row()
        row = cell // WIDTH
        shelf = f"shelf {row - top + 1}" if top <= row <= self.bottom_row() else self.beyond(row)
        column = cell % WIDTH
        return shelf if column == MIDDLE else f"{shelf}, {column_words(column)}"

    def beyond(self, row: i64) -> str:
        """§6.16 A row without a shelf card, by the next shelf and how far it is from there."""
        top, bottom = self.top_row(), self.bottom_row()
        rows = top - row if row < top else row - bottom
        return f"{'' if rows == 1 else f'{rows} rows '}{'above shelf 1' if row < top else f'below shelf {bottom - top + 1}'}"

    def title(self, book: i64) -> str:
        return self.box.titles[book]

    def describe(self, book: i64) -> str:
        """A book as people speak of it: title, and what counts about it."""
        return f"{self.title(book)} ({self.counts(book)})"

    def counts(self, book: i64) -> str:
        """What counts about a book: colour and genre, or its thrill."""
        box = self.box
        if box.thrill[book] != NONE:
            return f"thrill: {box.actions[box.thrill[book]].replace('-', ' ')}"
        return f"{box.colours[box.colour[book]]}, {box.genre_names[self.agreed.genre[book]]}"

    def genre_brings(self, genre: i64) -> str:
        """What a genre brings once it is complete: §5.6 a red one strikes at once, §5.5 any other
        leaves a power card.
        """
        name, power = self.box.genre_names[genre], self.box.power_texts[genre]
        return (
            f"A complete line of {name}"
            f" {'strikes' if has(self.box.red, genre) else 'brings its power'}: {power}"
        )

    def not_now(self, text: str) -> Refusal | None:
        return (
            Refusal("books are played and powers used in your own turn.", "3.1")
            if text.startswith(("play ", "use "))
            else None
        )

    def genre_piece(self, name: str) -> str:
        """The piece that shows the genres of a colour, by one of them: what caused an event."""
        box = self.box
        return f"genre-{box.colours[box.genre_colour[box.genres.index(name)]]}"

    def thrill_of(self, action: str) -> i64:
        """The first thrill of this game with an action, or NONE."""
        for book, place in enumerate(self.place):
            thrill = self.box.thrill[book]
            if thrill != NONE and place != BOXED and self.box.action_likes[thrill] == action:
                return book
        return NONE

    def lies_on(self, book: i64) -> i64:
        """The book on which another lies, or NONE."""
        under: i64 = NONE
        for other in self.laid:
            if other == book:
                break
            if self.place[other] == self.place[book]:
                under = other
        return under

    def hand_text(self, seat: i64) -> str:
        return ", ".join(sorted(self.title(book) for book in self.hands[seat].face))

    def tapped_text(self, cell: i64) -> str:
        top = self.topmost(cell)
        return (
            self.place_words(cell)
            if top == NONE
            else f"{self.title(top)} in {self.place_words(cell)}"
        )

    def tapped_words(self, cell: i64) -> str:
        """The card at a place, with the place in words."""
        top = self.topmost(cell)
        return (
            self.cell_words(cell) if top == NONE else f"{self.title(top)} ({self.cell_words(cell)})"
        )

    def topmost(self, cell: i64) -> i64:
        """The book in sight at a place, or NONE."""
        top: i64 = NONE
        for book in self.laid:
            if self.place[book] == cell:
                top = book
        return top


def ordinal(number: i64) -> str:
    """
    >>> ordinal(3), ordinal(12), ordinal(21)
    ('third', '12th', '21st')
    """
    if number < len(ORDINALS):
        return ORDINALS[number]
    ending = (
        "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(int(number % 10), "th")
    )
    return f"{number}{ending}"


def column_text(column: i64) -> str:
    """The name of a column of books: side, and distance from the shelf cards.

    >>> column_text(MIDDLE - 3), column_text(MIDDLE + 1)
    ('l3', 'r1')
    """
    return f"l{MIDDLE - column}" if column < MIDDLE else f"r{column - MIDDLE}"


def way_words(arrow: i64) -> str:
    """How a shelf points.

    >>> way_words(1), way_words(-1)
    ('A to Z to the right', 'A to Z to the left')
    """
    return f"A to Z to the {'right' if arrow > 0 else 'left'}"


def in_sentence(text: str) -> str:
    """The text of a card in the middle of a sentence.

    >>> in_sentence("Swap two books.")
    'swap two books.'
    """
    return text[:1].lower() + text[1:]


def books_words(count: i64) -> str:
    """
    >>> books_words(0), books_words(1), books_words(4)
    ('no books', '1 book', '4 books')
    """
    return "no books" if count == 0 else "1 book" if count == 1 else f"{count} books"


def column_words(column: i64) -> str:
    """A column of books in words.

    >>> column_words(MIDDLE - 3), column_words(MIDDLE + 1)
    ('place 3 to the left', 'place 1 to the right')
    """
    return (
        f"place {MIDDLE - column} to the left"
        if column < MIDDLE
        else f"place {column - MIDDLE} to the right"
    )


def new_table(agreed: Agreement, players: int, first: Step[Any]) -> LibraryTable:
    """§1.8 The position before anything is drawn or dealt."""
    box = agreed.box
    place = [
        HIDDEN if genre != NONE or agreed.picked[book] == PICKED else BOXED
        for book, genre in enumerate(agreed.genre)
    ]
    spare = [1] * int(agreed.shelves)
    if agreed.shelf_powers:  # §12.1
        playing: i64 = 0
        for book, genre in enumerate(agreed.genre):
            playing |= 0 if genre == NONE else 1 << box.colour[book]
        spare = [int(box.shelf_colours[k] & ~playing == 0) for k in range(len(spare))]
    return LibraryTable(
        seats=players,
        step=first,
        below=[],
        sealed=Ints([OUT] * players),
        agreed=agreed,
        box=box,
        deck=new_deck(Ints([int(where == HIDDEN) for where in place]), 0),
        hands=[no_slots() for _ in range(players)],
        place=Ints(place),
        laid=Ints([]),
        shelf=Ints([NONE] * ROWS),
        turned=0,
        spare=Ints(spare),
        gone=sum(1 << k for k in range(len(spare)) if not spare[k]),
        limit=box.hand,
        no_stacking=0,
        active=0,
        plays=0,
        owed=0,
        allowed=0,
        next_book=0,
        fresh=Ints([]),
        acting=Ints([]),
        skips=0,
        force_colour=NONE,
        force_letter=NONE,
        next_colour=NONE,
        next_letter=NONE,
        marks=Ints([NONE] * players),
        taps=Ints([]),
        ending=RUNNING,
        layout=None,
    )
