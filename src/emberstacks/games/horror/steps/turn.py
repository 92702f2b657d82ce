"""Chapters 2 and 12 of RULES.md: what one may do in a turn, the fight for the Portal, and the end."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import (
    AQUA_TOFANA,
    BETTY,
    CRANE,
    DECKFORD,
    DIRECTIONS,
    ELDRED,
    ICE_PICK,
    LOCKPICKS,
    MYSTERIOUS_MIRROR,
    NOWHERE,
    PORTAL,
    ROOMS,
    TINCTURE,
)
from emberstacks.games.horror.hands import can_play, holds
from emberstacks.games.horror.library import (
    beyond,
    free_fixture,
    horror_in,
    is_open,
    mirror_rooms,
    monsters_in,
    passage,
    seats_in,
)
from emberstacks.games.horror.powers import has_gift, has_weakness, is_idiot
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.advanced import BESOTTED
from emberstacks.games.horror.steps.attacks import duel, has_booty, stab, use_weapon
from emberstacks.games.horror.steps.cards import count_down, drink_tincture, travel, try_to_break_free
from emberstacks.games.horror.steps.fortitude import hurt
from emberstacks.games.horror.steps.looking import look_at_picture, look_into_mirror
from emberstacks.games.horror.steps.monsters import FIGHTS, attack_monsters, fight_label, possible_fights
from emberstacks.games.horror.steps.moving import TWICE, go, may_pass, toll, turn_room
from emberstacks.games.horror.steps.pages import can_exchange
from emberstacks.games.horror.steps.searching import exchange, search_bookcase, search_both, search_drawer
from emberstacks.games.horror.steps.why import why_not
from emberstacks.games.horror.words import room_word
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step

WEAPONS: Final = AQUA_TOFANA + 1 - ICE_PICK

# The codes of what one may do in a turn.
END: Final = 0
GO: Final = 1  # + side
PICK_LOCK: Final = GO + 4  # + side
TURN: Final = PICK_LOCK + 4  # + 2 * (0 here, 1 + side) + 0 left or 1 right
TURN_TWICE: Final = TURN + 10  # + 0 here, 1 + side
BOOKCASE: Final = TURN_TWICE + 5
DRAWER: Final = BOOKCASE + 1
BOTH: Final = DRAWER + 1
EXCHANGE: Final = BOTH + 1
PICTURE: Final = EXCHANGE + 1
MIRROR: Final = PICTURE + 1  # + room
ESCAPE: Final = MIRROR + ROOMS
STAB: Final = ESCAPE + 1  # + seat
TINCTURE_CARD: Final = STAB + 6  # bonus actions from here on
MIRROR_CARD: Final = TINCTURE_CARD + 1  # + room
WEAPON: Final = MIRROR_CARD + ROOMS  # + 6 * weapon + seat, the Ice Pick being the first weapon
DUEL: Final = WEAPON + 6 * WEAPONS  # + seat
ATTACK: Final = DUEL + 6  # + fight
ASK: Final = ATTACK + len(FIGHTS)  # + seat
SIZE: Final = ASK + 6

WAYS: Final = ("left", "right", "twice")


class GoOn(Auto[HorrorTable]):
    """§2.5 Once an action is over, §2.4 the turn goes on if something might be done in it, §12.3 in the Portal with a fight."""

    clause: ClassVar[str] = "2.4"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = s.active
        if s.place[seat] == PORTAL:
            go_on_in_the_portal(s, seat)
        elif actions_left(s, seat) > 0 or may_have_bonus(s, seat):
            s.push(TAKE_TURN[seat])
        else:
            end_turn(s)


class TakeTurn(Step[HorrorTable]):
    """§2.2 An action, §2.3 a bonus action, or the end of the turn?"""

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = SIZE

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        if is_hysterical(s, self.seat):
            other: i64
            for other in range(s.seats):
                if other != self.seat:
                    out = plus(out, ASK + other)
        else:
            out = plus(out, END)
            if actions_left(s, self.seat) > 0:
                out = own_actions(s, self.seat, possible_actions(s, self.seat, out))
        return bonus_actions(s, self.seat, out)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if choice == END:
            end_turn(s)
            return
        s.push(GO_ON)
        if choice >= ASK:
            s.helped = 1
            s.note("hysteria", self.seat, choice - ASK)
            s.push(ActForBetty(choice - ASK))
        elif choice >= TINCTURE_CARD:
            do_bonus(s, self.seat, choice)
        else:
            s.actions -= 1
            do_action(s, self.seat, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return text_of(s, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        return label_of(s, self.seat, choice)

    def question(self, s: HorrorTable) -> str:
        if is_hysterical(s, self.seat):
            return f"{mark(self.seat)}, you are hysterical. Who takes your next action for you?"
        left = actions_left(s, self.seat)
        count = "no action" if left == 0 else "1 action" if left == 1 else f"{left} actions"
        return f"{mark(self.seat)}, what do you do? You have {count} left."

    def rule(self, s: HorrorTable, choice: i64) -> str:
        return clause_of(choice)

    def why_not(self, s: HorrorTable, text: str) -> str:
        return why_not(s, self.seat, text, actions_left(s, self.seat))

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return pieces_of(s, self.seat, choice)


class ActForBetty(Step[HorrorTable]):
    """§13.3 The player whom Betty has named takes an action for her."""

    clause: ClassVar[str] = "13.3"
    size: ClassVar[int] = STAB

    def choices(self, s: HorrorTable) -> Ints:
        return possible_actions(s, s.active, Ints([]))

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.actions -= 1
        do_action(s, s.active, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return text_of(s, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        return label_of(s, s.active, choice)

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which action do you take for the hysterical {mark(s.active)}?"

    def rule(self, s: HorrorTable, choice: i64) -> str:
        return clause_of(choice)

    def why_not(self, s: HorrorTable, text: str) -> str:
        return "it must be an action that the hysterical player could take, without cards and attacks."

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return pieces_of(s, s.active, choice)


class PortalFight(Step[HorrorTable]):
    """§12.3 Which monster in the Portal is attacked next?"""

    clause: ClassVar[str] = "12.3"
    size: ClassVar[int] = len(FIGHTS)

    def choices(self, s: HorrorTable) -> Ints:
        return possible_fights(s, self.seat, Ints([]), 0)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(GO_ON)
        attack_monsters(s, self.seat, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return FIGHTS[choice]

    def label(self, s: HorrorTable, choice: i64) -> str:
        return fight_label(s, self.seat, choice)

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which monster in the Portal do you attack?"

    def why_not(self, s: HorrorTable, text: str) -> str:
        return "in the Portal you must fight until no monster is left or you lose."

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return [f"room-{PORTAL}"]


GO_ON: Final = GoOn()
TAKE_TURN: Final = [TakeTurn(seat) for seat in range(MAX_SEATS)]
PORTAL_FIGHT: Final = [PortalFight(seat) for seat in range(MAX_SEATS)]


# 2 A turn: its course


def begin_turn(s: HorrorTable, seat: i64) -> None:
    """§2.1 The monsters in the room hurt, then §13.5 penalties, then §2.2 three actions."""
    s.active = seat
    s.actions = s.box.actions
    s.beaten = 0
    s.helped = 0
    s.rerolled = 0
    s.duelled = 0
    s.note("turn", seat)
    s.push(GO_ON)
    if s.agreed.abilities:
        s.push(BESOTTED)
    hurt(s, 1 << seat, horror_in(s, s.place[seat]))


def end_turn(s: HorrorTable) -> None:
    """§2.6 The next player clockwise; after the last one a new round, §12.5 but not for ever."""
    count_down(s, s.active)
    seat = (s.active + 1) % s.seats
    if seat == s.first:
        if s.round == s.agreed.rounds:
            s.note("rounds")
            s.finish()
            return
        s.round += 1
        s.note("round", s.round)
    begin_turn(s, seat)


def actions_left(s: HorrorTable, seat: i64) -> i64:
    """§2.2 Actions not yet taken; §13.11 one less with tremors."""
    if has_weakness(s, seat, CRANE):
        return max(0, s.actions - s.box.tremors)
    return s.actions


def is_hysterical(s: HorrorTable, seat: i64) -> bool:
    """§13.3 Must somebody else take the next action? Turning a room or trying to break free is always possible."""
    return s.helped == 0 and s.actions > 0 and has_weakness(s, seat, BETTY)


def may_have_bonus(s: HorrorTable, seat: i64) -> bool:
    """§2.4 Could there be a bonus action left, by what everybody knows?"""
    if s.trap == seat:
        return False
    if not is_idiot(s, seat) and (s.hand[seat].count() > 0 or s.weapons[seat].count() > 0):
        return True
    if has_weakness(s, seat, DECKFORD):
        return False
    if s.beaten == 0 and monsters_in(s, s.place[seat]) > 0:
        return True
    return duel_targets(s, seat) != 0


def go_on_in_the_portal(s: HorrorTable, seat: i64) -> None:
    """§12.2 An empty Portal is the way out; §12.3 else the next monster is fought."""
    if monsters_in(s, PORTAL) == 0:
        s.escaped = seat
        s.note("escape", seat)
        s.finish()
    else:
        s.push(PORTAL_FIGHT[seat])


# What may be done


def possible_actions(s: HorrorTable, seat: i64, out: Ints) -> Ints:
    """§2.2 The actions that need no card of the hand and tell nothing hidden, put after those in `out`."""
    if s.trap == seat:
        return plus(out, ESCAPE)  # §8.10
    here = s.place[seat]
    side: i64
    if s.business != seat:  # §8.11
        for side in range(4):
            other = passage(s, here, side)
            if other != NOWHERE and may_pass(s, seat, other, toll(s, seat, side)):
                out = plus(out, GO + side)
    twice = has_gift(s, seat, BETTY)
    for side in range(5):
        room = here if side == 0 else beyond(s, here, side - 1)
        if room != NOWHERE and room != PORTAL:  # §3.4
            out = plus(out, TURN + 2 * side)
            out = plus(out, TURN + 2 * side + 1)
            if twice:
                out = plus(out, TURN_TWICE + side)
    if s.dagger == seat:
        return out  # §8.7
    if s.fortitude[seat] >= 0:  # §4.1, §7.2
        bookcase = free_fixture(s, seat, False, 1) != NOWHERE
        if bookcase:
            out = plus(out, BOOKCASE)
        if free_fixture(s, seat, True, 1) != NOWHERE:
            out = plus(out, DRAWER)
        if bookcase and has_gift(s, seat, ELDRED) and free_fixture(s, seat, True, 2) != NOWHERE:
            out = plus(out, BOTH)
    if s.box.pictures[here] > 0:
        out = plus(out, PICTURE)
    if s.box.mirrors[here] > 0 and s.business != seat:
        out = mirror_rooms(s, here, out, MIRROR)
    return out


def own_actions(s: HorrorTable, seat: i64, out: Ints) -> Ints:
    """The actions that only the player knows to be possible, or that nobody else may take for her (§13.3)."""
    if s.trap == seat:
        return out
    here = s.place[seat]
    other: i64
    if s.dagger == seat:
        for other in range(s.seats):
            if other != seat and s.place[other] == here:
                out = plus(out, STAB + other)  # §8.8
    elif s.fortitude[seat] >= 0 and can_exchange(s, seat) and free_fixture(s, seat, False, 1) != NOWHERE:
        out = plus(out, EXCHANGE)  # §5.3
    if s.business != seat and can_play(s, seat, LOCKPICKS):
        side: i64
        for side in range(4):
            room = passage(s, here, side)
            if room != NOWHERE and toll(s, seat, side) > 0 and may_pass(s, seat, room, 0):
                out = plus(out, PICK_LOCK + side)  # §8.15
    return out


def bonus_actions(s: HorrorTable, seat: i64, out: Ints) -> Ints:
    """§2.3 The bonus actions, §8.3 cards among them, put after those in `out`."""
    if s.trap == seat:
        return out
    here = s.place[seat]
    if can_play(s, seat, TINCTURE):
        out = plus(out, TINCTURE_CARD)
    if s.business != seat and can_play(s, seat, MYSTERIOUS_MIRROR):
        out = mirror_rooms(s, here, out, MIRROR_CARD)
    if has_weakness(s, seat, DECKFORD):
        return out  # §13.7
    other: i64
    if s.weapons[seat].count() > 0 and not is_idiot(s, seat):
        weapon: i64
        for weapon in range(WEAPONS):
            if holds(s.weapons[seat], ICE_PICK + weapon):
                for other in range(s.seats):
                    if other != seat and s.place[other] == here:
                        out = plus(out, WEAPON + 6 * weapon + other)  # §9.1
    targets = duel_targets(s, seat)
    for other in range(s.seats):
        if targets >> other & 1:
            out = plus(out, DUEL + other)
    if s.beaten == 0:
        out = possible_fights(s, seat, out, ATTACK)  # §11.9, §11.10
    return out


def duel_targets(s: HorrorTable, seat: i64) -> i64:
    """§13.6 For the Captain at +5, the mask of those in his room who can be robbed and whom he has not duelled in this turn."""
    if not has_gift(s, seat, DECKFORD):
        return 0
    mask = seats_in(s, s.place[seat]) & ~(s.duelled | 1 << seat)
    other: i64
    for other in range(s.seats):
        if not has_booty(s, other):
            mask &= ~(1 << other)
    return mask


def do_action(s: HorrorTable, seat: i64, choice: i64) -> None:
    """§2.2 Carry out an action."""
    if choice < PICK_LOCK:
        go(s, seat, choice - GO, False)
    elif choice < TURN:
        go(s, seat, choice - PICK_LOCK, True)
    elif choice < TURN_TWICE:
        turn_room(s, seat, target_room(s, seat, (choice - TURN) // 2), (choice - TURN) % 2)
    elif choice < BOOKCASE:
        turn_room(s, seat, target_room(s, seat, choice - TURN_TWICE), TWICE)
    elif choice == BOOKCASE:
        search_bookcase(s, seat)
    elif choice == DRAWER:
        search_drawer(s, seat)
    elif choice == BOTH:
        search_both(s, seat)
    elif choice == EXCHANGE:
        exchange(s, seat)
    elif choice == PICTURE:
        look_at_picture(s, seat)
    elif choice < ESCAPE:
        look_into_mirror(s, seat, choice - MIRROR)
    elif choice == ESCAPE:
        try_to_break_free(s)
    else:
        stab(s, seat, choice - STAB)


def do_bonus(s: HorrorTable, seat: i64, choice: i64) -> None:
    """§2.3 Carry out a bonus action."""
    if choice == TINCTURE_CARD:
        drink_tincture(s, seat)
    elif choice < WEAPON:
        travel(s, seat, choice - MIRROR_CARD)
    elif choice < DUEL:
        use_weapon(s, seat, ICE_PICK + (choice - WEAPON) // 6, (choice - WEAPON) % 6)
    elif choice < ATTACK:
        duel(s, seat, choice - DUEL)
    else:
        attack_monsters(s, seat, choice - ATTACK)


def target_room(s: HorrorTable, seat: i64, target: i64) -> i64:
    """The room of a turn: 0 is one's own, 1 to 4 its neighbours."""
    return s.place[seat] if target == 0 else beyond(s, s.place[seat], target - 1)


