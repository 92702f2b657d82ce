"""The box (§1.2): every number of the game, read from components.toml into tables that the rules
can index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from emberstacks.kernel.domains import COUNT, within
from emberstacks.kernel.errors import BadFigures
from emberstacks.kernel.figures import (
    SINCE,
    TEXT,
    TRUTH,
    among,
    blocks,
    by_name,
    by_number,
    column,
    letters,
    listed,
    opt,
    read,
    table,
)
from emberstacks.kernel.ints import Ints, i64

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

SPOTS: Final = listed(letters("NESW12", 2, 2), 0, 2)  # a side and a place on it
PRINTED_SIDES: Final = letters("OC-", len(DIRECTIONS), len(DIRECTIONS))

# What components.toml says.
FIGURES: Final = table(
    players=table(least=within(2, PLAYERS), most=within(2, PLAYERS)),
    room=blocks(
        ROOMS,
        ROOMS,
        name=TEXT,
        sides=PRINTED_SIDES,
        bookcases=SPOTS,
        drawers=SPOTS,
        mirrors=SPOTS,
        pictures=SPOTS,
    ),
    portal=table(name=TEXT, sides=PRINTED_SIDES),
    layout=by_name(
        table(plan=listed(letters("rP.+", SIDE, SIDE), SIDE, SIDE), rooms=opt(within(1, ROOMS), 0))
    ),
    colour=blocks(COLOURS, COLOURS, name=TEXT, letter=TEXT, objects=listed(TEXT, OBJECTS, OBJECTS)),
    secrets=table(most=COUNT, usual=table(two_players=COUNT, more_players=COUNT)),
    screen=table(grid=listed(letters(lambda data: column(data["colour"], "letter"), 6, 6), 6, 6)),
    coins=table(blessings=COUNT, curses=COUNT),
    blessing=blocks(
        DICE + 1, MOST_CARDS, name=TEXT, word=TEXT, copies=COUNT, text=TEXT, since=SINCE
    ),
    curse=blocks(
        UNRESOLVED_BUSINESS + 1,
        MOST_CARDS,
        name=TEXT,
        word=TEXT,
        kept=TRUTH,
        harm=opt(COUNT, 0),
        copies=opt(COUNT, 1),
        strikes=opt(TEXT, ""),
        text=TEXT,
        since=SINCE,
    ),
    blunderbuss=table(by_die=listed(COUNT, 6, 6), backfire=COUNT),
    numbers=table(
        actions=within(1, 100),
        fortitude_least=within(-100, 0),
        fortitude_most=within(0, 100),
        closed_door=COUNT,
        mirror=COUNT,
        picture=listed(COUNT, 6, 6),
        tincture=COUNT,
        book=COUNT,
        dice=COUNT,
        free_of_the_trap=within(1, 6),
        markers=within(MARKERS, MARKERS),
        monster_attack=COUNT,
        monsters_in_a_room=COUNT,
    ),
    summoning=by_number(2, PLAYERS, within(1, 4)),
    monster=blocks(
        1, MOST_MONSTERS, names=listed(TEXT, 1), level=within(1, MOST_LEVEL), since=SINCE
    ),
    character=blocks(
        CHARACTERS,
        CHARACTERS,
        name=TEXT,
        word=TEXT,
        object=among(
            lambda data: [name for colour in data["colour"] for name in colour["objects"]]
        ),
        best=TEXT,
        worst=TEXT,
        ability=TEXT,
    ),
    ability=table(
        fan=COUNT, hand_mirror=COUNT, trance=COUNT, tremors=COUNT, expansion=within(1, CHARACTERS)
    ),
    safety=table(rounds=listed(within(1, 10_000), 1)),
)

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
        self.rooms: list[str] = [*column(rooms, "name"), data["portal"]["name"]]
        self.sides: list[str] = [*column(rooms, "sides"), data["portal"]["sides"]]
        self.doors: Ints = Ints(doors(self.sides))
        self.furniture: list[dict[str, list[str]]] = [
            *[{kind: room[kind] for kind in FURNITURE} for room in rooms],
            {},
        ]
        self.bookcases: Ints = Ints([*[len(room["bookcases"]) for room in rooms], 0])
        self.drawers: Ints = Ints([*[len(room["drawers"]) for room in rooms], 0])
        self.mirrors: Ints = Ints([*[len(room["mirrors"]) for room in rooms], 0])
        self.pictures: Ints = Ints([*[len(room["pictures"]) for room in rooms], 0])
        self.plans: dict[str, str] = {
            name: "".join(layout["plan"]) for name, layout in data["layout"].items()
        }
        self.room_count: dict[str, int] = {
            name: rooms_of(layout) for name, layout in data["layout"].items()
        }
        self.colours: list[str] = column(colours, "name")
        self.letters: list[str] = column(colours, "letter")
        self.objects: list[str] = [name for colour in colours for name in colour["objects"]]
        self.screen: Ints = Ints(
            [self.letters.index(letter) for row in data["screen"]["grid"] for letter in row]
        )
        self.usual_secrets: tuple[int, int] = (
            data["secrets"]["usual"]["two_players"],
            data["secrets"]["usual"]["more_players"],
        )
        self.most_secrets: int = data["secrets"]["most"]
        self.coins: Ints = Ints([data["coins"]["blessings"], data["coins"]["curses"]])
        self.blessings: list[str] = column(data["blessing"], "name")
        self.blessing_words: list[str] = column(data["blessing"], "word")
        self.blessing_copies: Ints = Ints(column(data["blessing"], "copies"))
        self.blessing_texts: list[str] = column(data["blessing"], "text")
        self.curses: list[str] = column(data["curse"], "name")
        self.curse_words: list[str] = column(data["curse"], "word")
        self.curse_strikes: list[str] = column(data["curse"], "strikes")
        self.curse_texts: list[str] = column(data["curse"], "text")
        self.harm: Ints = Ints(column(data["curse"], "harm"))
        self.curse_copies: Ints = Ints(column(data["curse"], "copies"))
        # §8.1 can be in a hand
        self.kept: i64 = sum(
            1 << number for number, card in enumerate(data["curse"]) if card["kept"]
        )
        self.blessings_since: Ints = Ints(column(data["blessing"], "since"))
        self.curses_since: Ints = Ints(column(data["curse"], "since"))
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
        self.summoning: dict[int, int] = data["summoning"]
        # one for each monster
        groups = [group for group in data["monster"] for name in group["names"]]
        self.monsters: list[str] = [name for group in data["monster"] for name in group["names"]]
        self.level: Ints = Ints(column(groups, "level"))
        self.monsters_since: Ints = Ints(column(groups, "since"))
        # §11.3 the order in which they come
        self.coming: Ints = Ints(
            sorted(range(len(groups)), key=lambda number: groups[number]["level"])
        )
        self.characters: list[str] = column(data["character"], "name")
        self.character_words: list[str] = column(data["character"], "word")
        self.best: list[str] = column(data["character"], "best")
        self.worst: list[str] = column(data["character"], "worst")
        self.ability: list[str] = column(data["character"], "ability")
        self.object: Ints = Ints(
            [self.objects.index(character["object"]) for character in data["character"]]
        )
        self.fan: i64 = data["ability"]["fan"]
        self.hand_mirror: i64 = data["ability"]["hand_mirror"]
        self.trance: i64 = data["ability"]["trance"]
        self.tremors: i64 = data["ability"]["tremors"]
        self.expansion_characters: int = data["ability"]["expansion"]
        self.rounds: list[int] = data["safety"]["rounds"]
        self.least_players: int = data["players"]["least"]
        self.most_players: int = data["players"]["most"]
        if len(groups) > MOST_MONSTERS:
            raise BadFigures(
                f"components.toml: there are {len(groups)} monsters, and there can be"
                f" {MOST_MONSTERS} at most."
            )


def until(versions: Ints, rules: i64) -> i64:
    """How many of the pieces with these versions a game under some rules has."""
    count: i64 = 0
    for version in versions:
        if version <= rules:
            count += 1
    return count


def doors(printed: list[str]) -> list[int]:
    """The kind of side that a room shows in each direction for each number of quarter-turns: [16 *
    room + 4 * turn + side].
    """
    kinds = {"-": WALL, "O": OPEN_DOOR, "C": CLOSED_DOOR}
    return [
        kinds[sides[(side - turn) % 4]]
        for sides in printed
        for turn in range(4)
        for side in range(4)
    ]


def rooms_of(layout: dict[str, Any]) -> int:
    """How many rooms a layout has apart from the Portal."""
    drawn = "".join(layout["plan"]).count("r")
    return int(layout["rooms"] or drawn)


def load(folder: Path) -> Components:
    """The components that the data file of a folder describes."""
    return Components(read(folder, {"components.toml": FIGURES}))
