"""A view as numbers: what a seat may know, in a vector whose length depends only on the game, the
players and the options.

`vector` makes it from a view, which is all that a policy at a real table gets. Environments write
the same numbers straight from the state, on a `page`, because that is many times faster;
`tests/every_game/test_pages.py` holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from emberstacks.kernel.domains import ROOM, at
from emberstacks.kernel.game import NEWEST, Game, Options
from emberstacks.kernel.page import NOTHING, NUMBERS, QUESTIONS, Page, Part
from emberstacks.kernel.state import OUT
from emberstacks.kernel.view import view
from emberstacks.kernel.zones import Deck, Slots

# Room for what has no fixed size: more than thousands of random games of every kind ever needed.
# These figures, and those in the games' minds, are ours.
LIST: Final = 8  # entries of a list that is empty when the game starts
LARGEST: Final = 2.0**62  # no number of a state is larger

Vector = NDArray[np.float32]


class Observer:
    """Writes views of one game as vectors; `blocks` says where each part is."""

    def __init__(self, game: Game, players: int, options: Options, rules: int = NEWEST) -> None:
        start = game.start(players, options, rules)
        self.game = game
        self.start = start
        self.rules = int(start.rules)
        self.screened = start.SCREENED
        self.players = players
        self.steps = [step.__name__ for step in game.steps_of(self.rules)]
        # the types of the state's fields
        self.like = {name: getattr(start, name) for name in start.FIELDS}
        self.shown = start.fields()  # those that there are under these rules
        self.kinds = max(
            [len(deck.rest) for deck in start.decks()], default=len(game.census(start))
        )
        said = start.DOMAINS
        lists = {
            name: int(at(shape.length, start)) for name, shape in said.items() if shape.how == ROOM
        }
        masks = {
            name: at(shape.domain().bits, start)
            for name, shape in said.items()
            if shape.domain().bits
        }
        self.room, self.bits = lists, masks
        self.blocks: dict[str, slice] = {}
        self.size = 0
        for name, numbers in self.parts(view(game, options, start, 0)).items():
            self.blocks[name] = slice(self.size, self.size + len(numbers))
            self.size += len(numbers)

    def page(self, rows: int) -> Page:
        """A page with room for this many vectors."""
        parts = [self.part(name, one) for name, like in self.like.items() for one in several(like)]
        return Page(self.game, self.rules, parts, self.kinds, self.size, rows)

    def part(self, name: str, like: Any) -> Part:
        """How much room a page has for a field, or for one list of it."""
        room = 0 if isinstance(like, (int, Slots, Deck)) else self.room_of(name, like)
        return Part(name in self.shown, room, self.bits.get(name, 0), name in self.screened)

    def room_of(self, name: str, like: Any) -> int:
        """How many entries of a list are written: those it always has, or those it can have."""
        return self.room.get(name, LIST) if len(like) == 0 else len(like)

    def names(self) -> list[str]:
        """What each number of a vector is: the part, and its place in it."""
        return [
            name if part.stop - part.start == 1 else f"{name} {k}"
            for name, part in self.blocks.items()
            for k in range(part.stop - part.start)
        ]

    def bounds(self) -> tuple[Vector, Vector]:
        """The least and the most that each number can be, as far as the game says it."""
        low, high = (
            np.full(self.size, -LARGEST, np.float32),
            np.full(self.size, LARGEST, np.float32),
        )
        for name in ("seat", "waiting", "over", "scores known", "question"):
            low[self.blocks[name]], high[self.blocks[name]] = 0, 1
        for name in self.shown:
            block = self.blocks[name]
            if name in self.bits:
                low[block], high[block] = 0, 1
            elif name in self.start.DOMAINS:
                least, most = self.start.DOMAINS[name].domain().bounds(self.start)
                low[block], high[block] = min(least, NOTHING), most
            elif isinstance(self.like[name], (Slots, Deck)) or isinstance(
                several(self.like[name])[0], (Slots, Deck)
            ):
                low[block] = 0  # these are counted
        return low, high

    def vector(self, seen: Mapping[str, Any]) -> Vector:
        """The numbers of a view."""
        return np.array(
            [number for part in self.parts(seen).values() for number in part], np.float32
        )

    def parts(self, seen: Mapping[str, Any]) -> dict[str, list[int]]:
        """The same in parts, in order: who looks, who is asked, the points, the questions, every
        field of the state.
        """
        seats = range(self.players)
        state, points = seen["state"], seen["scores"]
        numbers = {
            "seat": [int(seat == seen["seat"]) for seat in seats],
            "waiting": [int(seat in seen["waiting"]) for seat in seats],
            "over": [int(seen["over"])],
            "scores": [score or 0 for score in points],
            "scores known": [int(score is not None) for score in points],
            "question": self.question(state["stack"]),
            "stack": self.stack(state["stack"]),
            "sealed": state.get("sealed", [OUT] * self.players),
        }
        for name in self.shown:
            numbers[name] = self.field(name, state[name], self.like[name])
        return numbers

    def question(self, stack: list[list[Any]]) -> list[int]:
        """The current question: a 1 among zeros."""
        asked = stack[-1][0] if stack else ""
        return [int(name == asked) for name in self.steps]

    def stack(self, stack: list[list[Any]]) -> list[int]:
        """The waiting questions, the current one first: its number among the steps, and its
        arguments.
        """
        numbers: list[int] = []
        for name, *args in reversed(stack[-QUESTIONS:]):
            numbers += [self.steps.index(name), *padded(args, NUMBERS)]
        return padded(numbers, QUESTIONS * (1 + NUMBERS))

    def field(self, name: str, data: Any, like: Any) -> list[int]:
        """One field of the state, by its type."""
        if isinstance(like, int):
            return self.spread(name, data)
        if isinstance(like, Slots):
            return counted(data, self.kinds)
        if isinstance(like, Deck):
            kinds = len(like.rest)
            return [data["rest"], *counted(data["top"], kinds), *counted(data["bottom"], kinds)]
        if several(like) is like:
            return [
                number
                for entry, one in zip(data, like, strict=True)
                for number in self.field(name, entry, one)
            ]
        known = [NOTHING if entry is None else entry for entry in data]
        return [
            number
            for entry in padded(known, self.room_of(name, like))
            for number in self.spread(name, entry)
        ]

    def spread(self, name: str, number: int) -> list[int]:
        """A mask bit by bit, any other number as it is."""
        if name not in self.bits:
            return [number]
        return [number >> k & 1 for k in range(self.bits[name])]


def several(like: Any) -> Any:
    """A field of several lists, hands or decks as it is; any other as the only one of its kind."""
    nested = isinstance(like, list) and like and not isinstance(like[0], int)
    return like if nested else [like]


def padded(numbers: list[int], room: int) -> list[int]:
    """Exactly this many numbers.

    >>> padded([3, 5], 4)
    [3, 5, -1, -1]
    """
    return [*numbers[:room], *[NOTHING] * (room - len(numbers))]


def counted(slots: list[list[Any]], kinds: int) -> list[int]:
    """How many pieces of each kind the seat knows among these, and how many it does not know.

    >>> counted([[2, 511, 0, -1], [None, 1, 0, -1], [2, 3, 0, -1]], 3)
    [0, 0, 2, 1]
    """
    numbers = [0] * (kinds + 1)
    for face, *_ in slots:
        numbers[kinds if face is None else face] += 1
    return numbers
