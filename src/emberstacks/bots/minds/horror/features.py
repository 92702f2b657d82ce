"""What a network looks at in Horror in the Library: how far everybody still has to go, as one seat
knows it.
"""

from __future__ import annotations

import math
from typing import Final, final

from emberstacks.bots.ismcts import noted
from emberstacks.bots.minds.horror.playouts import (
    ACTION,
    LENGTH,
    LUCK,
    SURE,
    TEMPO,
    Plan,
    aims,
    searches,
    to_go,
    withheld,
)
from emberstacks.bots.network import Features
from emberstacks.games.horror.components import COLOURS, MARKERS, NOWHERE, OBJECTS, PORTAL
from emberstacks.games.horror.state import ANY_OBJECT, Agreed, HorrorTable
from emberstacks.games.horror.steps.turn import TakeTurn
from emberstacks.kernel.ints import Floats, Ints, append, i64
from emberstacks.kernel.masks import bit, has, how_many
from emberstacks.kernel.state import State
from emberstacks.kernel.zones import Slots

COMPILED: Final = True  # tools/compile/copy.py

PERSON: Final = (  # about the seat itself, the rival nearest to the end, and the next one
    "to go",
    "way out",
    "secrets missing",
    "all secrets found",
    "searches",
    "pages",
    "Fortitude",
    "Fortitude missing",
    "monsters here",
    "Blessings",
    "Curses",
    "trapped",
    "business",
    "dagger",
    "turn",
    "actions",
    "turns before",
    "can escape now",
    "markers used",
)
PEOPLE: Final = ("own", "first rival's", "second rival's")
TABLE: Final = (
    "race",
    "lead",
    "pages that rivals hold",
    "guards of the Portal",
    "monsters",
    "players",
    "round",
    "Blessings in the bag",
    "Curses in the bag",
    "beaten here",
)
NAMES: Final = [f"{whose} {what}" for whose in PEOPLE for what in PERSON] + list(TABLE)
WIDTH: Final = 19  # features of a person
LONG: Final = 400.0  # tenths of an action: further than that makes no difference
MOST_PLANS: Final = 2000  # that are kept; ours


@final
class KnownPlan:
    """A plan of the library, and the ways of each seat to what it needs there."""

    def __init__(self, s: HorrorTable) -> None:
        self.plan = Plan(s)
        # per seat: what its aims follow from, and its aims
        self.needs: list[Ints] = [s.turn[:0] for _ in range(s.seats)]
        self.aims: list[Ints] = [s.turn[:0] for _ in range(s.seats)]

    def aims_of(self, s: HorrorTable, seat: i64) -> Ints:
        """A seat's ways to what it needs; these mostly stay the same."""
        if s.dagger == seat:  # in that case they depend on where the others are
            return aims(s, self.plan, seat, 0)
        now = s.marker[MARKERS * seat : MARKERS * (seat + 1)]
        now = append(append(now, s.meter[seat]), min(0, s.fortitude[seat]))
        now = append(append(now, s.framed[seat]), s.loose[seat])
        if not same(self.needs[seat], now):
            self.needs[seat] = now
            self.aims[seat] = aims(s, self.plan, seat, 0)
        return self.aims[seat]


