"""Playouts of Horror in the Library: everybody takes the shortest way to what they need next, and a
position is a race.

A position is judged by the actions that each seat still needs to escape: the way to a bookcase, the
searches and exchanges for the pages that are missing, the way to the Portal and the monsters in it.
So a room turned in a rival's way, or a monster sent to the Portal, counts as much as a step of your
own. All figures are ours, in tenths of an action.
"""

from __future__ import annotations

import math
from typing import Final, final

from emberstacks.bots.ismcts import Policy
from emberstacks.games.horror.components import (
    CLOSED_DOOR,
    COLOURS,
    MARKERS,
    NOWHERE,
    OBJECTS,
    PORTAL,
    ROOMS,
    WALL,
)
from emberstacks.games.horror.library import beyond, door, passage
from emberstacks.games.horror.state import ANY_OBJECT, SECRETS, HorrorTable
from emberstacks.games.horror.steps.attacks import STAB, Defend, Weapon
from emberstacks.games.horror.steps.monsters import AttackFirst, MoveMonster
from emberstacks.games.horror.steps.pages import GivePage
from emberstacks.games.horror.steps.setup import ChooseRoom
from emberstacks.games.horror.steps.turn import (
    ATTACK_MONSTER,
    BREAK_FREE,
    DRINK_TINCTURE,
    EXCHANGE,
    GO,
    LOOK_AT_PICTURE,
    SEARCH_BOOKCASE,
    TURN_MENU,
    TURN_ROOM,
    TakeTurn,
)
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import bit, how_many, several
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

ACTION: Final = 10
FAR: Final = 400  # for what cannot be reached
FORTITUDE: Final = 4  # for a point of Fortitude
PLENTY: Final = 4  # points of Fortitude beyond which more are of no use
LOOK: Final = 5  # for each point of Fortitude that a picture must restore
# for each search after the bookcases of a room are used up: the way to the next
NEXT_BOOKCASE: Final = 8
# searches until there is a set to exchange, by the loose pages that make none yet
FIRST_SET: Final = Ints([48, 31, 17])
LATER_SET: Final = 42  # searches for each set after that
TAKEN: Final = 6  # for a wanted page in front of a rival
GUARD: Final = 9  # for a monster in the Portal
CARD: Final = 5  # for a card in hand
DAGGER: Final = 50  # for what is left to do after the stab
TRAP: Final = 30
BUSINESS: Final = 20  # for each turn that it lasts
TEMPO: Final = 15  # what others are ahead because their turn comes next
# A lead of this many tenths multiplies the chances by e, more so the longer the race still is;
# these, the searches and TAKEN are fitted to 800 games of greedy bots. No lead multiplies the
# chances by more than e to the power of SURE.
LUCK: Final = 12
LENGTH: Final = 0.25
SURE: Final = 3.0
SIDES: Final = 4
UNKNOWN_WAY: Final = Ints([FAR] * (ROOMS + 1))


@final
class Plan:
    """The library as a map: the rooms in play, what is on each side of them and what it costs to
    walk there.
    """

    def __init__(self, s: HorrorTable) -> None:
        self.rooms = Ints([])
        self.mirrors = Ints([])
        self.other = Ints([NOWHERE] * (SIDES * PORTAL))
        self.cost = Ints([FAR] * (SIDES * PORTAL))
        self.harm = UNKNOWN_WAY[:]  # per room, what its monsters cost those who enter
        room: i64
        for room in range(PORTAL + 1):
            self.harm[room] = 0
        guards: i64 = 0
        monster: i64
        for monster in range(len(s.lurks)):
            where = s.lurks[monster]
            if where == PORTAL:
                guards += GUARD
            elif where != NOWHERE:
                self.harm[where] += FORTITUDE * s.box.level[monster]
        for room in range(PORTAL):
            if s.cell[room] != NOWHERE:
                self.add(s, room)
        self.out = UNKNOWN_WAY[:]
        self.out[PORTAL] = guards
        self.out = self.ways(self.out)  # from every room through the Portal

    def add(self, s: HorrorTable, room: i64) -> None:
        """A room with the steps out of it; if a door is missing, a room is turned first."""
        self.rooms = append(self.rooms, room)
        if s.box.mirrors[room] > 0:
            self.mirrors = append(self.mirrors, room)
        side: i64
        for side in range(SIDES):
            other = beyond(s, room, side)
            if other == NOWHERE:
                continue
            cost: i64 = ACTION + self.harm[other]
            own = door(s, room, side)
            if own == WALL:
                cost += ACTION
            elif own == CLOSED_DOOR:
                cost += ACTION if other == PORTAL else FORTITUDE
            if door(s, other, side ^ 2) == WALL:
                cost += ACTION
            self.other[SIDES * room + side] = other
            self.cost[SIDES * room + side] = cost

    def ways(self, goals: Ints) -> Ints:
        """What it costs from every room to the best of some goals, which have costs of their own."""
        found = goals[:]
        changed = True
        while changed:
            changed = False
            step_out: i64 = FAR
            for room in self.mirrors:
                step_out = min(step_out, found[room] + self.harm[room])
            for room in self.rooms:
                best = found[room]
                side: i64
                for side in range(SIDES):
                    other = self.other[SIDES * room + side]
                    if other != NOWHERE:
                        best = min(best, found[other] + self.cost[SIDES * room + side])
                if best < found[room]:
                    found[room] = best
                    changed = True
            for room in self.mirrors:
                through = step_out + ACTION + 2 * FORTITUDE
                if through < found[room]:
                    found[room] = through
                    changed = True
        return found


