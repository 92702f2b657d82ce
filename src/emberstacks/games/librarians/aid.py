"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from emberstacks.games.librarians.components import Components
from emberstacks.kernel.game import AidPart, Options


def aid(box: Components, genres: list[str], options: Options) -> list[AidPart]:
    """A turn, where books go, lines and powers of the genres in the game, what was agreed, and the end."""
    plays = "exactly" if options["exactly_two"] else "at least"
    parts = [
        AidPart(
            "Your turn",
            [
                f"Play {plays} {int(box.plays)} books, and use powers that lie before you.",
                "At the end of the turn all cards of the library must touch each other.",
                "Then draw up to the hand limit. Nobody sees your turn before it ends; take back what you like.",
            ],
        ),
        AidPart(
            "Where a book goes",
            [
                "Into the row of a shelf card, touching a card; corners do not count.",
                "In the order of the alphabet along the arrow. Equal letters are fine, gaps and the shelf card are skipped.",
                "Or onto a book with the same letter.",
            ],
        ),
        AidPart(
            "Lines",
            [
                "Four books of one genre in a row, a column or a diagonal leave the library.",
                "One of them becomes a power card: give it to anybody. A red line strikes at once.",
            ],
        ),
        AidPart(
            "Powers", [f"{genre.replace('-', ' ').title()}: {box.power_texts[box.genres.index(genre)]}" for genre in genres]
        ),
        AidPart(
            "Signs",
            [],
            [(colour, f"{colour} books") for colour in box.colours] + [("lock", "not allowed; press it to hear why")],
        ),
        AidPart("The end", ["You win together when every book has been played. You lose when somebody must play and cannot."]),
    ]
    extra = [
        ("authors", True, "Authors: all books of one author in a touching group may be completed."),
        ("sequels", True, "Sequels: volumes of a series stand in one line, in the order of their numbers."),
    ]
    agreed = [line for name, value, line in extra if options[name] == value]
    if options["ages"] != "off":
        agreed.append("Ages: a book goes next to one for the same audience, or on it.")
    if str(options.get("curse", "off")) != "off":
        agreed.append(f"The curse of the shelves: {str(options['curse']).replace('+', ', ')}.")
    if options["thrills"]:
        agreed.append("Thrills: books that do something at once when they are played.")
    agreed.append(
        {"silent": "Nobody talks.", "markers": "You may put a marker on a place."}.get(str(options["talk"]), "You may talk.")
    )
    return [*parts, AidPart("What was agreed", agreed)]
