"""Completing a genre (§5) or an author (§9)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.librarians.components import GENRES, NONE
from emberstacks.games.librarians.effects import discard
from emberstacks.games.librarians.library import Library
from emberstacks.games.librarians.lines import author_cells, complete_genres, line_cells
from emberstacks.games.librarians.state import BEFORE, BOOK, ONE_WRONG, LibraryTable, books_words
from emberstacks.games.librarians.steps.powers import power_of
from emberstacks.kernel.domains import FLAG, one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members, several
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Step
from emberstacks.kernel.versions import V1_1, V1_2
from emberstacks.kernel.words import Label


class WhichFirst(Step[LibraryTable]):
    """§5.4 Several genres are complete: which comes first?"""

    clause: ClassVar[str] = "5.4"
    size: ClassVar[int] = GENRES

    def choices(self, s: LibraryTable) -> Ints:
        return members(complete_genres(Library(s), False))

    def answer(self, s: LibraryTable, choice: i64) -> None:
        complete_genre(s, self.seat, choice, False)

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "first " + s.box.genres[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"First {s.box.genre_names[choice]}"

    def brings(self, s: LibraryTable, choice: i64) -> str:
        return s.genre_brings(choice)

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, several genres are complete. Which comes first?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("cell", cell) for cell in line_cells(Library(s), choice, False)]


@final
class Given(Happening):
    """§5.5 A power card has an owner."""

    kind: ClassVar[str] = "give"

    def note(self, s: LibraryTable, seat: i64, book: i64) -> None:
        if s.log is not None:
            genre = s.agreed.genre[book]
            text = (
                f"{mark(seat)} now holds {s.title(book)} for its power, {s.box.genre_names[genre]}."
            )
            self.told(s, text, [seat, book, genre])


@final
class Give(Kind[LibraryTable]):
    """§5.5 A player gets the power card; the varieties are the seats, the giver's own too."""

    word: ClassVar[str] = "give"

    def offer(self, s: LibraryTable, seat: i64, out: Ints) -> Ints:
        for player in range(s.seats):
            out = append(out, self.codes[player])
        return out

    def text(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "give " + LETTERS[which].lower()

    def label(self, s: LibraryTable, seat: i64, which: i64) -> str:
        return "Keep it" if which == seat else f"Give it to {mark(which)}"

    def pieces(self, s: LibraryTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("player", which)]


GIVING: Final[Menu[LibraryTable]] = Menu({Give(): [0, 1, 2, 3, 4, 5, 6, 7]})


class GiveCard(Step[LibraryTable]):
    """§5.5 Who gets the power card?"""

    clause: ClassVar[str] = "5.5"
    size: ClassVar[int] = GIVING.size
    block: ClassVar[int] = 12

    book: i64 = one(BOOK)

    def menu(self) -> Menu[LibraryTable]:
        return GIVING

    def answer(self, s: LibraryTable, choice: i64) -> None:
        to = GIVING.which[choice]
        s.place[self.book] = BEFORE - to
        GIVEN.note(s, to, self.book)

    def default(self, s: LibraryTable, seat: i64) -> i64:
        return GIVING.kinds[0].codes[seat]

    def brings(self, s: LibraryTable, choice: i64) -> str:
        return s.genre_brings(s.agreed.genre[self.book])

    def question(self, s: LibraryTable) -> str:
        return f"{mark(self.seat)}, who gets {s.describe(self.book)} for its power?"

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("book", self.book), *super().pieces(s, choice)]


@final
class GenreCompleted(Happening):
    """§5.3 A line is complete; §6.21 §12.10 perhaps with books of other genres."""

    kind: ClassVar[str] = "complete"

    def note(self, s: LibraryTable, genre: i64, books: Ints) -> None:
        if s.log is not None:
            others = [s.title(book) for book in books if s.agreed.genre[book] != genre]
            among = f" with {' and '.join(others)} among them" if others else ""
            text = (
                f"{s.box.genre_names[genre]} is complete{among}: {books_words(len(books))} leave"
                " the library."
            )
            self.told(
                s,
                text,
                [genre, len(books)],
                because=s.genre_piece("mystery") if others and s.allowed & ONE_WRONG else "",
            )


def complete_genre(s: LibraryTable, seat: i64, genre: i64, wild: bool) -> None:
    """§5.3 A line is complete; §5.5 if books of several genres could be kept, the player says
    which; until 1.1 nobody asked.
    """
    library = Library(s)
    cells = line_cells(library, genre, wild)
    genres: i64 = 0
    for cell in cells:
        genres |= 1 << s.agreed.genre[library.at(cell)]
    if (
        s.rules >= V1_2
        and not has(s.box.red, genre)
        and not s.all_played()
        and several(genres & ~s.box.red)
    ):
        s.push(KeepOfLine(seat, genre, int(wild)))
    else:
        line_leaves(s, seat, genre, cells, genre)


def line_leaves(s: LibraryTable, seat: i64, genre: i64, cells: Ints, wanted: i64) -> None:
    """§5.3 The books of all lines leave, §5.5 one of a wanted genre is kept for its power, §5.6 a
    red line strikes instead.
    """
    library = Library(s)
    kept: i64 = NONE
    books = Ints([])
    for cell in cells:
        book = library.at(cell)
        if kept == NONE and s.agreed.genre[book] == wanted:
            kept = book
        books = append(books, book)
        discard(s, book)
    GENRE_COMPLETED.note(s, genre, books)
    if has(s.box.red, genre):
        power_of(s, genre).use(s, seat)
    else:
        keep(s, seat, kept)


