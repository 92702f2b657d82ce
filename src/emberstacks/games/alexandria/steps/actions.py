"""The Action phase: whose turn it is (chapter 2) and the actions themselves (chapter 3)."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import ABILITY, DECK, HERO_CARDS, MOST_BLACK, ROOMS, TYPES
from emberstacks.games.alexandria.state import ABILITY_USED, NONE, PERIL_PAIRS, SLOT_USED, Alexandria
from emberstacks.games.alexandria.steps.counting import gain, spend_time
from emberstacks.games.alexandria.steps.effect import start_effect
from emberstacks.games.alexandria.steps.effects import ENTER, INTERACT, ongoing, open_window, set_off, set_off_peril
from emberstacks.games.alexandria.steps.hand import draw_cards, leave_hand, renew_deck
from emberstacks.games.alexandria.steps.library import HeroInRoom, HeroQuestion, enter
from emberstacks.games.alexandria.steps.perils import free_pair, lay_peril
from emberstacks.games.alexandria.steps.rescue import renew_rescue
from emberstacks.games.alexandria.words import a_tile
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.masks import EMPTY, has, how_many, lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1

# The codes of TakeAction: a room to move to, then these, then a face to play.
DRAW: Final = ROOMS
WAIT: Final = ROOMS + 1
USE_ABILITY: Final = ROOMS + 2
USE_SLOT: Final = ROOMS + 3
PLAY: Final = ROOMS + 4

ALONE: Final = 0  # the code of PayTime for paying everything oneself
BOTH: Final = Ints([0, 1])


# 2 Whose turn it is


class NextTurn(Auto[Alexandria]):
    """§2.2 The highest Time token acts, §2.7 also after gaining Time; §2.6 with all at the end the Action phase is over."""

    clause: ClassVar[str] = "2.2"

    def answer(self, s: Alexandria, choice: i64) -> None:
        tidy_up(s)
        seat = s.top_seat()
        if s.time[seat] > 0:
            s.push(TAKE_ACTION[seat])
            return
        other: i64
        for other in range(s.seats):
            s.time[other] = s.standing[v.START_TIME]  # §2.6: the pile stays as it is
        s.note("dusk", s.round)


def tidy_up(s: Alexandria) -> None:
    """§5.3 A new action, new responses; §3.5 and §4.18 decks that have run out are made again."""
    s.responded = 0
    s.thrown = 0
    s.kept = 0
    seat: i64
    for seat in range(s.seats):
        if s.draws[seat].count() == 0:
            renew_deck(s, seat)
    category: i64
    for category in range(3):
        if s.in_decks & s.box.category_masks[category] == 0:
            renew_rescue(s, category)


# 3 Actions


class TakeAction(Step[Alexandria]):
    """§2.1 Take one action: §3.1 move, §3.4 draw, §3.8 play a card, §3.13 use your board, §3.15 wait, or §6.2 lay a Peril."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = PLAY + DECK

    def choices(self, s: Alexandria) -> Ints:
        seat = self.seat
        types, near = s.types_in(s.position[seat]), helpers(s, seat)
        rich = richest(s, near)
        codes = members(s.adjacent(s.position[seat]))
        codes = plus(codes, DRAW)
        codes = plus(codes, WAIT)
        if not s.used[seat] & ABILITY_USED and playable(s, seat, ABILITY + s.hero[seat], types, near, rich):
            codes = plus(codes, USE_ABILITY)
        slot = s.slot[seat]
        if slot != NONE and not s.used[seat] & SLOT_USED and playable(s, seat, s.card(seat, slot), types, near, rich):
            codes = plus(codes, USE_SLOT)
        for face in members(s.hand_mask(seat) & ~s.box.response_faces[s.hero[seat]]):
            if playable(s, seat, s.card(seat, face), types, near, rich):
                codes = plus(codes, PLAY + face)
        return codes

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        s.active = seat
        s.push(END_ACTION[seat])
        if choice < DRAW:
            spend_time(s, seat, s.box.move_cost)
            s.push(MoveAction(seat, choice))
            enter(s, seat, choice)
        elif choice == DRAW:
            spend_time(s, seat, s.box.draw_cost)
            draw_cards(s, seat, 1)
        elif choice == WAIT:
            s.note("wait", seat)
            spend_time(s, seat, s.box.wait_cost)
        elif choice == USE_ABILITY:
            s.used[seat] |= ABILITY_USED  # §3.14
            ask_payment(s, seat, ABILITY + s.hero[seat])
        elif choice == USE_SLOT:
            s.used[seat] |= SLOT_USED
            ask_payment(s, seat, s.card(seat, s.slot[seat]))
        elif self.is_peril(s, choice):
            lay_peril(s, seat, choice - PLAY)
            ask_payment(s, seat, s.box.peril_source)
        else:
            face = choice - PLAY
            leave_hand(s, seat, face)
            s.played[seat] |= 1 << face
            ask_payment(s, seat, s.card(seat, face))

    def default(self, s: Alexandria, seat: i64) -> i64:
        return WAIT

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return 1 << self.seat if self.is_peril(s, choice) else EVERYBODY

    def is_peril(self, s: Alexandria, choice: i64) -> bool:
        return choice >= PLAY and s.box.kind[s.card(self.seat, choice - PLAY)] == v.PERIL_CARD

    def source(self, s: Alexandria, choice: i64) -> i64:
        """The card or ability that a choice is about; NONE for the others."""
        if choice == USE_ABILITY:
            return ABILITY + s.hero[self.seat]
        if choice == USE_SLOT:
            return s.card(self.seat, s.slot[self.seat])
        return s.card(self.seat, choice - PLAY) if choice >= PLAY else NONE

    def text(self, s: Alexandria, choice: i64) -> str:
        if choice < DRAW:
            return f"move {s.box.room_slugs[choice]}"
        if choice == DRAW:
            return "draw"
        if choice == WAIT:
            return "wait"
        verb = "lay" if self.is_peril(s, choice) else "play" if choice >= PLAY else "use"
        return f"{verb} {s.box.slugs[self.source(s, choice)]}"

    def public_text(self, s: Alexandria, choice: i64) -> str:
        return "lay a peril"

    def label(self, s: Alexandria, choice: i64) -> str:
        if choice < DRAW:
            return f"Move to the {s.box.rooms[choice]} (1 Time)"
        if choice == DRAW:
            return "Draw a card (1 Time)"
        if choice == WAIT:
            return "Wait (1 Time)"
        source = self.source(s, choice)
        verb = "Lay" if self.is_peril(s, choice) else "Play" if choice >= PLAY else "Use"
        return f"{verb} {s.box.names[source]} ({cost_text(s, source)})"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, you have {s.time[self.seat]} Time: which action do you take?"

    def rule(self, s: Alexandria, choice: i64) -> str:
        if choice < DRAW:
            return "3.1"
        if choice == DRAW:
            return "3.4"
        if choice == WAIT:
            return "3.15"
        if self.is_peril(s, choice):
            return "6.2"
        return "3.8" if choice >= PLAY else "3.13"

    def why_not(self, s: Alexandria, text: str) -> str:
        verb, _, name = text.partition(" ")
        if verb == "move":
            return "that room is not next to yours." if name in s.box.room_slugs else "there is no such room."
        if verb in ("play", "lay", "use") and name in s.box.slugs:
            return why_not_playable(s, self.seat, s.box.slugs.index(name), verb == "use")
        return ""

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        if choice < DRAW:
            return [f"hero-{self.seat}", f"room-{choice}"]
        if choice == DRAW:
            return [f"deck-{self.seat}"]
        if choice == WAIT:
            return [f"time-{self.seat}"]
        source = self.source(s, choice)
        return [f"card-{source}"] if 0 <= source < HERO_CARDS else [f"board-{self.seat}"]


