"""Chapter 9 of RULES.md: attacks on players and their defences; the stab of the Ritual Dagger and
the Captain's duel.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import (
    ANTIDOTE,
    AQUA_TOFANA,
    BLUNDERBUSS,
    BOOK,
    CORSET,
    DECKFORD,
    ICE_PICK,
    LOCKET,
    MOST_CARDS,
    REVOLVER,
    RITUAL_DAGGER,
    THIRD_EYE,
)
from emberstacks.games.horror.hands import (
    IDIOCY,
    can_play,
    hidden_blessings,
    holds,
    might_hold,
    pass_blessing,
    pass_weapon,
    spend_blessing,
    spend_weapon,
)
from emberstacks.games.horror.library import seats_in
from emberstacks.games.horror.powers import has_gift, is_coward, is_idiot
from emberstacks.games.horror.state import LOSS, HorrorTable
from emberstacks.games.horror.steps.cards import end_curse
from emberstacks.games.horror.steps.dice import DUEL, ONE, roll
from emberstacks.games.horror.steps.fortitude import shift
from emberstacks.games.horror.steps.kind import HorrorKind, seat_named
from emberstacks.games.horror.steps.pages import TAKE_AFTER_STAB, chosen_from, gain_page
from emberstacks.games.horror.words import (
    CHARACTER,
    CURSE,
    NO_CAUSE,
    page_name,
    page_word,
    piece_id,
)
from emberstacks.kernel.domains import SEAT, one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import bit, has
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Chance, Step, Together
from emberstacks.kernel.versions import V1_2
from emberstacks.kernel.words import Label, Refusal

DUELLED: Final = -1  # as an attack, next to the kinds of curses
AGAINST_STABS: Final = 1 << CORSET | 1 << THIRD_EYE | 1 << LOCKET  # §9.8
AGAINST_SHOTS: Final = 1 << THIRD_EYE | 1 << BOOK | 1 << LOCKET
AGAINST_POISON: Final = 1 << ANTIDOTE | 1 << LOCKET
AGAINST_DUELS: Final = 1 << LOCKET
A_BLESSING: Final = 60  # as a theft, next to the pages
A_CURSE: Final = 61


@final
class AttackBegins(Happening):
    """§9.1, §8.8 A curse is turned against somebody."""

    kind: ClassVar[str] = "attack"

    def note(self, s: HorrorTable, seat: i64, curse: i64, target: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} attacks {mark(target)} with {s.box.curses[curse]}.",
                [seat, curse, target],
            )


@final
class Defended(Happening):
    """§9.7 An attack is turned away."""

    kind: ClassVar[str] = "defend"

    def note(self, s: HorrorTable, seat: i64, blessing: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} turns the attack away with {s.box.blessings[blessing]}.",
                [seat, blessing],
            )


@final
class Backfired(Happening):
    """§9.5 The Blunderbuss hurts the one who shoots."""

    kind: ClassVar[str] = "backfire"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            text = f"The {s.box.curses[BLUNDERBUSS]} backfires on {mark(seat)}."
            self.told(s, text, [seat], because=piece_id(CURSE + BLUNDERBUSS))


@final
class PageStolen(Happening):
    """§9.6 A loose page is stolen."""

    kind: ClassVar[str] = "steal"

    def note(self, s: HorrorTable, thief: i64, victim: i64, page: i64) -> None:
        if s.log is not None:
            text = f"{mark(thief)} steals {page_name(s.box, page)} from {mark(victim)}."
            self.told(s, text, [thief, victim, page])


@final
class BlessingStolen(Happening):
    """§9.10 A Blessing is stolen, unseen by the others."""

    kind: ClassVar[str] = "steal-blessing"

    def note(self, s: HorrorTable, known: i64, blessing: i64, victim: i64, thief: i64) -> None:
        if s.log is not None:
            text, veiled = f"{mark(thief)} steals", f"from the hand of {mark(victim)}."
            seen = f"{text} the Blessing {s.box.blessings[blessing]} {veiled}"
            self.told(s, seen, [blessing, victim, thief], known, f"{text} a Blessing {veiled}")


@final
class CurseStolen(Happening):
    """§9.10 A Curse is stolen, unseen by the others."""

    kind: ClassVar[str] = "steal-curse"

    def note(self, s: HorrorTable, known: i64, curse: i64, victim: i64, thief: i64) -> None:
        if s.log is not None:
            text, veiled = f"{mark(thief)} steals", f"from the hand of {mark(victim)}."
            seen = f"{text} the Curse {s.box.curses[curse]} {veiled}"
            self.told(s, seen, [curse, victim, thief], known, f"{text} a Curse {veiled}")


@final
class DuelBegins(Happening):
    """§13.6 The Captain challenges somebody."""

    kind: ClassVar[str] = "duel"

    def note(self, s: HorrorTable, seat: i64, target: i64) -> None:
        if s.log is not None:
            dice = f"{mark(seat)} has the yellow die, {mark(target)} the white one"
            text = f"{mark(seat)} challenges {mark(target)} to a duel with dice: {dice}."
            self.told(s, text, [seat, target], because=piece_id(CHARACTER + DECKFORD))


@final
class DuelWon(Happening):
    """§13.6 The Captain's die is the higher."""

    kind: ClassVar[str] = "duel-won"

    def note(self, s: HorrorTable, seat: i64, target: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} wins the duel with {mark(target)}, {s.yellow} to {s.white}."
            self.told(s, text, [seat, target], because=piece_id(CHARACTER + DECKFORD))


