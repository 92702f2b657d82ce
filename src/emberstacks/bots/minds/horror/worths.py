"""What is good in Horror in the Library: a plan in actions, over doors, turns and mirrors, to the
next useful room.

Worths are in actions: a step is worth the actions by which it brings the next goal nearer. The goal
is the Portal with all pages found, a picture with too little Fortitude, a victim with the dagger in
hand, and otherwise a bookcase to search. If rivals have taken all pages still wanted, it is a
weapon from a drawer, and then one of these rivals.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.heuristic import Heuristic, Sight
from emberstacks.games.horror.components import (
    CLOSED_DOOR,
    COLOURS,
    LOCKET,
    MARKERS,
    NOWHERE,
    OBJECTS,
    PAGES,
    PORTAL,
    ROOMS,
    WALL,
)
from emberstacks.games.horror.library import beyond
from emberstacks.games.horror.state import ANY_OBJECT, HorrorTable
from emberstacks.games.horror.steps.advanced import ChooseBeloved, GiveCard
from emberstacks.games.horror.steps.attacks import (
    DEFENCE_MENU,
    DUEL_MENU,
    DUELLING,
    STAB,
    Attack,
    Defend,
    LeaveBooty,
    Steal,
    StealAfterDuel,
)
from emberstacks.games.horror.steps.cards import BreakFree
from emberstacks.games.horror.steps.dice import DICE_MENU, YELLOW, ChangeDice, DiceWindow
from emberstacks.games.horror.steps.fortitude import LocketWindow
from emberstacks.games.horror.steps.monsters import (
    AMBUSH_MENU,
    GO_ON_SEARCHING,
    MOVE_MENU,
    AttackFirst,
    Fight,
    MoveMonster,
    RollAgain,
)
from emberstacks.games.horror.steps.moving import QUARTERS, LeavePortal, target_room
from emberstacks.games.horror.steps.pages import GivePage, KeepPage, TakeAfterStab, TakePage
from emberstacks.games.horror.steps.searching import OpenBook, SearchOrder
from emberstacks.games.horror.steps.setup import (
    ChooseCharacter,
    ChooseLetter,
    ChooseRoom,
    LayByHand,
)
from emberstacks.games.horror.steps.turn import (
    ASK_FOR_HELP,
    ATTACK_MONSTER,
    BREAK_FREE,
    DRINK_TINCTURE,
    END_TURN,
    EXCHANGE,
    GO,
    LOOK_AT_PICTURE,
    LOOK_INTO_MIRROR,
    PICK_LOCK,
    SEARCH_BOOKCASE,
    SEARCH_BOTH,
    SEARCH_DRAWER,
    TURN_MENU,
    TURN_ROOM,
    USE_MYSTERIOUS_MIRROR,
    ActForBetty,
    PortalFight,
    TakeTurn,
)
from emberstacks.kernel.ints import Floats, Ints, i64
from emberstacks.kernel.masks import bit, has, how_many
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

FAR: Final = 99.0  # actions to what cannot be reached
ESCAPE: Final = 100.0  # more than anything else
UNTHOUGHT: Final = -1e6  # an answer that nobody has thought about
SIDES: Final = 4
NO_WAYS: Final = Floats([FAR] * (ROOMS + 1))
NO_MONSTERS: Final = Ints([0] * (ROOMS + 1))


@final
class HorrorWorths(Heuristic):
    """Greed in Horror in the Library, with its weights (weights.toml)."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.fortitude = weights["fortitude"]
        self.action = weights["action"]
        self.last_door = weights["last_door"]
        self.exchange = weights["exchange"]
        self.stab = weights["stab"]
        self.fight = weights["fight"]
        self.break_free = weights["break_free"]
        self.duel = weights["duel"]
        self.ask = weights["ask"]
        self.search = weights["search"]
        self.faint_picture = weights["faint_picture"]
        self.picture = weights["picture"]
        self.picture_less = weights["picture_less"]
        self.faint_tincture = weights["faint_tincture"]
        self.tincture = weights["tincture"]
        self.mirror = weights["mirror"]
        self.weapon = weights["weapon"]
        self.theft = weights["theft"]
        self.mistaken = weights["mistaken"]
        self.page_wanted = weights["page_wanted"]
        self.page_object = weights["page_object"]
        self.unseen_card = weights["unseen_card"]
        self.sent_home = weights["sent_home"]
        self.sent_ahead = weights["sent_ahead"]
        self.sent_to_portal = weights["sent_to_portal"]
        self.sent_to_goal = weights["sent_to_goal"]
        self.dice_card = weights["dice_card"]
        self.locket_defence = weights["locket_defence"]
        self.room_picture = weights["room_picture"]

    def sight(self, s: State, seat: i64) -> Sight:
        assert isinstance(s, HorrorTable)
        return ReaderSight(self, s, seat)