@final
class HorrorInsight(Policy):
    """Everybody hurries; the player who needs fewer actions is ahead."""

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        assert isinstance(s, HorrorTable)
        step = s.step
        if isinstance(step, TakeTurn):
            return hurry(s, seat, codes)
        if isinstance(step, AttackFirst):
            return codes[0]
        if isinstance(step, Defend):
            return codes[len(codes) - 1]  # passing is the first answer
        if isinstance(step, MoveMonster):
            return send(s, seat, codes, dealer)
        if isinstance(step, GivePage):
            return give(s, seat, step.first, codes)
        return codes[dealer.below(len(codes))]

    def calm(self, s: State) -> bool:
        return isinstance(s.step, TakeTurn | ChooseRoom)

    def standing(self, game: Game, s: State) -> list[float]:
        assert isinstance(s, HorrorTable)
        plan = Plan(s)
        left = [
            float(to_go(s, plan, aims(s, plan, seat, withheld(s, seat)), seat) - TEMPO)
            for seat in range(s.seats)
        ]
        left[s.active] += float(TEMPO - ACTION * s.actions)
        unit = float(LUCK) + LENGTH * max(0.0, min(left))
        return [SURE / 2.0 * math.tanh(ahead(left, seat) / unit / SURE) for seat in range(s.seats)]


def ahead(left: list[float], seat: i64) -> float:
    """By how much a seat is ahead of its best rival, or behind."""
    best = float(FAR)
    for other, tenths in enumerate(left):
        if other != seat:
            best = min(best, tenths)
    return best - left[seat]


def to_go(s: HorrorTable, plan: Plan, ways: Ints, seat: i64) -> i64:
    """What a seat still needs to escape, if these are its ways from every room."""
    here = s.place[seat]
    if here == NOWHERE:
        return FAR
    heart = s.fortitude[seat]
    left = ways[here] - FORTITUDE * min(max(0, heart), PLENTY)
    left += plan.harm[here] - CARD * (s.hand[seat].count() + s.weapons[seat].count())
    if s.trap == seat:
        left += TRAP
    if s.business == seat:
        left += BUSINESS * s.business_turns
    return left


def aims(s: HorrorTable, plan: Plan, seat: i64, wait: i64) -> Ints:
    """The same from every room, as far as it depends on the room: courage first, then pages, for
    which it waits, then out.
    """
    if s.dagger == seat:
        return plan.ways(victims(s, seat))
    ways = plan.out
    missing = s.agreed.secrets - how_many(s.framed[seat])
    if missing > 0:
        ways = plan.ways(bookcases(s, plan, seat, missing, wait))
    heart = s.fortitude[seat]
    if heart >= 0:
        return ways
    goals = UNKNOWN_WAY[:]
    for room in plan.rooms:
        if s.box.pictures[room] > 0:
            goals[room] = ways[room] + LOOK - LOOK * heart
    return plan.ways(goals)


def victims(s: HorrorTable, seat: i64) -> Ints:
    """The rooms where somebody can be stabbed."""
    goals = UNKNOWN_WAY[:]
    other: i64
    for other in range(s.seats):
        if other != seat and s.place[other] != NOWHERE:
            goals[s.place[other]] = ACTION + DAGGER
    return goals


def bookcases(s: HorrorTable, plan: Plan, seat: i64, missing: i64, wait: i64) -> Ints:
    """The rooms where a seat can search now, with what all its searches and exchanges and the way
    out after them cost.
    """
    free = UNKNOWN_WAY[:]
    for room in plan.rooms:
        free[room] = s.box.bookcases[room]
    number: i64
    for number in range(MARKERS):
        fixture = s.marker[MARKERS * seat + number]
        if fixture != NOWHERE and number != s.meter[seat] and fixture & 2 == 0:
            free[fixture >> 2] -= 1
    uses = ACTION * missing + searches(s.loose[seat], missing)
    goals = UNKNOWN_WAY[:]
    for room in plan.rooms:
        if free[room] > 0:
            more = max(0, uses - ACTION * free[room])
            goals[room] = uses + more * NEXT_BOOKCASE // ACTION + wait + plan.out[room]
    return goals