@final
class DuelNotWon(Happening):
    """§13.6 It is not, so nothing happens."""

    kind: ClassVar[str] = "draw"

    def note(self, s: HorrorTable, seat: i64, target: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} does not win the duel with {mark(target)}, {s.yellow} to {s.white}."
            )
            self.told(s, text, [seat, target], because=piece_id(CHARACTER + DECKFORD))


ATTACK_BEGINS: Final = AttackBegins()
DEFENDED: Final = Defended()
BACKFIRED: Final = Backfired()
PAGE_STOLEN: Final = PageStolen()
BLESSING_STOLEN: Final = BlessingStolen()
CURSE_STOLEN: Final = CurseStolen()
DUEL_BEGINS: Final = DuelBegins()
DUEL_WON: Final = DuelWon()
DUEL_NOT_WON: Final = DuelNotWon()


class Attack(HorrorKind):
    """§9.1 An attack on a player in your room; the varieties are the seats."""

    def __init__(self, cost: i64, curse: i64, defences: i64) -> None:
        super().__init__()
        self.cost = cost
        self.curse: i64 = curse  # the card that does it, or DUELLED
        self.defences: i64 = defences  # §9.8 the mask of the Blessings that turn it away

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        targets = self.targets(s, seat)
        other: i64
        for other in range(s.seats):
            if has(targets, other):
                out = append(out, self.codes[other])
        return out

    def targets(self, s: HorrorTable, seat: i64) -> i64:
        """The mask of those who can be attacked."""
        raise NotImplementedError

    def land(self, s: HorrorTable, seat: i64, target: i64, harm: i64) -> None:
        """§9.6 The attack takes effect: harm and theft."""
        if has_booty(s, target):
            s.push(
                Steal(seat, target)
                if self.curse != DUELLED or s.rules < V1_2
                else StealAfterDuel(seat, target)
            )
        shift(s, target, -harm, NO_CAUSE if self.curse == DUELLED else CURSE + self.curse)

    def begins(self, s: HorrorTable) -> str:
        return self.word or s.box.curse_words[self.curse]

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"{self.begins(s)} {LETTERS[which].lower()}"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("seat", which)]


@final
class Stab(Attack):
    """§8.8 The Ritual Dagger finds somebody, for an action."""

    word: ClassVar[str] = "stab"
    clause: ClassVar[str] = "8.8"
    with_dagger: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__(1, RITUAL_DAGGER, AGAINST_STABS)

    def targets(self, s: HorrorTable, seat: i64) -> i64:
        return others_here(s, seat) if s.dagger == seat else 0

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        ATTACK_BEGINS.note(s, seat, RITUAL_DAGGER, which)
        open_defence(s, self, which, s.box.harm[RITUAL_DAGGER])

    def land(self, s: HorrorTable, seat: i64, target: i64, harm: i64) -> None:
        """§8.9 The dagger is gone, and a page may be taken; nothing is stolen."""
        end_curse(s, RITUAL_DAGGER)
        s.push(TAKE_AFTER_STAB[seat])
        shift(s, target, -harm, CURSE + RITUAL_DAGGER)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Stab {mark(which)} with the Ritual Dagger"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return (
            why_no_target(s, seat, rest, "8.8")
            if s.dagger == seat
            else Refusal("you do not have the Ritual Dagger.", "8.8")
        )


