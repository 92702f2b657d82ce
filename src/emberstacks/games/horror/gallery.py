"""The box as a list of pieces."""

from __future__ import annotations

from emberstacks.games.horror.components import Components
from emberstacks.games.horror.printed import printed
from emberstacks.kernel.game import Piece


def pieces(box: Components) -> list[Piece]:
    """Characters, monsters, Blessings, Curses and rooms."""
    shown = printed(box)
    found = [Piece("Characters", person["name"], about(person), 1, person["name"].lower()) for person in shown["characters"]]
    for monster in shown["monsters"]:
        found.append(Piece("Monsters", monster["name"], f"Level {monster['level']}."))
    for blessing in shown["blessings"]:
        found.append(Piece("Blessings", blessing["name"], blessing["text"]))
    for curse in shown["curses"]:
        stays = " It stays before you." if curse["kept"] else ""
        found.append(Piece("Curses", curse["name"], curse["text"] + stays))
    for room in shown["rooms"]:
        furniture = [kind for kind, places in room.items() if kind not in ("name", "sides") and places]
        listed = ", ".join(furniture).replace("_", " ") or "no furniture"
        found.append(Piece("Rooms", room["name"], f"{room['sides'].count('O')} open sides; {listed}."))
    return found


def about(person: dict[str, str]) -> str:
    """What a character can do, also in the advanced game."""
    ability = person["ability"][0].upper() + person["ability"][1:]
    advanced = f"At +5 Fortitude {person['best']} At -5 {person['worst']}"
    return f"{ability} Carries the {person['object'].lower()}. Advanced game: {advanced}"
