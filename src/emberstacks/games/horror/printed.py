"""What is printed on the pieces of Horror in the Library, as data for screens that draw them."""

from __future__ import annotations

from typing import TypedDict

from emberstacks.games.horror.components import MARKERS, PORTAL, SIDE, Components
from emberstacks.kernel.masks import has


class RoomPrint(TypedDict):
    """A room as printed: furniture by the side that it stands at and its place there, such as N1 or
    E2.
    """

    name: str
    sides: str  # from the north clockwise: O open door, C closed door, - wall
    bookcases: list[str]
    drawers: list[str]
    mirrors: list[str]
    pictures: list[str]


class CardPrint(TypedDict):
    """A Blessing."""

    name: str
    text: str
    answer: str  # how the answer that plays it begins


class CursePrint(CardPrint):
    """A Curse."""

    kept: bool  # it can be in a hand


class CharacterPrint(TypedDict):
    """A character."""

    name: str
    best: str
    worst: str
    ability: str
    object: str


class MonsterPrint(TypedDict):
    """A monster."""

    name: str
    level: int


class Box(TypedDict):
    """What is printed on the pieces."""

    side: int
    rooms: list[RoomPrint]
    colours: list[str]
    letters: list[str]
    objects: list[str]
    screen: list[int]
    blessings: list[CardPrint]
    curses: list[CursePrint]
    characters: list[CharacterPrint]
    monsters: list[MonsterPrint]
    markers: int
    actions: int
    fortitude: tuple[int, int]  # the least and the most
    monster_attack: int


def printed(box: Components) -> Box:
    """Rooms, the bookcase screen, pages, cards, characters, monsters and the scales of the player
    boards.
    """
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
        "monsters": [
            {"name": name, "level": int(level)}
            for name, level in zip(box.monsters, box.level, strict=True)
        ],
        "markers": MARKERS,
        "actions": int(box.actions),
        "fortitude": (int(box.least), int(box.most)),
        "monster_attack": int(box.monster_attack),
    }


def room(box: Components, number: int) -> RoomPrint:
    """Its name, its sides from the north clockwise, and its furniture by side and place on it, all
    before it is turned.
    """
    own = box.furniture[number]
    return {
        "name": box.rooms[number],
        "sides": box.sides[number],
        "bookcases": own.get("bookcases", []),
        "drawers": own.get("drawers", []),
        "mirrors": own.get("mirrors", []),
        "pictures": own.get("pictures", []),
    }


def blessing(box: Components, number: int) -> CardPrint:
    """Its name and text, and how the answer that plays it begins."""
    return {
        "name": box.blessings[number],
        "text": box.blessing_texts[number],
        "answer": box.blessing_words[number],
    }


def curse(box: Components, number: int) -> CursePrint:
    kept = has(box.kept, number)
    return {
        "name": box.curses[number],
        "text": box.curse_texts[number],
        "answer": box.curse_words[number],
        "kept": kept,
    }


def character(box: Components, number: int) -> CharacterPrint:
    return {
        "name": box.characters[number],
        "best": box.best[number],
        "worst": box.worst[number],
        "ability": box.ability[number],
        "object": box.objects[box.object[number]],
    }
