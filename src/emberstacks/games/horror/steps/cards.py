"""Chapter 8 of RULES.md: drawing Blessings and Curses, those that strike at once, that last, or
that you play in your turn.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import (
    DIRECTIONS,
    FINGERTRAP,
    LOCKPICKS,
    MOST_CARDS,
    MYSTERIOUS_MIRROR,
    NIHILISM,
    NOWHERE,
    RITUAL_DAGGER,
    TINCTURE,
    UNRESOLVED_BUSINESS,
)
from emberstacks.games.horror.hands import can_play, kept_curses, spend_blessing, why_not_play
from emberstacks.games.horror.library import beyond, mirror_rooms, passage
from emberstacks.games.horror.state import CURSE_LOT, NO_SEAT, HorrorTable
from emberstacks.games.horror.steps.dice import ONE, roll
from emberstacks.games.horror.steps.fortitude import shift
from emberstacks.games.horror.steps.kind import Bonus, HorrorKind
from emberstacks.games.horror.steps.looking import STEPPED_OUT, why_not_mirror
from emberstacks.games.horror.steps.moving import (
    door_pieces,
    enter,
    may_pass,
    toll,
    walk,
    why_not_out,
)
from emberstacks.games.horror.words import BLESSING, CURSE, piece_id, room_word
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Chance
from emberstacks.kernel.words import Label, Refusal
from emberstacks.kernel.zones import Slot, shown


@final
class BlessingKept(Happening):
    """§8.1 A Blessing is drawn, which only its owner sees."""

    kind: ClassVar[str] = "blessing"

    def note(self, s: HorrorTable, known: i64, seat: i64, blessing: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} keeps the Blessing {s.box.blessings[blessing]}."
            self.told(s, text, [blessing, seat], known, f"{mark(seat)} keeps a Blessing.")


@final
class WeaponKept(Happening):
    """§8.1 A Curse is drawn that is kept, which only its owner sees."""

    kind: ClassVar[str] = "weapon"

    def note(self, s: HorrorTable, known: i64, seat: i64, curse: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} keeps the Curse {s.box.curses[curse]}."
            self.told(s, text, [curse, seat], known, f"{mark(seat)} keeps a Curse.")


@final
class CurseStrikes(Happening):
    """§8.1 A Curse is shown and takes effect."""

    kind: ClassVar[str] = "curse"

    def note(self, s: HorrorTable, seat: i64, curse: i64) -> None:
        if s.log is not None:
            text = f"{s.box.curses[curse]} strikes {mark(seat)}{s.box.curse_strikes[curse]}."
            self.told(s, text, [seat, curse], because=piece_id(CURSE + curse))


@final
class NoCard(Happening):
    """§4.5 A deck of cards is empty."""

    kind: ClassVar[str] = "no-card"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} finds nothing: that deck is empty.", [seat])


@final
class BlessingPlayed(Happening):
    """§8.3 A Blessing is played in one's own turn."""

    kind: ClassVar[str] = "play"

    def note(self, s: HorrorTable, seat: i64, blessing: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} plays {s.box.blessings[blessing]}.", [seat, blessing])


@final
class Freed(Happening):
    """§8.10 The trap opens."""

    kind: ClassVar[str] = "free"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} breaks free of the {s.box.curses[FINGERTRAP]}."
            self.told(s, text, [seat], because=piece_id(CURSE + FINGERTRAP))


@final
class Stuck(Happening):
    """§8.10 The trap does not open."""

    kind: ClassVar[str] = "stuck"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} stays in the {s.box.curses[FINGERTRAP]}: it takes"
                f" {s.box.free_of_the_trap} or more."
            )
            self.told(s, text, [seat], because=piece_id(CURSE + FINGERTRAP))


@final
class Settled(Happening):
    """§8.11 Unresolved Business ends."""

    kind: ClassVar[str] = "settled"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            text = f"The {s.box.curses[UNRESOLVED_BUSINESS]} of {mark(seat)} is settled."
            self.told(s, text, [seat], because=piece_id(CURSE + UNRESOLVED_BUSINESS))


