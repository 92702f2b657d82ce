"""The box as a list of pieces."""

from __future__ import annotations

from emberstacks.games.horror.components import Components
from emberstacks.games.horror.printed import printed
from emberstacks.kernel.game import Piece

FURNITURE = (
    ("bookcase", "Search it: two dice name the colour of the page you find.", "4.6"),
    ("drawer", "Search it: a coin says whether you draw a Blessing or a Curse.", "4.4"),
    ("mirror", "Look into it, and step out of another one.", "6.1"),
    ("picture", "Look at it, and gain Fortitude.", "6.2"),
)


def pieces(box: Components) -> list[Piece]:
    """Characters, monsters, Blessings, Curses and rooms."""
    shown = printed(box)
    found = [
        Piece("Characters", person["name"], about(person), 1, f"character-{number}", "1.6")
        for number, person in enumerate(shown["characters"])
    ]
    for number, monster in enumerate(shown["monsters"]):
        found.append(Piece("Monsters", monster["name"], f"Level {monster['level']}.", 1, f"monster-{number}", "11.3"))
    for number, blessing in enumerate(shown["blessings"]):
        found.append(Piece("Blessings", blessing["name"], blessing["text"], 1, f"blessing-{number}"))
    for number, curse in enumerate(shown["curses"]):
        stays = " It stays before you." if curse["kept"] else ""
        found.append(Piece("Curses", curse["name"], curse["text"] + stays, 1, f"curse-{number}"))
    for number, room in enumerate(shown["rooms"]):
        furniture = [kind for kind, places in room.items() if kind not in ("name", "sides") and places]
        listed = ", ".join(furniture).replace("_", " ") or "no furniture"
        found.append(
            Piece("Rooms", room["name"], f"{room['sides'].count('O')} open sides; {listed}.", 1, f"room-{number}", "1.3")
        )
    for kind, text, clause in FURNITURE:
        found.append(Piece("Furniture", kind.capitalize(), text, 1, f"furniture-{kind}", clause))
    for number, colour in enumerate(shown["colours"]):
        named = ", ".join(shown["objects"][10 * number : 10 * number + 10])
        found.append(Piece("Pages and secrets", f"{colour.capitalize()} pages", f"{named}.", 10, f"page-{colour}", "4.6"))
    return found


def about(person: dict[str, str]) -> str:
    """What a character can do, in the advanced game too."""
    ability = person["ability"][0].upper() + person["ability"][1:]
    advanced = f"At +5 Fortitude {person['best']} At -5 {person['worst']}"
    return f"{ability} Carries the {person['object'].lower()}. Advanced game: {advanced}"