# The words of a turn


def text_of(s: HorrorTable, choice: i64) -> str:
    """The written form of an action or bonus action."""
    box = s.box
    if choice == END:
        return "end"
    if choice < PICK_LOCK:
        return "go " + DIRECTIONS[choice - GO]
    if choice < TURN:
        return "lockpicks " + DIRECTIONS[choice - PICK_LOCK]
    if choice < TURN_TWICE:
        return f"turn {target_word((choice - TURN) // 2)} {WAYS[(choice - TURN) % 2]}"
    if choice < BOOKCASE:
        return f"turn {target_word(choice - TURN_TWICE)} twice"
    if choice < MIRROR:
        return ("search bookcase", "search drawer", "search both", "exchange", "look picture")[choice - BOOKCASE]
    if choice < ESCAPE:
        return "look mirror " + room_word(box, choice - MIRROR)
    if choice == ESCAPE:
        return "break free"
    if choice < TINCTURE_CARD:
        return "stab " + LETTERS[choice - STAB].lower()
    if choice == TINCTURE_CARD:
        return "tincture"
    if choice < WEAPON:
        return "mysterious mirror " + room_word(box, choice - MIRROR_CARD)
    if choice < DUEL:
        return f"{box.curse_words[ICE_PICK + (choice - WEAPON) // 6]} {LETTERS[(choice - WEAPON) % 6].lower()}"
    if choice < ATTACK:
        return "duel " + LETTERS[choice - DUEL].lower()
    if choice < ASK:
        return FIGHTS[choice - ATTACK]
    return "ask " + LETTERS[choice - ASK].lower()


