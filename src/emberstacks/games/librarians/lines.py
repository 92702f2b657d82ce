"""Books that belong together: lines of a genre (§5.1) and all books of an author (§9.1)."""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.components import NONE, WILD_COLOUR, WILD_LETTERS
from emberstacks.games.librarians.library import Library, beside
from emberstacks.games.librarians.state import BOXED, MIDDLE, ONE_WRONG, WIDTH, LibraryTable
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.versions import V1_2

UP: Final = -1
LEVEL: Final = 0
DOWN: Final = 1
COLUMN: Final = 2
WAYS: Final = Ints([LEVEL, COLUMN, DOWN, UP])
LINE: Final = 4  # books


def onward(cell: i64, way: i64) -> i64:
    """§5.1 The next place of a line: to the right, downwards, or along a diagonal; the column of
    the shelf cards is skipped.
    """
    if way == COLUMN:
        return cell + WIDTH
    return beside(cell, 1) + way * WIDTH


def is_wild(s: LibraryTable, cell: i64, book: i64) -> bool:
    """§12.8 §12.9 The book counts as any genre at its place."""
    if not s.agreed.shelf_powers or s.agreed.genre[book] == NONE:
        return False
    shelf = s.shelf[cell // WIDTH]
    if shelf == NONE:
        return False
    if s.box.power[shelf] == WILD_LETTERS:
        return has(s.box.letters[shelf], s.box.letter[book])
    return s.box.power[shelf] == WILD_COLOUR and has(s.box.shelf_colours[shelf], s.box.colour[book])


def window_genres(library: Library, start: i64, way: i64, wild: bool) -> i64:
    """The mask of the genres that the four places from `start` on complete; with wild books only if
    `wild` says so (§12.10).
    """
    s = library.s
    genre = s.agreed.genre
    books = Ints([0, 0, 0, 0])
    wilds: i64 = 0
    cell = start
    k: i64
    for k in range(LINE):
        book = library.at(cell)
        if book < 0 or genre[book] == NONE:
            return 0
        books[k] = book
        if (wild or s.rules < V1_2) and is_wild(s, cell, book):
            wilds |= 1 << k
        cell = onward(cell, way)
    if wilds != 0 and not wild:  # until 1.1 a wild book was never just a book of its own genre
        return 0
    enough: i64 = LINE - 1 if s.allowed & ONE_WRONG and any_fresh(s, books) else LINE  # §6.21
    mask: i64 = 0
    for book in books:
        alike: i64 = 0
        for k in range(LINE):
            if genre[books[k]] == genre[book] or has(wilds, k):
                alike += 1
        if alike >= enough:
            mask |= 1 << genre[book]
    return mask


def any_fresh(s: LibraryTable, books: Ints) -> bool:
    for book in books:
        for fresh in s.fresh:
            if fresh == book:
                return True
    return False


def complete_genres(library: Library, wild: bool) -> i64:
    """§5.1 The mask of the genres that are complete now."""
    s = library.s
    strict = not wild and s.allowed & ONE_WRONG == 0
    genre = s.agreed.genre
    grid = library.grid
    start = library.start
    mask: i64 = 0
    for book in s.laid:
        cell = s.place[book]
        mine = genre[book]
        if mine == NONE or grid[cell - start] != book:  # §2.5 in sight
            continue
        right = beside(cell, 1)
        for way in WAYS:
            second = cell + WIDTH if way == COLUMN else right + way * WIDTH
            other = grid[second - start]
            if not strict or (
                other >= 0 and genre[other] == mine and goes_on(library, second, way, mine)
            ):
                mask |= window_genres(library, cell, way, wild)
    return mask


def goes_on(library: Library, second: i64, way: i64, genre: i64) -> bool:
    """The line has books of this genre at its third and fourth place, too."""
    third = onward(second, way)
    return is_of(library, third, genre) and is_of(library, onward(third, way), genre)


def is_of(library: Library, cell: i64, genre: i64) -> bool:
    """A book of this genre is in sight there."""
    book = library.at(cell)
    return book >= 0 and library.s.agreed.genre[book] == genre


def line_cells(library: Library, genre: i64, wild: bool) -> Ints:
    """§5.3 All places of all lines that complete a genre now, each once."""
    marked = library.grid[:]
    out = Ints([])
    wrong: i64 = NONE  # §6.21
    k: i64
    for start in library.tops():
        for way in WAYS:
            if has(window_genres(library, start, way, wild), genre):
                odd = wrong_book(library, start, way, genre, wild)
                if odd != NONE and odd != wrong and wrong != NONE and library.s.rules >= V1_2:
                    continue
                wrong = odd if wrong == NONE else wrong
                cell = start
                for k in range(LINE):
                    if marked[cell - library.start] >= 0:
                        marked[cell - library.start] = NONE
                        out = append(out, cell)
                    cell = onward(cell, way)
    return out


def wrong_book(library: Library, start: i64, way: i64, genre: i64, wild: bool) -> i64:
    """§6.21 The book of a line that has another genre and is not wild, or NONE."""
    s = library.s
    cell = start
    k: i64
    for k in range(LINE):
        book = library.at(cell)
        if s.agreed.genre[book] != genre and not (wild and is_wild(s, cell, book)):
            return book
        cell = onward(cell, way)
    return NONE


def books_by(s: LibraryTable, author: i64) -> i64:
    """§9.2 How many books of an author this game has."""
    count: i64 = 0
    book: i64
    for book in range(len(s.place)):
        if s.box.author[book] == author and s.place[book] != BOXED:
            count += 1
    return count


def author_cells(library: Library, author: i64) -> Ints:
    """§9.1 The places of an author's books, if they are several, all in sight and in one touching
    group; else none.
    """
    s = library.s
    out = Ints([])
    for cell in library.tops():
        if s.box.author[library.at(cell)] == author:
            out = append(out, cell)
    if len(out) < 2 or len(out) != books_by(s, author):
        return Ints([])
    first = out[0]
    reached = Ints([first])
    marked = library.grid[:]
    marked[first - library.start] = NONE
    k: i64 = 0
    while k < len(reached):
        here = reached[k]
        k += 1
        for cell in (beside(here, -1), beside(here, 1), here - WIDTH, here + WIDTH):
            other = marked[cell - library.start]
            if cell % WIDTH != MIDDLE and other >= 0 and s.box.author[other] == author:
                marked[cell - library.start] = NONE
                reached = append(reached, cell)
    return reached if len(reached) == len(out) else Ints([])


def complete_authors(library: Library) -> i64:
    """§9.1 The mask of the authors who can be completed now."""
    s = library.s
    in_sight = Ints([0] * len(s.box.authors))
    for cell in library.tops():
        author = s.box.author[library.at(cell)]
        if author != NONE:
            in_sight[author] += 1
    mask: i64 = 0
    k: i64
    for k in range(len(in_sight)):
        if in_sight[k] > 1 and len(author_cells(library, k)) > 0:
            mask |= 1 << k
    return mask
