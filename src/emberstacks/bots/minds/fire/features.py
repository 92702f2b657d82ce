"""What a network looks at in Fire in the Library, as one seat knows it: its own hand, and nobody
else's.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.minds.fire.playouts import falls
from emberstacks.bots.network import Features
from emberstacks.games.fire.components import CARDS, FIRE, SECTIONS, SPACES
from emberstacks.games.fire.state import FREE, FireTable
from emberstacks.games.fire.steps.order import TakeCard
from emberstacks.kernel.ints import Floats, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

PERSON: Final = ("score", "tools", "boxed books", "turn", "turn to come", "place in the order")
PEOPLE: Final = ("own", "first rival's", "second rival's")
TURN: Final = (
    "points on the card",
    "points on a rival's card",
    "bravery",
    "tokens on the card",
    "fires on the card",
    "chance of fire",
    "chance that fire spreads",
    "next book",
    "next bravery",
    "library would fall",
    "library would fall, and one leads",
    "gloves",
    "digs",
    "spread",
    "lead",
    "leads",
    "choosing cards",
    "players",
    "round",
    "lone",
    "robot",
    "fires aside",
    "market",
    "nearest fall",
)
TOOLS: Final = 13  # those it has learned about: it does not see others
SECTION: Final = ("worth", "cards until it falls", "books on the card")
NAMES: Final = (
    [f"{whose} {what}" for whose in PEOPLE for what in PERSON]
    + list(TURN)
    + [f"{what} of section {section + 1}" for section in range(SECTIONS) for what in SECTION]
    + [f"own tool {tool + 1}" for tool in range(TOOLS)]
)
WIDTH: Final = 6  # features of a person


@final
class FireFeatures(Features):
    """The scores, the turn, the library, and your own tools."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.merits = Floats([])
        self.falls = False

    def look(self, s: State) -> None:
        assert isinstance(s, FireTable)
        self.merits = Floats([0.0] * len(s.score))
        k: i64
        for k in range(len(s.score)):
            self.merits[k] = float(s.score[k])
        self.falls = s.card < CARDS and falls(s)

    def write(self, s: State, seat: i64, row: Floats) -> None:
        assert isinstance(s, FireTable)
        choosing = isinstance(s.step, TakeCard)
        others = self.people(s, seat, self.merits, WIDTH, row)
        at: i64 = 3 * WIDTH
        lead = self.merits[seat] - (self.merits[others[0]] if others[0] >= 0 else 0.0)
        row[at + 14] = lead / 30.0
        row[at + 15] = 1.0 if lead > 0.0 else 0.0
        row[at + 16] = 1.0 if choosing else 0.0
        row[at + 17] = float(s.seats) / 4.0
        row[at + 18] = float(s.round) / 10.0
        row[at + 19] = 1.0 if s.variant.solo and not s.variant.robot else 0.0
        row[at + 20] = 1.0 if s.variant.robot else 0.0
        row[at + 21] = float(s.spare) / 10.0
        row[at + 22] = float(len(s.market)) / 3.0
        if not choosing and s.card < CARDS and s.holder[s.card] >= 0:
            self.turn(s, seat, lead, row, at)
        least = 9.0
        below = at + len(TURN)
        section: i64
        for section in range(SECTIONS):
            until = float(s.box.collapse[section] - s.burned[section])
            least = min(least, until)
            row[below] = float(s.section_value(section)) / 8.0
            row[below + 1] = until / 5.0
            if not choosing and s.card < CARDS:
                space: i64
                for space in range(SPACES):
                    if s.token(s.card, space) == section:
                        row[below + 2] += 0.5
            below += len(SECTION)
        row[at + 23] = max(0.0, 1.0 - least / 4.0)
        held = s.in_hand(seat)
        tool: i64
        for tool in range(TOOLS):
            row[below + tool] = 1.0 if has(held, tool) else 0.0

    def turn(self, s: FireTable, seat: i64, lead: float, row: Floats, at: i64) -> None:
        """What is on the active card, and what may come."""
        own = s.holder[s.card] == seat
        bravery = s.bravery_points()
        row[at + (0 if own else 1)] = float(s.knowledge_points() + bravery) / 20.0
        row[at + 2] = float(bravery) / 10.0
        space = s.empty_space(s.card)
        row[at + 3] = float(SPACES - s.empty_spaces(s.card)) / 5.0
        fires = s.fires_on(s.card)
        row[at + 4] = float(fires)
        left: i64 = 0
        worth: i64 = 0
        book: i64
        for book in range(FIRE):
            left += s.bag[book]
            worth += s.bag[book] * s.value(book)
        chance = float(s.bag[FIRE]) / float(max(1, left + s.bag[FIRE]))
        risky = space < SPACES and (
            fires > 0 or (s.bravery_at(s.card, space) > 0 and s.gloves == 0)
        )
        row[at + 5] = chance
        row[at + 6] = chance if risky else 0.0
        row[at + 7] = float(worth) / float(max(1, left)) / 8.0
        row[at + 8] = float(s.bravery_at(s.card, space) - bravery) / 5.0 if space < SPACES else 0.0
        row[at + 9] = 1.0 if self.falls else 0.0
        row[at + 10] = 1.0 if self.falls and lead > 0.0 else 0.0
        row[at + 11] = float(s.gloves)
        row[at + 12] = float(s.digs) / 3.0
        row[at + 13] = float(s.spread) / 2.0

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """What everybody can see of a seat, or of the robot."""
        assert isinstance(s, FireTable)
        choosing = isinstance(s.step, TakeCard)
        row[at] = float(s.score[who]) / 100.0
        if who < s.seats:
            row[at + 1] = float(s.hands[who].count()) / 2.0
            token: i64
            for token in range(FIRE):
                row[at + 2] += float(s.boxed[who * (FIRE + 1) + token]) / 2.0
        row[at + 3] = 1.0 if not choosing and s.card < CARDS and s.holder[s.card] == who else 0.0
        card: i64
        for card in range(CARDS):
            if s.holder[card] == who and (choosing or card > s.card):
                row[at + 4] = 1.0
                row[at + 5] = float(card + 1) / 5.0
        if choosing and row[at + 4] == 0.0:
            for card in range(CARDS):
                if s.holder[card] == FREE:
                    row[at + 5] += 0.2  # cards that are left to choose from