def target_word(target: i64) -> str:
    return "here" if target == 0 else DIRECTIONS[target - 1]


def label_of(s: HorrorTable, seat: i64, choice: i64) -> str:
    """An action or bonus action as a button says it."""
    box = s.box
    here = s.place[seat]
    if choice == END:
        return "End the turn"
    if choice < TURN:
        side = choice - GO if choice < PICK_LOCK else choice - PICK_LOCK
        room = box.rooms[beyond(s, here, side)]
        if choice >= PICK_LOCK:
            return f"Pick the lock and go {DIRECTIONS[side]} into the {room}"
        cost = toll(s, seat, side)
        way = "open door" if is_open(s, here, side) else f"closed door, {cost} Fortitude" if cost > 0 else "closed door, free"
        return f"Go {DIRECTIONS[side]} into the {room} ({way})"
    if choice < BOOKCASE:
        target = (choice - TURN) // 2 if choice < TURN_TWICE else choice - TURN_TWICE
        way = WAYS[(choice - TURN) % 2] if choice < TURN_TWICE else "by two quarters"
        return f"Turn the {box.rooms[target_room(s, seat, target)]} {way}"
    if choice < MIRROR:
        return (
            "Search a bookcase: roll both dice",
            "Search a drawer: draw a coin",
            "Search a bookcase and a drawer in one action",
            "Exchange pages at a bookcase",
            "Look at the picture: roll for Fortitude",
        )[choice - BOOKCASE]
    if choice < ESCAPE:
        cost = 0 if has_gift(s, seat, CRANE) else box.mirror
        return f"Look into the mirror: step out in the {box.rooms[choice - MIRROR]} ({cost} Fortitude)"
    if choice == ESCAPE:
        return f"Try to break free: roll {box.free_of_the_trap} or more"
    if choice < TINCTURE_CARD:
        return f"Stab {mark(choice - STAB)} with the Ritual Dagger"
    if choice == TINCTURE_CARD:
        return f"Drink the Restorative Tincture: Fortitude +{box.tincture}"
    if choice < WEAPON:
        return f"Mysterious Mirror: go to the {box.rooms[choice - MIRROR_CARD]}"
    if choice < DUEL:
        return f"{box.curses[ICE_PICK + (choice - WEAPON) // 6]}: attack {mark((choice - WEAPON) % 6)}"
    if choice < ATTACK:
        return f"Duel {mark(choice - DUEL)} for a page"
    if choice < ASK:
        return fight_label(s, seat, choice - ATTACK)
    return f"Let {mark(choice - ASK)} act for you"