@final
class HorrorFeatures(Features):
    """The race that playouts judge by, and what it is made of."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.agreed: Agreed | None = None  # the library that the plans are for,
        self.cell = Ints([])  # and where its rooms are
        # by how the rooms are turned and where the monsters are
        self.plans: dict[int, KnownPlan] = {}
        self.known: KnownPlan | None = None  # the plan of the position
        self.left = Floats([])  # per seat: what it needs to escape, as far as everybody knows
        self.ways = Floats([])  # per seat: the way out
        self.merits = Floats([])  # per seat: the less it needs, the more

    def look(self, s: State) -> None:
        assert isinstance(s, HorrorTable)
        known = self.planned(s)
        if len(self.left) != s.seats:
            self.left = Floats([LONG] * int(s.seats))
            self.ways = self.left[:]
            self.merits = self.left[:]
        seat: i64
        for seat in range(s.seats):
            here = s.place[seat]
            gone = here == NOWHERE
            self.left[seat] = (
                LONG
                if gone
                else min(LONG, float(to_go(s, known.plan, known.aims_of(s, seat), seat)))
            )
            self.ways[seat] = LONG if gone else min(LONG, float(known.plan.out[here]))
            self.merits[seat] = -self.due(s, seat)

    def planned(self, s: HorrorTable) -> KnownPlan:
        """The plan of the library. Plans are kept, because most answers lead to one that was there
        before.
        """
        if (
            self.agreed is not s.agreed
            or not same(self.cell, s.cell)
            or len(self.plans) > MOST_PLANS
        ):
            self.agreed = s.agreed
            self.cell = s.cell[:]
            self.plans.clear()
        key = noted(noted(0, packed(s.turn, 2, 0)), packed(s.lurks, 5, 1))
        known = self.plans.get(key)
        if known is None:
            known = KnownPlan(s)
            self.plans[key] = known
        self.known = known
        return known

    def alike(self, s: State, seat: i64) -> i64:
        assert isinstance(s, HorrorTable)
        return told_apart(s, seat)

    def write(self, s: State, seat: i64, row: Floats) -> None:
        assert isinstance(s, HorrorTable)
        first = self.people(s, seat, self.merits, WIDTH, row)[0]
        at: i64 = 3 * WIDTH
        wait = float(withheld(s, seat))
        ahead = self.due(s, first) - self.due(s, seat) - wait if first >= 0 else 0.0
        nearest = max(0.0, min(self.due(s, seat), self.due(s, first) if first >= 0 else LONG))
        row[at] = math.tanh(ahead / (float(LUCK) + LENGTH * nearest) / SURE)
        row[at + 1] = max(-2.0, min(2.0, ahead / 50.0))
        row[at + 2] = wait / 10.0
        monster: i64
        for monster in range(len(s.lurks)):
            if s.lurks[monster] == PORTAL:
                row[at + 3] += 0.5
            elif s.lurks[monster] != NOWHERE:
                row[at + 4] += 0.25
        row[at + 5] = float(s.seats) / 4.0
        row[at + 6] = float(s.round) / 20.0
        row[at + 7] = float(s.coins[0]) / 5.0
        row[at + 8] = float(s.coins[1]) / 5.0
        row[at + 9] = float(s.beaten)

    def due(self, s: HorrorTable, seat: i64) -> float:
        """What a seat needs, less the actions that it has left in its turn; the others are closer
        to their next turn.
        """
        return self.left[seat] - (float(ACTION * s.actions) if s.active == seat else float(TEMPO))

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """What everybody can see of a seat."""
        assert isinstance(s, HorrorTable)
        missing = s.agreed.secrets - how_many(s.framed[who])
        here = s.place[who]
        known = self.known
        active = s.active == who
        row[at] = self.left[who] / 100.0
        row[at + 1] = self.ways[who] / 50.0
        row[at + 2] = float(missing) / 3.0
        row[at + 3] = 1.0 if missing <= 0 else 0.0
        row[at + 4] = float(searches(s.loose[who], missing)) / 50.0 if missing > 0 else 0.0
        row[at + 5] = float(how_many(s.loose[who])) / 4.0
        row[at + 6] = float(s.fortitude[who]) / 5.0
        row[at + 7] = float(max(0, -s.fortitude[who])) / 3.0
        row[at + 8] = (
            float(known.plan.harm[here]) / 10.0 if known is not None and here != NOWHERE else 0.0
        )
        row[at + 9] = float(s.hand[who].count()) / 2.0
        row[at + 10] = float(s.weapons[who].count()) / 2.0
        row[at + 11] = 1.0 if s.trap == who else 0.0
        row[at + 12] = float(s.business_turns) / 2.0 if s.business == who else 0.0
        row[at + 13] = 1.0 if s.dagger == who else 0.0
        row[at + 14] = 1.0 if active else 0.0
        row[at + 15] = float(s.actions) / 2.0 if active else 0.0
        row[at + 16] = float((who - s.active + s.seats) % s.seats) / 3.0
        row[at + 17] = (
            1.0 if missing <= 0 and active and self.ways[who] <= float(ACTION * s.actions) else 0.0
        )
        row[at + 18] = float(s.meter[who]) / float(MARKERS)


def told_apart(s: HorrorTable, seat: i64) -> i64:
    """All that matters of what a seat knows: of loose pages only the colours, unless it needs them
    or they help in fights.

    Two dice and a page have 360 outcomes, and nearly all of them are one of six to it; and actions
    can mostly be taken in any order. So a search sees further.
    """
    word = noted(0, packed(s.turn, 2, 0))
    word = noted(word, packed(s.place, 5, 1))
    word = noted(word, packed(s.fortitude, 4, 5))
    word = noted(word, packed(s.meter, 3, 0))
    word = noted(word, packed(s.lurks, 5, 1))
    word = noted(
        word, packed(s.coins, 5, 0) << 30 | s.round << 8 | s.active << 5 | s.actions << 1 | s.beaten
    )
    word = noted(
        word, (s.dagger + 1) << 9 | (s.trap + 1) << 6 | (s.business + 1) << 3 | s.business_turns
    )
    word = noted(word, s.left << 20 | s.duelled << 2 | s.helped << 1 | s.rerolled)
    if not isinstance(s.step, TakeTurn):
        word = noted(word, (s.change + 10) << 6 | s.yellow << 3 | s.white)
    special = wanted(s, seat)
    other: i64
    for other in range(s.seats):
        if s.agreed.monster_abilities and s.character[other] != NOWHERE:
            special |= bit(s.box.object[s.character[other]])
    for other in range(s.seats):
        word = noted(word, packed(s.marker[MARKERS * other : MARKERS * (other + 1)], 7, 1))
        word = noted(word, s.framed[other])
        word = noted(word, s.loose[other] & special)
        word = noted(word, colours(s.loose[other]))
        word = noted(word, cards(s.hand[other], seat) << 30 | cards(s.weapons[other], seat))
    return word


def packed(numbers: Ints, bits: i64, more: i64) -> i64:
    """Some small numbers as one."""
    word: i64 = 0
    for number in numbers:
        word = word << bits | (number + more)
    return word


def wanted(s: HorrorTable, seat: i64) -> i64:
    """The pages of a seat's own secrets."""
    rack = s.rack[seat]
    pages: i64 = 0
    k: i64
    for k in range(rack.count()):
        if rack.face[k] >= 0:
            pages |= bit(OBJECTS * (rack.lot[k] % COLOURS) + rack.face[k])
    return pages


def colours(pages: i64) -> i64:
    """How many pages there are of each colour."""
    word: i64 = 0
    colour: i64
    for colour in range(COLOURS):
        word = word << 4 | how_many(pages >> (OBJECTS * colour) & ANY_OBJECT)
    return word


def cards(hand: Slots, seat: i64) -> i64:
    """How many cards there are of each kind, as far as a seat knows them."""
    word: i64 = 0
    k: i64
    for k in range(hand.count()):
        word += bit(2 + 2 * hand.face[k]) if has(hand.seen[k], seat) else 1
    return word


def same(one: Ints, other: Ints) -> bool:
    """Are these the same numbers?"""
    if len(one) != len(other):
        return False
    k: i64
    for k in range(len(one)):  # noqa: SIM110, compiled code has no generators
        if one[k] != other[k]:
            return False
    return True
