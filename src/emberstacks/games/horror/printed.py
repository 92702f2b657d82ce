"""What is printed on the pieces of Horror in the Library, as data for screens that draw them."""

from __future__ import annotations

from typing import Any

from emberstacks.games.horror.components import FURNITURE, MARKERS, PORTAL, SIDE, Components
from emberstacks.kernel.masks import has


def printed(box: Components) -> dict[str, Any]:
    """Rooms, the bookcase screen, pages, cards, characters, monsters and the scales of the player boards."""
    return {
        "side": SIDE,
        "rooms": [room(box, number) for number in range(PORTAL + 1)],
        "colours": box.colours,
        "letters": box.letters,
        "objects": box.objects,
        "screen": [int(colour) for colour in box.screen],
        "blessings": [blessing(box, number) for number in range(len(box.blessings))],
        "curses": [curse(box, number) for number in range(len(box.curses))],
        "characters": [character(box, number) for number in range(len(box.characters))],
        "monsters": [{"name": name, "level": int(level)} for name, level in zip(box.monsters, box.level, strict=True)],
        "markers": MARKERS,
        "actions": int(box.actions),
        "fortitude": [int(box.least), int(box.most)],
        "monster_attack": int(box.monster_attack),
    }


def room(box: Components, number: int) -> dict[str, Any]:
    """Its name, its sides from the north clockwise, and its furniture by side and place on it, all before it is turned."""
    places = {kind: box.furniture[number].get(kind, []) for kind in FURNITURE}
    return {"name": box.rooms[number], "sides": box.sides[number], **places}


def blessing(box: Components, number: int) -> dict[str, Any]:
    """Its name and text, and how the answer that plays it begins."""
    return {"name": box.blessings[number], "text": box.blessing_texts[number], "answer": box.blessing_words[number]}


def curse(box: Components, number: int) -> dict[str, Any]:
    kept = has(box.kept, number)
    return {"name": box.curses[number], "text": box.curse_texts[number], "answer": box.curse_words[number], "kept": kept}


def character(box: Components, number: int) -> dict[str, Any]:
    return {
        "name": box.characters[number],
        "best": box.best[number],
        "worst": box.worst[number],
        "ability": box.ability[number],
        "object": box.objects[box.object[number]],
    }
