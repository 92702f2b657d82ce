"""The only question that chapter 13 of RULES.md asks: Besotted."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import BLESSINGS, CURSES, HERMIONE, PAGES
from emberstacks.games.horror.hands import holds, pass_blessing, pass_weapon
from emberstacks.games.horror.powers import has_weakness
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.pages import gain_page
from emberstacks.games.horror.words import page_word
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import bit, members
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Step

BLESSING: Final = PAGES  # the first code for a Blessing
CURSE: Final = PAGES + BLESSINGS


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
        s.note("besotted", self.seat, choice)
        s.push(GiveCard(self.seat, choice))

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "adore " + LETTERS[choice].lower()

    def label(self, s: HorrorTable, choice: i64) -> str:
        return f"Give a card to {mark(choice)}"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, you are besotted. Who do you give a card to?"

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return [f"seat-{choice}"]


class GiveCard(Step[HorrorTable]):
    """§13.5 Which loose page or card of her hand does Lady Hermione give away?"""

    clause: ClassVar[str] = "13.5"
    size: ClassVar[int] = PAGES + BLESSINGS + CURSES

    beloved: i64

    def choices(self, s: HorrorTable) -> Ints:
        out = members(s.loose[self.seat])
        kind: i64
        for kind in range(BLESSINGS):
            if holds(s.hand[self.seat], kind):
                out = append(out, BLESSING + kind)
        for kind in range(CURSES):
            if holds(s.weapons[self.seat], kind):
                out = append(out, CURSE + kind)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if choice < PAGES:
            s.loose[self.seat] &= ~bit(choice)
            s.note("gift", choice, self.seat, self.beloved)
            gain_page(s, self.beloved, choice)
        elif choice < CURSE:
            known = pass_blessing(s, choice - BLESSING, self.seat, self.beloved)
            s.note_secret(known, "gift-blessing", choice - BLESSING, self.seat, self.beloved)
        else:
            known = pass_weapon(s, choice - CURSE, self.seat, self.beloved)
            s.note_secret(known, "gift-curse", choice - CURSE, self.seat, self.beloved)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if choice < PAGES else 1 << self.seat | 1 << self.beloved

    def text(self, s: HorrorTable, choice: i64) -> str:
        if choice < PAGES:
            return "give " + page_word(s.box, choice)
        return "give " + (s.box.blessing_words[choice - BLESSING] if choice < CURSE else s.box.curse_words[choice - CURSE])

    def public_text(self, s: HorrorTable, choice: i64) -> str:
        return "give a blessing" if choice < CURSE else "give a curse"

    def label(self, s: HorrorTable, choice: i64) -> str:
        if choice < PAGES:
            return f"Give {s.box.objects[choice]}"
        name = s.box.blessings[choice - BLESSING] if choice < CURSE else s.box.curses[choice - CURSE]
        return f"Give the card {name}, unseen by the others"

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which card do you give to {mark(self.beloved)}?"

    def why_not(self, s: HorrorTable, text: str) -> str:
        return "give a loose page or a card from your hand." if text.startswith("give") else ""

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return [f"page-{choice}"] if choice < PAGES else []


BESOTTED: Final = Besotted()
CHOOSE_BELOVED: Final = [ChooseBeloved(seat) for seat in range(MAX_SEATS)]