@final
class Weapon(Attack):
    """§9.1 A kept curse, shown and spent; WEAPONS lists them."""

    def __init__(self, curse: i64, clause: str, defences: i64, with_die: bool) -> None:
        super().__init__(0, curse, defences)
        self.paragraph = clause
        self.with_die = with_die

    def targets(self, s: HorrorTable, seat: i64) -> i64:
        # §13.9, §13.7
        if not holds(s.weapons[seat], self.curse) or is_idiot(s, seat) or is_coward(s, seat):
            return 0
        return others_here(s, seat)

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        spend_weapon(s, seat, self.curse)
        ATTACK_BEGINS.note(s, seat, self.curse, which)
        if self.with_die:
            s.push(SHOT[which])
            roll(s, ONE)
        else:
            open_defence(s, self, which, s.box.harm[self.curse])

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label(s.box.curses[self.curse], detail=f"attack {mark(which)}")

    def rule(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return self.paragraph

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if is_idiot(s, seat):
            return IDIOCY
        if is_coward(s, seat):
            return Refusal("a coward attacks nobody.", "13.7")
        if not holds(s.weapons[seat], self.curse):
            return Refusal(f"you do not hold the {s.box.curses[self.curse]}.", self.paragraph)
        return why_no_target(s, seat, rest, "9.1")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("curse", self.curse), ("seat", which)]


@final
class Duel(Attack):
    """§13.6 The Captain at +5 duels somebody who can be robbed, once a turn: with a die each."""

    word: ClassVar[str] = "duel"
    clause: ClassVar[str] = "13.6"

    def __init__(self) -> None:
        super().__init__(0, DUELLED, AGAINST_DUELS)

    def targets(self, s: HorrorTable, seat: i64) -> i64:
        if not has_gift(s, seat, DECKFORD):
            return 0
        mask = others_here(s, seat) & ~s.duelled
        other: i64
        for other in range(s.seats):
            if not has_booty(s, other):
                mask &= ~(1 << other)
        return mask

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.duelled |= 1 << which
        DUEL_BEGINS.note(s, seat, which)
        s.push(DUEL_RESULT[which])
        roll(s, DUEL)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Duel {mark(which)} for a page"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if not has_gift(s, seat, DECKFORD):
            return Refusal("only Captain Deckford at +5 fights duels.", "13.6")
        cannot = why_no_target(s, seat, rest, "13.6")
        if cannot is None and has(s.duelled, seat_named(s, rest)):
            return Refusal("you have duelled that player in this turn.", "13.6")
        return cannot or Refusal("that player has nothing to steal.", "13.6")


@final
class TakeTheAttack(HorrorKind):
    """§9.7 No defence."""

    word: ClassVar[str] = "pass"
    clause: ClassVar[str] = "9.7"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Do not defend yourself"


@final
class PlayDefence(HorrorKind):
    """§9.8 A Blessing that fits the attack; the varieties are the Blessings."""

    clause: ClassVar[str] = "9.8"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        step = s.step
        assert isinstance(step, Defend)
        fitting = attack_by(step.attack).defences
        blessing: i64
        for blessing in range(len(s.blessings.rest)):
            if has(fitting, blessing) and can_play(s, seat, blessing):
                out = append(out, self.codes[blessing])
        return out

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return s.box.blessing_words[which]

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Turn it away with {s.box.blessings[which]}"


DEFENCE_MENU: Final[Menu[HorrorTable]] = Menu(
    {TakeTheAttack(): [0], PlayDefence(): [*range(1, 21)]}
)


class Defend(Together[HorrorTable]):
    """§9.7 Does the target play a defence?"""

    clause: ClassVar[str] = "9.7"
    window: ClassVar[bool] = True
    size: ClassVar[int] = 21
    block: ClassVar[int] = 32

    # a kind of curse, or DUELLED
    attack: i64 = one(within(DUELLED, lambda s: len(s.curses.rest) - 1))
    target: i64 = one(SEAT)
    harm: i64 = one(LOSS)

    def menu(self) -> Menu[HorrorTable]:
        return DEFENCE_MENU

    def choices_of(self, s: HorrorTable, seat: i64) -> Ints:
        return DEFENCE_MENU.choices(s, seat)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        played = s.sealed[self.target]
        if played == 0:
            attack_by(self.attack).land(s, s.active, self.target, self.harm)
        else:
            blessing = DEFENCE_MENU.which[played]
            spend_blessing(s, self.target, blessing)
            DEFENDED.note(s, self.target, blessing)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << seat if choice == 0 else EVERYBODY

    def question(self, s: HorrorTable) -> str:
        attack = (
            "wins the duel"
            if self.attack == DUELLED
            else f"attacks with {s.box.curses[self.attack]}"
        )
        return f"{mark(s.active)} {attack}. {mark(self.target)}, do you defend yourself?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal("you need a Blessing in your hand that fits this attack.")


