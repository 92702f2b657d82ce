"""What is good in Alexandria: what each action is worth in points, less the Time that one pays for it oneself.

Rescue cards are worth most where they begin or complete a collection. A room is worth what one's hand could do there, less
what lies in wait there. Late in a round everybody but Octavia flees from rooms that are likely to burn; she goes there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.games.alexandria.components import ABILITY, DRAMATIC_END, TYPES, Components
from emberstacks.games.alexandria.state import ABILITY_USED, NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.burning import MOST_NEIGHBOURS, last_round, next_to_burn
from emberstacks.games.alexandria.vocabulary import HAND_LIMIT
from emberstacks.kernel.masks import has, members
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import decode_view

# All figures are ours, by judgement, in points: what a card brings when it is played.
CARDS: Final = {
    "a burning cache": 4.0,
    "torch to the stacks": 2.6,
    "requisition": 2.6,
    "oil-soaked rags": 1.8,
    "arsonist's eye": 2.6,
    "orders from the senate": 2.6,
    "confiscate": 3.2,
    "bribed guard": 2.0,
    "spark in the dark": 3.2,
    "captives for the triumph": 3.2,
    "kindle": 1.2,
    "shifting partitions": 2.0,
    "salvage the mechanisms": 2.8,
    "open the strongroom": 5.2,
    "niche behind the wall": 3.6,
    "read the plans": 2.2,
    "shore up the roof": 3.0,
    "hidden passage": 1.3,
    "bind the wounds": 3.4,
    "rouse the sleepers": 3.2,
    "everyone out": 3.8,
    "students of herophilos": 3.0,
    "follow me": 2.0,
    "medicine chest": 3.0,
    "oath of kos": 4.0,
    "litter bearers": 2.8,
    "lead them out": 2.2,
    "pinakes in hand": 2.8,
    "sweep the shelves": 4.4,
    "bucket chain": 3.4,
    "copyists at work": 3.0,
    "read aloud": 2.8,
    "soaked hangings": 2.4,
    "rearrange the stacks": 2.0,
    "fair exchange": 2.4,
    "the keeper's key": 3.4,
    "from the catalogue": 2.2,
}
RESPONSE: Final = 2.0  # what a card that waits for its moment is worth in the hand
TIME: Final = 0.85  # what a Time of one's own is worth, and TAKEN one of somebody else's that is spent for oneself
TAKEN: Final = 0.3
ASSIST: Final = 0.5  # what the point of an assistant costs oneself
DRAW: Final = 1.0
NEXT_DOOR: Final = 0.55  # how much less something is worth that can be done only after a move
COLLECTION: Final = (1.2, 3.6, 4.4)  # a card of a collection of which one has none, one, two
LOOSE: Final = 1.0  # a card of no collection
PERIL: Final = 3.3  # what a Peril brings when it is triggered
CHANCES: Final = {  # of a Peril to be triggered: anyway, for each other Hero in the room, and for each next door
    "loose keystone": (0.2, 0.0, 0.3),
    "rotten boards": (0.1, 0.5, 0.15),
    "cracked lintel": (0.7, 0.1, 0.0),
    "sagging roof": (0.1, 0.35, 0.2),
}
IN_WAIT: Final = 1.0  # what entering the room of a Peril costs, as far as others can tell
GUARDED: Final = 1.2  # what a guard costs
LOSS: Final = 3.0  # what a Destiny costs at most
FLIGHT: Final = (1.0, 1.0, 0.8, 0.5, 0.25)  # how much the fire to come counts for a Hero with so much Time left
PLANNED: Final = 0.7  # how much it counts for Octavia, who lights it herself
ENDS: Final = (
    "a decree of the senate",
    "smoke in the halls",
    "the wounded cry out",
    "the catalogue is lost",
)  # a hero's better one
HARM: Final = ("confiscate", "fair exchange")  # what one does to the leader, all else to the last

OCTAVIA: Final = 0
NEFERHOTEP: Final = 1
DESTINY_CATEGORY: Final = (3, 3, 2, 0)  # what a hero may lose to a Destiny: any card, a Person, a Book


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the seat whose view it is."""
    mind = Mind(view)
    return [mind.worth(choice) for choice in choices]


