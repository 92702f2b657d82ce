"""What is good in Alexandria: what each action is worth in points, less the Time you pay for it
yourself.

Rescue cards are worth most if they start or complete a collection. A room is worth what your hand
could do there, less what is waiting there. Late in a round everybody but Octavia flees from rooms
that are likely to burn; she goes there.
"""

from __future__ import annotations

from typing import Final, final

from emberstacks.bots.heuristic import Heuristic, Sight
from emberstacks.bots.minds.alexandria.weights import FLIGHTS, Weights
from emberstacks.games.alexandria.components import ABILITY, MOST_ROOMS, NEFERHOTEP, TYPES
from emberstacks.games.alexandria.state import ABILITY_USED, NONE, PERIL_PAIRS, Alexandria
from emberstacks.games.alexandria.steps.actions import (
    ACTIONS,
    DRAW,
    MOVE,
    PLAY_CARD,
    USE_ABILITY,
    USE_SLOTTED_CARD,
    WAIT,
)
from emberstacks.games.alexandria.steps.burning import (
    MOST_NEIGHBOURS,
    ChooseBurningRoom,
    PlaceHero,
    last_round,
    next_to_burn,
)
from emberstacks.games.alexandria.steps.effect import ChooseOption, Verb, verb_at
from emberstacks.games.alexandria.steps.effects import PASS, OrderLosses, Respond
from emberstacks.games.alexandria.steps.hand import CardFromHand, TakeFromDiscard
from emberstacks.games.alexandria.steps.library import (
    BRINGING,
    ENOUGH,
    FACE_DOWN,
    STAY,
    STEPS,
    MoveFurniture,
    MoveOn,
    PlaceFire,
    PlaceMark,
    PlaceWater,
    RemoveFire,
    RemoveFurniture,
    RevealRoom,
)
from emberstacks.games.alexandria.steps.perils import PlacePeril
from emberstacks.games.alexandria.steps.playing import (
    BE_ASSISTED,
    PAY_ALONE,
    PAYING,
    SLOT,
    ChooseHero,
    PayTime,
    SlotCard,
    UseFurniture,
    helpers,
    richest,
    share,
)
from emberstacks.games.alexandria.steps.rescue import (
    KEEP_NO_MORE,
    KEEPING,
    NO_SWAP,
    SWAPPING,
    ChooseDeck,
    GiveUp,
    Keep,
    LoseRescue,
    Recover,
    SwapGive,
    SwapTake,
)
from emberstacks.games.alexandria.steps.rounds import DiscardDown
from emberstacks.games.alexandria.steps.setting_up import ChooseEnd, PickHero
from emberstacks.games.alexandria.steps.turn import TakeAction
from emberstacks.games.alexandria.steps.verbs import Fire, LoseCard, PutOut, RemoveTile
from emberstacks.games.alexandria.vocabulary import HAND_LIMIT
from emberstacks.kernel.ints import Floats, Ints, i64
from emberstacks.kernel.masks import bit, has, how_many, members
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

OCTAVIA: Final = 0
UNTHOUGHT: Final = -1e6  # an answer that nobody has thought about
UNKNOWN: Final = -1.0  # what has not been forecast yet
# what a hero may lose to a Destiny: any card, a Person, a Book
DESTINY_CATEGORY: Final = Ints([3, 3, 2, 0])
MOST_OF_A_CARD: Final = 4  # most points that a card brings if it counts what you hold