def searches(loose: i64, missing: i64) -> i64:
    """How long it takes to find what must be given for the missing pages: two of a colour, or three
    of three colours.
    """
    sets: i64 = 0
    single: i64 = 0
    colour: i64
    for colour in range(COLOURS):
        count = how_many(loose >> (OBJECTS * colour) & ANY_OBJECT)
        sets += count // 2
        single += count % 2
    sets += single // 3
    if sets >= missing:
        return 0
    return FIRST_SET[single % 3] + LATER_SET * (missing - sets - 1)


def withheld(s: HorrorTable, seat: i64) -> i64:
    """What it costs if wanted pages are in front of rivals."""
    others: i64 = 0
    other: i64
    for other in range(s.seats):
        if other != seat:
            others |= s.loose[other]
    cost: i64 = 0
    rack = s.rack[seat]
    k: i64
    for k in range(rack.count()):
        if others & bit(OBJECTS * (rack.lot[k] - SECRETS) + rack.face[k]) != 0:
            cost += TAKEN
    return cost


def hurry(s: HorrorTable, seat: i64, codes: Ints) -> i64:
    """The next action of somebody in a hurry: what is at hand, or else a step on the shortest way."""
    at_hand: i64 = -1
    rank: i64 = 0
    for code in codes:
        worth = urgency(s, seat, code)
        if worth > rank:
            rank = worth
            at_hand = code
    if at_hand >= 0:
        return at_hand
    if s.actions == 0 or s.trap == seat:
        return codes[0]  # the end of the turn, or a call for help
    plan = Plan(s)
    ways = aims(s, plan, seat, withheld(s, seat))
    here = s.place[seat]
    best: i64 = FAR
    towards: i64 = 0
    side: i64
    for side in range(SIDES):
        other = plan.other[SIDES * here + side]
        if other != NOWHERE and ways[other] + plan.cost[SIDES * here + side] < best:
            best = ways[other] + plan.cost[SIDES * here + side]
            towards = side
    return step_to(s, here, towards, codes)


def urgency(s: HorrorTable, seat: i64, code: i64) -> i64:
    """What is done as soon as it is possible: the more urgent, the higher; nothing for everything
    else.
    """
    action = TURN_MENU.by_code[code]
    hurt = s.fortitude[seat] < 0
    rank: i64 = 0
    if action is GO:
        rank = 9 if beyond(s, s.place[seat], TURN_MENU.which[code]) == PORTAL else 0
    elif action is EXCHANGE:
        rank = 8
    elif action is STAB or action is BREAK_FREE:
        rank = 7
    elif action is ATTACK_MONSTER:
        rank = 6
    elif isinstance(action, Weapon):
        rank = 5
    elif action is DRINK_TINCTURE:
        rank = 4 if hurt else 0
    elif action is LOOK_AT_PICTURE:
        rank = 3 if hurt else 0
    elif action is SEARCH_BOOKCASE:
        rank = 2 if how_many(s.framed[seat]) < s.agreed.secrets else 0
    return rank


def step_to(s: HorrorTable, here: i64, side: i64, codes: Ints) -> i64:
    """Walk out on a side, or turn the room that has no door there."""
    wanted = GO.codes[side]
    if passage(s, here, side) == NOWHERE:
        target: i64 = 0
        room = here
        facing = side
        if door(s, here, side) != WALL:
            room = beyond(s, here, side)
            target = side + 1
            facing = side ^ 2
        quarter: i64 = (
            1 if s.box.doors[16 * room + 4 * ((s.turn[room] + 1) % 4) + facing] != WALL else 0
        )
        wanted = TURN_ROOM.codes[2 * target + quarter]
    for code in codes:
        if code == wanted:
            return code
    return codes[0]


def give(s: HorrorTable, seat: i64, first: i64, codes: Ints) -> i64:
    """Two of a colour are cheaper than three of three."""
    for page in codes:
        if first < 0 and several(s.loose[seat] >> page // OBJECTS * OBJECTS & ANY_OBJECT):
            return page
        if first >= 0 and page // OBJECTS == first // OBJECTS:
            return page
    return codes[0]


def send(s: HorrorTable, seat: i64, codes: Ints, dealer: Dealer) -> i64:
    """A beaten monster guards the Portal against rivals who have more pages, and otherwise it can
    go anywhere.
    """
    own = how_many(s.framed[seat])
    behind = False
    other: i64
    for other in range(s.seats):
        if how_many(s.framed[other]) > own:
            behind = True
    if behind:
        for code in codes:
            if code == PORTAL:
                return code
    return codes[dealer.below(len(codes))]
