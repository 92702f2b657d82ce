"""What a network looks at in Horror in the Library: how far everybody still has to go, as one seat knows it."""

from __future__ import annotations

import math
from typing import Final, final

from emberstacks.bots.minds.horror.playouts import ACTION, LENGTH, LUCK, SURE, TEMPO, Plan, aims, searches, to_go, withheld
from emberstacks.bots.network import Features
from emberstacks.games.horror.components import MARKERS, MONSTERS, NOWHERE, PORTAL
from emberstacks.games.horror.state import Agreed, HorrorTable
from emberstacks.kernel.ints import Floats, Ints, append, i64
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.state import State

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


@final
class HorrorFeatures(Features):
    """The race that playouts judge by, and what it is made of."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self.plan: Plan | None = None
        self.agreed: Agreed | None = None  # what the plan was made from
        self.turn = Ints([])
        self.cell = Ints([])
        self.lurks = Ints([])
        self.known: list[Ints] = []  # per seat: what its aims follow from, and its aims
        self.aims: list[Ints] = []
        self.left = Floats([])  # per seat: what it needs to escape, as far as everybody knows
        self.ways = Floats([])  # per seat: the way out
        self.merits = Floats([])  # per seat: the less it needs, the more

    def look(self, s: State) -> None:
        assert isinstance(s, HorrorTable)
        plan = self.planned(s)
        self.left = Floats([LONG] * int(s.seats))
        self.ways = Floats([LONG] * int(s.seats))
        seat: i64
        for seat in range(s.seats):
            here = s.place[seat]
            if here != NOWHERE:
                self.left[seat] = min(LONG, float(to_go(s, plan, self.aims_of(s, plan, seat), seat)))
                self.ways[seat] = min(LONG, float(plan.out[here]))
        self.merits = Floats([0.0] * int(s.seats))
        for seat in range(s.seats):
            self.merits[seat] = -self.due(s, seat)

    def planned(self, s: HorrorTable) -> Plan:
        """The plan of the library. Most answers change nothing about it, so it is kept until one does."""
        plan = self.plan
        unchanged = self.agreed is s.agreed and same(self.turn, s.turn) and same(self.cell, s.cell)
        if plan is None or not unchanged or not same(self.lurks, s.lurks):
            plan = Plan(s)
            self.plan = plan
            self.agreed = s.agreed
            self.turn = s.turn[:]
            self.cell = s.cell[:]
            self.lurks = s.lurks[:]
            self.known = [s.turn[:0] for _ in range(s.seats)]
            self.aims = [s.turn[:0] for _ in range(s.seats)]
        return plan

    def aims_of(self, s: HorrorTable, plan: Plan, seat: i64) -> Ints:
        """A seat's ways to what it needs; these mostly stay the same too."""
        if s.dagger == seat:  # in that case they depend on where the others are
            return aims(s, plan, seat, 0)
        now = s.marker[MARKERS * seat : MARKERS * (seat + 1)]
        now = append(append(now, s.meter[seat]), min(0, s.fortitude[seat]))
        now = append(append(now, s.framed[seat]), s.loose[seat])
        if not same(self.known[seat], now):
            self.known[seat] = now
            self.aims[seat] = aims(s, plan, seat, 0)
        return self.aims[seat]

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
        for monster in range(MONSTERS):
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
        """What a seat needs, less the actions that it has left in its turn; the others are closer to their next turn."""
        return self.left[seat] - (float(ACTION * s.actions) if s.active == seat else float(TEMPO))

    def person(self, s: State, seat: i64, who: i64, row: Floats, at: i64) -> None:
        """What everybody can see of a seat."""
        assert isinstance(s, HorrorTable)
        missing = s.agreed.secrets - how_many(s.framed[who])
        here = s.place[who]
        plan = self.plan
        active = s.active == who
        row[at] = self.left[who] / 100.0
        row[at + 1] = self.ways[who] / 50.0
        row[at + 2] = float(missing) / 3.0
        row[at + 3] = 1.0 if missing <= 0 else 0.0
        row[at + 4] = float(searches(s.loose[who], missing)) / 50.0 if missing > 0 else 0.0
        row[at + 5] = float(how_many(s.loose[who])) / 4.0
        row[at + 6] = float(s.fortitude[who]) / 5.0
        row[at + 7] = float(max(0, -s.fortitude[who])) / 3.0
        row[at + 8] = float(plan.harm[here]) / 10.0 if plan is not None and here != NOWHERE else 0.0
        row[at + 9] = float(s.hand[who].count()) / 2.0
        row[at + 10] = float(s.weapons[who].count()) / 2.0
        row[at + 11] = 1.0 if s.trap == who else 0.0
        row[at + 12] = float(s.business_turns) / 2.0 if s.business == who else 0.0
        row[at + 13] = 1.0 if s.dagger == who else 0.0
        row[at + 14] = 1.0 if active else 0.0
        row[at + 15] = float(s.actions) / 2.0 if active else 0.0
        row[at + 16] = float((who - s.active + s.seats) % s.seats) / 3.0
        row[at + 17] = 1.0 if missing <= 0 and active and self.ways[who] <= float(ACTION * s.actions) else 0.0
        row[at + 18] = float(s.meter[who]) / float(MARKERS)


def same(one: Ints, other: Ints) -> bool:
    """Are these the same numbers?"""
    if len(one) != len(other):
        return False
    k: i64
    for k in range(len(one)):  # noqa: SIM110, compiled code has no generators
        if one[k] != other[k]:
            return False
    return True