@final
class AlexandriaWorths(Heuristic):
    """Greed in Alexandria."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.said = weights  # in weights.toml
        self.weights: Weights | None = None

    def sight(self, s: State, seat: i64) -> Sight:
        assert isinstance(s, Alexandria)
        return HeroSight(self.weights_of(s), s, seat)

    def weights_of(self, s: Alexandria) -> Weights:
        """The weights for the cards of this box."""
        weights = self.weights
        if weights is None or weights.box is not s.box:
            weights = Weights(self.said, s.box)
            self.weights = weights
        return weights


@final
class HeroSight(Sight):
    """What the hero of a seat sees and wants in a position."""

    def __init__(self, weights: Weights, s: Alexandria, seat: i64) -> None:
        self.weights = weights
        self.box = s.box
        self.s = s
        self.seat: i64 = seat
        self.hero: i64 = s.hero[seat]
        self.here: i64 = s.position[seat]
        self.others: i64 = ((1 << s.seats) - 1) & ~(1 << seat)
        self.future: Alexandria | None = None  # where the coming fire is tried out
        self.burning = Floats([])  # what has been forecast already

    def worth(self, code: i64) -> float:
        step = self.s.step
        if isinstance(step, TakeAction):
            return self.action(code)
        if isinstance(step, PayTime):
            return self.payment(code)
        if isinstance(step, Keep):
            return 0.0 if code == KEEP_NO_MORE.code else self.rescue_card(KEEPING.which[code])
        if isinstance(step, SwapGive):
            return 0.0 if code == NO_SWAP.code else -self.rescue_card(SWAPPING.which[code])
        if isinstance(step, (Recover, SwapTake)):
            return self.rescue_card(code)
        if isinstance(step, LoseRescue):
            return -self.rescue_card(code)
        if isinstance(step, GiveUp):
            return self.rescue_card(code) * (-1.0 if has(self.s.rescued[self.seat], code) else 1.0)
        if isinstance(step, CardFromHand):
            return -self.card(self.s.card(self.seat, code))
        if isinstance(step, DiscardDown):
            return -self.card(code)
        if isinstance(step, TakeFromDiscard):
            return self.card(self.s.card(self.seat, code))
        if isinstance(step, ChooseHero):
            lead = self.points(code)
            return lead if self.weights.harms[step.source] != 0 else -lead
        if isinstance(step, ChooseDeck):
            return self.deck(code)
        if isinstance(step, ChooseEnd):
            return float(self.weights.ends[code])
        if isinstance(step, ChooseOption):
            return self.option(verb_at(self.s, self.box.code[step.pc + 2 + code]))
        return self.library(code)

    def library(self, code: i64) -> float:
        """Questions about rooms and furniture."""
        step = self.s.step
        if isinstance(step, MoveOn):
            return 0.0 if code == STAY.code else self.room(STEPS.which[code]) - self.room(self.here)
        if isinstance(step, PlaceHero):
            return float(how_many(self.s.adjacent(code))) + self.room(code)
        if isinstance(step, ChooseBurningRoom):
            return self.victims(code) + self.mine(code)
        if isinstance(step, PlaceFire):
            return self.victims(code) + self.lit(code)
        if isinstance(step, (PlaceWater, RemoveFire)):
            return -self.victims(code) + (self.own_fire() if code == self.here else 0.0)
        if isinstance(step, PlaceMark):
            return self.passers(code)
        if isinstance(step, PlacePeril):
            return self.unplaced(code)
        if isinstance(step, RevealRoom):
            return 1.0 if has(self.s.near(self.here), code) else 0.0
        if isinstance(step, MoveFurniture):
            return 0.0 if code == ENOUGH.code else self.tile(BRINGING.which[code] % (TYPES + 1))
        if isinstance(step, (RemoveFurniture, UseFurniture)):
            return -self.tile(code)
        if isinstance(step, SlotCard):
            return 1.0 if code == SLOT.code else 0.0
        if isinstance(step, Respond):
            return -1.0 if code == PASS.code else 0.0
        return 0.0 if isinstance(step, (PickHero, OrderLosses)) else UNTHOUGHT

    def points(self, other: i64) -> float:
        """Somebody's points, as far as you know them."""
        return 0.0 if self.s.screens_up() and other != self.seat else float(self.s.points[other])

    # Actions.

    def action(self, code: i64) -> float:
        """What an action brings, less its Time."""
        s, weights = self.s, self.weights
        time = weights.time
        kind, which = ACTIONS.by_code[code], ACTIONS.which[code]
        if kind is PLAY_CARD:
            return self.use(s.card(self.seat, which))
        if kind is MOVE:
            room = which
            better = weights.next_door * (self.room(room) - self.room(self.here))
            return better + self.escape(room) - self.threat(room) - time
        if kind is USE_ABILITY:
            return self.use(ABILITY + self.hero)
        if kind is USE_SLOTTED_CARD:
            return self.use(s.card(self.seat, s.slot[self.seat]))
        if kind is DRAW:
            left = s.standing[HAND_LIMIT] - s.hands[self.seat].count()
            return (weights.draw if left > 0 else 0.0) - time
        return -time if kind is WAIT else UNTHOUGHT

    def use(self, source: i64) -> float:
        """What playing a card or using your board brings."""
        box, weights = self.box, self.weights
        helped = richest(self.s, helpers(self.s, self.seat)) > 0
        black = weights.helped if helped else 1.0
        cost = weights.time * (float(box.white[source]) + float(box.black[source]) * black)
        return self.card(source) - cost - (self.threat(self.here) if box.uses[source] != 0 else 0.0)

    def payment(self, code: i64) -> float:
        """The more somebody else pays, the better."""
        kind, which = PAYING.by_code[code], PAYING.which[code]
        if kind is not BE_ASSISTED:
            return 0.0 if kind is PAY_ALONE else UNTHOUGHT
        weights = self.weights
        return float(share(which)) * (weights.time + weights.taken) - weights.assist

    def card(self, source: i64) -> float:
        """What a card brings now; some count what you hold, or who is near."""
        weights, box, held = self.weights, self.box, self.s.rescued[self.seat]
        if weights.perils[source] != 0:
            best = 0.0
            for room in members(self.s.near_hero(self.seat)):
                best = max(best, self.peril(source, room))
            return best
        if source == weights.roll_call:
            return float(min(MOST_OF_A_CARD, how_many(held & box.category_masks[2])))
        if source == weights.inventory:
            books = held & box.category_masks[0]
            subjects: i64 = 0
            k: i64
            for k in range(weights.subjects, weights.subjects + 5):
                if books & box.axis_masks[k] != 0:
                    subjects += 1
            return float(min(MOST_OF_A_CARD, subjects))
        if source == weights.copyists and self.s.pile & box.category_masks[0] == 0:
            return weights.no_books
        return weights.cards[source]

    def rescue_card(self, card: i64) -> float:
        """What a Rescue card is worth to you."""
        collection: i64 = self.box.collection_of[card]
        if collection < 0:
            return self.weights.loose
        others = self.s.rescued[self.seat] & self.box.collection_masks[collection] & ~bit(card)
        return self.weights.collection[how_many(others)]

    def deck(self, category: i64) -> float:
        """What a card of a deck of Rescue cards is worth on average."""
        total, count = 0.0, 0.0
        for card in members(self.s.in_decks & self.box.category_masks[category]):
            total += self.rescue_card(card)
            count += 1.0
        return total / max(1.0, count)

    def option(self, verb: Verb) -> float:
        """Octavia lights her own room when it is nearly empty; she takes the smaller of two losses,
        and others put fire out.
        """
        weights = self.weights
        if isinstance(verb, Fire):
            rooms = members(self.s.near_hero(self.seat))
            best = self.lit(rooms[0]) + self.victims(rooms[0])
            for room in rooms:
                best = max(best, self.lit(room) + self.victims(room))
            return best
        if isinstance(verb, LoseCard):
            return weights.loss - self.destiny_cost()
        if isinstance(verb, PutOut):
            return weights.put_out
        return weights.remove_tile if isinstance(verb, RemoveTile) else 0.0

    # Rooms.

    def room(self, room: i64) -> float:
        """The best two things that your hand and board can do with the furniture of a room."""
        s, weights = self.s, self.weights
        found = s.types_in(room)
        best, second = 0.0, 0.0
        count: i64 = 0
        k: i64
        hand = s.hands[self.seat].face
        for k in range(len(hand) + 1):
            if k < len(hand):
                source = s.card(self.seat, hand[k])
            elif s.used[self.seat] & ABILITY_USED == 0:
                source = ABILITY + self.hero
            else:
                break
            if self.box.uses[source] & found == 0:
                continue
            value = self.card(source) - weights.time * float(self.box.white[source])
            if count == 0 or value > best:
                second = best
                best = value
            elif count == 1 or value > second:
                second = value
            count += 1
        danger = weights.fire if self.hero != OCTAVIA and has(s.fire, room) else 0.0
        return best + second + weights.hidden_tile * float(s.down[room]) - danger

    def threat(self, room: i64) -> float:
        """What the marks and Perils of others in a room would cost."""
        s, weights = self.s, self.weights
        guards, perils = 0.0, 0.0
        for other in members(self.others):
            if has(s.guard[other], room):
                guards += weights.guarded
        if self.hero != NEFERHOTEP:
            pair: i64
            for pair in range(PERIL_PAIRS):
                if s.peril_rooms[pair] == room:
                    perils += weights.in_wait
        return guards + perils

    def tile(self, kind: i64) -> float:
        """What a tile in your room is worth: more if a card in hand needs it and no other tile will
        do.
        """
        s, weights = self.s, self.weights
        if kind == FACE_DOWN:
            return weights.hidden_tile
        needed = has(self.box.uses[ABILITY + self.hero], kind)
        for face in s.hands[self.seat].face:
            if has(self.box.uses[s.card(self.seat, face)], kind):
                needed = True
        scarce = s.up[self.here * TYPES + kind] <= 1
        worth = weights.tile + (weights.needed_tile if needed else 0.0)
        return worth + (weights.only_tile if needed and scarce else 0.0)

    def passers(self, room: i64) -> float:
        """How many others are in a room, and might come."""
        return float(self.there(room)) + self.weights.passer * float(self.near(room))

    def there(self, room: i64) -> i64:
        """The other Heroes in a room."""
        return how_many(self.s.heroes_in(1 << room) & self.others)

    def near(self, room: i64) -> i64:
        """The other Heroes next door."""
        return how_many(self.s.heroes_in(self.s.adjacent(room)) & self.others)

    def unplaced(self, room: i64) -> float:
        """What the Peril that has no room yet would bring in this one."""
        s = self.s
        best = 0.0
        pair: i64
        for pair in range(PERIL_PAIRS):
            if s.perils[pair].count() > 0 and s.peril_rooms[pair] == NONE:
                best = max(best, self.peril(s.card(self.seat, s.perils[pair].face[0]), room))
        return best

    def peril(self, source: i64, room: i64) -> float:
        """What a Peril in this room is likely to bring."""
        weights = self.weights
        chance = weights.anyway[source] + weights.each_there[source] * float(self.there(room))
        return weights.peril * min(
            weights.peril_chance, chance + weights.each_near[source] * float(self.near(room))
        )

    # The fire.

    def burns(self, room: i64, lit: bool = False) -> float:
        """How likely a room is to burn this round if you are in it, as it is now or with Fire in
        it.
        """
        if len(self.burning) == 0:
            self.burning = Floats([UNKNOWN] * (2 * MOST_ROOMS))
        k = room + (MOST_ROOMS if lit else 0)
        if self.burning[k] == UNKNOWN:
            self.burning[k] = self.forecast(room, lit)
        return self.burning[k]

    def forecast(self, room: i64, lit: bool) -> float:
        """The same, judged room by room; the player who chooses is as likely to choose this one as
        any other.
        """
        s = self.future
        if s is None:
            s = self.s.clone()
            self.future = s
        s.library = self.s.library
        s.fire = self.s.fire | (1 << room if lit else 0)
        s.position[self.seat] = room
        sheltered = not has(s.fire, room) and how_many(s.adjacent(room)) > MOST_NEIGHBOURS
        if sheltered or last_round(s):
            return 0.0  # in the last round nobody meets a Destiny
        safe = 1.0
        turn: i64
        for turn in range(s.seats):
            rooms = next_to_burn(s)
            others = rooms & ~(1 << room)
            if has(rooms, room):
                safe *= 1.0 - 1.0 / float(1 + how_many(others))
            if others == 0:
                break
            s.library &= ~(others & -others)  # the first of them
            s.fire &= s.library
        return 1.0 - safe

    def mine(self, room: i64) -> float:
        """What it brings if your own room burns, including your Perils in it."""
        waiting: i64 = 0
        if self.hero == NEFERHOTEP:
            pair: i64
            for pair in range(PERIL_PAIRS):
                if self.s.peril_rooms[pair] == room:
                    waiting += 1
        return (self.destiny(room) if room == self.here else 0.0) - float(waiting)

    def victims(self, room: i64) -> float:
        """Rooms with others in them are good to burn, but not a room with Octavia, who wants
        exactly that.
        """
        total = 0.0
        for other in members(self.s.heroes_in(1 << room) & self.others):
            total += -1.0 if self.s.hero[other] == OCTAVIA else 1.0
        return total

    def lit(self, room: i64) -> float:
        """What Fire in a room changes for you."""
        if room != self.here:
            return 0.0
        return (
            self.weights.planned * (self.burns(room, True) - self.burns(room)) * self.destiny(room)
        )

    def own_fire(self) -> float:
        """What it brings if your own room does not burn."""
        return -self.burns(self.here) * self.destiny(self.here)

    def escape(self, room: i64) -> float:
        """What a move changes about the Destiny to come, late in a round."""
        time = self.s.time[self.seat]
        if time >= FLIGHTS:
            return 0.0
        change = self.burns(room) * self.destiny(room) - self.burns(self.here) * self.destiny(
            self.here
        )
        return self.weights.flight[time] * change

    def destiny(self, room: i64) -> float:
        """What your Destiny brings or costs in a room."""
        return (
            4.0 - float(self.s.furniture_in(room)) if self.hero == OCTAVIA else -self.destiny_cost()
        )

    def destiny_cost(self) -> float:
        """The Rescue card you would miss least, or points."""
        least = self.weights.loss
        category = DESTINY_CATEGORY[self.hero]
        for card in members(self.s.rescued[self.seat] & self.box.category_masks[category]):
            least = min(least, self.rescue_card(card))
        return least