def clause_of(choice: i64) -> str:
    """The clause that allows an action or bonus action."""
    if choice == END:
        return "2.4"
    if choice < PICK_LOCK:
        return "3.1"
    if choice < TURN:
        return "8.15"
    if choice < TURN_TWICE:
        return "3.3"
    if choice < BOOKCASE:
        return "13.2"
    if choice < MIRROR:
        return ("4.6", "4.4", "13.8", "5.3", "6.2")[choice - BOOKCASE]
    if choice < ESCAPE:
        return "6.1"
    if choice == ESCAPE:
        return "8.10"
    if choice < TINCTURE_CARD:
        return "8.8"
    if choice == TINCTURE_CARD:
        return "8.13"
    if choice < WEAPON:
        return "8.14"
    if choice < DUEL:
        return "9.1"
    if choice < ATTACK:
        return "13.6"
    return "11.6" if choice < ASK else "13.3"


def pieces_of(s: HorrorTable, seat: i64, choice: i64) -> list[str]:
    """The pieces that an action or bonus action concerns."""
    here = s.place[seat]
    if choice == END:
        return []
    if choice < TURN:
        side = choice - GO if choice < PICK_LOCK else choice - PICK_LOCK
        return [f"door-{here}-{side}", f"room-{beyond(s, here, side)}"]
    if choice < BOOKCASE:
        target = (choice - TURN) // 2 if choice < TURN_TWICE else choice - TURN_TWICE
        return [f"handle-{target_room(s, seat, target)}"]
    if choice in (BOOKCASE, EXCHANGE):
        return [f"fixture-{free_fixture(s, seat, False, 1)}"]
    if choice == DRAWER:
        return [f"fixture-{free_fixture(s, seat, True, 1)}"]
    if choice == BOTH:
        return [f"fixture-{free_fixture(s, seat, False, 1)}", f"fixture-{free_fixture(s, seat, True, 2)}"]
    if choice == PICTURE:
        return [f"picture-{here}"]
    if choice < ESCAPE:
        return [f"mirror-{here}", f"room-{choice - MIRROR}"]
    if choice == ESCAPE:
        return [f"seat-{seat}"]
    if choice < TINCTURE_CARD:
        return [f"seat-{choice - STAB}"]
    if choice == TINCTURE_CARD:
        return [f"blessing-{TINCTURE}"]
    if choice < WEAPON:
        return [f"blessing-{MYSTERIOUS_MIRROR}", f"room-{choice - MIRROR_CARD}"]
    if choice < DUEL:
        return [f"curse-{ICE_PICK + (choice - WEAPON) // 6}", f"seat-{(choice - WEAPON) % 6}"]
    if choice < ATTACK:
        return [f"seat-{choice - DUEL}"]
    if choice < ASK:
        return [f"monsters-{here}"]
    return [f"seat-{choice - ASK}"]
