"""The box (§1.2): books, shelf cards and numbers, read from the data files into tables that the
rules can index.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, final

from emberstacks.kernel.domains import COUNT, within
from emberstacks.kernel.errors import BadFigures
from emberstacks.kernel.figures import (
    ANYTHING,
    SINCE,
    TEXT,
    Words,
    among,
    blocks,
    by_name,
    column,
    letters,
    listed,
    opt,
    read,
    table,
    word,
)
from emberstacks.kernel.ints import Ints, i64

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONE: Final = -1  # no colour, genre, author, audience, series, action
FIRST_SET: Final = 0  # §1.2
SECOND_SET: Final = 1
SETS: Final = {"first": FIRST_SET, "second": SECOND_SET, "thrills": NONE}

# Numbers that answers and learners keep for pieces: no box can have more. (Compiled, a literal 1
# has only 32 bits.)
BOOKS: Final = 256
GENRES: Final = 30
SHELVES: Final = 30
AUTHORS: Final = 30

AUDIENCES: Final = ("Kids", "Teens", "Young Adult", "Adult")
POWERS: Final = (
    "no-stacks",
    "forbidden-letters",
    "forbidden-colours",
    "side-letters",
    "side-colours",
    "full-side",
    "wild-letters",
    "wild-colour",
)
COLOUR: Final = among(lambda data: data["colours"]["names"])


def names(block: str) -> Words:
    """The names of all blocks of a kind."""
    return lambda data: column(data[block], "name")


# What components.toml says.
FIGURES: Final = table(
    players=table(least=within(2, 6), most=within(2, 6)),
    setup=table(shelves=within(1, SHELVES), hand=within(1, BOOKS)),
    turn=table(plays=COUNT),
    table=table(reach=within(1, 40)),
    powers=table(romance=COUNT, cooking=COUNT, books=COUNT),
    thrills=table(draw=COUNT, clear=COUNT),
    colours=table(names=listed(TEXT, 6, 6)),
    genre=blocks(
        1,
        GENRES,
        name=TEXT,
        colour=COLOUR,
        text=TEXT,
        like=opt(among(names("genre")), ""),
        since=SINCE,
    ),
    presets=table(names=listed(TEXT, 1)),
    difficulty=blocks(
        1,
        20,
        name=TEXT,
        words=TEXT,
        options=by_name(ANYTHING),
        cleared=COUNT,
        games=COUNT,
        players=COUNT,
    ),
    shelf=blocks(
        1,
        SHELVES,
        power=word(*POWERS),
        arrow=word("left", "right"),
        side=opt(word("left", "right"), ""),
        letters=opt(letters(ALPHABET, 2, 2), ""),
        colours=opt(listed(COLOUR), []),
        places=opt(COUNT, 0),
        since=SINCE,
    ),
    action=blocks(1, BOOKS, name=TEXT, text=TEXT, like=opt(among(names("action")), "")),
)
# What books.toml says.
PACKS: Final = table(
    pack=blocks(
        1,
        BOOKS,
        set=word(*SETS),
        since=SINCE,
        books=listed(
            table(
                id=TEXT,
                title=TEXT,
                letter=letters(ALPHABET, 1, 1),
                colour=opt(COLOUR, ""),
                author=opt(TEXT, ""),
                audience=opt(word(*AUDIENCES, "Any"), ""),
                volume=opt(COUNT, 0),
                action=opt(among(names("action")), ""),
            ),
            1,
        ),
    ),
)
NO_STACKS: Final = 0
FORBIDDEN_LETTERS: Final = 1
FORBIDDEN_COLOURS: Final = 2
SIDE_LETTERS: Final = 3
SIDE_COLOURS: Final = 4
FULL_SIDE: Final = 5
WILD_LETTERS: Final = 6
WILD_COLOUR: Final = 7


@final
class Components:
    """What is in the box. It never changes, so states and clones share it.

    Pieces have numbers in the order of the data files. One that came later says `since`; games of
    older rules do without it.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.read_numbers(data)
        self.read_genres(data)
        self.read_books(data["pack"])
        self.read_shelves(data["shelf"])

    def read_numbers(self, data: dict[str, Any]) -> None:
        self.least_players: int = data["players"]["least"]
        self.most_players: int = data["players"]["most"]
        self.first_shelves: i64 = data["setup"]["shelves"]
        self.hand: i64 = data["setup"]["hand"]
        self.plays: i64 = data["turn"]["plays"]
        self.reach: i64 = data["table"]["reach"]
        self.romance: i64 = data["powers"]["romance"]
        self.cooking: i64 = data["powers"]["cooking"]
        self.power_books: i64 = data["powers"]["books"]
        self.draw: i64 = data["thrills"]["draw"]
        self.clear: i64 = data["thrills"]["clear"]

    def read_genres(self, data: dict[str, Any]) -> None:
        """The colours with their genres, and the actions of thrills."""
        self.colours: list[str] = data["colours"]["names"]
        genres = data["genre"]
        self.genres: list[str] = column(genres, "name")
        self.genre_names: list[str] = [spoken(name) for name in self.genres]  # as people say them
        # whose power they have
        self.genre_likes: list[str] = [genre["like"] or genre["name"] for genre in genres]
        self.genre_colour: Ints = Ints([self.colours.index(genre["colour"]) for genre in genres])
        self.genre_since: Ints = Ints(column(genres, "since"))
        # §5.6 mask of genres
        self.red: i64 = sum(1 << k for k, genre in enumerate(genres) if genre["colour"] == "red")
        self.power_texts: list[str] = column(genres, "text")
        self.actions: list[str] = column(data["action"], "name")
        self.action_likes: list[str] = [
            action["like"] or action["name"] for action in data["action"]
        ]
        self.action_texts: list[str] = column(data["action"], "text")
        self.presets: list[str] = data["presets"]["names"]
        self.difficulties: list[dict[str, Any]] = data["difficulty"]

    def read_books(self, packs: list[dict[str, Any]]) -> None:
        """The books of all sets, and the thrills."""
        books = [
            {**book, "set": SETS[pack["set"]], "since": pack["since"]}
            for pack in packs
            for book in pack["books"]
        ]
        for book in books:
            if (book["set"] == NONE) != (book["action"] != "") or (book["set"] == NONE) != (
                book["colour"] == ""
            ):
                raise BadFigures(
                    f"books.toml: {book['title']} needs a colour, or an action and no colour if it"
                    " is a thrill."
                )
        self.titles: list[str] = column(books, "title")
        # as they are written in answers
        self.names: list[str] = [title.lower() for title in self.titles]
        self.book_since: Ints = Ints(column(books, "since"))
        self.set: Ints = Ints(column(books, "set"))
        self.thrill: Ints = Ints([number_in(self.actions, book["action"]) for book in books])
        self.letter: Ints = Ints([ALPHABET.index(book["letter"]) for book in books])
        self.colour: Ints = Ints([number_in(self.colours, book["colour"]) for book in books])
        self.audience: Ints = Ints([number_in(AUDIENCES, book["audience"]) for book in books])
        self.volume: Ints = Ints(column(books, "volume"))
        series = [
            book["set"] * len(self.colours) + int(self.colour[k]) for k, book in enumerate(books)
        ]
        self.series: Ints = Ints([series[k] if self.volume[k] else NONE for k in range(len(books))])
        self.written_by: list[str] = [book["author"] or "Anonymous" for book in books]
        self.authors: list[str] = authors_of_several(books)
        self.author: Ints = Ints([number_in(self.authors, book["author"]) for book in books])

        for what, found, most in (
            ("books", len(books), BOOKS),
            ("authors of several books", len(self.authors), AUTHORS),
        ):
            if found > most:
                raise BadFigures(
                    f"books.toml: there are {found} {what}, and there can be {most} at most."
                )

    def read_shelves(self, shelves: list[dict[str, Any]]) -> None:
        """The shelf cards and their powers."""
        self.shelf_since: Ints = Ints(column(shelves, "since"))
        self.power: Ints = Ints([POWERS.index(shelf["power"]) for shelf in shelves])
        self.arrow: Ints = Ints([1 if shelf["arrow"] == "right" else -1 for shelf in shelves])
        self.side: Ints = Ints(
            [{"left": -1, "right": 1, "": 0}[shelf["side"]] for shelf in shelves]
        )
        self.letters: Ints = Ints([letter_mask(shelf["letters"]) for shelf in shelves])
        self.shelf_colours: Ints = Ints(
            [sum(1 << self.colours.index(name) for name in shelf["colours"]) for shelf in shelves]
        )
        self.most_places: Ints = Ints(column(shelves, "places"))
        self.shelf_texts: list[str] = [shelf_text(shelf) for shelf in shelves]

    def genres_of(self, colour: int) -> list[int]:
        """All genres of a colour."""
        return [genre for genre in range(len(self.genres)) if self.genre_colour[genre] == colour]


