"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import (
    CELLS,
    CHARACTERS,
    COLOURS,
    DIRECTIONS,
    NEIGHBOUR,
    NOWHERE,
    OBJECTS,
    PORTAL,
    ROOMS,
    WALL,
)
from emberstacks.games.horror.library import in_play
from emberstacks.games.horror.state import ANY_OBJECT, BARE, NO_CELL, SEATS, SECRETS, HorrorTable
from emberstacks.games.horror.steps.dice import DIE, ONE, ROLLED
from emberstacks.games.horror.steps.turn import ROUND_BEGINS, begin_turn
from emberstacks.games.horror.words import cell_word, joined, room_word
from emberstacks.kernel.domains import SEAT, mask, one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, members, several
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Chance, Step
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.words import Label, Refusal

DOOR_WORDS: Final = ("", "", " (closed)")  # by kind of side


@final
class LaidOut(Happening):
    """§1.3 Every cell has its room."""

    kind: ClassVar[str] = "laid-out"

    def note(self, s: HorrorTable) -> None:
        if s.log is not None:
            self.told(
                s,
                f"The library is laid out: {s.agreed.rooms} rooms and the {s.box.rooms[PORTAL]}.",
                [s.agreed.rooms],
            )


@final
class RoomLaid(Happening):
    """§1.3 Somebody lays a room."""

    kind: ClassVar[str] = "lay"

    def note(self, s: HorrorTable, seat: i64, room: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} lays the {s.box.rooms[room]} on {cell_word(s.cell[room])}."
            self.told(s, text, [room, s.cell[room], s.turn[room]])


@final
class CharacterTaken(Happening):
    """§1.6 Somebody has a character."""

    kind: ClassVar[str] = "character"

    def note(self, s: HorrorTable, seat: i64, character: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} is {s.box.characters[character]}.", [seat, character])


@final
class SecretDealt(Happening):
    """§1.7 A secret, of which the others see only the letter."""

    kind: ClassVar[str] = "secret"

    def note(self, s: HorrorTable, page: i64, seat: i64, colour: i64) -> None:
        if s.log is not None:
            name = s.box.colours[colour]
            text = f"{mark(seat)} is dealt the {name} secret {s.box.objects[page]}."
            self.told(
                s, text, [page, seat, colour], 1 << seat, f"{mark(seat)} is dealt a {name} secret."
            )


@final
class FirstFound(Happening):
    """§1.9 Somebody begins."""

    kind: ClassVar[str] = "first"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} begins.", [seat])


@final
class FirstTied(Happening):
    """§1.9 Several have rolled the highest."""

    kind: ClassVar[str] = "first-tie"

    def note(self, s: HorrorTable, leaders: i64) -> None:
        if s.log is not None:
            seats = [mark(seat) for seat in members(leaders)]
            self.told(s, f"{joined(seats)} have rolled the highest and roll again.", [leaders])


@final
class BeginsIn(Happening):
    """§1.10 Somebody has chosen where to begin."""

    kind: ClassVar[str] = "begin"

    def note(self, s: HorrorTable, seat: i64, room: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} begins in the {s.box.rooms[room]}.", [seat, room])


LAID_OUT: Final = LaidOut()
CHARACTER_TAKEN: Final = CharacterTaken()
SECRET_DEALT: Final = SecretDealt()
FIRST_FOUND: Final = FirstFound()
FIRST_TIED: Final = FirstTied()
BEGINS_IN: Final = BeginsIn()
ROOM_LAID: Final = RoomLaid()


class GrowLibrary(Chance[HorrorTable]):
    """§1.4 A generated library grows by a cell next to one of its rooms."""

    clause: ClassVar[str] = "1.4"
    size: ClassVar[int] = CELLS

    def weights(self, s: HorrorTable) -> Ints:
        return Ints([1 if can_grow(s, cell) else 0 for cell in range(CELLS)])

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.at[choice] = BARE
        lay_out(s)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return cell_word(choice)


