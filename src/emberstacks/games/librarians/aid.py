"""The player aid: a round in a few lines, the signs and the costs, for the game you are playing."""

from __future__ import annotations

from emberstacks.games.librarians.components import Components
from emberstacks.kernel.game import AidPart, Options
from emberstacks.kernel.masks import has


def aid(box: Components, genres: list[int], options: Options, thrills: list[str]) -> list[AidPart]:
    """A turn, where books go, lines and powers of the genres in the game, what was agreed, and the
    end.
    """
    playing = {box.genre_colour[genre] for genre in genres}
    red = " A red line strikes at once." if any(has(box.red, genre) for genre in genres) else ""
    plays = "exactly" if options["exactly_two"] else "at least"
    parts = [
        AidPart(
            "Your turn",
            [
                f"Play {plays} {int(box.plays)} books, and use powers that lie before you.",
                "At the end of the turn all cards of the library must touch each other.",
                (
                    "Then draw up to the hand limit. Nobody sees your turn before it ends; take"
                    " back what you like."
                ),
            ],
        ),
        AidPart(
            "Where a book goes",
            [
                "Into the row of a shelf card, touching a card; corners do not count.",
                (
                    "In the order of the alphabet along the arrow. Equal letters are fine, gaps and"
                    " the shelf card are skipped."
                ),
                "Or onto a book with the same letter.",
            ],
        ),
        AidPart(
            "Lines",
            [
                "Four books of one genre in a row, a column or a diagonal leave the library.",
                f"One of them becomes a power card: give it to anybody.{red}",
            ],
        ),
        AidPart(
            "Powers", [f"{box.genre_names[genre]}: {box.power_texts[genre]}" for genre in genres]
        ),
        AidPart(
            "Signs",
            [],
            [(colour, f"{colour} books") for k, colour in enumerate(box.colours) if k in playing]
            + [("lock", "not allowed; press it to hear why")],
        ),
        AidPart(
            "The end",
            [
                "You win together when every book has been played. You lose when somebody must play"
                " and cannot."
            ],
        ),
    ]
    extra = [
        ("authors", True, "Authors: all books of one author in a touching group may be completed."),
        (
            "sequels",
            True,
            "Sequels: volumes of a series stand in one line, in the order of their numbers.",
        ),
    ]
    agreed = [line for name, value, line in extra if options[name] == value]
    if options["ages"] != "off":
        agreed.append("Ages: a book goes next to one for the same audience, or on it.")
    if str(options.get("curse", "off")) != "off":
        agreed.append(f"The curse of the shelves: {str(options['curse']).replace('+', ', ')}.")
    if thrills:
        agreed.append(
            f"Thrills act at once when they are played. In the deck may be: {', '.join(thrills)}."
        )
    agreed.append(
        {"silent": "Nobody talks.", "markers": "You may put a marker on a place."}.get(
            str(options["talk"]), "You may talk."
        )
    )
    return [*parts, AidPart("What was agreed", agreed)]