def known(brought: Ints, rules: i64) -> i64:
    """How many pieces a game of some rules has: the first ones."""
    count: i64 = 0
    for version in brought:
        if version <= rules:
            count += 1
    return count


def number_in(names: Sequence[str], name: str) -> int:
    """Which of the names it is, or NONE."""
    return names.index(name) if name in names else NONE


def authors_of_several(books: list[dict[str, Any]]) -> list[str]:
    """§9.1 Authors with more than one book; those whose second book came later are numbered after
    the others.
    """
    found: list[str] = []
    for version in sorted({book["since"] for book in books}):
        by = [book["author"] for book in books if book["author"] and book["since"] <= version]
        found += sorted({name for name in by if by.count(name) > 1 and name not in found})
    return found


def spoken(name: str) -> str:
    """The name of a genre in a sentence.

    >>> spoken("picture-book"), spoken("scifi")
    ('Picture Book', 'SciFi')
    """
    return {"scifi": "SciFi", "self-help": "Self-Help"}.get(name, name.replace("-", " ").title())


def letter_mask(letters: str) -> int:
    """The letters of a range such as GN, both ends included, as a mask."""
    if not letters:
        return 0
    return sum(1 << k for k in range(ALPHABET.index(letters[0]), ALPHABET.index(letters[1]) + 1))


def shelf_text(shelf: dict[str, Any]) -> str:
    """The power of a shelf card as it would be printed."""
    letters = "-".join(shelf["letters"])
    colours = " and ".join(shelf["colours"])
    side = shelf["side"]
    return {
        "no-stacks": "no stacks",
        "forbidden-letters": f"no letters {letters}",
        "forbidden-colours": f"no {colours}",
        "side-letters": f"{side}: only {letters}",
        "side-colours": f"{side}: only {colours}",
        "full-side": f"{side}: at most {shelf['places']} places",
        "wild-letters": f"letters {letters} are wild",
        "wild-colour": f"{colours} is wild",
    }[str(shelf["power"])]


def load(folder: Path) -> Components:
    """The components that the data files of a folder describe."""
    return Components(read(folder, {"components.toml": FIGURES, "books.toml": PACKS}))
