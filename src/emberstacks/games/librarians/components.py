"""The box (§1.2): books, shelf cards and numbers, read from the data files into tables that the rules can index."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, final

from emberstacks.kernel.ints import Ints, i64

SET: Final = 66  # books 0 to 65 are the first set, 66 to 131 the second
THRILLS: Final = 2 * SET  # books 132 to 143 are the thrills
BOOKS: Final = THRILLS + 12
COLOURS: Final = 6
PER_COLOUR: Final = 4
GENRES: Final = COLOURS * PER_COLOUR  # genre // PER_COLOUR is its colour
AUTHORS: Final = 18  # those who wrote several books
SHELVES: Final = 12
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NONE: Final = -1  # no colour, genre, author, audience, series

# What some thrills do, by their number among them.
STOP: Final = 1
GAP: Final = 3
NO_ORDER: Final = 4
STACK: Final = 5

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
    """What is in the box. It never changes, so states and clones share it."""

    def __init__(self, data: dict[str, Any], cards: dict[str, Any]) -> None:
        books = cards["book"]
        thrills = cards["thrill"]
        self.colours: list[str] = [colour["name"] for colour in data["colour"]]
        self.genres: list[str] = [genre for colour in data["colour"] for genre in colour["genres"]]
        self.power_texts: list[str] = [text for colour in data["colour"] for text in colour["texts"]]
        self.action_texts: dict[str, str] = data["actions"]
        self.presets: list[str] = data["presets"]["names"]
        self.difficulties: list[dict[str, Any]] = data["difficulty"]
        self.titles: list[str] = [book["title"] for book in [*books, *thrills]]
        self.names: list[str] = [title.lower() for title in self.titles]  # as they are written in answers
        self.letter: Ints = Ints([ALPHABET.index(book["letter"]) for book in [*books, *thrills]])
        self.colour: Ints = Ints([*[self.colours.index(book["colour"]) for book in books], *[NONE for _ in thrills]])
        audiences = [AUDIENCES.index(book["audience"]) if book["audience"] in AUDIENCES else NONE for book in books]
        self.audience: Ints = Ints([*audiences, *[NONE for _ in thrills]])
        self.volume: Ints = Ints([*[book["volume"] for book in books], *[0 for _ in thrills]])
        series = [k // SET * COLOURS + self.colours.index(book["colour"]) for k, book in enumerate(books)]
        self.series: Ints = Ints(
            [*[series[k] if books[k]["volume"] else NONE for k in range(THRILLS)], *[NONE for _ in thrills]]
        )
        by: list[str] = [book["author"] for book in books]
        self.written_by: list[str] = [*by, *["Anonymous" for _ in thrills]]
        self.authors: list[str] = sorted({name for name in by if by.count(name) > 1})
        authors = [self.authors.index(name) if name in self.authors else NONE for name in by]
        self.author: Ints = Ints([*authors, *[NONE for _ in thrills]])
        self.actions: list[str] = [thrill["action"] for thrill in thrills]

        shelves = data["shelf"]
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