class Mind:
    """What the hero of a view knows and wants."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        game: Any = game_by_id(view["game"])
        s = decode_view(game, view)
        assert isinstance(s, Alexandria)
        self.s = s
        self.box: Components = s.box
        self.seat: int = view["seat"]
        self.scores = [score or 0 for score in view["scores"]]
        self.hero = int(s.hero[self.seat])
        self.here = int(s.position[self.seat])
        self.hand = [int(s.card(self.seat, face)) for face in s.hands[self.seat].face]
        self.burning: dict[tuple[int, bool], float] = {}  # what has been forecast already
        self.others = ((1 << int(s.seats)) - 1) & ~(1 << self.seat)

    def worth(self, choice: Choice) -> float:
        step, text, code = choice.step, choice.text, choice.code
        match step:
            case "TakeAction":
                return self.action(text)
            case "PayTime":
                share = int(text[-1]) if text[-1].isdigit() else 0
                return share * (TIME + TAKEN) - (ASSIST if share else 0.0)
            case "Keep" | "Recover" | "SwapTake":
                return self.rescue_card(code)
            case "LoseRescue" | "SwapGive":
                return -self.rescue_card(code)
            case "GiveUp":
                return self.rescue_card(code) * (-1.0 if has(self.s.rescued[self.seat], code) else 1.0)
            case "KeepHandLimit" | "DiscardCard" | "DiscardDown":
                return -self.card(text.removeprefix("discard "))
            case "TakeFromDiscard":
                return self.card(text.removeprefix("take "))
            case "ChooseHero":
                lead = float(self.scores[code])
                return lead if self.box.slugs[int(self.s.step.args()[1])] in HARM else -lead
            case "ChooseDeck":
                cards = members(self.s.in_decks & self.box.category_masks[code])
                return sum(self.rescue_card(int(card)) for card in cards) / max(1.0, float(len(cards)))
            case "ChooseEnd":
                return float(self.box.slugs[DRAMATIC_END + code] in ENDS)
            case "ChooseOption":
                return self.option(text)
            case _:
                return self.library(step, text, code)

    def library(self, step: str, text: str, code: int) -> float:
        """Questions about rooms and furniture."""
        match step:
            case "MoveOn":
                return 0.0 if text == "stay" else self.room(code) - self.room(self.here)
            case "PlaceHero":
                return float(len(members(self.s.adjacent(code)))) + self.room(code)
            case "ChooseBurningRoom":
                return self.victims(code) + self.mine(code)
            case "PlaceFire":
                return self.victims(code) + self.lit(code)
            case "PlaceWater" | "RemoveFire":
                return -self.victims(code) + (self.own_fire() if code == self.here else 0.0)
            case "PlaceMark":
                return self.passers(code)
            case "PlacePeril":
                return max(self.peril(name, code) for name in self.unplaced())
            case "RevealRoom":
                return float(self.s.near(self.here) >> code & 1)
            case "MoveFurniture":
                return 0.0 if text == "enough" else self.tile(code % (TYPES + 1))
            case "RemoveFurniture":
                return -self.tile(code)
            case "UseFurniture":
                return -self.tile(code)
            case _:
                return {"slot": 1.0, "pass": -1.0}.get(text, 0.0)

    # Actions.

    def action(self, text: str) -> float:
        """What an action brings, less its Time."""
        verb, _, name = text.partition(" ")
        box = self.box
        if verb == "draw":
            room_left = self.s.standing[HAND_LIMIT] - len(self.hand)
            return (DRAW if room_left > 0 else 0.0) - TIME
        if verb == "wait":
            return -TIME
        if verb == "move":
            room = box.room_slugs.index(name)
            return NEXT_DOOR * (self.room(room) - self.room(self.here)) + self.escape(room) - self.threat(room) - TIME
        source = box.slugs.index(name)
        helped = any(self.s.time[other] > 0 for other in members(self.s.heroes_in(self.s.near_hero(self.seat)) & self.others))
        cost = TIME * (int(box.white[source]) + int(box.black[source]) * (0.4 if helped else 1.0))
        return self.card(name) - cost - (self.threat(self.here) if box.uses[source] else 0.0)

    def card(self, name: str) -> float:
        """What a card brings now; some count what one holds, or who is near."""
        box, held = self.box, int(self.s.rescued[self.seat])
        if name in CHANCES:
            rooms = members(self.s.near_hero(self.seat))
            return max((self.peril(name, int(room)) for room in rooms), default=0.0)
        if name == "roll call":
            return float(min(4, (held & int(box.category_masks[2])).bit_count()))
        if name == "keeper's inventory":
            books = held & int(box.category_masks[0])
            axis = box.axis_numbers["book.subject"] * 5
            return float(min(4, sum(1 for k in range(axis, axis + 5) if books & int(box.axis_masks[k]))))
        if name == "copyists at work" and not self.s.pile & box.category_masks[0]:
            return 1.0
        return CARDS.get(name, RESPONSE)

    def rescue_card(self, card: int) -> float:
        """What a Rescue card is worth to oneself; nothing for the choice of none."""
        if card >= len(self.box.rescue_names):
            return 0.0
        collection = self.box.collection_of[card]
        if collection < 0:
            return LOOSE
        others = int(self.s.rescued[self.seat] & self.box.collection_masks[collection]) & ~(1 << card)
        return COLLECTION[others.bit_count()]

    def option(self, text: str) -> float:
        """Octavia lights her own room when it is nearly empty; of two losses the smaller one, and fire is put out."""
        if text == "fire":
            return max(self.lit(int(room)) + self.victims(int(room)) for room in members(self.s.near_hero(self.seat)))
        if text == "rescue card":
            return LOSS - self.destiny_cost()
        return {"put out": 0.5, "furniture": 0.5}.get(text, 0.0)

    # Rooms.

    def room(self, room: int) -> float:
        """The best that the furniture of a room lets one's hand and board do."""
        box = self.box
        sources = self.hand + ([ABILITY + self.hero] if not self.s.used[self.seat] & ABILITY_USED else [])
        found = self.s.types_in(room)
        values = [
            self.card(box.slugs[source]) - TIME * int(box.white[source]) for source in sources if int(box.uses[source]) & found
        ]
        danger = 3.0 if self.hero != OCTAVIA and has(self.s.fire, room) else 0.0
        return sum(sorted(values, reverse=True)[:2]) + 0.1 * int(self.s.down[room]) - danger

    def threat(self, room: int) -> float:
        """What the marks and Perils of others in a room would cost."""
        cost = sum(GUARDED for other in members(self.others) if has(self.s.guard[other], room))
        if self.hero != NEFERHOTEP:
            cost += sum(IN_WAIT for pair in range(PERIL_PAIRS) if self.s.peril_rooms[pair] == room)
        return cost

    def tile(self, kind: int) -> float:
        """What a tile in one's room is worth: more if a card in hand needs it and no other tile serves."""
        if kind == TYPES:
            return 0.1
        needed = any(self.box.uses[source] >> kind & 1 for source in [*self.hand, ABILITY + self.hero])
        scarce = self.s.up[self.here * TYPES + kind] <= 1
        return 0.2 + (0.5 if needed else 0.0) + (0.5 if needed and scarce else 0.0)

    def passers(self, room: int) -> float:
        """How many others are in a room, and might come."""
        there, near = self.crowd(room)
        return there + 0.5 * near

    def crowd(self, room: int) -> tuple[int, int]:
        """The other Heroes in a room, and next door."""
        there = int(self.s.heroes_in(1 << room) & self.others).bit_count()
        near = int(self.s.heroes_in(self.s.adjacent(room)) & self.others).bit_count()
        return there, near

    def unplaced(self) -> list[str]:
        """The Peril that has no room yet."""
        s = self.s
        laid = [pair for pair in range(PERIL_PAIRS) if s.perils[pair].count() and s.peril_rooms[pair] == NONE]
        return [self.box.slugs[int(s.card(self.seat, s.perils[pair].face[0]))] for pair in laid]

    def peril(self, name: str, room: int) -> float:
        """What a Peril in this room is likely to bring."""
        anyway, each_there, each_near = CHANCES[name]
        there, near = self.crowd(room)
        return PERIL * min(0.9, anyway + each_there * there + each_near * near)

    # The fire.

    def burns(self, room: int, lit: bool = False) -> float:
        """How likely a room is to burn this round if one stands in it, as things stand or with Fire in it."""
        if (room, lit) not in self.burning:
            self.burning[room, lit] = self.forecast(room, lit)
        return self.burning[room, lit]

    def forecast(self, room: int, lit: bool) -> float:
        """The same, judged room by room; the player who chooses is as likely to choose this one as any other."""
        s = self.s.clone()
        s.position[self.seat] = room
        if lit:
            s.fire |= 1 << room
        sheltered = not has(s.fire, room) and len(members(s.adjacent(room))) > MOST_NEIGHBOURS
        if sheltered or last_round(s):
            return 0.0  # in the last round nobody meets a Destiny
        safe = 1.0
        for _ in range(s.seats):
            rooms = next_to_burn(s)
            others = members(rooms & ~(1 << room))
            if has(rooms, room):
                safe *= 1.0 - 1.0 / float(1 + len(others))
            if len(others) == 0:
                break
            s.library &= ~(1 << others[0])
            s.fire &= s.library
        return 1.0 - safe

    def mine(self, room: int) -> float:
        """What it brings that one's own room burns, one's Perils in it included."""
        waiting = sum(1 for pair in range(PERIL_PAIRS) if self.s.peril_rooms[pair] == room)
        return (self.destiny(room) if room == self.here else 0.0) - (waiting if self.hero == NEFERHOTEP else 0)

    def victims(self, room: int) -> float:
        """Rooms with others in them are good to burn, but not one with Octavia, who wants just that."""
        others = members(self.s.heroes_in(1 << room) & self.others)
        return sum(-1.0 if self.s.hero[other] == OCTAVIA else 1.0 for other in others)

    def lit(self, room: int) -> float:
        """What Fire in a room changes for oneself."""
        if room != self.here:
            return 0.0
        return PLANNED * (self.burns(room, True) - self.burns(room)) * self.destiny(room)

    def own_fire(self) -> float:
        """What it brings that one's own room does not burn."""
        return -self.burns(self.here) * self.destiny(self.here)

    def escape(self, room: int) -> float:
        """What a move changes about the Destiny to come, late in a round."""
        time = int(self.s.time[self.seat])
        if time >= len(FLIGHT):
            return 0.0
        change = self.burns(room) * self.destiny(room) - self.burns(self.here) * self.destiny(self.here)
        return FLIGHT[time] * change

    def destiny(self, room: int) -> float:
        """What one's Destiny brings or costs in a room."""
        return 4.0 - float(self.s.furniture_in(room)) if self.hero == OCTAVIA else -self.destiny_cost()

    def destiny_cost(self) -> float:
        """The Rescue card that one would miss least, or points."""
        cards = members(self.s.rescued[self.seat] & self.box.category_masks[DESTINY_CATEGORY[self.hero]])
        return min([LOSS, *[self.rescue_card(int(card)) for card in cards]])
