"""The table of Horror in the Library: data, no rules."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from emberstacks.games.horror.components import (
    CELLS,
    COLOURS,
    MARKERS,
    NOWHERE,
    OBJECTS,
    PAGES,
    PORTAL,
    ROOMS,
    Components,
    until,
)
from emberstacks.kernel.domains import (
    ANY,
    COUNT,
    FLAG,
    SEAT,
    SEAT_OR_NOBODY,
    each,
    mask,
    one,
    per_seat,
    within,
)
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots

NO_CELL: Final = -2  # a cell that will never have a room
BARE: Final = -1  # a cell that is still waiting for its room
NO_SEAT: Final = -1
SECRETS: Final = COLOURS  # lots 0 to 5 are the pages by colour, 6 to 11 the secrets
BLESSING_LOT: Final = 2 * COLOURS
CURSE_LOT: Final = 2 * COLOURS + 1
ANY_OBJECT: Final = (1 << OBJECTS) - 1


SEATS: Final = mask(lambda s: s.seats)
PAGE_OR_NONE: Final = within(NOWHERE, PAGES - 1)
LOSS: Final = within(0, PAGES)  # of Fortitude


class Agreed:
    """What the players agreed on before the game."""

    def __init__(
        self,
        players: int,
        layout: str,
        rooms: i64,
        secrets: i64,
        characters: i64,
        letters_chosen: bool,
        dealt: bool,
        by_seat: bool,
        abilities: bool,
        monster_abilities: bool,
        blind_theft: bool,
        rounds: i64,
        summoning: i64,
        by_hand: bool,
    ) -> None:
        self.players = players
        self.layout = layout
        self.rooms: i64 = rooms  # how many, not counting the Portal
        self.secrets: i64 = secrets  # for each player
        self.characters: i64 = characters  # how many there are to choose from
        self.letters_chosen = letters_chosen  # by their owners, not dealt
        self.dealt = dealt  # characters are dealt, not chosen
        self.by_seat = by_seat  # they are not chosen here either: each seat has its own
        self.abilities = abilities
        self.monster_abilities = monster_abilities
        self.blind_theft = blind_theft  # cards in hand can be stolen, unseen
        self.rounds: i64 = rounds
        self.summoning: i64 = summoning  # markers in a room that bring a monster
        self.by_hand = by_hand  # the players lay the rooms


# how the answers of a turn begin
VERBS: Final = ("go", "turn", "search", "look", "fight", "exchange")


class HorrorTable(State):
    """A position. Hidden are secrets still to be found, cards in hand, and what Madame Vesper has
    seen of the page decks.
    """

    SINCE: ClassVar[dict[str, int]] = {"left": V1_1}

    box: Components
    agreed: Agreed
    at: Ints = each(CELLS, within(NO_CELL, PORTAL))  # per cell: its room, BARE or NO_CELL
    # per room (the Portal last): its cell or NOWHERE
    cell: Ints = each(ROOMS + 1, within(NOWHERE, CELLS - 1))
    turn: Ints = each(ROOMS + 1, within(0, 3))  # per room: quarter-turns clockwise
    # NOWHERE before it is chosen
    character: Ints = per_seat(within(NOWHERE, lambda s: len(s.box.characters) - 1))
    place: Ints = per_seat(within(NOWHERE, PORTAL))  # the room it is in, NOWHERE before the first
    fortitude: Ints = per_seat(within(lambda s: s.box.least, lambda s: s.box.most))
    marker: Ints = each(lambda s: MARKERS * s.seats, within(NOWHERE, 4 * ROOMS - 1))
    meter: Ints = per_seat(within(0, MARKERS - 1))  # the number of its next marker, from 0
    loose: Ints = per_seat(mask(PAGES))  # pages lying open (page = 10 * colour + object)
    framed: Ints = per_seat(mask(PAGES))  # pages that matched a secret
    # per monster of this version of the rules: its room, or NOWHERE
    lurks: Ints = each(lambda s: until(s.box.monsters_since, s.rules), within(NOWHERE, PORTAL))
    coins: Ints = each(2, COUNT)  # Blessing and Curse coins in the bag
    dagger: i64 = one(SEAT_OR_NOBODY)  # the seat under this lasting curse
    trap: i64 = one(SEAT_OR_NOBODY)
    business: i64 = one(SEAT_OR_NOBODY)
    business_turns: i64 = one(COUNT)  # ends of turns until it is over
    yellow: i64 = one(within(1, 6))  # the dice as they lie, 1 to 6
    white: i64 = one(within(1, 6))
    change: i64 = one(ANY)  # made to the total of an attack on monsters
    first: i64 = one(SEAT)
    active: i64 = one(SEAT)
    round: i64 = one(within(1, lambda s: s.agreed.rounds))
    actions: i64 = one(within(0, lambda s: s.box.actions))  # left in this turn
    beaten: i64 = one(FLAG)  # 1 after a lost attack in this room
    helped: i64 = one(FLAG)  # 1 after Hysteria was dealt with in this turn
    rerolled: i64 = one(FLAG)  # 1 after the mandrake was used in this turn
    duelled: i64 = one(mask(6))  # the opponents of this turn's duels
    # the monsters beaten in this turn and left where they are
    left: i64 = one(mask(lambda s: len(s.lurks)))
    escaped: i64 = one(SEAT_OR_NOBODY)  # the winner
    pages: list[Deck]  # a deck for each colour
    supply: list[Deck]  # the secrets that nobody was dealt, by colour
    blessings: Deck
    curses: Deck
    rack: list[Slots]  # per seat: its secrets; the lot tells the letter
    hand: list[Slots]  # per seat: Blessings kept
    weapons: list[Slots]  # per seat: Curses kept
    looked: Slots  # the two pages that Madame Vesper is looking at

    def zones(self) -> list[Slots]:
        return [*self.rack, *self.hand, *self.weapons, self.looked]

    def decks(self) -> list[Deck]:
        return [*self.pages, *self.supply, self.blessings, self.curses]

    def not_now(self, text: str) -> Refusal | None:
        box = self.box
        if text in box.blessing_words:
            return Refusal(
                "this is not the moment for it."
                f" {box.blessing_texts[box.blessing_words.index(text)]}",
                "8.3",
            )
        if text in box.curse_words:
            return Refusal(
                f"this is not the moment for it. {box.curse_texts[box.curse_words.index(text)]}",
                "9.1",
            )
        verb = text.partition(" ")[0]
        return (
            Refusal("you walk, turn rooms, search, look and fight in your own turn.", "2.2")
            if verb in VERBS
            else None
        )


def new_table(box: Components, agreed: Agreed, first: Step[Any], rules: i64) -> HorrorTable:
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
        lurks=Ints([NOWHERE] * int(until(box.monsters_since, rules))),
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
        left=0,
        escaped=NO_SEAT,
        pages=[new_deck(Ints([1] * OBJECTS), colour) for colour in range(COLOURS)],
        supply=[new_deck(Ints([1] * OBJECTS), SECRETS + colour) for colour in range(COLOURS)],
        blessings=new_deck(box.blessing_copies[: until(box.blessings_since, rules)], BLESSING_LOT),
        curses=new_deck(box.curse_copies[: until(box.curses_since, rules)], CURSE_LOT),
        rack=[no_slots() for seat in range(players)],
        hand=[no_slots() for seat in range(players)],
        weapons=[no_slots() for seat in range(players)],
        looked=no_slots(),
    )