@final
class ReaderSight(Sight):
    """What somebody in the library sees and wants."""

    def __init__(self, weights: HorrorWorths, s: HorrorTable, seat: i64) -> None:
        self.weights = weights
        self.s = s
        self.box = s.box
        self.seat: i64 = seat
        self.here: i64 = s.place[seat]
        self.heart: i64 = s.fortitude[seat]
        self.wanted: i64 = self.pages_wanted()
        # the rivals with a wanted loose page in front of them: only a theft brings it back
        self.holders: i64 = 0
        taken: i64 = 0
        other: i64
        for other in range(s.seats):
            if other != seat and s.loose[other] & self.wanted != 0:
                self.holders |= 1 << other
                taken |= s.loose[other] & self.wanted
        # do rivals have all pages that are still wanted, and would more pages not help? Without a
        # set they would: after # giving back a wanted page, there should be one to exchange for it
        self.is_robbed = taken != 0 and taken == self.wanted and self.has_set()
        self.levels = NO_MONSTERS[:]  # of the monsters in every room, added up
        monster: i64
        for monster in range(len(s.lurks)):
            if s.lurks[monster] >= 0:
                self.levels[s.lurks[monster]] += s.box.level[monster]
        self.goal_rooms: i64 = 0  # mask of the rooms worth going to
        self.goals = NO_WAYS[:]  # what is still to be done there, in actions
        self.ways = NO_WAYS[:0]  # actions from every room to the goal as the rooms are turned now

    def pages_wanted(self) -> i64:
        """The mask of the pages of its own secrets still to be found."""
        rack = self.s.rack[self.seat]
        pages: i64 = 0
        k: i64
        for k in range(rack.count()):
            if rack.face[k] >= 0:
                pages |= bit(OBJECTS * (rack.lot[k] % COLOURS) + rack.face[k])
        return pages & ~self.s.framed[self.seat]

    def has_set(self) -> bool:
        """Two loose pages of one colour, or three of three colours."""
        colours: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            count = self.alike(OBJECTS * colour)
            if count > 1:
                return True
            colours += count
        return colours > 2

    def alike(self, page: i64) -> i64:
        """How many of its own loose pages have the colour of this one."""
        return how_many(self.s.loose[self.seat] >> (page - page % OBJECTS) & ANY_OBJECT)

    def page(self, page: i64) -> float:
        """How much a page is worth: it is wanted, it is the seat's own object, or it makes a pair."""
        if has(self.wanted, page):
            return self.weights.page_wanted
        own = self.weights.page_object if page == self.object() else 0.0
        return own + float(self.alike(page) % 2)

    def object(self) -> i64:
        """The page of its own Monster Ability."""
        return self.box.object[self.s.character[self.seat]]

    def horror(self, room: i64) -> float:
        """The levels of the monsters in a room."""
        return float(self.levels[room])

    # Questions.

    def worth(self, code: i64) -> float:
        """How good an answer is, compared with the others to its question."""
        s, box, weights, step = self.s, self.box, self.weights, self.s.step
        if isinstance(step, TakeTurn):
            return self.action(code)
        if isinstance(step, DiceWindow):
            return 0.0 if code == 0 else self.changed(code) - weights.dice_card
        if isinstance(step, LocketWindow):
            harm = step.amount
            return 0.0 if code == 0 else 1.0 if harm > 1 or 0 <= self.heart < harm else -1.0
        if isinstance(step, Defend):
            return (
                0.0
                if code == 0
                else weights.locket_defence
                if DEFENCE_MENU.which[code] == LOCKET
                else 1.0
            )
        if isinstance(step, GivePage):
            return self.given(step, code)
        if isinstance(step, AttackFirst):
            return 0.0 if AMBUSH_MENU.by_code[code] is GO_ON_SEARCHING else weights.fight
        if isinstance(step, StealAfterDuel) and isinstance(DUEL_MENU.by_code[code], LeaveBooty):
            return -1.0
        if isinstance(step, Steal) and code >= PAGES:
            return weights.unseen_card  # better than a useless page
        if isinstance(step, (TakePage, TakeAfterStab, Steal, KeepPage)):
            return -1.0 if code == PAGES else self.page(code)
        if isinstance(step, MoveMonster):
            return self.sent(MOVE_MENU.which[code])
        if isinstance(step, ChooseRoom):
            return float(box.bookcases[code]) + weights.room_picture * float(box.pictures[code])
        if isinstance(step, ActForBetty):  # whatever helps her least
            return -1.0 if code == LOOK_AT_PICTURE.code or code == BREAK_FREE.code else 0.0
        if isinstance(step, LeavePortal):
            return -self.horror(beyond(s, PORTAL, code))
        if isinstance(step, ChooseBeloved):
            return -float(how_many(s.framed[code]))
        if isinstance(step, GiveCard):
            return -self.page(code) if code < PAGES else -weights.unseen_card
        if isinstance(step, RollAgain):
            return -float(code)
        return (
            0.0
            if isinstance(
                step, (PortalFight, SearchOrder, ChooseCharacter, ChooseLetter, LayByHand)
            )
            else UNTHOUGHT
        )

    def action(self, code: i64) -> float:
        """An action or bonus action, in actions."""
        s, weights = self.s, self.weights
        action = TURN_MENU.by_code[code]
        which = TURN_MENU.which[code]
        faint = self.heart < 0 or (self.wanted == 0 and self.heart == 0)
        if action is GO or action is PICK_LOCK:
            return self.gone(which, action is GO)
        if action is TURN_ROOM:
            room = target_room(s, self.seat, TURN_ROOM.target(which))
            return (
                self.way(self.here)
                - self.way_after(room, QUARTERS[TURN_ROOM.way(which)])
                - weights.action
            )
        if action is SEARCH_BOOKCASE or action is SEARCH_BOTH:  # while it may hold a wanted page
            return weights.search if self.wanted != 0 and not self.is_robbed else -weights.action
        if action is SEARCH_DRAWER:  # if it needs a weapon to get one back
            return weights.search if self.is_robbed and not self.is_armed() else -weights.action
        if action is LOOK_INTO_MIRROR:
            cost = weights.action + weights.fortitude * (2.0 + self.horror(which))
            return self.way(self.here) - self.way(which) - cost
        if action is USE_MYSTERIOUS_MIRROR:
            return self.way(self.here) - self.way(which) - weights.mirror
        if action is LOOK_AT_PICTURE:
            return (
                weights.faint_picture
                if faint
                else weights.picture - weights.picture_less * float(self.heart)
            )
        if action is DRINK_TINCTURE:
            return weights.faint_tincture if faint else weights.tincture
        if action is END_TURN:
            return 0.0
        if action is EXCHANGE:
            return weights.exchange
        if action is STAB:
            return weights.stab
        if action is ATTACK_MONSTER:
            return weights.fight
        if action is BREAK_FREE:
            return weights.break_free
        if action is DUELLING:
            return weights.duel
        if action is ASK_FOR_HELP:
            return weights.ask
        if not isinstance(action, Attack):
            return UNTHOUGHT
        if has(self.holders, which):
            return weights.theft
        return weights.mistaken if self.holders != 0 else weights.weapon

    def gone(self, side: i64, pays: bool) -> float:
        """What a step through a door is worth."""
        weights = self.weights
        room = beyond(self.s, self.here, side)
        if room == PORTAL:
            return ESCAPE
        closed = 1.0 if pays and self.door(self.s.turn, self.here, side) == CLOSED_DOOR else 0.0
        cost = weights.fortitude * (self.horror(room) + closed)
        return self.way(self.here) - self.way(room) - weights.action - cost

    def is_armed(self) -> bool:
        return self.s.weapons[self.seat].count() > 0

    def given(self, step: GivePage, page: i64) -> float:
        """Two of a colour are cheaper than three of three; it keeps its own object."""
        pair = page // OBJECTS == step.first // OBJECTS if step.first >= 0 else self.alike(page) > 1
        return (1.0 if pair else 0.0) - (self.weights.page_object if page == self.object() else 0.0)

    def sent(self, room: i64) -> float:
        """A beaten monster goes where it hurts rivals and not where the seat wants to go; nobody
        wants it to stay here.
        """
        weights = self.weights
        if room == self.here:
            return weights.sent_home
        if room == PORTAL:
            return weights.sent_ahead if how_many(self.wanted) < 2 else weights.sent_to_portal
        hurt = 0.0
        other: i64
        for other in range(self.s.seats):
            if other != self.seat and self.s.place[other] == room:
                hurt += 1.0
        return hurt - (weights.sent_to_goal if self.is_goal(room) else 0.0)

    def changed(self, code: i64) -> float:
        """What a card on dice brings to what waits for the roll; the fights of others are spoiled."""
        s = self.s
        card = DICE_MENU.by_code[code]
        assert isinstance(card, ChangeDice)
        by = card.by(s, DICE_MENU.which[code])
        own = s.active == self.seat
        waits = s.below[-1]
        if isinstance(waits, Fight):
            total, needed = s.yellow + s.white + s.change, s.box.monster_attack
            return gain(total >= needed, total + by >= needed) * (1.0 if own else -1.0)
        if isinstance(waits, BreakFree) and own:
            return gain(
                s.white >= s.box.free_of_the_trap, clipped(s.white + by) >= s.box.free_of_the_trap
            )
        if isinstance(waits, OpenBook) and own:
            if DICE_MENU.which[code] // 2 == YELLOW:
                return gain(
                    self.is_wanted(s.yellow, s.white),
                    self.is_wanted(clipped(s.yellow + by), s.white),
                )
            return gain(
                self.is_wanted(s.yellow, s.white), self.is_wanted(s.yellow, clipped(s.white + by))
            )
        return 0.0

    def is_wanted(self, yellow: i64, white: i64) -> bool:
        """Do the dice name a book in the colour of a wanted page?"""
        colour = self.box.screen[6 * (white - 1) + yellow - 1]
        return self.wanted >> OBJECTS * colour & ANY_OBJECT != 0

    # Ways.

    def is_goal(self, room: i64) -> bool:
        """Is this room worth going to?"""
        if self.goal_rooms == 0:
            self.set_goals()
        return has(self.goal_rooms, room)

    def add_goal(self, room: i64, cost: float) -> None:
        self.goal_rooms |= 1 << room
        self.goals[room] = cost

    def set_goals(self) -> None:
        """Find out which rooms are worth going to, and what is still to be done there, in actions."""
        s = self.s
        chased: i64 = 0  # mask of the rivals to go after
        room: i64
        if s.dagger == self.seat:
            chased = (1 << s.seats) - 1 & ~(1 << self.seat)
        elif self.heart < 0:
            for room in range(PORTAL):
                if s.cell[room] >= 0 and s.box.pictures[room] != 0:
                    self.add_goal(room, 1.0 + self.horror(room))
        elif self.wanted == 0:
            self.add_goal(PORTAL, 1.0 + self.horror(PORTAL))
        elif self.is_robbed and self.is_armed():
            chased = self.holders
        else:
            for room in range(PORTAL):
                if s.cell[room] >= 0 and self.free_places(room) > 0:
                    self.add_goal(room, 1.0 + self.horror(room))
        other: i64
        for other in range(s.seats):
            if has(chased, other):
                self.add_goal(s.place[other], 1.0)

    def free_places(self, room: i64) -> i64:
        """Bookcases, or drawers when looking for a weapon, without a marker of its own; the next
        marker is lifted first.
        """
        s = self.s
        places = s.box.drawers[room] if self.is_robbed else s.box.bookcases[room]
        fixtures = 2 * room + (1 if self.is_robbed else 0)
        k: i64
        for k in range(MARKERS):
            if s.marker[MARKERS * self.seat + k] >> 1 == fixtures and k != s.meter[self.seat]:
                places -= 1
        return places

    def door(self, turns: Ints, room: i64, side: i64) -> i64:
        return self.box.doors[16 * room + 4 * turns[room] + side]

    def way(self, room: i64) -> float:
        """How many actions the goal is away from a room."""
        if len(self.ways) == 0:
            self.ways = self.measured(self.s.turn, NOWHERE)
        return self.ways[room]

    def way_after(self, room: i64, quarters: i64) -> float:
        """How many actions the goal is away once a room has been turned."""
        turns = self.s.turn[:]
        turns[room] = (turns[room] + quarters) % 4
        return self.measured(turns, self.here)[self.here]

    def measured(self, turns: Ints, start: i64) -> Floats:
        """How many actions the goals are away from every room, or at least from this one, by going
        backwards from them.
        """
        s, box = self.s, self.box
        if self.goal_rooms == 0:
            self.set_goals()
        found = self.goals[:]
        open_rooms = self.goal_rooms
        side: i64
        before: i64
        while open_rooms != 0:
            room = self.nearest(found, open_rooms)
            if room == start:
                break  # all that is left is farther away
            open_rooms &= ~(1 << room)
            cost = found[room]
            for side in range(SIDES):
                before = beyond(s, room, side)
                if before != NOWHERE and before != PORTAL:
                    through = cost + self.step(turns, before, side ^ 2, room)
                    if through < found[before]:
                        found[before] = through
                        open_rooms |= 1 << before
            if box.mirrors[room] != 0:
                through = cost + 1.0 + self.weights.fortitude * (2.0 + self.horror(room))
                for before in range(PORTAL):
                    if s.cell[before] >= 0 and box.mirrors[before] != 0 and through < found[before]:
                        found[before] = through
                        open_rooms |= 1 << before
        return found

    def nearest(self, found: Floats, rooms: i64) -> i64:
        """The room of a set from which the way is shortest."""
        best: i64 = NOWHERE
        room: i64
        for room in range(ROOMS + 1):
            if has(rooms, room) and (best == NOWHERE or found[room] < found[best]):
                best = room
        return best

    def step(self, turns: Ints, room: i64, side: i64, other: i64) -> float:
        """What walking out on that side costs, including the turns it needs first."""
        weights = self.weights
        mine = self.door(turns, room, side)
        cost = 2.0 if mine == WALL else 1.0
        if self.door(turns, other, side ^ 2) == WALL:
            cost += 1.0
        if mine == CLOSED_DOOR:
            cost += weights.last_door if other == PORTAL and self.heart == 0 else weights.fortitude
        return cost + (0.0 if other == PORTAL else weights.fortitude * self.horror(other))


def gain(before: bool, after: bool) -> float:
    """What a change has brought."""
    return (1.0 if after else 0.0) - (1.0 if before else 0.0)


def clipped(die: i64) -> i64:
    """What a die can show."""
    return max(1, min(6, die))
