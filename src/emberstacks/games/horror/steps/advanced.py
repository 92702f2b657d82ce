"""The only question that chapter 13 of RULES.md asks: Besotted."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import HERMIONE
from emberstacks.games.horror.hands import holds, pass_blessing, pass_weapon
from emberstacks.games.horror.powers import has_weakness
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.games.horror.steps.pages import chosen_from, gain_page
from emberstacks.games.horror.words import CHARACTER, page_name, page_word, piece_id
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import bit
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Step
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Slots


@final
class FallsFor(Happening):
    """§13.5 Lady Hermione names somebody."""

    kind: ClassVar[str] = "besotted"

    def note(self, s: HorrorTable, seat: i64, beloved: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} is besotted with {mark(beloved)}."
            self.told(s, text, [seat, beloved], because=piece_id(CHARACTER + HERMIONE))


@final
class PageGiven(Happening):
    """§13.5 A loose page changes hands."""

    kind: ClassVar[str] = "gift"

    def note(self, s: HorrorTable, page: i64, giver: i64, taker: i64) -> None:
        if s.log is not None:
            text = f"{mark(giver)} gives {page_name(s.box, page)} to {mark(taker)}."
            self.told(s, text, [page, giver, taker], because=piece_id(CHARACTER + HERMIONE))


@final
class BlessingGiven(Happening):
    """§13.5 A Blessing changes hands, unseen by the others."""

    kind: ClassVar[str] = "gift-blessing"

    def note(self, s: HorrorTable, known: i64, blessing: i64, giver: i64, taker: i64) -> None:
        if s.log is not None:
            seen = f"{mark(giver)} gives the Blessing {s.box.blessings[blessing]} to {mark(taker)}."
            veiled = f"{mark(giver)} gives a Blessing to {mark(taker)}."
            self.told(
                s, seen, [blessing, giver, taker], known, veiled, piece_id(CHARACTER + HERMIONE)
            )


@final
class CurseGiven(Happening):
    """§13.5 A Curse changes hands, unseen by the others."""

    kind: ClassVar[str] = "gift-curse"

    def note(self, s: HorrorTable, known: i64, curse: i64, giver: i64, taker: i64) -> None:
        if s.log is not None:
            seen = f"{mark(giver)} gives the Curse {s.box.curses[curse]} to {mark(taker)}."
            veiled = f"{mark(giver)} gives a Curse to {mark(taker)}."
            self.told(s, seen, [curse, giver, taker], known, veiled, piece_id(CHARACTER + HERMIONE))


FALLS_FOR: Final = FallsFor()
PAGE_GIVEN: Final = PageGiven()
BLESSING_GIVEN: Final = BlessingGiven()
CURSE_GIVEN: Final = CurseGiven()


class Besotted(Auto[HorrorTable]):
    """§13.5 At -5 Lady Hermione must give a card away, if she has one."""

    clause: ClassVar[str] = "13.5"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = s.active
        has_card = s.loose[seat] != 0 or s.hand[seat].count() > 0 or s.weapons[seat].count() > 0
        if has_weakness(s, seat, HERMIONE) and has_card:
            s.push(CHOOSE_BELOVED[seat])


class ChooseBeloved(Step[HorrorTable]):
    """§13.5 With whom is Lady Hermione besotted?"""

    clause: ClassVar[str] = "13.5"
    size: ClassVar[int] = MAX_SEATS

    def choices(self, s: HorrorTable) -> Ints:
        out = Ints([])
        other: i64
        for other in range(s.seats):
            if other != self.seat:
                out = append(out, other)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        FALLS_FOR.note(s, self.seat, choice)
        s.push(GiveCard(self.seat, choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "adore " + LETTERS[choice].lower()

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Give a card to {mark(choice)}"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, you are besotted. Who do you give a card to?"

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("seat", choice)]


class Gift(HorrorKind):
    """§13.5 What Lady Hermione gives away."""

    word: ClassVar[str] = "give"

    def hand_over(self, s: HorrorTable, seat: i64, beloved: i64, which: i64) -> None:
        """Give it."""
        raise NotImplementedError


@final
class GivePageAway(Gift):
    """§13.5 A loose page; the varieties are the pages."""

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return chosen_from(s.loose[seat], self.codes, out)

    def hand_over(self, s: HorrorTable, seat: i64, beloved: i64, which: i64) -> None:
        s.loose[seat] &= ~bit(which)
        PAGE_GIVEN.note(s, which, seat, beloved)
        gain_page(s, beloved, which)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "give " + page_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Give {s.box.objects[which]}"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("page", which)]


@final
class GiveBlessing(Gift):
    """§13.5 A Blessing from her hand; the varieties are the Blessings."""

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return held(s.hand[seat], len(s.blessings.rest), self.codes, out)

    def hand_over(self, s: HorrorTable, seat: i64, beloved: i64, which: i64) -> None:
        known = pass_blessing(s, which, seat, beloved)
        BLESSING_GIVEN.note(s, known, which, seat, beloved)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "give " + s.box.blessing_words[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Give the card {s.box.blessings[which]}, unseen by the others"


@final
class GiveCurse(Gift):
    """§13.5 A Curse from her hand; the varieties are the Curses."""

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return held(s.weapons[seat], len(s.curses.rest), self.codes, out)

    def hand_over(self, s: HorrorTable, seat: i64, beloved: i64, which: i64) -> None:
        known = pass_weapon(s, which, seat, beloved)
        CURSE_GIVEN.note(s, known, which, seat, beloved)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "give " + s.box.curse_words[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Give the card {s.box.curses[which]}, unseen by the others"


GIVE_PAGE: Final = GivePageAway()
GIVE_BLESSING: Final = GiveBlessing()
GIFT_MENU: Final[Menu[HorrorTable]] = Menu(
    {
        GIVE_PAGE: [*range(60)],
        GIVE_BLESSING: [*range(60, 69), *range(79, 90)],
        GiveCurse(): [*range(69, 79), *range(90, 100)],
    }
)


class GiveCard(Step[HorrorTable]):
    """§13.5 Which loose page or card of her hand does Lady Hermione give away?"""

    clause: ClassVar[str] = "13.5"
    size: ClassVar[int] = 100
    block: ClassVar[int] = 112

    beloved: i64 = one(SEAT)

    def menu(self) -> Menu[HorrorTable]:
        return GIFT_MENU

    def answer(self, s: HorrorTable, choice: i64) -> None:
        kind = GIFT_MENU.by_code[choice]
        assert isinstance(kind, Gift)
        kind.hand_over(s, self.seat, self.beloved, GIFT_MENU.which[choice])

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return (
            EVERYBODY
            if GIFT_MENU.by_code[choice] is GIVE_PAGE
            else 1 << self.seat | 1 << self.beloved
        )

    def public_text(self, s: HorrorTable, choice: i64) -> str:
        return "give a blessing" if GIFT_MENU.by_code[choice] is GIVE_BLESSING else "give a curse"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which card do you give to {mark(self.beloved)}?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return (
            Refusal("give a loose page or a card from your hand.")
            if text.startswith("give")
            else None
        )


def held(hand: Slots, kinds: i64, codes: Ints, out: Ints) -> Ints:
    """The codes of the cards in a hand, added to those in `out`."""
    kind: i64
    for kind in range(kinds):
        if holds(hand, kind):
            out = append(out, codes[kind])
    return out


BESOTTED: Final = Besotted()
CHOOSE_BELOVED: Final = [ChooseBeloved(seat) for seat in range(MAX_SEATS)]