def why_not_playable(s: Alexandria, seat: i64, source: i64, board: bool) -> str:
    """The rule that keeps this seat from playing or using something now; only what that seat itself may know."""
    on_board = source == ABILITY + s.hero[seat] or (s.slot[seat] != NONE and source == s.card(seat, s.slot[seat]))
    if board and not on_board:
        return "that is not on your Hero board."
    if board and s.used[seat] & (ABILITY_USED if source >= ABILITY else SLOT_USED):
        return "each Hero board action can be taken once a round."
    if not board and (source >= HERO_CARDS or source // DECK != s.hero[seat] or not has(s.hand_mask(seat), source % DECK)):
        return "that card is not in your hand."
    if source < HERO_CARDS and s.box.kind[source] == v.RESPONSE_CARD:
        return "a Response is played when what it waits for happens."
    if source < HERO_CARDS and s.box.kind[source] == v.PERIL_CARD and free_pair(s) == NONE:
        return f"there are {s.box.perils} Perils in play, and no more are allowed."
    if not can_pay(s, seat, source, richest(s, helpers(s, seat))):
        return f"it costs {cost_text(s, source)}, and that is more than you and a nearby Hero can pay."
    return "it needs furniture or a Hero that is not there."


class MoveAction(HeroInRoom):
    """§3.3 After a Move: what entering the room set off, then ongoing effects of the action."""

    clause: ClassVar[str] = "3.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        ongoing(s, v.SELF_MOVE_ACTION, self.who, self.room, -1)
        if s.rules >= V1_1:
            s.spent |= s.box.first_moves[s.hero[self.who]]  # §5.8 slotted or not: a later Move is not the first
        set_off(s, ENTER, self.who, self.room)


class PayTime(Step[Alexandria]):
    """§3.9 Who pays the black Time icons: you, or in part one Hero nearby?"""

    clause: ClassVar[str] = "3.9"
    size: ClassVar[int] = 1 + MAX_SEATS * MOST_BLACK

    source: i64

    def choices(self, s: Alexandria) -> Ints:
        return payments(s, self.seat, self.source)

    def answer(self, s: Alexandria, choice: i64) -> None:
        pay(s, self.seat, self.source, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        if choice == ALONE:
            return "pay alone"
        return f"{s.box.hero_ids[s.hero[helper(choice)]]} pays {share(choice)}"

    def label(self, s: Alexandria, choice: i64) -> str:
        total = s.box.white[self.source] + s.box.black[self.source]
        if choice == ALONE:
            return f"Pay all {total} Time yourself"
        return f"{mark(helper(choice))} assists with {share(choice)} Time, you pay {total - share(choice)}"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, who pays? {s.box.names[self.source]} costs {cost_text(s, self.source)}."

    def rule(self, s: Alexandria, choice: i64) -> str:
        return "3.9" if choice == ALONE else "3.10"

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"time-{self.seat}"] if choice == ALONE else [f"time-{self.seat}", f"time-{helper(choice)}"]


class UseFurniture(Step[Alexandria]):
    """§3.11 Which of the Furniture tiles in your room do you interact with?"""

    clause: ClassVar[str] = "3.11"
    size: ClassVar[int] = TYPES

    source: i64

    def choices(self, s: Alexandria) -> Ints:
        return members(s.types_in(s.position[self.seat]) & s.box.uses[self.source])

    def answer(self, s: Alexandria, choice: i64) -> None:
        ask_hero(s, self.seat, self.source, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.types[choice]

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Interact with {a_tile(s.box, choice)}"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, with which furniture do you interact?"

    def why_not(self, s: Alexandria, text: str) -> str:
        return "no such tile lies face up in your room, or the card cannot use it." if text in s.box.types else ""

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"furniture-{s.position[self.seat]}-{choice}"]


class ChooseHero(HeroQuestion):
    """§3.12 Which other Hero is your action about?"""

    clause: ClassVar[str] = "3.12"

    source: i64
    tile: i64

    def choices(self, s: Alexandria) -> Ints:
        return members(needed_heroes(s, self.seat, self.source))

    def answer(self, s: Alexandria, choice: i64) -> None:
        resolve(s, self.seat, self.source, self.tile, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Hero do you mean with {s.box.names[self.source]}?"

    def why_not(self, s: Alexandria, text: str) -> str:
        return "that Hero is not close enough." if text in s.box.hero_ids else ""


class SlotCard(Step[Alexandria]):
    """§3.16 Place the card just played in the slot of your board, or leave it."""

    clause: ClassVar[str] = "3.16"
    size: ClassVar[int] = 2

    face: i64

    def choices(self, s: Alexandria) -> Ints:
        return BOTH

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        if choice == 0:
            if s.slot[seat] != NONE:
                s.discards[seat] |= 1 << s.slot[seat]  # §3.17
                s.note("unslot", seat, s.card(seat, s.slot[seat]))
            s.played[seat] &= ~(1 << self.face)
            s.slot[seat] = self.face
            s.used[seat] |= SLOT_USED
            s.note("slot", seat, s.card(seat, self.face))

    def default(self, s: Alexandria, seat: i64) -> i64:
        return 1

    def text(self, s: Alexandria, choice: i64) -> str:
        return "slot" if choice == 0 else "leave"

    def label(self, s: Alexandria, choice: i64) -> str:
        name = s.box.names[s.card(self.seat, self.face)]
        if choice == 1:
            return f"Leave {name} next to your board"
        old = s.slot[self.seat]
        return f"Slot {name}" + (f" and discard {s.box.names[s.card(self.seat, old)]}" if old != NONE else "")

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, do you slot {s.box.names[s.card(self.seat, self.face)]}?"

    def pieces(self, s: Alexandria, choice: i64) -> list[str]:
        return [f"card-{s.card(self.seat, self.face)}"]


class EndAction(Auto[Alexandria]):
    """§6.7 After every action: rooms where two Heroes stand may set off a Peril; then §2.2 the next turn."""

    clause: ClassVar[str] = "6.7"

    who: i64

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.push(NEXT_TURN)
        pair: i64
        for pair in range(PERIL_PAIRS):
            room = s.peril_rooms[pair]
            if room != NONE and how_many(s.heroes_in(1 << room)) >= 2:
                set_off_peril(s, v.TWO_HEROES, self.who, room)


NEXT_TURN: Final = NextTurn()
TAKE_ACTION: Final = [TakeAction(seat) for seat in range(MAX_SEATS)]
END_ACTION: Final = [EndAction(seat) for seat in range(MAX_SEATS)]


# 3 Actions: conditions and consequences


def playable(s: Alexandria, seat: i64, source: i64, types: i64, near: i64, rich: i64) -> bool:
    """§3.8 Can its Time be paid, §3.11 does its furniture lie face up in the room, §3.12 is the Hero it needs close enough?

    The types in the room, the other Heroes nearby and the Time of the richest of them are the same for all cards.
    """
    uses = s.box.uses[source]
    if uses != 0 and uses & types == 0:
        return False
    if s.box.needs_hero[source] != 0 and (near == 0 or needed_heroes(s, seat, source) == 0):
        return False
    if source < HERO_CARDS and s.box.kind[source] == v.PERIL_CARD and free_pair(s) == NONE:
        return False  # §6.2
    return can_pay(s, seat, source, rich)


def needed_heroes(s: Alexandria, seat: i64, source: i64) -> i64:
    """§3.12 The mask of the other Heroes here, or nearby, as the card needs it."""
    if s.box.needs_hero[source] == 1:
        return s.others_here(seat)
    return helpers(s, seat)


def helpers(s: Alexandria, seat: i64) -> i64:
    """§3.10 The mask of the other Heroes nearby."""
    return s.heroes_in(s.near_hero(seat)) & ~(1 << seat)


def can_pay(s: Alexandria, seat: i64, source: i64, rich: i64) -> bool:
    """§3.9 The white icons alone, and the black ones alone or with one helper, if the richest has that much."""
    own = s.time[seat] - s.box.white[source]
    return own >= 0 and s.box.black[source] - own <= rich


def richest(s: Alexandria, seats: i64) -> i64:
    """§3.9 The most Time that one of these seats (a mask) has."""
    most: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if has(seats, seat):
            most = max(most, s.time[seat])
    return most


def payments(s: Alexandria, seat: i64, source: i64) -> Ints:
    """§3.9 Every way to pay: alone, or with one helper who pays some or all of the black icons."""
    codes = EMPTY[:]
    white, black = s.box.white[source], s.box.black[source]
    if s.time[seat] >= white + black:
        codes = plus(codes, ALONE)
    part: i64
    if black > 0:
        for other in members(helpers(s, seat)):
            for part in range(1, black + 1):
                if s.time[other] >= part and s.time[seat] >= white + black - part:
                    codes = plus(codes, 1 + other * MOST_BLACK + part - 1)
    return codes


def helper(choice: i64) -> i64:
    """The seat that assists in this way of paying."""
    return (choice - 1) // MOST_BLACK


def share(choice: i64) -> i64:
    """What the helper pays in this way of paying."""
    return (choice - 1) % MOST_BLACK + 1


def ask_payment(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.9 Ask only where there is more than one way to pay."""
    if source >= ABILITY or s.box.kind[source] != v.PERIL_CARD:
        s.note("act", seat, source)
    ways = payments(s, seat, source)
    if len(ways) > 1:
        s.push(PayTime(seat, source))
    else:
        pay(s, seat, source, ways[0])


def pay(s: Alexandria, seat: i64, source: i64, choice: i64) -> None:
    """§3.9 The actor's token moves first, then the helper's; §3.10 the helper gains points and may respond."""
    total = s.box.white[source] + s.box.black[source]
    if choice == ALONE:
        spend_time(s, seat, total)
        ask_furniture(s, seat, source)
        return
    assisting = helper(choice)
    spend_time(s, seat, total - share(choice))
    spend_time(s, assisting, share(choice))
    s.note("assist", assisting, seat, share(choice))
    gain(s, assisting, s.standing[v.ASSIST_POINTS])
    ask_furniture(s, seat, source)
    open_window(s, v.SELF_ASSISTS, assisting, s.position[assisting])
    ongoing(s, v.SELF_ASSISTS, assisting, s.position[assisting], -1)


def ask_furniture(s: Alexandria, seat: i64, source: i64) -> None:
    """§3.11 One of the tiles that lie face up here is used."""
    types = s.types_in(s.position[seat]) & s.box.uses[source]
    if types == 0:
        ask_hero(s, seat, source, NONE)
    elif single(types):
        ask_hero(s, seat, source, lowest(types))
    else:
        s.push(UseFurniture(seat, source))


def ask_hero(s: Alexandria, seat: i64, source: i64, tile: i64) -> None:
    """§3.12 One of the other Heroes is meant; nobody is asked which where nothing depends on it."""
    if s.box.needs_hero[source] == 0:
        resolve(s, seat, source, tile, NONE)
        return
    heroes = needed_heroes(s, seat, source)
    if single(heroes) or (not s.box.uses_target[source] and s.rules >= V1_1):
        resolve(s, seat, source, tile, lowest(heroes))
    else:
        s.push(ChooseHero(seat, source, tile))


def resolve(s: Alexandria, seat: i64, source: i64, tile: i64, target: i64) -> None:
    """§3.8 The effect, then what interacting sets off (§6.3), then §3.16 the question whether to slot the card."""
    room = s.position[seat]
    if source < HERO_CARDS and s.box.slots[source] and s.slot[seat] != source % DECK:
        s.push(SlotCard(seat, source % DECK))
    if tile != NONE:
        s.push(Interacted(seat, room))
    start_effect(s, source, s.box.start[source], seat, target, NONE, room, tile)


class Interacted(HeroInRoom):
    """§6.3 After an interaction with furniture: what it sets off in that room."""

    clause: ClassVar[str] = "6.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        set_off(s, INTERACT, self.who, self.room)


def cost_text(s: Alexandria, source: i64) -> str:
    """The Time icons of a card in words."""
    white, black = s.box.white[source], s.box.black[source]
    return f"{white} Time" + (f" and {black} that a nearby Hero may pay" if black else "")
