"""The box: every number of the game, read from components.toml into tables that the rules can
index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from emberstacks.kernel.domains import COUNT, within
from emberstacks.kernel.figures import (
    SINCE,
    TEXT,
    TRUTH,
    blocks,
    by_number,
    column,
    letters,
    listed,
    read,
    row,
    table,
    word,
)
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has

SECTIONS: Final = 4
TEAL: Final = 4  # tokens 0 to 3 are the books of the sections, 4 a technology book, 5 a fire
FIRE: Final = 5
TOKENS: Final = 6
TRACK: Final = 8  # places kept for each section in the tables of library cards
CARDS: Final = 6
SPACES: Final = 5

AMULET: Final = 0  # the kinds of tools, in the order of components.toml
AXE: Final = 1
BUCKET: Final = 2
CLOAK: Final = 3
COLLECTORS_EDITION: Final = 4
GLOVES: Final = 5
KNAPSACK: Final = 6
LIBRARY_CART: Final = 7
LOCKBOX: Final = 8
MAP: Final = 9
SHOVEL: Final = 10
SLINGSHOT: Final = 11
TORCH: Final = 12
MOST_TOOLS: Final = 20  # three pieces of each must fit into a mask
COPIES: Final = 3  # of each tool; they differ only in what a robot does with them
PIECES: Final = 60

TILL_TURN_ENDS: Final = 0  # how long a used tool stays on the table (§8.3)
TILL_ROUND_ENDS: Final = 1
TILL_GAME_ENDS: Final = 2
TILL_RESOLVED: Final = 3
LASTS: Final = ("turn", "round", "game", "use")
LETTERS: Final = "wybp"


Timing = Literal["choosing", "saving", "spreading", "scored"]  # when a tool may be used
TIMINGS: Final[tuple[Timing, ...]] = ("choosing", "saving", "spreading", "scored")

# What components.toml says.
FIGURES: Final = table(
    players=table(least=within(1, CARDS), most=within(1, CARDS)),
    bag=table(fires=COUNT, spare_fires=COUNT, destroyed_value=COUNT),
    technology=table(colour=TEXT, books=COUNT, fires=COUNT),
    section=blocks(
        SECTIONS,
        SECTIONS,
        name=TEXT,
        colour=TEXT,
        books=COUNT,
        cards=listed(row(COUNT, COUNT, COUNT), 1, TRACK - 1),
    ),
    card=blocks(CARDS, CARDS, spaces=listed(COUNT, SPACES, SPACES)),
    cards_in_play=by_number(1, CARDS, within(1, CARDS)),
    tools=table(copies=within(COPIES, COPIES), hand=COUNT, market=COUNT, fewer_up_to=COUNT),
    score=table(collectors_edition=COUNT, shout=COUNT, robot_bravery=COUNT),
    lone_librarian=table(
        turns=within(1, 1000),
        lost_for_a_turn=COUNT,
        gained_for_a_card=COUNT,
        win=COUNT,
        honours=COUNT,
    ),
    tool=blocks(
        TORCH + 1,
        MOST_TOOLS,
        name=TEXT,
        timing=word(*TIMINGS),
        lasts=word(*LASTS),
        text=TEXT,
        needs_four=TRUTH,
        burns=listed(letters(LETTERS, 0, SECTIONS), COPIES, COPIES),
        since=SINCE,
    ),
)


class Section(TypedDict):
    """A section of the library."""

    name: str
    colour: str
    cards: list[tuple[int, int, int]]  # value, burn index and fire icons, from the top down


class Tool(TypedDict):
    """A kind of tool."""

    name: str
    title: str
    text: str
    timing: Timing
    burns: list[list[str]]  # the sections on the banners of each of its three cards


class Box(TypedDict):
    """What is printed on the pieces."""

    tokens: list[str]
    sections: list[Section]
    destroyed: int
    cards: list[list[int]]  # the bravery of each space of each turn order card, 0 where it is safe
    tools: list[Tool]
    fires: int
    technology_fires: int
    turns: int
    win: int
    honours: int
    lost_for_a_turn: int
    gained_for_a_card: int
    robot_bravery: int


class Components:
    """What is in the box. It never changes, so states and clones share it."""

    def __init__(self, data: dict[str, Any]) -> None:
        sections, cards, tools = data["section"], data["card"], data["tool"]
        destroyed = data["bag"]["destroyed_value"]
        self.sections: list[str] = column(sections, "name")
        self.tokens: list[str] = [*column(sections, "colour"), data["technology"]["colour"], "fire"]
        self.books: Ints = Ints(column(sections, "books"))
        self.collapse: Ints = Ints(
            [len(section["cards"]) for section in sections]
        )  # burned cards that bring up the destroyed one
        self.values: Ints = Ints(
            [
                n
                for section in sections
                for n in padded([card[0] for card in section["cards"]], destroyed)
            ]
        )
        self.index: Ints = Ints(
            [n for section in sections for n in padded([card[1] for card in section["cards"]], 0)]
        )
        self.icons: Ints = Ints(
            [n for section in sections for n in padded([card[2] for card in section["cards"]], 0)]
        )
        self.fires: i64 = data["bag"]["fires"]
        self.spare_fires: i64 = data["bag"]["spare_fires"]
        self.technology_books: i64 = data["technology"]["books"]
        self.technology_fires: i64 = data["technology"]["fires"]
        # 0 if the space is safe
        self.bravery: Ints = Ints([number for card in cards for number in card["spaces"]])
        self.cards: list[int] = [
            0,
            *[data["cards_in_play"][people] for people in range(1, CARDS + 1)],
        ]
        self.least: int = data["players"]["least"]
        self.most: int = data["players"]["most"]
        self.tools: list[str] = column(tools, "name")
        self.titles: list[str] = [
            " ".join(word.capitalize() for word in tool["name"].split()) for tool in tools
        ]
        self.texts: list[str] = column(tools, "text")
        self.timings: list[Timing] = column(tools, "timing")
        self.lasts: Ints = Ints([LASTS.index(tool["lasts"]) for tool in tools])
        self.since: Ints = Ints(column(tools, "since"))
        self.needs_four: Ints = Ints([int(tool["needs_four"]) for tool in tools])
        # by copy: a mask of sections
        self.burns: Ints = Ints([mask(banners) for tool in tools for banners in tool["burns"]])
        self.hand: i64 = data["tools"]["hand"]
        self.market: i64 = data["tools"]["market"]
        self.fewer_up_to: i64 = data["tools"]["fewer_up_to"]
        self.collectors_edition: i64 = data["score"]["collectors_edition"]
        self.shout: i64 = data["score"]["shout"]
        self.robot_bravery: i64 = data["score"]["robot_bravery"]
        lone = data["lone_librarian"]
        self.turns: i64 = lone["turns"]
        self.lost_for_a_turn: i64 = lone["lost_for_a_turn"]
        self.gained_for_a_card: i64 = lone["gained_for_a_card"]
        self.win: i64 = lone["win"]
        self.honours: i64 = lone["honours"]

    def printed(self) -> Box:
        """Library cards as value, burn index and fire icons; turn order cards as bravery, 0 where
        safe; tools with banners.
        """
        sections: list[Section] = []
        for section in range(SECTIONS):
            places = [section * TRACK + place for place in range(self.collapse[section])]
            cards = [(int(self.values[k]), int(self.index[k]), int(self.icons[k])) for k in places]
            sections.append(
                {"name": self.sections[section], "colour": self.tokens[section], "cards": cards}
            )
        tools: list[Tool] = [
            {
                "name": self.tools[kind],
                "title": self.titles[kind],
                "text": self.texts[kind],
                "timing": self.timings[kind],
                "burns": [self.named(self.burns[kind * COPIES + copy]) for copy in range(COPIES)],
            }
            for kind in range(len(self.tools))
        ]
        return {
            "tokens": self.tokens,
            "sections": sections,
            "destroyed": int(self.values[self.collapse[0]]),
            "cards": [
                [int(self.bravery[card * SPACES + space]) for space in range(SPACES)]
                for card in range(CARDS)
            ],
            "tools": tools,
            "fires": int(self.fires + self.spare_fires),
            "technology_fires": int(self.technology_fires),
            "turns": int(self.turns),
            "win": int(self.win),
            "honours": int(self.honours),
            "lost_for_a_turn": int(self.lost_for_a_turn),
            "gained_for_a_card": int(self.gained_for_a_card),
            "robot_bravery": int(self.robot_bravery),
        }

    def kinds(self, rules: int) -> int:
        """How many tools there were under a version of the rules."""
        return sum(1 for since in self.since if since <= rules)

    def named(self, sections: i64) -> list[str]:
        """The colours of the sections in a mask."""
        return [self.tokens[section] for section in range(SECTIONS) if has(sections, section)]


def padded(numbers: list[int], last: int) -> list[int]:
    return numbers + [last] * (TRACK - len(numbers))


def mask(letters: str) -> int:
    """The sections that these letters name, as a mask.

    >>> mask("wb")
    5
    """
    return sum(1 << LETTERS.index(letter) for letter in letters)


class Variant:
    """What was agreed before the game (§14.6). It never changes, so states and clones share it."""

    def __init__(
        self,
        robot: bool,
        solo: bool,
        tools: bool,
        technology: bool,
        wild: bool,
        dealt: bool,
        kinds: i64,
        youngest: i64,
    ) -> None:
        self.robot = robot  # a robot plays: among several people, or against one
        self.solo = solo  # a solo game; without a robot, the Lone Librarian's
        self.tools = tools
        self.technology = technology
        self.wild = wild  # Wild Fire, also as part of Inferno
        self.dealt = dealt  # Inferno: turn order cards are dealt in every round
        self.kinds = kinds  # of tools
        self.youngest = youngest  # the seat
        # of a tool's three cards, how many differ: only robots can tell
        self.copies: i64 = COPIES if robot else 1
        self.same: i64 = COPIES // self.copies  # equal cards of each piece


def load(folder: Path) -> Components:
    """The components that the data file of a folder describes."""
    return Components(read(folder, {"components.toml": FIGURES}))
