"""Chapter 9 of RULES.md: attacks on players and their defences; the stab of the Ritual Dagger and the Captain's duel."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import (
    ANTIDOTE,
    AQUA_TOFANA,
    BLESSINGS,
    BLUNDERBUSS,
    BOOK,
    CORSET,
    CURSES,
    ICE_PICK,
    LOCKET,
    PAGES,
    REVOLVER,
    RITUAL_DAGGER,
    THIRD_EYE,
)
from emberstacks.games.horror.hands import (
    can_play,
    hidden_blessings,
    might_hold,
    pass_blessing,
    pass_weapon,
    spend_blessing,
    spend_weapon,
)
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.cards import end_curse
from emberstacks.games.horror.steps.dice import DUEL, ONE, roll
from emberstacks.games.horror.steps.fortitude import shift
from emberstacks.games.horror.steps.pages import TAKE_AFTER_STAB, gain_page, listed
from emberstacks.games.horror.words import page_word
from emberstacks.kernel.ints import Ints, i64, plus
from emberstacks.kernel.loop import together
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Chance, Step, Together
from emberstacks.kernel.zones import bit

DUELLED: Final = -1  # as an attack, beside the kinds of curses
A_BLESSING: Final = PAGES  # as a theft, beside the pages
A_CURSE: Final = PAGES + 1


class Defend(Together[HorrorTable]):
    """§9.7 Does the target play a defence?"""

    clause: ClassVar[str] = "9.7"
    window: ClassVar[bool] = True
    size: ClassVar[int] = BLESSINGS + 1  # pass, then the Blessings

    attack: i64  # a kind of curse, or DUELLED
    target: i64
    harm: i64

    def choices_of(self, s: HorrorTable, seat: i64) -> Ints:
        out = Ints([0])
        fitting = defences(self.attack)
        blessing: i64
        for blessing in range(BLESSINGS):
            if fitting >> blessing & 1 and can_play(s, seat, blessing):
                out = plus(out, 1 + blessing)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        played = s.sealed[self.target]
        if played == 0:
            land(s, self.attack, self.target, self.harm)
        else:
            spend_blessing(s, self.target, played - 1)
            s.note("defend", self.target, played - 1)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << seat if choice == 0 else EVERYBODY

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "pass" if choice == 0 else s.box.blessing_words[choice - 1]

    def label(self, s: HorrorTable, choice: i64) -> str:
        return "Do not defend yourself" if choice == 0 else f"Turn it away with {s.box.blessings[choice - 1]}"

    def question(self, s: HorrorTable) -> str:
        attack = "wins the duel" if self.attack == DUELLED else f"attacks with {s.box.curses[self.attack]}"
        return f"{mark(s.active)} {attack}. {mark(self.target)}, do you defend yourself?"

    def rule(self, s: HorrorTable, choice: i64) -> str:
        return "9.7" if choice == 0 else "9.8"

    def why_not(self, s: HorrorTable, text: str) -> str:
        return "you need a Blessing in your hand that fits this attack."


class Steal(Step[HorrorTable]):
    """§9.6 Which loose page of the victim is stolen, or §9.10 a card of which deck from its hand?"""

    clause: ClassVar[str] = "9.6"
    size: ClassVar[int] = PAGES + 2

    victim: i64

    def choices(self, s: HorrorTable) -> Ints:
        out = listed(s.loose[self.victim])
        if s.agreed.blind_theft:
            if s.hand[self.victim].count() > 0:
                out = plus(out, A_BLESSING)
            if s.weapons[self.victim].count() > 0:
                out = plus(out, A_CURSE)
        return out

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if choice >= PAGES:
            s.push(StealUnseen(self.victim, choice))
            return
        s.loose[self.victim] &= ~bit(choice)
        s.note("steal", self.seat, self.victim, choice)
        gain_page(s, self.seat, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        if choice >= PAGES:
            return "steal a blessing" if choice == A_BLESSING else "steal a curse"
        return "steal " + page_word(s.box, choice)

    def label(self, s: HorrorTable, choice: i64) -> str:
        if choice >= PAGES:
            return f"Steal {'a Blessing' if choice == A_BLESSING else 'a Curse'} from the hand, unseen"
        return f"Steal {s.box.objects[choice]}"

    def question(self, s: HorrorTable) -> str:
        what = "card" if s.agreed.blind_theft else "page"
        return f"{mark(self.seat)}, which {what} do you steal from {mark(self.victim)}?"

    def rule(self, s: HorrorTable, choice: i64) -> str:
        return "9.10" if choice >= PAGES else "9.6"

    def why_not(self, s: HorrorTable, text: str) -> str:
        if not text.startswith("steal"):
            return ""
        if s.agreed.blind_theft:
            return "only a loose page of your victim can be stolen, or unseen a card from its hand."
        return "only a loose page of your victim can be stolen."

    def pieces(self, s: HorrorTable, choice: i64) -> list[str]:
        return [f"seat-{self.victim}"] if choice >= PAGES else [f"page-{choice}"]


class StealUnseen(Chance[HorrorTable]):
    """§9.10 Which Blessing or Curse the thief pulls from the hand, nobody chooses."""

    clause: ClassVar[str] = "9.10"
    size: ClassVar[int] = CURSES

    victim: i64
    what: i64  # A_BLESSING or A_CURSE

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        weights = Ints([0] * CURSES)
        hand = s.hand[self.victim] if self.what == A_BLESSING else s.weapons[self.victim]
        for face in hand.face:
            weights[face] += 1
        return weights

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if self.what == A_BLESSING:
            known = pass_blessing(s, choice, self.victim, s.active)
            s.note_secret(known, "steal-blessing", choice, self.victim, s.active)
        else:
            known = pass_weapon(s, choice, self.victim, s.active)
            s.note_secret(known, "steal-curse", choice, self.victim, s.active)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << s.active | 1 << self.victim

    def text(self, s: HorrorTable, choice: i64) -> str:
        return s.box.blessing_words[choice] if self.what == A_BLESSING else s.box.curse_words[choice]


class Shot(Auto[HorrorTable]):
    """§9.5 The die says how well the Blunderbuss hits."""

    clause: ClassVar[str] = "9.5"

    target: i64

    def answer(self, s: HorrorTable, choice: i64) -> None:
        harm = s.box.blunderbuss[s.white - 1]
        if harm == 0:
            s.note("backfire", s.active)
            shift(s, s.active, -s.box.backfire)
        else:
            open_defence(s, BLUNDERBUSS, self.target, harm)


class DuelResult(Auto[HorrorTable]):
    """§13.6 If the Captain's die is the higher, he takes a page."""

    clause: ClassVar[str] = "13.6"

    target: i64

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if s.yellow > s.white:
            open_defence(s, DUELLED, self.target, 0)
        else:
            s.note("draw", s.active, self.target)