class KeepOfLine(Step[LibraryTable]):
    """§5.5 The line has books of several genres (§6.21, §12.10): which is kept for its power? Never
    a red one.
    """

    clause: ClassVar[str] = "5.5"
    since: ClassVar[int] = V1_2
    size: ClassVar[int] = GENRES

    genre: i64 = one(within(0, lambda s: len(s.box.genres) - 1))  # that is complete
    wild: i64 = one(FLAG)  # 1 if wild books are part of it

    def cells(self, s: LibraryTable) -> Ints:
        return line_cells(Library(s), self.genre, self.wild != 0)

    def choices(self, s: LibraryTable) -> Ints:
        library = Library(s)
        genres: i64 = 0
        for cell in self.cells(s):
            genres |= 1 << s.agreed.genre[library.at(cell)]
        return members(genres & ~s.box.red)

    def answer(self, s: LibraryTable, choice: i64) -> None:
        line_leaves(s, self.seat, self.genre, self.cells(s), choice)

    def default(self, s: LibraryTable, seat: i64) -> i64:
        return self.genre

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "keep " + s.box.genres[choice]

    def label(self, s: LibraryTable, choice: i64) -> str:
        return f"Keep {s.box.genre_names[choice]}"

    def brings(self, s: LibraryTable, choice: i64) -> str:
        return s.box.power_texts[choice]

    def question(self, s: LibraryTable) -> str:
        return (
            f"{mark(self.seat)}, {s.box.genre_names[self.genre]} is complete. Which of its books is"
            " kept for its power?"
        )

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        library = Library(s)
        return [
            ("cell", cell) for cell in self.cells(s) if s.agreed.genre[library.at(cell)] == choice
        ]


def keep(s: LibraryTable, seat: i64, book: i64) -> None:
    """§5.5 A book becomes a power card: for whom? §7.1 After the very last book nobody needs it."""
    if s.rules >= V1_1 and s.all_played():
        return
    s.place[book] = BEFORE - seat
    s.push(GiveCard(seat, book))


# 9 Adventure of the Author


class KeepBook(Step[LibraryTable]):
    """§9.3 Which of the author's books is kept for its power? Never a red one."""

    clause: ClassVar[str] = "9.3"
    size: ClassVar[int] = GENRES

    author: i64 = one(within(0, lambda s: len(s.box.authors) - 1))

    def choices(self, s: LibraryTable) -> Ints:
        return members(author_genres(s, self.author))

    def answer(self, s: LibraryTable, choice: i64) -> None:
        keep(s, self.seat, author_book(s, self.author, choice))

    def text(self, s: LibraryTable, choice: i64) -> str:
        return "keep " + s.box.genres[choice]

    def label(self, s: LibraryTable, choice: i64) -> Label:
        book = author_book(s, self.author, choice)
        return Label(f"Keep {s.title(book)}", s.counts(book))

    def brings(self, s: LibraryTable, choice: i64) -> str:
        return s.genre_brings(choice)

    def question(self, s: LibraryTable) -> str:
        return (
            f"{mark(self.seat)}, which book of {s.box.authors[self.author]} is kept for its power?"
        )

    def pieces(self, s: LibraryTable, choice: i64) -> list[tuple[str, int]]:
        return [("book", author_book(s, self.author, choice))]


@final
class AuthorCompleted(Happening):
    """§9.1 All books of an author leave."""

    kind: ClassVar[str] = "author"

    def note(self, s: LibraryTable, author: i64) -> None:
        if s.log is not None:
            text = f"All books of {s.box.authors[author]} are together and leave the library."
            self.told(s, text, [author])


def complete_author(s: LibraryTable, seat: i64, author: i64) -> None:
    """§9.1 All books of the author leave the library, §9.3 and one that is not red is kept."""
    library = Library(s)
    for cell in author_cells(library, author):
        discard(s, library.at(cell))
    AUTHOR_COMPLETED.note(s, author)
    genres = author_genres(s, author)
    if several(genres):
        s.push(KeepBook(seat, author))
    elif genres != 0:
        keep(s, seat, author_book(s, author, members(genres)[0]))


def author_genres(s: LibraryTable, author: i64) -> i64:
    """§9.3 The mask of the genres of an author's books in this game, without the red ones."""
    mask: i64 = 0
    book: i64
    for book in range(len(s.place)):
        if s.box.author[book] == author and s.agreed.genre[book] != NONE:
            mask |= 1 << s.agreed.genre[book]
    return mask & ~s.box.red


def author_book(s: LibraryTable, author: i64, genre: i64) -> i64:
    """The first book of an author with this genre."""
    book: i64 = 0
    while s.box.author[book] != author or s.agreed.genre[book] != genre:
        book += 1
    return book


WHICH_FIRST: Final = [WhichFirst(seat) for seat in range(MAX_SEATS)]
GIVEN: Final = Given()
GENRE_COMPLETED: Final = GenreCompleted()
AUTHOR_COMPLETED: Final = AuthorCompleted()
