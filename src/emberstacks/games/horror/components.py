"""The box (§1.2): every number of the game, read from components.toml into tables that the rules can index."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.versions import number_of

SIDE: Final = 5  # cells along a side of the grid that every library fits into
CELLS: Final = SIDE * SIDE
ROOMS: Final = 15  # rooms 0 to 14, the first eight in every library
PORTAL: Final = 15
DIRECTIONS: Final = ("north", "east", "south", "west")
WALL: Final = 0
OPEN_DOOR: Final = 1
CLOSED_DOOR: Final = 2
NOWHERE: Final = -1
FURNITURE: Final = ("bookcases", "drawers", "mirrors", "pictures")

COLOURS: Final = 6
OBJECTS: Final = 10  # of each colour
PAGES: Final = COLOURS * OBJECTS
MOST_MONSTERS: Final = 32  # that tables have room for
MOST_LEVEL: Final = 3  # of a monster
MARKERS: Final = 6
PLAYERS: Final = 6  # at most
CHARACTERS: Final = 6
MOST_CARDS: Final = 20  # kinds of Blessings, or of Curses, that answers have numbers for

TINCTURE: Final = 0
MYSTERIOUS_MIRROR: Final = 1
BOOK: Final = 2
LOCKET: Final = 3
THIRD_EYE: Final = 4
CORSET: Final = 5
ANTIDOTE: Final = 6
LOCKPICKS: Final = 7
DICE: Final = 8

CANKER_SPIDER: Final = 0
NIHILISM: Final = 1
RITUAL_DAGGER: Final = 2
ICE_PICK: Final = 3
REVOLVER: Final = 4
BLUNDERBUSS: Final = 5
AQUA_TOFANA: Final = 6
ROTTING_WAIF: Final = 7
FINGERTRAP: Final = 8
UNRESOLVED_BUSINESS: Final = 9

BETTY: Final = 0
HERMIONE: Final = 1
DECKFORD: Final = 2
ELDRED: Final = 3
CRANE: Final = 4
VESPER: Final = 5

NEIGHBOUR: Final = Ints(
    [
        cell + step if 0 <= x < SIDE and 0 <= y < SIDE else NOWHERE
        for cell in range(CELLS)
        for step, x, y in (
            (-SIDE, cell % SIDE, cell // SIDE - 1),
            (1, cell % SIDE + 1, cell // SIDE),
            (SIDE, cell % SIDE, cell // SIDE + 1),
            (-1, cell % SIDE - 1, cell // SIDE),
        )
    ]
)  # of cell c in direction d at 4 * c + d


class Components:
    """What is in the box. It never changes, so states and clones share it."""

    def __init__(self, data: dict[str, Any]) -> None:
        rooms = data["room"]
        numbers = data["numbers"]
        colours = data["colour"]
        self.rooms: list[str] = [*[room["name"] for room in rooms], data["portal"]["name"]]
        self.sides: list[str] = [*[room["sides"] for room in rooms], data["portal"]["sides"]]
        self.doors: Ints = Ints(doors(self.sides))
        self.furniture: list[dict[str, list[str]]] = [*[{kind: room[kind] for kind in FURNITURE} for room in rooms], {}]
        self.bookcases: Ints = Ints([*[len(room["bookcases"]) for room in rooms], 0])
        self.drawers: Ints = Ints([*[len(room["drawers"]) for room in rooms], 0])
        self.mirrors: Ints = Ints([*[len(room["mirrors"]) for room in rooms], 0])
        self.pictures: Ints = Ints([*[len(room["pictures"]) for room in rooms], 0])
        self.plans: dict[str, str] = {name: "".join(layout["plan"]) for name, layout in data["layout"].items()}
        self.room_count: dict[str, int] = {name: rooms_of(layout) for name, layout in data["layout"].items()}
        self.colours: list[str] = [colour["name"] for colour in colours]
        self.letters: list[str] = [colour["letter"] for colour in colours]
        self.objects: list[str] = [name for colour in colours for name in colour["objects"]]
        self.screen: Ints = Ints([self.letters.index(letter) for row in data["screen"]["grid"] for letter in row])
        self.usual_secrets: tuple[int, int] = (
            data["secrets"]["usual"]["two_players"],
            data["secrets"]["usual"]["more_players"],
        )
        self.most_secrets: int = data["secrets"]["most"]
        self.coins: Ints = Ints([data["coins"]["blessings"], data["coins"]["curses"]])
        self.blessings: list[str] = [card["name"] for card in data["blessing"]]
        self.blessing_words: list[str] = [card["word"] for card in data["blessing"]]
        self.blessing_copies: Ints = Ints([card["copies"] for card in data["blessing"]])
        self.blessing_texts: list[str] = [card["text"] for card in data["blessing"]]
        self.curses: list[str] = [card["name"] for card in data["curse"]]
        self.curse_words: list[str] = [card["word"] for card in data["curse"]]
        self.curse_strikes: list[str] = [card.get("strikes", "") for card in data["curse"]]
        self.curse_texts: list[str] = [card["text"] for card in data["curse"]]
        self.harm: Ints = Ints([card.get("harm", 0) for card in data["curse"]])
        self.curse_copies: Ints = Ints([card.get("copies", 1) for card in data["curse"]])
        self.kept: i64 = sum(1 << number for number, card in enumerate(data["curse"]) if card["kept"])  # §8.1 can be in a hand
        self.blessings_since: Ints = Ints(since("Blessing", data["blessing"]))
        self.curses_since: Ints = Ints(since("Curse", data["curse"]))
        self.blunderbuss: Ints = Ints(data["blunderbuss"]["by_die"])
        self.backfire: i64 = data["blunderbuss"]["backfire"]
        self.actions: i64 = numbers["actions"]
        self.least: i64 = numbers["fortitude_least"]
        self.most: i64 = numbers["fortitude_most"]
        self.closed_door: i64 = numbers["closed_door"]
        self.mirror: i64 = numbers["mirror"]
        self.picture: Ints = Ints(numbers["picture"])
        self.tincture: i64 = numbers["tincture"]
        self.book: i64 = numbers["book"]
        self.dice: i64 = numbers["dice"]
        self.free_of_the_trap: i64 = numbers["free_of_the_trap"]
        self.monster_attack: i64 = numbers["monster_attack"]
        self.monsters_in_a_room: i64 = numbers["monsters_in_a_room"]
        self.summoning: dict[int, int] = {int(n): k for n, k in data["summoning"].items() if n != "provenance"}
        groups = [group for group in data["monster"] for name in group["names"]]  # one for each monster
        self.monsters: list[str] = [name for group in data["monster"] for name in group["names"]]
        self.level: Ints = Ints([group["level"] for group in groups])
        self.monsters_since: Ints = Ints(since("monster", groups))
        # §11.3 the order in which they come
        self.coming: Ints = Ints(sorted(range(len(groups)), key=lambda number: groups[number]["level"]))
        self.characters: list[str] = [character["name"] for character in data["character"]]
        self.character_words: list[str] = [character["word"] for character in data["character"]]
        self.best: list[str] = [character["best"] for character in data["character"]]
        self.worst: list[str] = [character["worst"] for character in data["character"]]
        self.ability: list[str] = [character["ability"] for character in data["character"]]
        self.object: Ints = Ints([self.objects.index(character["object"]) for character in data["character"]])
        self.fan: i64 = data["ability"]["fan"]
        self.hand_mirror: i64 = data["ability"]["hand_mirror"]
        self.trance: i64 = data["ability"]["trance"]
        self.tremors: i64 = data["ability"]["tremors"]
        self.expansion_characters: int = data["ability"]["expansion"]
        self.rounds: list[int] = data["safety"]["rounds"]
        self.least_players: int = data["players"]["least"]
        self.most_players: int = data["players"]["most"]
        check_pieces(self)


def since(what: str, blocks: list[dict[str, Any]]) -> list[int]:
    """The version of the rules that brought each of these, as a number; 0 for those that were always there."""
    found = [number_of(block["since"]) if "since" in block else 0 for block in blocks]
    if found != sorted(found) or -1 in found:
        raise ValueError(
            f'a {what} that came later stands after all that came before it, with since = "1.2" or another version'
        )
    return found


def until(versions: Ints, rules: i64) -> i64:
    """How many of the pieces with these versions a game under some rules has."""
    count: i64 = 0
    for version in versions:
        if version <= rules:
            count += 1
    return count


def check_pieces(box: Components) -> None:
    """Refuse a data file with more pieces than there are numbers for, or with a monster that the rules do not know."""
    for name, level in zip(box.monsters, box.level, strict=True):
        if not 1 <= level <= MOST_LEVEL:
            raise ValueError(f"the {name} has level {level}, but monsters have level 1, 2 or {MOST_LEVEL}")
    counts = (("monsters", len(box.monsters), MOST_MONSTERS), ("Blessings", len(box.blessings), MOST_CARDS))
    for what, count, most in (*counts, ("Curses", len(box.curses), MOST_CARDS)):
        if count > most:
            raise ValueError(f"there are {count} {what}, but answers have numbers for {most}")


def doors(printed: list[str]) -> list[int]:
    """The kind of side that a room shows in each direction for each number of quarter-turns: [16 * room + 4 * turn + side]."""
    kinds = {"-": WALL, "O": OPEN_DOOR, "C": CLOSED_DOOR}
    return [kinds[sides[(side - turn) % 4]] for sides in printed for turn in range(4) for side in range(4)]


def rooms_of(layout: dict[str, Any]) -> int:
    """How many rooms a layout has apart from the Portal."""
    drawn = "".join(layout["plan"]).count("r")
    return int(layout.get("rooms", drawn))


def load(folder: Path) -> Components:
    """The components that the data file of a folder describes."""
    return Components(tomllib.loads((folder / "components.toml").read_text(encoding="utf-8")))
