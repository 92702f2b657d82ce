"""What a network looks at in the early prototype of Fire in the Library; everything about it is
public.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.minds.fire_prototype.playouts import is_safe
from emberstacks.bots.network import Features
from emberstacks.games.fire_prototype.components import CARDS, FIRE, SHELVES
from emberstacks.games.fire_prototype.state import FREE, FireTable
from emberstacks.games.fire_prototype.steps import TakeCard
from emberstacks.kernel.ints import Floats, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

PERSON: Final = (
    "knowledge",
    "nearly there",
    "buckets",
    "turn",
    "turn to come",
    "place in the order",
    "could win by scoring",
)
PEOPLE: Final = ("own", "first rival's", "second rival's")
TURN: Final = (
    "points on the card",
    "points on the card of a rival",
    "books on the card",
    "fires",
    "chance of fire",
    "chance that fire spreads",
    "next book",
    "bravery",
    "spaces left",
    "lead",
    "choosing cards",
    "players",
    "round",
)
SHELF: Final = ("worth", "books until it falls", "books on the card")
NAMES: Final = (
    [f"{whose} {what}" for whose in PEOPLE for what in PERSON]
    + list(TURN)
    + [f"{what} of shelf {shelf + 1}" for shelf in range(SHELVES) for what in SHELF]
)
WIDTH: Final = 7  # features of a person


@final
class PrototypeFeatures(Features):
    """The race, the turn and the shelves."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.merits = Floats([])

    def look(self, s: State) -> None:
        assert isinstance(s, FireTable)
        self.merits = Floats([0.0] * int(s.seats))
        seat: i64
        for seat in range(s.seats):
            self.merits[seat] = float(s.knowledge[seat])

    def write(self, s: State, seat: i64, row: Floats) -> None:
        assert isinstance(s, FireTable)
        choosing = isinstance(s.step, TakeCard)
        others = self.people(s, seat, self.merits, WIDTH, row)
        at: i64 = 3 * WIDTH
        row[at + 9] = (
            self.merits[seat] - (self.merits[others[0]] if others[0] >= 0 else 0.0)
        ) / 30.0
        row[at + 10] = 1.0 if choosing else 0.0
        row[at + 11] = float(s.seats) / 4.0
        row[at + 12] = float(s.round) / 8.0
        if not choosing:
            self.turn(s, seat, row, at)
        at += len(TURN)
        shelf: i64
        k: i64
        for shelf in range(SHELVES):
            row[at] = float(s.value(shelf)) / 8.0
            row[at + 1] = float(s.box.collapse[shelf] - s.burned[shelf]) / 5.0
            for k in range(s.drawn):
                if s.spaces[k] == shelf:
                    row[at + 2] += 0.5
            at += len(SHELF)

    def turn(self, s: FireTable, seat: i64, row: Floats, at: i64) -> None:
        """What is on the active card, and what may come."""
        points = float(s.points()) / 20.0
        row[at + (0 if s.active() == seat else 1)] = points
        row[at + 2] = float(s.drawn) / 5.0
        row[at + 3] = float(s.fires)
        left: i64 = 0
        worth: i64 = 0
        shelf: i64
        for shelf in range(SHELVES):
            left += s.bag[shelf]
            worth += s.bag[shelf] * s.value(shelf)
        chance = float(s.bag[FIRE]) / float(max(1, left + s.bag[FIRE]))
        spaces = s.box.spaces[s.card]
        harmless = s.drawn >= spaces or (s.fires == 0 and is_safe(s, s.drawn))
        row[at + 4] = chance
        row[at + 5] = 0.0 if harmless else chance
        row[at + 6] = float(worth) / float(max(1, left)) / 8.0
        row[at + 7] = float(s.box.bravery[s.card]) / 8.0
        row[at + 8] = float(spaces - s.drawn) / 5.0

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """What everybody can see of a seat."""
        assert isinstance(s, FireTable)
        choosing = isinstance(s.step, TakeCard)
        missing = s.box.knowledge + 1 - s.knowledge[who]
        row[at] = float(s.knowledge[who]) / 100.0
        row[at + 1] = max(0.0, 1.0 - float(missing) / 30.0)
        row[at + 2] = float(s.buckets[who]) / 2.0
        active = not choosing and s.holder[s.card] == who
        row[at + 3] = 1.0 if active else 0.0
        card: i64
        for card in range(CARDS):
            if s.holder[card] == who and (choosing or card > s.card):
                row[at + 4] = 1.0
                row[at + 5] = float(card + 1) / 5.0
        if choosing and row[at + 4] == 0.0:
            for card in range(CARDS):
                if s.holder[card] == FREE:
                    row[at + 5] += 0.2  # cards that are left to choose from
        row[at + 6] = 1.0 if active and s.points() >= missing else 0.0