SHOT: Final = [Shot(seat) for seat in range(MAX_SEATS)]
DUEL_RESULT: Final = [DuelResult(seat) for seat in range(MAX_SEATS)]


def use_weapon(s: HorrorTable, seat: i64, weapon: i64, target: i64) -> None:
    """§9.1 The weapon is shown and spent; §9.5 the Blunderbuss needs a die first."""
    spend_weapon(s, seat, weapon)
    s.note("attack", seat, weapon, target)
    if weapon == BLUNDERBUSS:
        s.push(SHOT[target])
        roll(s, ONE)
    else:
        open_defence(s, weapon, target, s.box.harm[weapon])  # §9.2, §9.3, §9.4


def stab(s: HorrorTable, seat: i64, target: i64) -> None:
    """§8.8 The Ritual Dagger finds somebody."""
    s.note("attack", seat, RITUAL_DAGGER, target)
    open_defence(s, RITUAL_DAGGER, target, s.box.harm[RITUAL_DAGGER])


def duel(s: HorrorTable, seat: i64, target: i64) -> None:
    """§13.6 A die each, once a turn with each opponent."""
    s.duelled |= 1 << target
    s.note("duel", seat, target)
    s.push(DUEL_RESULT[target])
    roll(s, DUEL)


def open_defence(s: HorrorTable, attack: i64, target: i64, harm: i64) -> None:
    """§9.9 The target is asked if, by what everybody knows, a fitting card might be in its hand."""
    if might_hold(s, target, defences(attack), hidden_blessings(s)):
        together(s, Defend(attack, target, harm), 1 << target)
    else:
        land(s, attack, target, harm)


def defences(attack: i64) -> i64:
    """§9.8 The mask of the Blessings that turn an attack away."""
    if attack in (ICE_PICK, RITUAL_DAGGER):
        return 1 << CORSET | 1 << THIRD_EYE | 1 << LOCKET
    if attack in (REVOLVER, BLUNDERBUSS):
        return 1 << THIRD_EYE | 1 << BOOK | 1 << LOCKET
    if attack == AQUA_TOFANA:
        return 1 << ANTIDOTE | 1 << LOCKET
    return 1 << LOCKET


def land(s: HorrorTable, attack: i64, target: i64, harm: i64) -> None:
    """The attack takes effect: §9.6 harm and theft, or §8.9 what the dagger brings."""
    seat = s.active
    if attack == RITUAL_DAGGER:
        end_curse(s, RITUAL_DAGGER)
        s.push(TAKE_AFTER_STAB[seat])
    elif has_booty(s, target):
        s.push(Steal(seat, target))
    shift(s, target, -harm)


def has_booty(s: HorrorTable, target: i64) -> bool:
    """§9.6 Is there a loose page to steal, or §9.10 where so agreed a card in the hand?"""
    if s.loose[target] != 0:
        return True
    return s.agreed.blind_theft and s.hand[target].count() + s.weapons[target].count() > 0
