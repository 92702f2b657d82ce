"""What is good in Horror in the Library: a plan in actions, over doors, turns and mirrors, to the next useful room.

Worths are in actions: a step is worth the actions by which it brings the next goal nearer. The goal is the Portal with all
pages found, a picture with too little Fortitude, a victim with the dagger in hand, and otherwise a bookcase to search. If
rivals have taken all pages still wanted, it is a weapon from a drawer, and then one of these rivals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import LETTERS, Choice

# All of these are ours, in actions.
FORTITUDE: Final = 0.4  # for a point of Fortitude
FAR: Final = 99.0  # for what cannot be reached
ACTION: Final = 0.5  # for an action spent on going somewhere; less than the whole that it brings the goal nearer
ALWAYS: Final = {"exchange": 20.0, "stab": 12.0, "fight": 11.0, "break": 10.0, "duel": 6.0, "ask": 1.0, "end": 0.0}
WEAPON: Final = 5.0
THEFT: Final = 15.0  # for a weapon against somebody who has a wanted page
OBJECTS: Final = 10  # of each colour
COLOURS: Final = 6
MARKERS: Final = 6
SIDE: Final = 5  # cells along a side of the grid
SIDES: Final = ("north", "east", "south", "west")
CLOSED: Final = 2

Turns = tuple[int, ...]  # of every room


class Library:
    """A view with the printed figures of the game."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        game: Any = game_by_id(view["game"])
        self.box = game.box
        self.state: Mapping[str, Any] = view["state"]
        self.seat: int = view["seat"]
        self.portal = len(self.box.rooms) - 1
        self.here: int = self.state["place"][self.seat]
        self.heart: int = self.state["fortitude"][self.seat]
        self.turns: Turns = tuple(self.state["turn"])
        self.known: dict[Turns, list[float]] = {}  # actions from every room to the goal

    @cached_property
    def wanted(self) -> set[int]:
        """The pages of its own secrets still to be found."""
        rack = self.state["rack"][self.seat]
        pages = {OBJECTS * (lot % COLOURS) + face for face, _, lot, _ in rack if face is not None}
        return {page for page in pages if not has(self.state["framed"][self.seat], page)}

    @cached_property
    def holders(self) -> set[int]:
        """The rivals before whom a wanted page lies loose: only a theft brings it back."""
        return {rival for rival in self.rivals if any(self.state["loose"][rival] >> page & 1 for page in self.wanted)}

    @cached_property
    def is_robbed(self) -> bool:
        """Do rivals have all pages that are still wanted, and would more pages not help?

        Without a set they would: after giving back a wanted page, there should be one to exchange for it.
        """
        taken = [page for page in self.wanted if any(self.state["loose"][rival] >> page & 1 for rival in self.rivals)]
        return bool(taken) and len(taken) == len(self.wanted) and self.has_set

    @cached_property
    def has_set(self) -> bool:
        """Two loose pages of one colour, or three of three colours."""
        counts = [self.alike(OBJECTS * colour) for colour in range(COLOURS)]
        return max(counts) > 1 or sum(count > 0 for count in counts) > 2

    @cached_property
    def is_armed(self) -> bool:
        return len(self.state["weapons"][self.seat]) > 0

    @cached_property
    def rivals(self) -> list[int]:
        return [seat for seat in range(len(self.state["place"])) if seat != self.seat]

    @cached_property
    def object(self) -> int:
        """The page of its own Monster Ability."""
        return int(self.box.object[self.state["character"][self.seat]])

    @cached_property
    def goals(self) -> dict[int, float]:
        """What is still to be done in the rooms worth going to, in actions."""
        rooms = [room for room in range(self.portal) if self.state["cell"][room] >= 0]
        if self.state["dagger"] == self.seat:
            return {self.state["place"][rival]: 1.0 for rival in self.rivals}
        if self.heart < 0:
            return {room: 1.0 + self.horror(room) for room in rooms if self.box.pictures[room]}
        if not self.wanted:
            return {self.portal: 1.0 + self.horror(self.portal)}
        if self.is_robbed and self.is_armed:
            return {self.state["place"][rival]: 1.0 for rival in self.holders}
        return {room: 1.0 + self.horror(room) for room in rooms if self.free_places(room) > 0}

    @cached_property
    def levels(self) -> list[int]:
        """The levels of the monsters in every room, added up."""
        found = [0] * (self.portal + 1)
        for k, place in enumerate(self.state["lurks"]):
            if place >= 0:
                found[place] += int(self.box.level[k])
        return found

    def horror(self, room: int) -> int:
        """The levels of the monsters in a room."""
        return self.levels[room]

    def free_places(self, room: int) -> int:
        """Bookcases, or drawers when looking for a weapon, without a marker of its own; the next marker is lifted first."""
        mine = self.state["marker"][MARKERS * self.seat : MARKERS * (self.seat + 1)]
        lifted = self.state["meter"][self.seat]
        places = self.box.drawers if self.is_robbed else self.box.bookcases
        taken = [k for k, fixture in enumerate(mine) if fixture >> 1 == 2 * room + self.is_robbed and k != lifted]
        return int(places[room]) - len(taken)

    def door(self, turns: Turns, room: int, side: int) -> int:
        return int(self.box.doors[16 * room + 4 * turns[room] + side])

    @cached_property
    def neighbours(self) -> list[list[int]]:
        """What lies on the four sides of every room: a room, or -1."""
        at = self.state["at"]
        found = []
        for cell in self.state["cell"]:
            places = [(cell % SIDE + x, cell // SIDE + y) for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0))]
            inside = [0 <= column < SIDE and 0 <= row < SIDE for column, row in places]
            found.append([max(-1, at[SIDE * y + x]) if there else -1 for (x, y), there in zip(places, inside, strict=True)])
        return found

    def beside(self, room: int, side: int) -> int:
        """The room on that side, or -1."""
        return self.neighbours[room][side]

    def way(self, room: int, turns: Turns) -> float:
        """How many actions the goal is away from a room."""
        if turns not in self.known:
            self.known[turns] = self.measured(turns)
        return self.known[turns][room]

    def measured(self, turns: Turns) -> list[float]:
        """The same for all rooms, by going backwards from the goals."""
        found = [FAR] * (self.portal + 1)
        queue = sorted((cost, room) for room, cost in self.goals.items())
        while queue:
            cost, room = heappop(queue)
            if cost >= found[room]:
                continue
            found[room] = cost
            for side in range(4):
                before = self.beside(room, side)
                if before >= 0 and before != self.portal:
                    heappush(queue, (cost + self.step(turns, before, side ^ 2, room), before))
            if self.box.mirrors[room]:
                for before in range(self.portal):
                    if self.state["cell"][before] >= 0 and self.box.mirrors[before]:
                        heappush(queue, (cost + 1 + FORTITUDE * (2 + self.horror(room)), before))
        return found

    def step(self, turns: Turns, room: int, side: int, other: int) -> float:
        """What walking out on that side costs, the turns that it needs first included."""
        mine = self.door(turns, room, side)
        cost = 1.0 if mine else 2.0
        cost += 0.0 if self.door(turns, other, side ^ 2) else 1.0
        if mine == CLOSED:
            cost += 3.0 if other == self.portal and self.heart == 0 else FORTITUDE
        return cost + (0.0 if other == self.portal else FORTITUDE * self.horror(other))

    def turned(self, target: str, way: str) -> Turns:
        """All turns after one more."""
        room = self.here if target == "here" else self.beside(self.here, SIDES.index(target))
        quarters = {"left": 3, "right": 1, "twice": 2}[way]
        return tuple((turn + quarters) % 4 if k == room else turn for k, turn in enumerate(self.turns))

    def alike(self, page: int) -> int:
        """How many own loose pages have the colour of this one."""
        mask = self.state["loose"][self.seat] >> (page - page % OBJECTS) & (1 << OBJECTS) - 1
        return bin(mask).count("1")

    def page(self, page: int) -> float:
        """How much a page is worth: it is wanted, it is its own object, or it makes a pair."""
        if page in self.wanted:
            return 9.0
        return (3.0 if page == self.object else 0.0) + self.alike(page) % 2


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float]:
    """How good each choice is for the seat whose view this is."""
    library = Library(view)
    return [worth(library, choice) for choice in choices]


def worth(library: Library, choice: Choice) -> float:
    """How good a choice is, compared with the others of its question."""
    box, state, code = library.box, library.state, choice.code
    match choice.step:
        case "TakeTurn":
            return worth_of_turn(library, choice.text)
        case "ChooseRoom":
            return float(box.bookcases[code]) + float(box.pictures[code]) / 2
        case "ActForBetty":
            return -float(choice.text in ("look picture", "break free"))  # whatever helps her least
        case "GivePage":
            return worth_of_giving(library, code)
        case "Steal" if code >= len(box.objects):
            return 2.0  # an unseen card: better than a page of no use
        case "TakePage" | "TakeAfterStab" | "Steal" | "KeepPage":
            return -1.0 if code == len(box.objects) else library.page(code)
        case "MoveMonster":
            return worth_of_sending(library, code)
        case "DiceWindow":
            return worth_of_change(library, choice.text)
        case "LocketWindow":
            harm = state["stack"][-1][2]
            return 0.0 if code == 0 else 1.0 if harm > 1 or library.heart in range(harm) else -1.0
        case "Defend":
            return 0.0 if code == 0 else 0.5 if choice.text == "locket" else 1.0
        case "LeavePortal":
            return -float(library.horror(library.beside(library.portal, code)))
        case "ChooseBeloved":
            return -float(bin(state["framed"][code]).count("1"))
        case "GiveCard":
            return -library.page(code) if code < len(box.objects) else -2.0
        case "RollAgain":
            return -float(code)
    return 0.0


def worth_of_turn(library: Library, text: str) -> float:
    """An action or bonus action, in actions."""
    word, *rest = text.split()
    now = library.way(library.here, library.turns)
    faint = library.heart < 0 or (not library.wanted and library.heart == 0)
    if word in ALWAYS:
        return ALWAYS[word]
    if word in ("go", "lockpicks"):
        side = SIDES.index(rest[0])
        room = library.beside(library.here, side)
        if room == library.portal:
            return 100.0
        closed = word == "go" and library.door(library.turns, library.here, side) == CLOSED
        return now - library.way(room, library.turns) - ACTION - FORTITUDE * (library.horror(room) + closed)
    if word == "turn":
        return now - library.way(library.here, library.turned(rest[0], rest[1])) - ACTION
    if text.startswith(("look mirror", "mysterious mirror")):
        room = [name.lower() for name in library.box.rooms].index(" ".join(rest[1:]))
        cost = ACTION + FORTITUDE * (2 + library.horror(room)) if word == "look" else 1.0
        return now - library.way(room, library.turns) - cost
    if word == "search":
        return worth_of_searching(library, rest[0])
    if word == "look":
        return 9.0 if faint else 0.8 - 0.3 * library.heart
    if word == "tincture":
        return 8.0 if faint else -1.0
    if LETTERS.index(rest[-1].upper()) in library.holders:
        return THEFT
    return -1.0 if library.holders else WEAPON


def worth_of_searching(library: Library, what: str) -> float:
    """A bookcase while it may hold a wanted page; a drawer if it needs a weapon to get one back."""
    if what == "drawer":
        return 10.0 if library.is_robbed and not library.is_armed else -ACTION
    return 10.0 if library.wanted and not library.is_robbed else -ACTION


def worth_of_giving(library: Library, page: int) -> float:
    """Two of a colour are cheaper than three of three; it keeps its own object."""
    first = library.state["stack"][-1][2]
    pair = page // OBJECTS == first // OBJECTS if first >= 0 else library.alike(page) > 1
    return float(pair) - (3.0 if page == library.object else 0.0)


def worth_of_sending(library: Library, room: int) -> float:
    """A beaten monster goes where it hurts rivals, and not where one wants to go; nobody wants it where it is."""
    if room == library.here:
        return -2.0
    if room == library.portal:
        return -1.0 if len(library.wanted) < 2 else 0.5
    hurt = sum(1.0 for rival in library.rivals if library.state["place"][rival] == room)
    return hurt - (0.5 if room in library.goals else 0.0)


def worth_of_change(library: Library, text: str) -> float:
    """A card on dice, for what waits for the roll; the fights of others are spoiled."""
    if text == "pass":
        return 0.0
    _, target, amount = text.split()
    state = library.state
    yellow, white, by = state["yellow"], state["white"], int(amount)
    waits = state["stack"][-2][0]
    own = state["active"] == library.seat
    gained = 0
    if waits == "Fight":
        total, needed = yellow + white + state["change"], library.box.monster_attack
        gained = ((total + by >= needed) - (total >= needed)) * (1 if own else -1)
    elif waits == "BreakFree" and own:
        gained = (clipped(white + by) >= library.box.free_of_the_trap) - (white >= library.box.free_of_the_trap)
    elif waits == "OpenBook" and own:
        colours = {page // OBJECTS for page in library.wanted}
        after = (clipped(yellow + by), white) if target == "yellow" else (yellow, clipped(white + by))
        found = [int(library.box.screen[6 * (w - 1) + y - 1]) in colours for y, w in ((yellow, white), after)]
        gained = found[1] - found[0]
    return gained - 0.5


def clipped(die: int) -> int:
    """What a die can show."""
    return max(1, min(6, die))