BLESSING_KEPT: Final = BlessingKept()
WEAPON_KEPT: Final = WeaponKept()
CURSE_STRIKES: Final = CurseStrikes()
NO_CARD: Final = NoCard()
BLESSING_PLAYED: Final = BlessingPlayed()
FREED: Final = Freed()
STUCK: Final = Stuck()
SETTLED: Final = Settled()


@final
class TryToBreakFree(HorrorKind):
    """§8.10 An action for a roll of the white die, which may open the Devil's Fingertrap."""

    word: ClassVar[str] = "break free"
    clause: ClassVar[str] = "8.10"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return s.trap == seat

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.push(BREAK_FREE)
        roll(s, ONE)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Try to break free", detail=f"roll {s.box.free_of_the_trap} or more")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("the Devil's Fingertrap does not hold you.", "8.10")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("seat", seat)]


@final
class DrinkTincture(Bonus):
    """§8.13 Restorative Tincture: Fortitude +3."""

    word: ClassVar[str] = "tincture"
    clause: ClassVar[str] = "8.13"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return can_play(s, seat, TINCTURE)

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        spend_blessing(s, seat, TINCTURE)
        BLESSING_PLAYED.note(s, seat, TINCTURE)
        shift(s, seat, s.box.tincture, BLESSING + TINCTURE)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Drink the Restorative Tincture", detail=f"Fortitude +{s.box.tincture}")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return why_not_play(s, seat, TINCTURE)

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("blessing", TINCTURE)]


@final
class UseMysteriousMirror(Bonus):
    """§8.14 The Mysterious Mirror leads to any other mirror; the varieties are the rooms."""

    word: ClassVar[str] = "mysterious mirror"
    clause: ClassVar[str] = "8.14"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        if s.business != seat and can_play(s, seat, MYSTERIOUS_MIRROR):  # §8.11
            out = mirror_rooms(s, s.place[seat], out, self.codes)
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        spend_blessing(s, seat, MYSTERIOUS_MIRROR)
        BLESSING_PLAYED.note(s, seat, MYSTERIOUS_MIRROR)
        STEPPED_OUT.note(s, seat, which, BLESSING + MYSTERIOUS_MIRROR)
        enter(s, seat, which)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "mysterious mirror " + room_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Mysterious Mirror", detail=f"go to the {s.box.rooms[which]}")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return why_not_play(s, seat, MYSTERIOUS_MIRROR) or why_not_mirror(s, seat, rest, "8.14")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("blessing", MYSTERIOUS_MIRROR), ("room", which)]


