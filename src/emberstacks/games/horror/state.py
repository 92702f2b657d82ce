"""The table of Horror in the Library: data, no rules."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from emberstacks.games.horror.components import (
    CELLS,
    COLOURS,
    CURSES,
    MARKERS,
    MONSTERS,
    NOWHERE,
    OBJECTS,
    PORTAL,
    ROOMS,
    Components,
)
from emberstacks.games.horror.words import words
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots

NO_CELL: Final = -2  # a cell where no room will lie
BARE: Final = -1  # a cell that still waits for its room
NO_SEAT: Final = -1
SECRETS: Final = COLOURS  # lots 0 to 5 are the pages by colour, 6 to 11 the secrets
BLESSING_LOT: Final = 2 * COLOURS
CURSE_LOT: Final = 2 * COLOURS + 1
ANY_OBJECT: Final = (1 << OBJECTS) - 1


class Agreed:
    """What the players have agreed on before the game."""

    def __init__(
        self,
        players: int,
        layout: str,
        rooms: i64,
        secrets: i64,
        characters: i64,
        dealt: bool,
        by_seat: bool,
        abilities: bool,
        monster_abilities: bool,
        blind_theft: bool,
        rounds: i64,
        summoning: i64,
    ) -> None:
        self.players = players
        self.layout = layout
        self.rooms: i64 = rooms  # how many, the Portal not counted
        self.secrets: i64 = secrets  # for each player
        self.characters: i64 = characters  # how many there are to choose from
        self.dealt = dealt  # characters are dealt, not chosen
        self.by_seat = by_seat  # nor are they chosen here: each seat has its own
        self.abilities = abilities
        self.monster_abilities = monster_abilities
        self.blind_theft = blind_theft  # cards in hand can be stolen, unseen
        self.rounds: i64 = rounds
        self.summoning: i64 = summoning  # markers in a room that bring a monster


class HorrorTable(State):
    """A position. Hidden are secrets still to be found, cards in hand, and what Madame Vesper has seen of the page decks."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "at",
        "cell",
        "turn",
        "character",
        "place",
        "fortitude",
        "marker",
        "meter",
        "loose",
        "framed",
        "lurks",
        "coins",
        "dagger",
        "trap",
        "business",
        "business_turns",
        "yellow",
        "white",
        "change",
        "first",
        "active",
        "round",
        "actions",
        "beaten",
        "helped",
        "rerolled",
        "duelled",
        "escaped",
        "pages",
        "supply",
        "blessings",
        "curses",
        "rack",
        "hand",
        "weapons",
        "looked",
    )

    def __init__(
        self,
        seats: i64,
        step: Step[Any],
        below: list[Step[Any]],
        sealed: Ints,
        box: Components,
        agreed: Agreed,
        at: Ints,
        cell: Ints,
        turn: Ints,
        character: Ints,
        place: Ints,
        fortitude: Ints,
        marker: Ints,
        meter: Ints,
        loose: Ints,
        framed: Ints,
        lurks: Ints,
        coins: Ints,
        dagger: i64,
        trap: i64,
        business: i64,
        business_turns: i64,
        yellow: i64,
        white: i64,
        change: i64,
        first: i64,
        active: i64,
        round: i64,
        actions: i64,
        beaten: i64,
        helped: i64,
        rerolled: i64,
        duelled: i64,
        escaped: i64,
        pages: list[Deck],
        supply: list[Deck],
        blessings: Deck,
        curses: Deck,
        rack: list[Slots],
        hand: list[Slots],
        weapons: list[Slots],
        looked: Slots,
    ) -> None:
        super().__init__(seats, step, below, sealed)
        self.box = box
        self.agreed = agreed
        self.at = at  # per cell: its room, BARE or NO_CELL
        self.cell = cell  # per room (the Portal last): its cell or NOWHERE
        self.turn = turn  # per room: quarter-turns clockwise
        self.character = character  # per seat, NOWHERE before it is chosen
        self.place = place  # per seat: the room it is in, NOWHERE before the first
        self.fortitude = fortitude  # per seat
        self.marker = (
            marker  # [6 * seat + number]: the fixture it lies on (4 * room + 0, 1 bookcase or + 2, 3 drawer) or NOWHERE
        )
        self.meter = meter  # per seat: the number of its next marker, from 0
        self.loose = loose  # per seat: mask of pages lying open (page = 10 * colour + object)
        self.framed = framed  # per seat: mask of pages that matched a secret
        self.lurks = lurks  # per monster: its room, or NOWHERE
        self.coins = coins  # Blessing and Curse coins in the bag
        self.dagger: i64 = dagger  # the seat under this lasting curse, or NO_SEAT
        self.trap: i64 = trap
        self.business: i64 = business
        self.business_turns: i64 = business_turns  # ends of turns until it is over
        self.yellow: i64 = yellow  # the dice as they lie, 1 to 6
        self.white: i64 = white
        self.change: i64 = change  # made to the total of an attack on monsters
        self.first: i64 = first
        self.active: i64 = active
        self.round: i64 = round
        self.actions: i64 = actions  # left in this turn
        self.beaten: i64 = beaten  # 1 after a lost attack in this room
        self.helped: i64 = helped  # 1 after Hysteria was dealt with in this turn
        self.rerolled: i64 = rerolled  # 1 after the mandrake was used in this turn
        self.duelled: i64 = duelled  # mask of the opponents of this turn's duels
        self.escaped: i64 = escaped  # the winner, or NO_SEAT
        self.pages = pages  # a deck for each colour
        self.supply = supply  # the secrets that nobody was dealt, by colour
        self.blessings = blessings
        self.curses = curses
        self.rack = rack  # per seat: its secrets; the lot tells the letter
        self.hand = hand  # per seat: Blessings kept
        self.weapons = weapons  # per seat: Curses kept
        self.looked = looked  # the two pages that Madame Vesper is looking at

    def clone(self) -> HorrorTable:
        twin = HorrorTable(
            self.seats,
            self.step,
            self.below.copy(),
            self.sealed[:],
            self.box,
            self.agreed,
            self.at[:],
            self.cell[:],
            self.turn[:],
            self.character[:],
            self.place[:],
            self.fortitude[:],
            self.marker[:],
            self.meter[:],
            self.loose[:],
            self.framed[:],
            self.lurks[:],
            self.coins[:],
            self.dagger,
            self.trap,
            self.business,
            self.business_turns,
            self.yellow,
            self.white,
            self.change,
            self.first,
            self.active,
            self.round,
            self.actions,
            self.beaten,
            self.helped,
            self.rerolled,
            self.duelled,
            self.escaped,
            [deck.clone() for deck in self.pages],
            [deck.clone() for deck in self.supply],
            self.blessings.clone(),
            self.curses.clone(),
            [slots.clone() for slots in self.rack],
            [slots.clone() for slots in self.hand],
            [slots.clone() for slots in self.weapons],
            self.looked.clone(),
        )
        twin.rules = self.rules
        return twin

    def zones(self) -> list[Slots]:
        return [*self.rack, *self.hand, *self.weapons, self.looked]

    def decks(self) -> list[Deck]:
        return [*self.pages, *self.supply, self.blessings, self.curses]

    def words(self, kind: str, a: i64, b: i64, c: i64) -> str:
        return words(self.box, kind, a, b, c)


