"""Setting up (chapter 1): the start player, heroes, the Library built along light beams, furniture,
hands, Dramatic Ends.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria.components import DRAMATIC_END, HEROES, MOST_ROOMS, START
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import NONE, Alexandria, cards_of
from emberstacks.games.alexandria.steps.hand import DrawCard
from emberstacks.games.alexandria.steps.library import ALL_TILES, turn_up
from emberstacks.games.alexandria.vocabulary import START_TIME
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import ZEROS, flags, has, how_many, lowest, members, single
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Chance, Step, Together
from emberstacks.kernel.words import Label, Refusal


@final
class StartPlayerDrawn(News):
    """§1.4 Somebody begins."""

    kind: ClassVar[str] = "start-player"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} is the start player.", [seat])


@final
class HeroTaken(News):
    """§1.5 A player has a hero."""

    kind: ClassVar[str] = "hero"

    def note(self, s: Alexandria, seat: i64, hero: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} plays {s.box.heroes[hero]}.", [seat, hero])


@final
class LaidOut(News):
    """§1.6 §1.8 All rooms are built and furnished."""

    kind: ClassVar[str] = "laid-out"

    def note(self, s: Alexandria, rooms: i64, tiles: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"The Library is laid out: {rooms} rooms with {tiles} Furniture tiles.",
                [rooms, tiles],
            )


@final
class HandsDealt(News):
    """§1.10 Everybody has a hand of cards."""

    kind: ClassVar[str] = "hands"

    def note(self, s: Alexandria, cards: i64) -> None:
        if s.log is not None:
            self.tell(s, f"Everybody draws {cards} cards.", [cards])


@final
class EndChosen(News):
    """§1.11 Somebody has chosen a Dramatic End; only they know which."""

    kind: ClassVar[str] = "choose-end"

    def note(self, s: Alexandria, seat: i64, end: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} chooses {s.box.names[DRAMATIC_END + end]}.",
                [end, seat],
                seen_by=1 << seat,
                veiled=f"{mark(seat)} chooses a Dramatic End.",
            )


START_PLAYER_DRAWN: Final = StartPlayerDrawn()
HERO_TAKEN: Final = HeroTaken()
LAID_OUT: Final = LaidOut()
HANDS_DEALT: Final = HandsDealt()
END_CHOSEN: Final = EndChosen()


class StartPlayer(Chance[Alexandria]):
    """§1.4 Chance names the start player, §2.5 whose Time token is on top of the first pile."""

    clause: ClassVar[str] = "1.4"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: Alexandria) -> Ints:
        """Anybody, unless they have agreed on somebody."""
        return flags((1 << s.seats) - 1 if s.first == NONE else 1 << s.first, MAX_SEATS)

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.active = choice
        k: i64
        for k in range(s.seats):
            s.track[s.seats - 1 - k] = (choice + k) % s.seats
            s.time[k] = s.standing[START_TIME]
        START_PLAYER_DRAWN.note(s, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return LETTERS[choice]


class TakeHeroes(Auto[Alexandria]):
    """§1.5 Heroes that were not agreed on are picked, from the start player on, or dealt at random."""

    clause: ClassVar[str] = "1.5"

    def answer(self, s: Alexandria, choice: i64) -> None:
        for seat in s.clockwise(s.active, (1 << s.seats) - 1):
            if s.hero[seat] == NONE:
                s.push(TAKE_HEROES)
                if single(free_heroes(s)):
                    take_hero(s, seat, lowest(free_heroes(s)))
                else:
                    s.push(DealHero(seat) if s.deal else PICK_HERO[seat])
                return


class PickHero(Step[Alexandria]):
    """§1.5 Pick one of the heroes that are left."""

    clause: ClassVar[str] = "1.5"
    size: ClassVar[int] = HEROES
    block: ClassVar[int] = 8

    def choices(self, s: Alexandria) -> Ints:
        return members(free_heroes(s))

    def answer(self, s: Alexandria, choice: i64) -> None:
        take_hero(s, self.seat, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.hero_ids[choice]

    def label(self, s: Alexandria, choice: i64) -> Label:
        return Label(s.box.heroes[choice], detail=s.box.roles[choice])

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which hero are you?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal("somebody else plays that hero.") if text in s.box.hero_ids else None

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("board", choice)]


class DealHero(Chance[Alexandria]):
    """§1.5 One of the heroes that are left is dealt to a player."""

    clause: ClassVar[str] = "1.5"
    size: ClassVar[int] = HEROES

    receiver: i64 = one(SEAT)

    def actor(self, s: Alexandria) -> i64:
        return self.receiver

    def weights(self, s: Alexandria) -> Ints:
        return flags(free_heroes(s), HEROES)

    def answer(self, s: Alexandria, choice: i64) -> None:
        take_hero(s, self.receiver, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.hero_ids[choice]


class BuildRoom(Chance[Alexandria]):
    """§1.6 The top tile of the room stack is built on, §1.7 where its light beam says."""

    clause: ClassVar[str] = "1.6"
    size: ClassVar[int] = MOST_ROOMS

    def weights(self, s: Alexandria) -> Ints:
        """As if 4 common rooms per player had been shuffled with the starting rooms: all tiles left
        are equally likely.
        """
        weights = ZEROS[: s.box.room_count]
        left = s.box.common_rooms * s.seats - how_many(s.library & s.box.commons)
        unused = how_many(s.box.commons & ~s.library)
        room: i64
        for room in members(s.box.commons & ~s.library):
            weights[room] = left
        for hero in s.hero:
            if not has(s.library, START + hero):
                weights[START + hero] = unused if unused > 0 else 1
        return weights

    def answer(self, s: Alexandria, choice: i64) -> None:
        build(s, choice)
        if how_many(s.library) < rooms_in_play(s):
            s.push(BUILD_ROOM)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.room_slugs[choice]


class Furnish(Auto[Alexandria]):
    """§1.9 Heroes go to their starting rooms; the furniture there and next door is turned up."""

    clause: ClassVar[str] = "1.9"

    def answer(self, s: Alexandria, choice: i64) -> None:
        LAID_OUT.note(s, how_many(s.library), how_many(s.library) * s.box.furniture_per_room)
        rooms: i64 = 0
        seat: i64
        for seat in range(s.seats):
            s.position[seat] = START + s.hero[seat]
            rooms |= s.near(s.position[seat])
        turn_up(s, rooms, ALL_TILES)


class DealHands(Auto[Alexandria]):
    """§1.10 Everybody draws five cards."""

    clause: ClassVar[str] = "1.10"

    def answer(self, s: Alexandria, choice: i64) -> None:
        HANDS_DEALT.note(s, s.box.start_hand)
        seat: i64
        for seat in range(s.seats - 1, -1, -1):
            s.push(DrawCard(seat, s.box.start_hand))


class AskEnds(Auto[Alexandria]):
    """§1.11 Now everybody is asked for a Dramatic End."""

    clause: ClassVar[str] = "1.11"

    def answer(self, s: Alexandria, choice: i64) -> None:
        together(s, CHOOSE_END, (1 << s.seats) - 1)


class ChooseEnd(Together[Alexandria]):
    """§1.11 Secretly choose one of your two Dramatic Ends; the other returns to the box."""

    clause: ClassVar[str] = "1.11"
    size: ClassVar[int] = 2 * HEROES
    block: ClassVar[int] = 16

    def choices_of(self, s: Alexandria, seat: i64) -> Ints:
        return Ints([s.hero[seat] * 2, s.hero[seat] * 2 + 1])

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return 1 << seat

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat: i64
        for seat in range(s.seats):
            face = s.sealed[seat] % 2
            s.chosen[seat].add(s.boxed[seat].take(s.boxed[seat].find(face)))
            END_CHOSEN.note(s, seat, s.sealed[seat])

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.slugs[DRAMATIC_END + choice]

    def label(self, s: Alexandria, choice: i64) -> Label:
        portent, end = s.box.portent_texts[choice], s.box.texts[DRAMATIC_END + choice]
        return Label(
            s.box.names[DRAMATIC_END + choice], detail=f"As a Portent: {portent} As the End: {end}"
        )

    def question(self, s: Alexandria) -> str:
        return "Which of your two Dramatic Ends goes into the common deck?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return (
            Refusal("that Dramatic End belongs to another hero.") if text in s.box.slugs else None
        )

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("end", choice)]


START_PLAYER: Final = StartPlayer()
TAKE_HEROES: Final = TakeHeroes()
PICK_HERO: Final = [PickHero(seat) for seat in range(MAX_SEATS)]
BUILD_ROOM: Final = BuildRoom()
FURNISH: Final = Furnish()
DEAL_HANDS: Final = DealHands()
ASK_ENDS: Final = AskEnds()
CHOOSE_END: Final = ChooseEnd()


def free_heroes(s: Alexandria) -> i64:
    """§1.5 The mask of the heroes that nobody plays."""
    heroes: i64 = (1 << HEROES) - 1
    for hero in s.hero:
        if hero != NONE:
            heroes &= ~(1 << hero)
    return heroes


def take_hero(s: Alexandria, seat: i64, hero: i64) -> None:
    """§1.3 With the hero comes the whole deck."""
    s.hero[seat] = hero
    s.draws[seat].rest = cards_of(s.box, int(hero))
    HERO_TAKEN.note(s, seat, hero)


def rooms_in_play(s: Alexandria) -> i64:
    """§1.6 Four common rooms and a starting room for each player."""
    return (s.box.common_rooms + 1) * s.seats


def build(s: Alexandria, room: i64) -> None:
    """§1.7 One step from the room built before, along the beam, over rooms that are in the way;
    §1.8 with four tiles.
    """
    x: i64 = 0
    y: i64 = 0
    if s.latest != NONE:
        x = s.x[s.latest] + s.box.beam_x[room]
        y = s.y[s.latest] + s.box.beam_y[room]
        while room_at(s, x, y) != NONE:
            x += s.box.beam_x[room]
            y += s.box.beam_y[room]
    s.x[room] = x
    s.y[room] = y
    for other in members(s.library):
        if s.beside(room, other):
            s.doors[room] |= 1 << other
            s.doors[other] |= 1 << room
    s.library |= 1 << room
    s.latest = room
    s.down[room] = s.box.furniture_per_room


def room_at(s: Alexandria, x: i64, y: i64) -> i64:
    for room in members(s.library):
        if s.x[room] == x and s.y[room] == y:
            return room
    return NONE
