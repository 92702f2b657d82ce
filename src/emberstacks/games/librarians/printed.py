"""What is printed on the pieces of Librarians, for screens that draw them."""

from __future__ import annotations

from typing import TypedDict

from emberstacks.games.librarians.components import AUDIENCES, NONE, Components, spoken
from emberstacks.games.librarians.library import CLAUSES, REASONS
from emberstacks.games.librarians.state import BEFORE, DISCARDED, FIRST_ROW, MIDDLE, WIDTH


class AnyBook(TypedDict):
    """What every book has, a thrill too."""

    title: str
    letter: int


class Book(AnyBook, total=False):
    """A book or a thrill: only thrills have an action and its text, and nothing else."""

    set: int  # 0 is the first, 1 the second
    colour: str
    author: str
    several: bool  # the author has several books
    audience: str
    volume: int
    action: str
    text: str


class Shelf(TypedDict):
    """A shelf card."""

    text: str
    arrow: int


class Reason(TypedDict):
    """Why a book may not go somewhere."""

    text: str
    clause: str


class Box(TypedDict):
    """What is printed on the pieces, and the grid of places."""

    width: int
    middle: int
    first_row: int
    before: int
    discarded: int
    plays: int
    colours: list[str]
    genres: list[list[str]]  # of each colour
    presets: list[str]
    names: dict[str, str]  # of colours and genres, as people say them
    powers: dict[str, str]  # by genre
    books: list[Book]
    shelves: list[Shelf]
    reasons: list[Reason]


class Facts(TypedDict, total=False):
    """What follows from the table by the rules."""

    marker_places: list[int]  # where a marker may go, if there are any


def box(box: Components) -> Box:
    """Books, shelf cards and powers; the grid of places; and why a book may not go somewhere."""
    return {
        "width": WIDTH,
        "middle": MIDDLE,
        "first_row": FIRST_ROW,
        "before": BEFORE,
        "discarded": DISCARDED,
        "plays": int(box.plays),
        "colours": box.colours,
        "genres": [
            [box.genres[genre] for genre in box.genres_of(k)] for k in range(len(box.colours))
        ],
        "presets": box.presets,
        "names": {name: spoken(name) for name in [*box.colours, *box.genres]},
        "powers": dict(zip(box.genres, box.power_texts, strict=True)),
        "books": [book(box, k) for k in range(len(box.titles))],
        "shelves": [
            {"text": box.shelf_texts[k], "arrow": int(box.arrow[k])} for k in range(len(box.arrow))
        ],
        "reasons": [
            {"text": text, "clause": clause} for text, clause in zip(REASONS, CLAUSES, strict=True)
        ],
    }


def book(box: Components, k: int) -> Book:
    """One book, or a thrill, which has only an action and a title."""
    action = box.thrill[k]
    if action != NONE:
        texts = box.actions[action], box.action_texts[action]
        return {
            "title": box.titles[k],
            "letter": int(box.letter[k]),
            "action": texts[0],
            "text": texts[1],
        }
    return {
        "set": int(box.set[k]),
        "title": box.titles[k],
        "letter": int(box.letter[k]),
        "colour": box.colours[box.colour[k]],
        "author": box.written_by[k],
        "several": box.author[k] != NONE,
        "audience": "" if box.audience[k] == NONE else AUDIENCES[box.audience[k]],
        "volume": int(box.volume[k]),
    }