class LayRoom(Chance[HorrorTable]):
    """§1.3 A room, turned at random, is laid on the next free cell."""

    clause: ClassVar[str] = "1.3"
    size: ClassVar[int] = 4 * ROOMS

    def weights(self, s: HorrorTable) -> Ints:
        return Ints(
            [
                1 if k // 4 < s.agreed.rooms and s.cell[k // 4] == NOWHERE else 0
                for k in range(4 * ROOMS)
            ]
        )

    def answer(self, s: HorrorTable, choice: i64) -> None:
        lay(s, choice // 4, choice % 4)
        lay_out(s)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return f"{room_word(s.box, choice // 4)} {choice % 4}"


class LayByHand(Step[HorrorTable]):
    """§1.3 Which room lies on the next cell of the plan, and how is it turned? Asked if that was
    agreed.
    """

    clause: ClassVar[str] = "1.3"
    since: ClassVar[int] = V1_2
    size: ClassVar[int] = 4 * ROOMS

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        room: i64
        turn: i64
        for room in range(s.agreed.rooms):
            if s.cell[room] == NOWHERE:
                for turn in range(4):
                    out = append(out, 4 * room + turn)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        lay(s, choice // 4, choice % 4)
        ROOM_LAID.note(s, self.seat, choice // 4)
        lay_out(s)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return f"lay {room_word(s.box, choice // 4)} {DIRECTIONS[choice % 4]}"

    def label(self, s: HorrorTable, choice: i64) -> Label:
        kinds = [s.box.doors[16 * (choice // 4) + 4 * (choice % 4) + side] for side in range(4)]
        doors = [
            f"{DIRECTIONS[side]}{DOOR_WORDS[kind]}"
            for side, kind in enumerate(kinds)
            if kind != WALL
        ]
        return Label(s.box.rooms[choice // 4], detail=f"doors {joined(doors)}")

    def question(self, s: HorrorTable) -> str:
        return (
            f"{mark(self.seat)}, which room do you lay on {cell_word(next_cell(s))}, and where are"
            " its doors?"
        )

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return (
            Refusal("name a room that is not laid yet, and the direction of its printed north.")
            if text.startswith("lay")
            else None
        )


class ChooseCharacter(Step[HorrorTable]):
    """§1.6 Who do you want to be?"""

    clause: ClassVar[str] = "1.6"
    size: ClassVar[int] = CHARACTERS

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        character: i64
        for character in range(s.agreed.characters):
            if is_free(s, character):
                out = append(out, character)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        take_character(s, self.seat, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.character_words[choice]

    def label(self, s: HorrorTable, choice: i64) -> Label:
        """Name, and what this guest can do in the game that is played."""
        box, said = s.box, []
        if s.agreed.abilities:
            said += [f"at +{box.most} {box.best[choice]}", f"at {box.least} {box.worst[choice]}"]
        if s.agreed.monster_abilities:
            said.append(f"with the {box.objects[box.object[choice]]} {box.ability[choice]}")
        return Label(box.characters[choice], detail=" ".join(said))

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, who do you want to be?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        for character in range(CHARACTERS):
            if text == s.box.character_words[character]:
                if is_free(s, character):
                    return Refusal("the characters of the expansion do not take part in this game.")
                return Refusal("somebody else has taken that character.")
        return None

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("character", choice)]


class DealCharacter(Chance[HorrorTable]):
    """§1.6 Characters are dealt, if that was agreed."""

    clause: ClassVar[str] = "1.6"
    size: ClassVar[int] = CHARACTERS

    who: i64 = one(SEAT)

    def weights(self, s: HorrorTable) -> Ints:
        return Ints(
            [1 if k < s.agreed.characters and is_free(s, k) else 0 for k in range(CHARACTERS)]
        )

    def answer(self, s: HorrorTable, choice: i64) -> None:
        take_character(s, self.who, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.character_words[choice]


class DealLetter(Chance[HorrorTable]):
    """§1.7 The letter of a player's next secret; all letters of a player differ."""

    clause: ClassVar[str] = "1.7"
    size: ClassVar[int] = COLOURS

    who: i64 = one(SEAT)

    def weights(self, s: HorrorTable) -> Ints:
        weights = Ints([1] * COLOURS)
        for lot in s.rack[self.who].lot:
            weights[lot - SECRETS] = 0
        return weights

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(DealSecret(self.who, choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.letters[choice]


class ChooseLetter(Step[HorrorTable]):
    """§1.7 Which letter does your next secret have? Asked if that was agreed."""

    clause: ClassVar[str] = "1.7"
    size: ClassVar[int] = COLOURS

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        colour: i64
        for colour in range(COLOURS):
            if not has_letter(s, self.seat, colour):
                out = append(out, colour)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(DealSecret(self.seat, choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.letters[choice].lower()

    def label(self, s: HorrorTable, choice: i64) -> Label:
        return Label(f"A {s.box.colours[choice]} secret", detail=s.box.letters[choice])

    def question(self, s: HorrorTable) -> str:
        number = s.rack[self.seat].count() + 1
        return f"{mark(self.seat)}, which letter has your secret {number} of {s.agreed.secrets}?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal(
            "you have a secret of that letter."
            if text.upper() in s.box.letters
            else "name a letter: R, G, Y, B, W or K."
        )


class DealSecret(Chance[HorrorTable]):
    """§1.7 The secret itself, which §1.8 only its owner sees."""

    clause: ClassVar[str] = "1.7"
    size: ClassVar[int] = OBJECTS

    who: i64 = one(SEAT)
    colour: i64 = one(within(0, COLOURS - 1))

    def weights(self, s: HorrorTable) -> Ints:
        return s.supply[self.colour].weights()

    def answer(self, s: HorrorTable, choice: i64) -> None:
        slot = s.supply[self.colour].draw(choice)
        s.rack[self.who].add((slot[0], 1 << self.who, slot[2], ANY_OBJECT))
        SECRET_DEALT.note(s, OBJECTS * self.colour + choice, self.who, self.colour)
        deal_secrets(s)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << self.who

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.objects[OBJECTS * self.colour + choice].lower()


class FirstPlayer(Chance[HorrorTable]):
    """§1.9 Under older rules nobody rolled: every player is equally likely."""

    clause: ClassVar[str] = "1.9"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: HorrorTable) -> Ints:
        return Ints([1 if seat < s.seats else 0 for seat in range(MAX_SEATS)])

    def answer(self, s: HorrorTable, choice: i64) -> None:
        begins(s, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return LETTERS[choice]


class RollForFirst(Chance[HorrorTable]):
    """§1.9 One after the other rolls a die; those who tie for the highest roll again."""

    clause: ClassVar[str] = "1.9"
    since: ClassVar[int] = V1_2
    size: ClassVar[int] = 6

    rolling: i64 = one(mask(lambda s: s.seats, 1))  # those who have not rolled yet
    leaders: i64 = one(SEATS)  # of those with the highest roll so far
    best: i64 = one(within(0, 6))

    def actor(self, s: HorrorTable) -> i64:
        seat: i64 = 0
        while not has(self.rolling, seat):
            seat += 1
        return seat

    def weights(self, s: HorrorTable) -> Ints:
        return DIE

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = self.actor(s)
        s.white = choice + 1
        ROLLED.note(s, seat, ONE)
        rolling = self.rolling & ~(1 << seat)
        leaders, best = self.leaders, self.best
        if s.white > best:
            leaders = 1 << seat
            best = s.white
        elif s.white == best:
            leaders |= 1 << seat
        if rolling == 0 and several(leaders):
            FIRST_TIED.note(s, leaders)
            rolling = leaders
            leaders = 0
            best = 0
        if rolling != 0:
            s.push(RollForFirst(rolling, leaders, best))
        else:
            begins(s, members(leaders)[0])

    def text(self, s: HorrorTable, choice: i64) -> str:
        return f"white {choice + 1}"


class ChooseRoom(Step[HorrorTable]):
    """§1.10 In which room do you begin?"""

    clause: ClassVar[str] = "1.10"
    size: ClassVar[int] = ROOMS

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        room: i64
        for room in range(ROOMS):
            if in_play(s, room):
                out = append(out, room)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.place[self.seat] = choice
        BEGINS_IN.note(s, self.seat, choice)
        seat = (self.seat + 1) % s.seats
        if seat != s.first:
            s.push(CHOOSE_ROOM[seat])
        else:
            ROUND_BEGINS.note(s)
            begin_turn(s, seat)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return room_word(s.box, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Begin in the {s.box.rooms[choice]}"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, in which room do you begin?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        if text == room_word(s.box, PORTAL):
            return Refusal("nobody begins in the Portal.")
        return None

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("room", choice)]


GROW_LIBRARY: Final = GrowLibrary()
LAY_ROOM: Final = LayRoom()
LAY_BY_HAND: Final = [LayByHand(seat) for seat in range(MAX_SEATS)]
CHOOSE_CHARACTER: Final = [ChooseCharacter(seat) for seat in range(MAX_SEATS)]
FIRST_PLAYER: Final = FirstPlayer()
CHOOSE_LETTER: Final = [ChooseLetter(seat) for seat in range(MAX_SEATS)]
CHOOSE_ROOM: Final = [ChooseRoom(seat) for seat in range(MAX_SEATS)]


def first_step(cells: i64, rooms: i64, by_hand: bool) -> Step[HorrorTable]:
    """What is asked first: §1.4 a generated library grows, any other §1.3 is laid out."""
    if cells < rooms:
        return GROW_LIBRARY
    return LAY_BY_HAND[0] if by_hand else LAY_ROOM


def next_cell(s: HorrorTable) -> i64:
    """§1.3 The cell that gets the next room."""
    cell: i64 = 0
    while s.at[cell] != BARE:
        cell += 1
    return cell


def lay(s: HorrorTable, room: i64, turn: i64) -> None:
    """§1.3 A room comes to lie there, turned by so many quarters."""
    cell = next_cell(s)
    s.at[cell] = room
    s.cell[room] = cell
    s.turn[room] = turn


def lay_out(s: HorrorTable) -> None:
    """§1.3 Continue until every cell has its room; then §1.6 characters are taken."""
    if cells_for_rooms(s.at) < s.agreed.rooms:
        s.push(GROW_LIBRARY)
        return
    laid: i64 = 0
    for room in s.at:
        if room >= 0 and room != PORTAL:
            laid += 1
    if laid < s.agreed.rooms:
        s.push(LAY_BY_HAND[laid % s.seats] if s.agreed.by_hand else LAY_ROOM)
        return
    LAID_OUT.note(s)
    next_character(s, 0)


def cells_for_rooms(at: Ints) -> i64:
    """How many cells have a room, now or later."""
    count: i64 = 0
    for room in at:
        if room != NO_CELL and room != PORTAL:
            count += 1
    return count


def can_grow(s: HorrorTable, cell: i64) -> bool:
    """§1.4 An empty cell next to a room, so that the rooms are connected without the Portal."""
    if s.at[cell] != NO_CELL:
        return False
    side: i64
    for side in range(4):
        other = NEIGHBOUR[4 * cell + side]
        if other != NOWHERE and s.at[other] == BARE:
            return True
    return False


def next_character(s: HorrorTable, seat: i64) -> None:
    """§1.6 In seat order; then §1.7 secrets are dealt."""
    if seat == s.seats:
        deal_secrets(s)
    elif s.agreed.dealt:
        s.push(DealCharacter(seat))
    elif s.agreed.by_seat:
        take_character(s, seat, seat)
    else:
        s.push(CHOOSE_CHARACTER[seat])


def is_free(s: HorrorTable, character: i64) -> bool:
    taken: i64 = 0
    for other in s.character:
        if other == character:
            taken += 1
    return taken == 0


def take_character(s: HorrorTable, seat: i64, character: i64) -> None:
    s.character[seat] = character
    CHARACTER_TAKEN.note(s, seat, character)
    next_character(s, seat + 1)


def has_letter(s: HorrorTable, seat: i64, colour: i64) -> bool:
    """§1.7 Does this player have a secret with that letter?"""
    count: i64 = 0
    for lot in s.rack[seat].lot:
        if lot == SECRETS + colour:
            count += 1
    return count > 0


def deal_secrets(s: HorrorTable) -> None:
    """§1.7 Everybody gets the agreed number of secrets; then §1.9 somebody begins."""
    seat: i64
    for seat in range(s.seats):
        if s.rack[seat].count() < s.agreed.secrets:
            s.push(CHOOSE_LETTER[seat] if s.agreed.letters_chosen else DealLetter(seat))
            return
    s.push(FIRST_PLAYER if s.rules < V1_2 else RollForFirst((1 << s.seats) - 1, 0, 0))


def begins(s: HorrorTable, seat: i64) -> None:
    """§1.9 This player begins; §1.10 and is the first to pick a room."""
    s.first = seat
    s.active = seat
    FIRST_FOUND.note(s, seat)
    s.push(CHOOSE_ROOM[seat])
