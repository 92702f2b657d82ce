"""The box (§1.2): every number of the game, read from components.toml into tables that the rules
can index.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, TypedDict, final

from emberstacks.kernel.domains import COUNT, within
from emberstacks.kernel.figures import TEXT, blocks, by_number, column, letters, listed, read, table
from emberstacks.kernel.ints import Ints, i64

FIRE: Final = 5  # tokens 0 to 4 are books, by shelf
SHELVES: Final = 5
CARDS: Final = 5
TRACK: Final = 16  # places kept for each shelf in the table of values

# What components.toml says.
FIGURES: Final = table(
    players=table(least=within(1, CARDS), most=within(1, CARDS)),
    shelf=blocks(SHELVES, SHELVES, colour=TEXT, books=COUNT, values=listed(COUNT, 1, TRACK)),
    setup=table(burned_books=COUNT, fires=COUNT),
    buckets=table(supply=COUNT, most_per_player=COUNT),
    card=blocks(CARDS, CARDS, spaces=letters("SX", 1, SHELVES), bravery=COUNT),
    cards_in_play=by_number(2, CARDS, listed(within(1, CARDS), 1, CARDS)),
    end=table(knowledge=COUNT, safety=table(rounds=within(1, 10_000))),
)


class CardPrint(TypedDict):
    """What is printed on a turn order card."""

    safe: list[bool]  # its spaces from the left
    bravery: int


class Box(TypedDict):
    """What is printed on the pieces."""

    colours: list[str]
    values: list[list[int]]  # of the books of each shelf, from the left
    cards: list[CardPrint]
    most_buckets: int
    knowledge: int  # the game ends when a player passes this


@final
class Components:
    """What is in the box. It never changes, so states and clones share it."""

    def __init__(self, data: dict[str, Any]) -> None:
        shelves = data["shelf"]
        cards = data["card"]
        self.colours: list[str] = column(shelves, "colour")
        self.tokens: list[str] = [*self.colours, "fire"]
        self.books: Ints = Ints([*column(shelves, "books"), 0])
        # burned books that bring a shelf to its X
        self.collapse: Ints = Ints([len(shelf["values"]) for shelf in shelves])
        self.values: Ints = Ints([value for shelf in shelves for value in padded(shelf["values"])])
        self.fires: i64 = data["setup"]["fires"]
        self.burned_books: i64 = data["setup"]["burned_books"]
        self.bucket_supply: i64 = data["buckets"]["supply"]
        self.most_buckets: i64 = data["buckets"]["most_per_player"]
        self.spaces: Ints = Ints([len(card["spaces"]) for card in cards])
        self.safe: Ints = Ints(
            [int(space == "S") for card in cards for space in card["spaces"].ljust(TRACK, "X")]
        )
        self.bravery: Ints = Ints(column(cards, "bravery"))
        self.cards: dict[int, list[int]] = {
            players: [number - 1 for number in numbers]
            for players, numbers in data["cards_in_play"].items()
        }
        self.knowledge: i64 = data["end"]["knowledge"]
        self.rounds: i64 = data["end"]["safety"]["rounds"]

    def printed(self) -> Box:
        """Values on the shelves, spaces and bravery on the cards."""
        cards: list[CardPrint] = [
            {
                "safe": [
                    self.safe[card * TRACK + space] == 1 for space in range(self.spaces[card])
                ],
                "bravery": int(self.bravery[card]),
            }
            for card in range(CARDS)
        ]
        return {
            "colours": self.colours,
            "values": [
                [int(self.values[shelf * TRACK + k]) for k in range(self.collapse[shelf])]
                for shelf in range(SHELVES)
            ],
            "cards": cards,
            "most_buckets": int(self.most_buckets),
            "knowledge": int(self.knowledge),
        }


def padded(values: list[int]) -> list[int]:
    return values + [0] * (TRACK - len(values))


def load(folder: Path) -> Components:
    """The components that the data file of a folder describes."""
    return Components(read(folder, {"components.toml": FIGURES}))