def new_table(box: Components, agreed: Agreed, first: Step[Any]) -> HorrorTable:
    """§1.11 The position before anything is laid out: Fortitude 0, no markers, no pages, no cards."""
    players = agreed.players
    plan = box.plans[agreed.layout]
    kinds = {".": NO_CELL, "r": BARE, "+": BARE, "P": PORTAL}
    cell = [NOWHERE] * ROOMS + [plan.index("P")]
    return HorrorTable(
        seats=players,
        step=first,
        below=[],
        sealed=Ints([OUT] * players),
        box=box,
        agreed=agreed,
        at=Ints([kinds[plan[k]] for k in range(CELLS)]),
        cell=Ints(cell),
        turn=Ints([0] * (ROOMS + 1)),
        character=Ints([NOWHERE] * players),
        place=Ints([NOWHERE] * players),
        fortitude=Ints([0] * players),
        marker=Ints([NOWHERE] * (players * MARKERS)),
        meter=Ints([0] * players),
        loose=Ints([0] * players),
        framed=Ints([0] * players),
        lurks=Ints([NOWHERE] * MONSTERS),
        coins=box.coins[:],
        dagger=NO_SEAT,
        trap=NO_SEAT,
        business=NO_SEAT,
        business_turns=0,
        yellow=1,
        white=1,
        change=0,
        first=0,
        active=0,
        round=1,
        actions=0,
        beaten=0,
        helped=0,
        rerolled=0,
        duelled=0,
        escaped=NO_SEAT,
        pages=[new_deck(Ints([1] * OBJECTS), colour) for colour in range(COLOURS)],
        supply=[new_deck(Ints([1] * OBJECTS), SECRETS + colour) for colour in range(COLOURS)],
        blessings=new_deck(box.blessing_copies, BLESSING_LOT),
        curses=new_deck(Ints([1] * CURSES), CURSE_LOT),
        rack=[no_slots() for seat in range(players)],
        hand=[no_slots() for seat in range(players)],
        weapons=[no_slots() for seat in range(players)],
        looked=no_slots(),
    )
