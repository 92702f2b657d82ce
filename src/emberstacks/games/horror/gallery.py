"""The box as a list of pieces."""

from __future__ import annotations

from emberstacks.games.horror.components import Components
from emberstacks.games.horror.printed import CharacterPrint, printed
from emberstacks.games.horror.words import joined
from emberstacks.kernel.game import Piece

FURNITURE = (
    ("bookcase", "Search it: two dice name the colour of the page you find.", "4.6"),
    ("drawer", "Search it: a coin says whether you draw a Blessing or a Curse.", "4.4"),
    ("mirror", "Look into it, and step out of another one.", "6.1"),
    ("picture", "Look at it, and gain Fortitude.", "6.2"),
)

DOORS = (("O", "open door"), ("C", "closed door"))


def pieces(box: Components) -> list[Piece]:
    """Characters, monsters, Blessings, Curses and rooms."""
    shown = printed(box)
    found = [
        Piece(
            "Characters",
            person["name"],
            about(person),
            1,
            kind="character",
            number=number,
            clause="1.6",
        )
        for number, person in enumerate(shown["characters"])
    ]
    for number, monster in enumerate(shown["monsters"]):
        found.append(
            Piece(
                "Monsters",
                monster["name"],
                f"Level {monster['level']}.",
                1,
                kind="monster",
                number=number,
                clause="11.3",
            )
        )
    for number, blessing in enumerate(shown["blessings"]):
        copies = int(box.blessing_copies[number])
        found.append(
            Piece(
                "Blessings",
                blessing["name"],
                blessing["text"],
                copies,
                kind="blessing",
                number=number,
            )
        )
    for number, curse in enumerate(shown["curses"]):
        kept = " You keep it in your hand until you use it." if curse["kept"] else ""
        copies = int(box.curse_copies[number])
        found.append(
            Piece(
                "Curses", curse["name"], curse["text"] + kept, copies, kind="curse", number=number
            )
        )
    for number, room in enumerate(shown["rooms"]):
        furniture = [
            kind for kind, places in room.items() if kind not in ("name", "sides") and places
        ]
        listed = ", ".join(furniture).replace("_", " ") or "no furniture"
        doors = joined(
            [
                several(room["sides"].count(side), what)
                for side, what in DOORS
                if side in room["sides"]
            ]
        )
        found.append(
            Piece(
                "Rooms",
                room["name"],
                f"{doors}; {listed}.",
                1,
                kind="room",
                number=number,
                clause="1.3",
            )
        )
    for number, (kind, text, clause) in enumerate(FURNITURE):
        found.append(
            Piece(
                "Furniture",
                kind.capitalize(),
                text,
                1,
                f"furniture-{kind}",
                clause,
                "furniture",
                number,
            )
        )
    for number, colour in enumerate(shown["colours"]):
        named = ", ".join(shown["objects"][10 * number : 10 * number + 10])
        found.append(
            Piece(
                "Pages and secrets",
                f"{colour.capitalize()} pages",
                f"{named}.",
                10,
                f"page-{colour}",
                "4.6",
                "pages",
                number,
            )
        )
    return found


def about(person: CharacterPrint) -> str:
    """What a character can do in the advanced game; in others all are alike."""
    gifts = f"With gifts and weaknesses: at +5 Fortitude {person['best']} At -5 {person['worst']}"
    helps = (
        f"With objects against monsters: while the page {person['object']} lies in front of this"
        f" guest, {person['ability']}"
    )
    return f"{gifts} {helps} Otherwise all guests are alike."


def several(count: int, what: str) -> str:
    """A number of doors.

    >>> several(1, "open door"), several(2, "open door")
    ('1 open door', '2 open doors')
    """
    return f"{count} {what}{'' if count == 1 else 's'}"