@final
class PickLock(HorrorKind):
    """§8.15 Lockpicks, played with a move through a closed door; the varieties are the four sides."""

    word: ClassVar[str] = "lockpicks"
    clause: ClassVar[str] = "8.15"
    with_dagger: ClassVar[bool] = True

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        if s.business == seat or not can_play(s, seat, LOCKPICKS):  # §8.11
            return out
        side: i64
        for side in range(4):
            room = passage(s, s.place[seat], side)
            if room != NOWHERE and toll(s, seat, side) > 0 and may_pass(s, seat, room, 0):
                out = append(out, self.codes[side])
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        spend_blessing(s, seat, LOCKPICKS)
        BLESSING_PLAYED.note(s, seat, LOCKPICKS)
        walk(s, seat, which, 0)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "lockpicks " + DIRECTIONS[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return (
            f"Pick the lock and go {DIRECTIONS[which]} into the"
            f" {s.box.rooms[beyond(s, s.place[seat], which)]}"
        )

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        cannot = why_not_play(s, seat, LOCKPICKS)
        if cannot is not None or rest not in DIRECTIONS:
            return cannot or Refusal("say by which door: north, east, south or west.", "8.15")
        return why_not_out(s, seat, DIRECTIONS.index(rest), 0) or Refusal(
            "that door costs you nothing anyway.", "8.15"
        )

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return door_pieces(s, s.place[seat], which)


class DrawBlessing(Chance[HorrorTable]):
    """§4.5 A Blessing is drawn, which §8.1 only its owner sees."""

    clause: ClassVar[str] = "4.5"
    size: ClassVar[int] = MOST_CARDS

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.blessings.weights()

    def answer(self, s: HorrorTable, choice: i64) -> None:
        keep_blessing(s, s.active, s.blessings.draw(choice))

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << s.active

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.blessing_words[choice]


class DrawCurse(Chance[HorrorTable]):
    """§4.5 A Curse is drawn; §8.1 some strike at once in the open, the others only their owner
    sees.
    """

    clause: ClassVar[str] = "4.5"
    size: ClassVar[int] = MOST_CARDS

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.curses.weights()

    def answer(self, s: HorrorTable, choice: i64) -> None:
        meet_curse(s, s.active, s.curses.draw(choice))

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << s.active if has(s.box.kept, choice) else EVERYBODY

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.curse_words[choice]


class BreakFree(Auto[HorrorTable]):
    """§8.10 A 5 or 6 opens the Devil's Fingertrap."""

    clause: ClassVar[str] = "8.10"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if s.white >= s.box.free_of_the_trap:
            FREED.note(s, s.active)
            end_curse(s, FINGERTRAP)
        else:
            STUCK.note(s, s.active)


DRAW_BLESSING: Final = DrawBlessing()
DRAW_CURSE: Final = DrawCurse()
BREAK_FREE: Final = BreakFree()


def draw_blessing(s: HorrorTable, seat: i64) -> None:
    """§4.5 The top Blessing, if there is one."""
    if s.blessings.count() == 0:
        NO_CARD.note(s, seat)
    elif s.blessings.fixed():
        keep_blessing(s, seat, s.blessings.draw(0))
    else:
        s.push(DRAW_BLESSING)


def keep_blessing(s: HorrorTable, seat: i64, slot: Slot) -> None:
    """§8.1 A Blessing is kept face down; everybody knows a used one that comes up again."""
    kept = shown(s, slot, 1 << seat)
    s.hand[seat].add(kept)
    BLESSING_KEPT.note(s, kept[1], seat, kept[0])


def draw_curse(s: HorrorTable, seat: i64) -> None:
    """§4.5 The top Curse, if there is one."""
    if s.curses.count() == 0:
        NO_CARD.note(s, seat)
    elif s.curses.fixed():
        meet_curse(s, seat, s.curses.draw(0))
    else:
        s.push(DRAW_CURSE)


def meet_curse(s: HorrorTable, seat: i64, slot: Slot) -> None:
    """§8.1 A weapon is kept face down, and everybody knows that it is one; any other curse strikes
    at once.
    """
    curse = slot[0]
    if has(s.box.kept, curse):
        kept = shown(s, slot, 1 << seat)
        s.weapons[seat].add((curse, kept[1], kept[2], kept_curses(s)))
        WEAPON_KEPT.note(s, kept[1], seat, curse)
        return
    open_card = shown(s, slot, EVERYBODY)
    CURSE_STRIKES.note(s, seat, curse)
    if curse == RITUAL_DAGGER:
        s.dagger = seat
        shift(s, seat, s.box.least - s.fortitude[seat], CURSE + curse)  # §8.7
    elif curse == FINGERTRAP:
        s.trap = seat  # §8.10
    elif curse == UNRESOLVED_BUSINESS:
        s.business = seat
        s.business_turns = 2  # §8.11 this turn and the next
    else:
        s.curses.bottom.add(open_card)
        if curse == NIHILISM:
            shift(s, seat, -s.fortitude[seat], CURSE + curse)  # §8.6
        else:
            shift(s, seat, -s.box.harm[curse], CURSE + curse)  # §8.4, §8.5


def end_curse(s: HorrorTable, curse: i64) -> None:
    """§8.2 A lasting curse that ends goes to the bottom of its deck."""
    if curse == RITUAL_DAGGER:
        s.dagger = NO_SEAT
    elif curse == FINGERTRAP:
        s.trap = NO_SEAT
    else:
        s.business = NO_SEAT
    s.curses.bottom.add((curse, EVERYBODY, CURSE_LOT, -1))


def count_down(s: HorrorTable, seat: i64) -> None:
    """§8.11 Unresolved Business ends with the second turn, §8.12 whatever else has happened."""
    if s.business == seat:
        s.business_turns -= 1
        if s.business_turns == 0:
            SETTLED.note(s, seat)
            end_curse(s, UNRESOLVED_BUSINESS)
