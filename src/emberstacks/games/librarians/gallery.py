"""The box as a list of pieces."""

from __future__ import annotations

from emberstacks.games.librarians import printed
from emberstacks.games.librarians.components import Components, spoken
from emberstacks.kernel.game import Piece

HELPS = "Four in a line leave the library and bring a power:"
STRIKES = "Four in a line strike at once:"
FOUR = "Four of its genre in a line leave the library."
READERS = {"Kids": "kids", "Teens": "teens", "Young Adult": "young adults", "Adult": "adults"}


def pieces(box: Components) -> list[Piece]:
    """Genres with their powers, shelf cards, books and Thrills."""
    shown = printed.box(box)
    found = []
    for number, (colour, genres) in enumerate(zip(shown["colours"], shown["genres"], strict=True)):
        for genre in genres:
            what = STRIKES if colour == "red" else HELPS
            text = f"{colour.capitalize()} books. {what} {shown['powers'][genre]}"
            found.append(
                Piece(
                    "Genres and powers",
                    spoken(genre),
                    text,
                    1,
                    f"genre-{colour}",
                    kind="genre",
                    number=number,
                )
            )
    for number, shelf in enumerate(shown["shelves"], 1):
        found.append(
            Piece(
                "Shelf cards",
                f"Shelf card {number}",
                f"{shelf['text'].capitalize()}.",
                1,
                kind="shelf",
                number=number - 1,
                clause="1.6" if number == 1 else "",
            )
        )
    for number, book in enumerate(shown["books"]):
        if "action" in book:
            found.append(
                Piece(
                    "Thrills",
                    book["title"],
                    book["text"],
                    1,
                    kind="book",
                    number=number,
                    clause="13.1" if number % 4 == 0 else "",
                )
            )
        else:
            audience = f", for {READERS[book['audience']]}" if book["audience"] else ""
            volume = f" Volume {book['volume']} of a series." if book["volume"] > 0 else ""
            text = f"A {book['colour']} book by {book['author']}{audience}.{volume} {FOUR}"
            found.append(
                Piece(
                    "Books",
                    book["title"],
                    text,
                    1,
                    kind="book",
                    number=number,
                    clause="1.2" if number % 11 == 0 and number < 66 else "",
                )
            )
    return found
