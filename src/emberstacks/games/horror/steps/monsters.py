"""Chapter 11 of RULES.md: monsters appear, are attacked and are moved."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import (
    BETTY,
    CRANE,
    DECKFORD,
    ELDRED,
    HERMIONE,
    MOST_LEVEL,
    NOWHERE,
    PORTAL,
    ROOMS,
)
from emberstacks.games.horror.library import in_play, markers_in, monsters_in, seats_in, unbeaten
from emberstacks.games.horror.powers import has_object, is_coward
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.dice import SUM, TOTAL, roll, shown_by
from emberstacks.games.horror.steps.fortitude import SPARED, hurt, shift
from emberstacks.games.horror.steps.kind import Bonus, HorrorKind, room_named
from emberstacks.games.horror.steps.moving import LEAVE_PORTAL
from emberstacks.games.horror.words import CHARACTER, MONSTER, joined, piece_id, room_word
from emberstacks.kernel.domains import one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1, V1_2
from emberstacks.kernel.words import Label, Refusal

# What is new comes last, because tables know these numbers.
FIGHTS: Final = (
    "fight 1",
    "fight 2",
    "fight 1 1",
    "fight 1 2",
    "fight 2 2",
    "fight 3",
    "fight 1 3",
    "fight 2 3",
    "fight 3 3",
)
FIRST: Final = Ints([1, 2, 1, 1, 2, 3, 1, 2, 3])  # the levels attacked by each of these
SECOND: Final = Ints([0, 0, 1, 2, 2, 0, 3, 3, 3])
BY_NUMBER: Final = Ints([0, 1, 5, 2, 3, 4, 6, 7, 8])  # the same, first those with one monster
ANY_FIGHT: Final = Ints([0, 1, 2, 3, 4, 5, 6, 7, 8])


@final
class Summoned(Happening):
    """§11.1, §11.3 Markers bring a monster."""

    kind: ClassVar[str] = "summon"

    def note(self, s: HorrorTable, monster: i64, room: i64) -> None:
        if s.log is not None:
            name = described(s, monster)
            where = f"{name[0].upper()}{name[1:]} appears in the {s.box.rooms[room]}"
            self.told(
                s, f"{where}: {markers_in(s, room)} search markers are there now.", [monster, room]
            )


@final
class Attacked(Happening):
    """§11.6 An attack on a monster, §14.4 or on two; their levels tell them apart."""

    kind: ClassVar[str] = "fight"

    def note(self, s: HorrorTable, seat: i64, fight: i64) -> None:
        if s.log is not None:
            one, other = beaten_in(s, seat, fight)
            text = (
                f"{mark(seat)} attacks"
                f" {described(s, one)}{f' and {described(s, other)}' if other >= 0 else ''}."
            )
            because = piece_id(CHARACTER + DECKFORD) if other >= 0 else ""
            self.told(s, text, [seat, one, SECOND[fight]], because=because)


class FightOver(Happening):
    """§11.6 How an attack on monsters has ended."""

    verb: ClassVar[str] = ""

    def note(self, s: HorrorTable, seat: i64, fight: i64, total: i64) -> None:
        if s.log is not None:
            monsters = joined(
                [f"the {s.box.monsters[one]}" for one in beaten_in(s, seat, fight) if one >= 0]
            )
            fan = (
                f", {s.box.fan} of it by the {s.box.objects[s.box.object[BETTY]]}"
                if has_object(s, seat, BETTY)
                else ""
            )
            because = piece_id(CHARACTER + BETTY) if fan else ""
            text = f"{mark(seat)} {self.verb} {monsters} with {total}{fan}{self.needed(s)}."
            self.told(s, text, [seat, total], because=because)

    def needed(self, s: HorrorTable) -> str:
        """What the total should have been."""
        return ""


@final
class FightWon(FightOver):
    """§11.7 The monster is beaten."""

    kind: ClassVar[str] = "won"
    verb: ClassVar[str] = "beats"


@final
class FightLost(FightOver):
    """§11.10 The attack has failed."""

    kind: ClassVar[str] = "lost"
    verb: ClassVar[str] = "loses against"

    def needed(self, s: HorrorTable) -> str:
        return f"; it takes {s.box.monster_attack}"


@final
class RolledAgain(Happening):
    """§14.6 The mandrake root gives another roll."""

    kind: ClassVar[str] = "reroll"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            text = f"The {s.box.objects[s.box.object[CRANE]].lower()} lets {mark(seat)} roll again."
            self.told(s, text, [seat], because=piece_id(CHARACTER + CRANE))


@final
class MonsterMoved(Happening):
    """§11.7 A beaten monster is sent away."""

    kind: ClassVar[str] = "move-monster"

    def note(self, s: HorrorTable, seat: i64, monster: i64, room: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} drives the {s.box.monsters[monster]} into the {s.box.rooms[room]}."
            )
            self.told(s, text, [seat, monster, room])


@final
class MonsterLeft(Happening):
    """§11.7 A beaten monster stays where it is."""

    kind: ClassVar[str] = "leave-monster"

    def note(self, s: HorrorTable, seat: i64, monster: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} leaves the {s.box.monsters[monster]} where it is.",
                [seat, monster],
            )


SUMMONED: Final = Summoned()
ATTACKED: Final = Attacked()
WON: Final = FightWon()
LOST: Final = FightLost()
ROLLED_AGAIN: Final = RolledAgain()
MONSTER_MOVED: Final = MonsterMoved()
MONSTER_LEFT: Final = MonsterLeft()


@final
class AttackMonster(Bonus):
    """§11.6 Attack a monster in your room, §11.9 then the next, or §14.4 two at once; the varieties
    are FIGHTS.
    """

    word: ClassVar[str] = "fight"
    clause: ClassVar[str] = "11.6"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        if s.beaten == 0 and not is_coward(s, seat):  # §11.10, §13.7
            out = possible_fights(s, seat, out, self.codes)
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        attack_monsters(s, seat, which)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return FIGHTS[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return fight_label(s, seat, which)

    def rule(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "14.4" if SECOND[which] > 0 else "11.6"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if is_coward(s, seat):
            return Refusal("a coward fights no monster.", "13.7")
        if monsters_in(s, s.place[seat]) == 0:
            return Refusal("there is no monster in your room.", "11.6")
        if unbeaten(s, s.place[seat]) == 0:
            return Refusal("you have beaten it in this turn and left it here.", "11.7")
        if s.beaten == 1:
            return Refusal(
                "you have lost in this room: leave it and come back before you attack again.",
                "11.10",
            )
        if " " in rest and not has_object(s, seat, DECKFORD):
            return Refusal(
                "only Captain Deckford with his pistol attacks two monsters at once.", "14.4"
            )
        return Refusal(
            "there is no such monster in your room; name the level of the one you attack.", "11.6"
        )

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("monsters", s.place[seat])]


class Fight(Auto[HorrorTable]):
    """§11.6 With 6 or more in all the monster is beaten."""

    clause: ClassVar[str] = "11.6"

    fight: i64 = one(within(0, len(FIGHTS) - 1))

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = s.active
        total = shown_by(s, TOTAL)
        if has_object(s, seat, BETTY):
            total += s.box.fan  # §14.2
        if total >= s.box.monster_attack:
            WON.note(s, seat, self.fight, total)
            win_fight(s, seat, self.fight)
        elif s.rerolled == 0 and has_object(s, seat, CRANE):
            s.push(RollAgain(seat, self.fight))
        else:
            LOST.note(s, seat, self.fight, total)
            lose_fight(s, seat, self.fight)


@final
class RollOnceMore(HorrorKind):
    """§14.6 With the mandrake root, once a turn."""

    word: ClassVar[str] = "roll again"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.rerolled = 1
        ROLLED_AGAIN.note(s, seat)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Roll again", "once a turn")


@final
class AcceptDefeat(HorrorKind):
    """§14.6 The mandrake root is kept for another attack."""

    word: ClassVar[str] = "accept"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        pass

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Accept the defeat"


AGAIN_MENU: Final[Menu[HorrorTable]] = Menu({RollOnceMore(): [0], AcceptDefeat(): [1]})


class RollAgain(Step[HorrorTable]):
    """§14.6 Does Dr Crane roll the lost attack again?"""

    clause: ClassVar[str] = "14.6"
    size: ClassVar[int] = 2
    block: ClassVar[int] = 4

    fight: i64 = one(within(0, len(FIGHTS) - 1))

    def menu(self) -> Menu[HorrorTable]:
        return AGAIN_MENU

    def answer(self, s: HorrorTable, choice: i64) -> None:
        AGAIN_MENU.do(s, self.seat, choice)
        if s.rerolled == 1:
            s.push(FIGHT[self.fight])
            roll(s, SUM)
        else:
            LOST.note(s, self.seat, self.fight, shown_by(s, TOTAL))
            lose_fight(s, self.seat, self.fight)

    def question(self, s: HorrorTable) -> str:
        return (
            f"{mark(self.seat)}, the attack has failed with {shown_by(s, TOTAL)}. Do you roll"
            " again?"
        )


@final
class GoOnSearching(HorrorKind):
    """§11.6 No attack now: the search goes on."""

    word: ClassVar[str] = "go on"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        pass

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Go on with what you were doing"


GO_ON_SEARCHING: Final = GoOnSearching()
AMBUSH_MENU: Final[Menu[HorrorTable]] = Menu(
    {AttackMonster(): [0, 1, 2, 3, 4, 5, 6, 7, 8], GO_ON_SEARCHING: [9]}
)


class Ambush(Auto[HorrorTable]):
    """§11.6 Before the rest of the search, the monster that has just come can be attacked, §11.9
    and any other here.
    """

    clause: ClassVar[str] = "11.6"
    since: ClassVar[int] = V1_2

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = s.active
        if s.beaten == 0 and not is_coward(s, seat) and unbeaten(s, s.place[seat]) > 0:
            s.push(ATTACK_FIRST[seat])


class AttackFirst(Step[HorrorTable]):
    """§11.6 Does the player whose search has summoned a monster attack it before the search goes
    on?
    """

    clause: ClassVar[str] = "11.6"
    since: ClassVar[int] = V1_2
    size: ClassVar[int] = 10
    block: ClassVar[int] = 16

    def menu(self) -> Menu[HorrorTable]:
        return AMBUSH_MENU

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if AMBUSH_MENU.by_code[choice] is not GO_ON_SEARCHING:
            s.push(AMBUSH)
        AMBUSH_MENU.do(s, self.seat, choice)

    def question(self, s: HorrorTable) -> str:
        return (
            f"{mark(self.seat)}, a monster has appeared. Do you attack before your search goes on?"
        )


@final
class ToRoom(HorrorKind):
    """§11.7 The beaten monster is in this room from now on; in the room where it was beaten, it
    stays. The varieties are the rooms.
    """

    word: ClassVar[str] = "send"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        room: i64
        for room in range(ROOMS + 1):
            if (
                in_play(s, room)
                and room != s.place[seat]
                and monsters_in(s, room) < s.box.monsters_in_a_room
            ):
                out = append(out, self.codes[room])
        return out if s.rules < V1_1 else append(out, self.codes[s.place[seat]])

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "leave" if which == s.place[seat] else "send " + room_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        if which == s.place[seat]:
            return Label("Leave it here", detail="you cannot attack it again in this turn")
        victims = [mark(other) for other in range(s.seats) if s.place[other] == which]
        harm = f"hurts {', '.join(victims)}" if victims else ""
        return Label(f"To the {s.box.rooms[which]}", harm)

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("room", which)]


MOVE_MENU: Final[Menu[HorrorTable]] = Menu(
    {ToRoom(): [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]}
)


class MoveMonster(Step[HorrorTable]):
    """§11.7 Where is the beaten monster moved, or is it left where it is?"""

    clause: ClassVar[str] = "11.7"
    size: ClassVar[int] = 16
    block: ClassVar[int] = 32

    level: i64 = one(within(1, MOST_LEVEL))

    def menu(self) -> Menu[HorrorTable]:
        return MOVE_MENU

    def answer(self, s: HorrorTable, choice: i64) -> None:
        room = MOVE_MENU.which[choice]
        monster = first_monster(s, s.place[self.seat], self.level)
        if room == s.place[self.seat]:
            s.left |= 1 << monster
            MONSTER_LEFT.note(s, self.seat, monster)
            return
        MONSTER_MOVED.note(s, self.seat, monster, room)
        appear(s, monster, room)

    def question(self, s: HorrorTable) -> str:
        name = s.box.monsters[first_monster(s, s.place[self.seat], self.level)]
        return f"{mark(self.seat)}, where do you send the {name} (level {self.level})?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        stay = " or stays where it is" if s.rules >= V1_1 else ""
        room = room_named(s, text.removeprefix("send "))
        if room >= 0 and monsters_in(s, room) == s.box.monsters_in_a_room:
            return Refusal(f"there are four monsters in the {s.box.rooms[room]} already.", "11.3")
        return Refusal(
            f"a beaten monster goes to another room with fewer than four monsters{stay}."
        )


AMBUSH: Final = Ambush()
ATTACK_FIRST: Final = [AttackFirst(seat) for seat in range(MAX_SEATS)]
FIGHT: Final = [Fight(fight) for fight in range(len(FIGHTS))]
MOVE_MONSTER: Final = [
    [MoveMonster(seat, level) for level in range(MOST_LEVEL + 1)] for seat in range(MAX_SEATS)
]


def summon(s: HorrorTable, room: i64) -> None:
    """§11.3 The next monster appears, level 1 first; never as the fifth in a room."""
    if monsters_in(s, room) == s.box.monsters_in_a_room:
        return
    for monster in s.box.coming:
        if monster < len(s.lurks) and s.lurks[monster] == NOWHERE:
            SUMMONED.note(s, monster, room)
            if s.rules >= V1_2:
                s.push(AMBUSH)
            appear(s, monster, room)
            return


def appear(s: HorrorTable, monster: i64, room: i64) -> None:
    """§11.4, §11.8 A monster that comes into a room hurts everybody there, §14.5 but not the owner
    of the canopic jar.
    """
    s.lurks[monster] = room
    victims = seats_in(s, room)
    seat: i64
    for seat in range(s.seats):
        if has(victims, seat) and has_object(s, seat, ELDRED):
            victims &= ~(1 << seat)
            SPARED.note(s, seat, ELDRED)
    hurt(s, victims, s.box.level[monster], monster)


def possible_fights(s: HorrorTable, seat: i64, out: Ints, codes: Ints) -> Ints:
    """§11.6 The codes of the attacks on monsters in the seat's room, §14.4 with a pistol on two,
    added to those in `out`.
    """
    here = s.place[seat]
    there = Ints([0, 0, 0, 0])  # how many of each level
    monster: i64
    for monster in range(len(s.lurks)):
        if s.lurks[monster] == here and not has(s.left, monster):  # §11.7
            there[s.box.level[monster]] += 1
    pistol = has_object(s, seat, DECKFORD)
    fight: i64
    for fight in BY_NUMBER:
        first, second = FIRST[fight], SECOND[fight]
        enough = there[first] > (1 if first == second else 0)
        if enough and (second == 0 or (pistol and there[second] > 0)):
            out = append(out, codes[fight])
    return out


def attack_monsters(s: HorrorTable, seat: i64, fight: i64) -> None:
    """§11.6 Roll both dice."""
    ATTACKED.note(s, seat, fight)
    s.push(FIGHT[fight])
    roll(s, SUM)


def win_fight(s: HorrorTable, seat: i64, fight: i64) -> None:
    """§11.7 The level is gained, §14.3 and 2 more for each with the hand mirror; then every beaten
    monster is moved.
    """
    gain = FIRST[fight] + SECOND[fight]
    s.push(MOVE_MONSTER[seat][FIRST[fight]])
    if SECOND[fight] > 0:
        s.push(MOVE_MONSTER[seat][SECOND[fight]])
    if has_object(s, seat, HERMIONE):
        gain += s.box.hand_mirror
    shift(s, seat, gain, MONSTER + first_monster(s, s.place[seat], FIRST[fight]))


def lose_fight(s: HorrorTable, seat: i64, fight: i64) -> None:
    """§11.10 The level is lost, §14.4 the higher of two, and there is no second try; §12.4 a player
    in the Portal leaves.
    """
    s.beaten = 1
    if s.place[seat] == PORTAL:
        s.push(LEAVE_PORTAL[seat])
    level = max(FIRST[fight], SECOND[fight])
    hurt(s, 1 << seat, level, first_monster(s, s.place[seat], level))


def first_monster(s: HorrorTable, room: i64, level: i64) -> i64:
    """§11.3 Monsters of one level are the same: the first of that level in a room that was not
    beaten and left there.
    """
    monster: i64 = 0
    while s.lurks[monster] != room or s.box.level[monster] != level or has(s.left, monster):
        monster += 1
    return monster


def beaten_in(s: HorrorTable, seat: i64, fight: i64) -> tuple[i64, i64]:
    """§11.3 The monsters that an attack is about; the second is -1 if there is only one."""
    one = first_monster(s, s.place[seat], FIRST[fight])
    if SECOND[fight] == 0:
        return one, -1
    if SECOND[fight] != FIRST[fight]:
        return one, first_monster(s, s.place[seat], SECOND[fight])
    other = one + 1
    while (
        s.lurks[other] != s.place[seat] or s.box.level[other] != SECOND[fight] or has(s.left, other)
    ):
        other += 1
    return one, other


def described(s: HorrorTable, monster: i64) -> str:
    """A monster with its level."""
    return f"the {s.box.monsters[monster]} (level {s.box.level[monster]})"


def fight_label(s: HorrorTable, seat: i64, fight: i64) -> Label:
    """An attack on monsters as a button says it."""
    here = s.place[seat]
    first = s.box.monsters[first_monster(s, here, FIRST[fight])]
    if SECOND[fight] == 0:
        return Label(
            f"Attack the {first}", f"level {FIRST[fight]}", f"roll {s.box.monster_attack} or more"
        )
    return Label("Attack two monsters at once", f"levels {FIRST[fight]} and {SECOND[fight]}")
