"""The box (§1.2): books, shelf cards and numbers, read from the data files into tables that the rules can index."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, final

from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.versions import number_of

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONE: Final = -1  # no colour, genre, author, audience, series, action
FIRST_SET: Final = 0  # §1.2
SECOND_SET: Final = 1
SETS: Final = {"first": FIRST_SET, "second": SECOND_SET, "thrills": NONE}

# Numbers that answers and learners keep for pieces: no box can have more. (Compiled, a literal 1 has only 32 bits.)
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

    Pieces have numbers in the order of the data files. One that came later says `since`; games of older rules do without it.
    """

    def __init__(self, data: dict[str, Any], cards: dict[str, Any]) -> None:
        self.colours: list[str] = data["colours"]["names"]
        genres = data["genre"]
        self.genres: list[str] = [genre["name"] for genre in genres]
        self.genre_names: list[str] = [spoken(name) for name in self.genres]  # as people say them
        self.genre_likes: list[str] = [genre.get("like", genre["name"]) for genre in genres]  # whose power they have
        self.genre_colour: Ints = Ints([self.colours.index(genre["colour"]) for genre in genres])
        self.genre_since: Ints = Ints([since(genre) for genre in genres])
        self.red: i64 = sum(1 << k for k, genre in enumerate(genres) if genre["colour"] == "red")  # §5.6 mask of genres
        self.power_texts: list[str] = [genre["text"] for genre in genres]
        self.actions: list[str] = [action["name"] for action in data["action"]]
        self.action_likes: list[str] = [action.get("like", action["name"]) for action in data["action"]]
        self.action_texts: list[str] = [action["text"] for action in data["action"]]
        self.presets: list[str] = data["presets"]["names"]
        self.difficulties: list[dict[str, Any]] = data["difficulty"]

        books = [{**book, "set": SETS[pack["set"]], "since": since(pack)} for pack in cards["pack"] for book in pack["books"]]
        self.titles: list[str] = [book["title"] for book in books]
        self.names: list[str] = [title.lower() for title in self.titles]  # as they are written in answers
        self.book_since: Ints = Ints([book["since"] for book in books])
        self.set: Ints = Ints([book["set"] for book in books])
        self.thrill: Ints = Ints([self.actions.index(book["action"]) if "action" in book else NONE for book in books])
        self.letter: Ints = Ints([ALPHABET.index(book["letter"]) for book in books])
        self.colour: Ints = Ints([self.colours.index(book["colour"]) if "colour" in book else NONE for book in books])
        self.audience: Ints = Ints([number_in(AUDIENCES, book.get("audience", "")) for book in books])
        self.volume: Ints = Ints([book.get("volume", 0) for book in books])
        series = [book["set"] * len(self.colours) + int(self.colour[k]) for k, book in enumerate(books)]
        self.series: Ints = Ints([series[k] if self.volume[k] else NONE for k in range(len(books))])
        self.written_by: list[str] = [book.get("author", "Anonymous") for book in books]
        self.authors: list[str] = authors_of_several(books)
        self.author: Ints = Ints([number_in(self.authors, book.get("author", "")) for book in books])

        shelves = data["shelf"]
        self.shelf_since: Ints = Ints([since(shelf) for shelf in shelves])
        self.power: Ints = Ints([POWERS.index(shelf["power"]) for shelf in shelves])
        self.arrow: Ints = Ints([1 if shelf["arrow"] == "right" else -1 for shelf in shelves])
        self.side: Ints = Ints([{"left": -1, "right": 1}.get(shelf.get("side", ""), 0) for shelf in shelves])
        self.letters: Ints = Ints([letter_mask(shelf.get("letters", "")) for shelf in shelves])
        self.shelf_colours: Ints = Ints(
            [sum(1 << self.colours.index(name) for name in shelf.get("colours", [])) for shelf in shelves]
        )
        self.most_places: Ints = Ints([shelf.get("places", 0) for shelf in shelves])
        self.shelf_texts: list[str] = [shelf_text(shelf) for shelf in shelves]

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
        kept = {"book": BOOKS, "genre": GENRES, "shelf card": SHELVES, "author": AUTHORS}
        for what, found in zip(kept, (self.titles, self.genres, self.shelf_texts, self.authors), strict=True):
            if len(found) > kept[what]:
                raise ValueError(
                    f"a box of Librarians has no room for more than {kept[what]} {what}s, and this one has {len(found)}."
                )

    def genres_of(self, colour: int) -> list[int]:
        """All genres of a colour."""
        return [genre for genre in range(len(self.genres)) if self.genre_colour[genre] == colour]


def since(piece: dict[str, Any]) -> int:
    """The rules that brought a piece; 0: it was always there."""
    return number_of(piece["since"]) if "since" in piece else 0


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
    """§9.1 Authors with more than one book; those whose second book came later are numbered after the others."""
    found: list[str] = []
    for version in sorted({book["since"] for book in books}):
        by = [book["author"] for book in books if "author" in book and book["since"] <= version]
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
    letters = "-".join(shelf.get("letters", ""))
    colours = " and ".join(shelf.get("colours", []))
    side = shelf.get("side", "")
    return {
        "no-stacks": "no stacks",
        "forbidden-letters": f"no letters {letters}",
        "forbidden-colours": f"no {colours}",
        "side-letters": f"{side}: only {letters}",
        "side-colours": f"{side}: only {colours}",
        "full-side": f"{side}: at most {shelf.get('places')} places",
        "wild-letters": f"letters {letters} are wild",
        "wild-colour": f"{colours} is wild",
    }[str(shelf["power"])]


def load(folder: Path) -> Components:
    """The components that the data files of a folder describe."""
    data, cards = (tomllib.loads((folder / name).read_text(encoding="utf-8")) for name in ("components.toml", "books.toml"))
    return Components(data, cards)