class Theft(HorrorKind):
    """§9.6 What a thief takes from the victim of an attack."""

    def rob(self, s: HorrorTable, seat: i64, victim: i64, which: i64) -> None:
        """Take it."""
        raise NotImplementedError


@final
class StealPage(Theft):
    """§9.6 A loose page; the varieties are the pages."""

    word: ClassVar[str] = "steal"
    clause: ClassVar[str] = "9.6"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        return chosen_from(s.loose[victim_of(s)], self.codes, out)

    def rob(self, s: HorrorTable, seat: i64, victim: i64, which: i64) -> None:
        s.loose[victim] &= ~bit(which)
        PAGE_STOLEN.note(s, seat, victim, which)
        gain_page(s, seat, which)

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "steal " + page_word(s.box, which)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Steal {s.box.objects[which]}"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("page", which)]


@final
class StealCard(Theft):
    """§9.10 A Blessing or a Curse from the hand, unseen, if that was agreed."""

    clause: ClassVar[str] = "9.10"

    def __init__(self, what: i64, name: str) -> None:
        super().__init__()
        self.what = what
        self.name = name

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        hands = s.hand if self.what == A_BLESSING else s.weapons
        return s.agreed.blind_theft and hands[victim_of(s)].count() > 0

    def rob(self, s: HorrorTable, seat: i64, victim: i64, which: i64) -> None:
        s.push(StealUnseen(victim, self.what))

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"steal a {self.name.lower()}"

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Steal a {self.name} from the hand, unseen"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("seat", victim_of(s))]


THEFT_MENU: Final[Menu[HorrorTable]] = Menu(
    {
        StealPage(): [*range(60)],
        StealCard(A_BLESSING, "Blessing"): [60],
        StealCard(A_CURSE, "Curse"): [61],
    }
)


class Steal(Step[HorrorTable]):
    """§9.6 Which loose page of the victim is stolen, or §9.10 a card of which deck from its hand?"""

    clause: ClassVar[str] = "9.6"
    size: ClassVar[int] = 62
    block: ClassVar[int] = 64

    victim: i64 = one(SEAT)

    def menu(self) -> Menu[HorrorTable]:
        return THEFT_MENU

    def answer(self, s: HorrorTable, choice: i64) -> None:
        menu = self.menu()
        kind = menu.by_code[choice]
        assert isinstance(kind, Theft)
        kind.rob(s, self.seat, self.victim, menu.which[choice])

    def question(self, s: HorrorTable) -> str:
        what = "card" if s.agreed.blind_theft else "page"
        return f"{mark(self.seat)}, which {what} do you steal from {mark(self.victim)}?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        if not text.startswith("steal"):
            return None
        if s.agreed.blind_theft:
            return Refusal(
                "only a loose page of your victim can be stolen, or unseen a card from its hand."
            )
        return Refusal("only a loose page of your victim can be stolen.")


@final
class LeaveBooty(Theft):
    """§13.6 Nothing: the winner of a duel may take something."""

    word: ClassVar[str] = "take nothing"
    clause: ClassVar[str] = "13.6"

    def rob(self, s: HorrorTable, seat: i64, victim: i64, which: i64) -> None:
        pass

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Take nothing"


DUEL_MENU: Final[Menu[HorrorTable]] = Menu(
    {
        StealPage(): [*range(60)],
        StealCard(A_BLESSING, "Blessing"): [60],
        StealCard(A_CURSE, "Curse"): [61],
        LeaveBooty(): [62],
    }
)


class StealAfterDuel(Steal):
    """§13.6 What does the winner of a duel take, if anything?"""

    clause: ClassVar[str] = "13.6"
    since: ClassVar[int] = V1_2
    size: ClassVar[int] = 63
    block: ClassVar[int] = 64

    def menu(self) -> Menu[HorrorTable]:
        return DUEL_MENU


class StealUnseen(Chance[HorrorTable]):
    """§9.10 Nobody chooses which Blessing or Curse the thief pulls from the hand."""

    clause: ClassVar[str] = "9.10"
    size: ClassVar[int] = MOST_CARDS

    victim: i64 = one(SEAT)
    what: i64 = one(within(A_BLESSING, A_CURSE))  # A_BLESSING or A_CURSE

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        weights = Ints([0] * MOST_CARDS)
        hand = s.hand[self.victim] if self.what == A_BLESSING else s.weapons[self.victim]
        for face in hand.face:
            weights[face] += 1
        return weights

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if self.what == A_BLESSING:
            known = pass_blessing(s, choice, self.victim, s.active)
            BLESSING_STOLEN.note(s, known, choice, self.victim, s.active)
        else:
            known = pass_weapon(s, choice, self.victim, s.active)
            CURSE_STOLEN.note(s, known, choice, self.victim, s.active)

    def witnesses(self, s: HorrorTable, seat: i64, choice: i64) -> i64:
        return 1 << s.active | 1 << self.victim

    def text(self, s: HorrorTable, choice: i64) -> str:
        return (
            s.box.blessing_words[choice] if self.what == A_BLESSING else s.box.curse_words[choice]
        )


class Shot(Auto[HorrorTable]):
    """§9.5 The die says how well the Blunderbuss hits."""

    clause: ClassVar[str] = "9.5"

    target: i64 = one(SEAT)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        harm = s.box.blunderbuss[s.white - 1]
        if harm == 0:
            BACKFIRED.note(s, s.active)
            shift(s, s.active, -s.box.backfire, CURSE + BLUNDERBUSS)
        else:
            open_defence(s, attack_by(BLUNDERBUSS), self.target, harm)


class DuelResult(Auto[HorrorTable]):
    """§13.6 If the Captain's die is the higher, he takes a page."""

    clause: ClassVar[str] = "13.6"

    target: i64 = one(SEAT)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        if s.yellow > s.white:
            DUEL_WON.note(s, s.active, self.target)
            open_defence(s, DUELLING, self.target, 0)
        else:
            DUEL_NOT_WON.note(s, s.active, self.target)


STAB: Final = Stab()
WEAPONS: Final = [
    Weapon(ICE_PICK, "9.2", AGAINST_STABS, with_die=False),  # §9.2
    Weapon(REVOLVER, "9.3", AGAINST_SHOTS, with_die=False),  # §9.3
    Weapon(BLUNDERBUSS, "9.5", AGAINST_SHOTS, with_die=True),  # §9.5
    Weapon(AQUA_TOFANA, "9.4", AGAINST_POISON, with_die=False),  # §9.4
]
DUELLING: Final = Duel()
ATTACKS: Final[list[Attack]] = [STAB, *WEAPONS, DUELLING]
SHOT: Final = [Shot(seat) for seat in range(MAX_SEATS)]
DUEL_RESULT: Final = [DuelResult(seat) for seat in range(MAX_SEATS)]


def others_here(s: HorrorTable, seat: i64) -> i64:
    """The mask of the other players in a player's room."""
    return seats_in(s, s.place[seat]) & ~(1 << seat)


def why_no_target(s: HorrorTable, seat: i64, name: str, clause: str) -> Refusal | None:
    """Why that player cannot be attacked; None if they can."""
    target = seat_named(s, name)
    if target < 0 or target == seat:
        return Refusal("name one of the other players by letter.", clause)
    return (
        None
        if s.place[target] == s.place[seat]
        else Refusal(f"{mark(target)} is not in your room.", clause)
    )


def open_defence(s: HorrorTable, attack: Attack, target: i64, harm: i64) -> None:
    """§9.9 The target is asked if, by what everybody knows, a fitting card might be in its hand."""
    if might_hold(s, target, attack.defences, hidden_blessings(s)):
        together(s, Defend(attack.curse, target, harm), 1 << target)
    else:
        attack.land(s, s.active, target, harm)


def attack_by(curse: i64) -> Attack:
    """The attack that a step remembers by its curse, or as DUELLED."""
    for attack in ATTACKS:
        if attack.curse == curse:
            return attack
    raise ValueError(f"there is no attack with the curse {curse}")


def victim_of(s: HorrorTable) -> i64:
    """Whom the thief robs who is asked."""
    step = s.step
    assert isinstance(step, Steal)
    return step.victim


def has_booty(s: HorrorTable, target: i64) -> bool:
    """§9.6 Is there a loose page to steal, or §9.10 if that was agreed, a card in the hand?"""
    if s.loose[target] != 0:
        return True
    return s.agreed.blind_theft and s.hand[target].count() + s.weapons[target].count() > 0
