"""Chapters 2 and 12 of RULES.md: what you may do in a turn, the fight for the Portal, and the end."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import BETTY, CRANE, PORTAL
from emberstacks.games.horror.library import horror_in, unbeaten
from emberstacks.games.horror.powers import has_weakness, is_coward, is_idiot
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.advanced import BESOTTED
from emberstacks.games.horror.steps.attacks import DUELLING, STAB, WEAPONS
from emberstacks.games.horror.steps.cards import (
    DrinkTincture,
    PickLock,
    TryToBreakFree,
    UseMysteriousMirror,
    count_down,
)
from emberstacks.games.horror.steps.fortitude import ALL, hurt
from emberstacks.games.horror.steps.kind import Bonus, HorrorKind
from emberstacks.games.horror.steps.looking import LookAtPicture, LookIntoMirror
from emberstacks.games.horror.steps.monsters import (
    ANY_FIGHT,
    FIGHTS,
    AttackMonster,
    attack_monsters,
    fight_label,
    possible_fights,
)
from emberstacks.games.horror.steps.moving import Go, TurnRoom
from emberstacks.games.horror.steps.searching import (
    Exchange,
    SearchBookcase,
    SearchBoth,
    SearchDrawer,
)
from emberstacks.games.horror.words import CHARACTER, piece_id
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.words import Label, Refusal

HYSTERIA: Final = Refusal(
    "you are hysterical: first name somebody who takes your next action for you.", "13.3"
)
UNCLEAR: Final = {  # first words that do not say enough
    "search": Refusal(
        "you can search a bookcase or a drawer; look at pictures and into mirrors.", "4.1"
    ),
    "look": Refusal(
        "you look at a picture, or into a mirror to step out in a room that you name.", "6.1"
    ),
}


@final
class RoundBegins(Happening):
    """§2.6 A round begins."""

    kind: ClassVar[str] = "round"

    def note(self, s: HorrorTable) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round} begins.", [s.round])


@final
class RoundOver(Happening):
    """§2.6 All have had their turn."""

    kind: ClassVar[str] = "round-over"

    def note(self, s: HorrorTable) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round} is over.", [s.round])


@final
class RoundsOver(Happening):
    """§12.5 The last round is over."""

    kind: ClassVar[str] = "rounds"

    def note(self, s: HorrorTable) -> None:
        if s.log is not None:
            self.told(s, "It was the last round: the game is over, and nobody has escaped.", [])


@final
class TurnBegins(Happening):
    """§2.1 A turn begins."""

    kind: ClassVar[str] = "turn"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"It is {mark(seat)}'s turn.", [seat])


@final
class TurnOver(Happening):
    """§2.4 A turn ends, perhaps with actions left."""

    kind: ClassVar[str] = "turn-over"

    def note(self, s: HorrorTable, seat: i64, left: i64) -> None:
        if s.log is not None:
            lost = f", with {left} action{'' if left == 1 else 's'} left" if left > 0 else ""
            self.told(s, f"{mark(seat)}'s turn is over{lost}.", [seat, left])


@final
class Helped(Happening):
    """§13.3 Somebody acts for the hysterical Betty."""

    kind: ClassVar[str] = "hysteria"

    def note(self, s: HorrorTable, seat: i64, helper: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} is hysterical; {mark(helper)} takes an action for her."
            self.told(s, text, [seat, helper], because=piece_id(CHARACTER + BETTY))


@final
class Escaped(Happening):
    """§12.2 Somebody is out, and the game over."""

    kind: ClassVar[str] = "escape"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} steps through the Green Portal and has escaped. The game is over.",
                [seat],
            )


ROUND_BEGINS: Final = RoundBegins()
ROUND_OVER: Final = RoundOver()
ROUNDS_OVER: Final = RoundsOver()
TURN_BEGINS: Final = TurnBegins()
TURN_OVER: Final = TurnOver()
HELPED: Final = Helped()
ESCAPED: Final = Escaped()


@final
class EndTurn(Bonus):
    """§2.4 Stop, even with actions left."""

    word: ClassVar[str] = "end"
    clause: ClassVar[str] = "2.4"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return not is_hysterical(s, seat)

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.pop()  # nothing goes on
        end_turn(s)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "End the turn"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return HYSTERIA


@final
class AskForHelp(Bonus):
    """§13.3 Name the player who takes the next action for the hysterical Betty; the varieties are
    the seats.
    """

    word: ClassVar[str] = "ask"
    clause: ClassVar[str] = "13.3"

    def offer(self, s: HorrorTable, seat: i64, out: Ints) -> Ints:
        if is_hysterical(s, seat):
            other: i64
            for other in range(s.seats):
                if other != seat:
                    out = append(out, self.codes[other])
        return out

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.helped = 1
        HELPED.note(s, seat, which)
        s.push(ActForBetty(which))

    def text(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "ask " + LETTERS[which].lower()

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return f"Let {mark(which)} act for you"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if not is_hysterical(s, seat):
            return Refusal("you are not hysterical now: you act for yourself.", "13.3")
        return Refusal("name one of the other players by letter.", "13.3")

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("seat", which)]


END_TURN: Final = EndTurn()
GO: Final = Go()
PICK_LOCK: Final = PickLock()
TURN_ROOM: Final = TurnRoom()
SEARCH_BOOKCASE: Final = SearchBookcase()
SEARCH_DRAWER: Final = SearchDrawer()
SEARCH_BOTH: Final = SearchBoth()
EXCHANGE: Final = Exchange()
LOOK_AT_PICTURE: Final = LookAtPicture()
LOOK_INTO_MIRROR: Final = LookIntoMirror()
BREAK_FREE: Final = TryToBreakFree()
DRINK_TINCTURE: Final = DrinkTincture()
USE_MYSTERIOUS_MIRROR: Final = UseMysteriousMirror()
ATTACK_MONSTER: Final = AttackMonster()
ASK_FOR_HELP: Final = AskForHelp()


class TurnMenu(Menu[HorrorTable]):
    """§2.2 What can be done in a turn. An action is paid for before it is carried out."""

    def choices(self, s: HorrorTable, seat: i64) -> Ints:
        """In the order of the menu, but without a look at what the moment rules out; a test
        compares the two.
        """
        if is_hysterical(s, seat):
            return bonus_actions(s, seat, ASK_FOR_HELP.offer(s, seat, Ints([])))
        out = Ints([END_TURN.code])
        if actions_left(s, seat) > 0:
            if s.trap == seat:
                out = BREAK_FREE.offer(s, seat, out)  # §8.10
            else:
                out = possible_actions(s, seat, out, True)
        return bonus_actions(s, seat, out)

    def do(self, s: HorrorTable, seat: i64, choice: i64) -> None:
        kind = self.by_code[choice]
        assert isinstance(kind, HorrorKind)
        s.actions -= kind.cost
        kind.do(s, seat, self.which[choice])

    def why_not(self, s: HorrorTable, seat: i64, text: str) -> Refusal | None:
        """Why something is not possible now, with the clause that forbids it; None if the words
        mean nothing in this game.
        """
        said = " ".join(
            word for word in text.split() if word not in ("a", "an", "the", "at", "into")
        )
        kind = next((kind for kind in self.kinds if kind.means(s, said)), None)
        if kind is None:
            return UNCLEAR.get(said.partition(" ")[0])
        assert isinstance(kind, HorrorKind)
        if is_hysterical(s, seat) and (kind.cost > 0 or kind is END_TURN or s.trap == seat):
            return HYSTERIA
        if s.trap == seat and kind is not BREAK_FREE:
            left = (
                "you can only try to break free, or end your turn"
                if actions_left(s, seat) > 0
                else "you can only end your turn"
            )
            return Refusal(f"the Devil's Fingertrap holds you: {left}.", "8.10")
        if kind.cost > actions_left(s, seat):
            return (
                Refusal("you have no action left.", "2.2")
                if s.actions == 0
                else Refusal("your tremors leave you no action.", "13.11")
            )
        if s.dagger == seat and kind.cost > 0 and not kind.with_dagger:
            return Refusal("the Ritual Dagger only lets you walk, turn rooms and stab.", "8.7")
        for code in self.choices(s, seat):
            one, which = self.by_code[code], self.which[code]
            if one.text(s, seat, which) == said:
                return Refusal(f"write it as {said!r}.", one.rule(s, seat, which))
        return kind.why_not(s, seat, said.removeprefix(kind.begins(s)).strip())


# In the order in which they are offered: first what others know about, then what needs cards.
TURN_MENU: Final = TurnMenu(
    {
        ASK_FOR_HELP: [102, 103, 104, 105, 106, 107],
        END_TURN: [0],
        BREAK_FREE: [44],
        GO: [1, 2, 3, 4],
        TURN_ROOM: [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23],
        SEARCH_BOOKCASE: [24],
        SEARCH_DRAWER: [25],
        SEARCH_BOTH: [26],
        LOOK_AT_PICTURE: [28],
        LOOK_INTO_MIRROR: [*range(29, 44)],
        STAB: [45, 46, 47, 48, 49, 50],
        EXCHANGE: [27],
        PICK_LOCK: [5, 6, 7, 8],
        DRINK_TINCTURE: [51],
        USE_MYSTERIOUS_MIRROR: [*range(52, 67)],
        WEAPONS[0]: [67, 68, 69, 70, 71, 72],
        WEAPONS[1]: [73, 74, 75, 76, 77, 78],
        WEAPONS[2]: [79, 80, 81, 82, 83, 84],
        WEAPONS[3]: [85, 86, 87, 88, 89, 90],
        DUELLING: [91, 92, 93, 94, 95, 96],
        ATTACK_MONSTER: [97, 98, 99, 100, 101, 108, 109, 110, 111],
    }
)


class GoOn(Auto[HorrorTable]):
    """§2.5 Once an action is over, §2.4 the turn continues if something can be done, §12.3 in the
    Portal with a fight.
    """

    clause: ClassVar[str] = "2.4"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        seat = s.active
        if s.place[seat] == PORTAL:
            go_on_in_the_portal(s, seat)
        elif actions_left(s, seat) > 0 or may_have_bonus(s, seat):
            s.push(TAKE_TURN[seat])
        else:
            end_turn(s)


class TakeTurn(Step[HorrorTable]):
    """§2.2 An action, §2.3 a bonus action, or the end of the turn?"""

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = 112
    block: ClassVar[int] = 160

    def menu(self) -> TurnMenu:
        return TURN_MENU

    def choices(self, s: HorrorTable) -> Ints:
        return TURN_MENU.choices(s, self.seat)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(GO_ON)
        TURN_MENU.do(s, self.seat, choice)

    def question(self, s: HorrorTable) -> str:
        if is_hysterical(s, self.seat):
            return f"{mark(self.seat)}, you are hysterical. Who takes your next action for you?"
        left = actions_left(s, self.seat)
        count = "no action" if left == 0 else "1 action" if left == 1 else f"{left} actions"
        return f"{mark(self.seat)}, what do you do? You have {count} left."


class ActForBetty(Step[HorrorTable]):
    """§13.3 The player Betty has named takes an action for her."""

    clause: ClassVar[str] = "13.3"
    size: ClassVar[int] = 45  # of the turn's menu: what comes after it is her own
    block: ClassVar[int] = 160

    def menu(self) -> TurnMenu:
        return TURN_MENU

    def whose(self, s: HorrorTable) -> i64:
        return s.active

    def choices(self, s: HorrorTable) -> Ints:
        seat = s.active
        if s.trap == seat:
            return BREAK_FREE.offer(s, seat, Ints([]))
        return possible_actions(s, seat, Ints([]), False)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        TURN_MENU.do(s, s.active, choice)

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which action do you take for the hysterical {mark(s.active)}?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal(
            "it must be an action that the hysterical player could take, without cards and attacks."
        )


class PortalFight(Step[HorrorTable]):
    """§12.3 Which monster in the Portal is attacked next?"""

    clause: ClassVar[str] = "12.3"
    size: ClassVar[int] = 9  # its answers are FIGHTS
    block: ClassVar[int] = 16

    def choices(self, s: HorrorTable) -> Ints:
        return possible_fights(s, self.seat, Ints([]), ANY_FIGHT)

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(GO_ON)
        attack_monsters(s, self.seat, choice)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return FIGHTS[choice]

    def label(self, s: HorrorTable, choice: i64) -> Label:
        return fight_label(s, self.seat, choice)

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which monster in the Portal do you attack?"

    def why_not(self, s: HorrorTable, text: str) -> Refusal | None:
        return Refusal("in the Portal you must fight until no monster is left or you lose.")

    def pieces(self, s: HorrorTable, choice: i64) -> list[tuple[str, int]]:
        return [("room", PORTAL)]


GO_ON: Final = GoOn()
TAKE_TURN: Final = [TakeTurn(seat) for seat in range(MAX_SEATS)]
PORTAL_FIGHT: Final = [PortalFight(seat) for seat in range(MAX_SEATS)]


# 2 A turn: its course


def begin_turn(s: HorrorTable, seat: i64) -> None:
    """§2.1 The monsters in the room hurt, then §13.5 penalties, then §2.2 three actions."""
    s.active = seat
    s.actions = s.box.actions
    s.beaten = 0
    s.helped = 0
    s.rerolled = 0
    s.duelled = 0
    s.left = 0
    TURN_BEGINS.note(s, seat)
    s.push(GO_ON)
    if s.agreed.abilities:
        s.push(BESOTTED)
    hurt(s, 1 << seat, horror_in(s, s.place[seat]), ALL)


def end_turn(s: HorrorTable) -> None:
    """§2.6 The next player clockwise; after the last one a new round, §12.5 but not forever."""
    count_down(s, s.active)
    TURN_OVER.note(s, s.active, actions_left(s, s.active))
    seat = (s.active + 1) % s.seats
    if seat == s.first:
        ROUND_OVER.note(s)
        if s.round == s.agreed.rounds:
            ROUNDS_OVER.note(s)
            s.finish()
            return
        s.round += 1
        ROUND_BEGINS.note(s)
    begin_turn(s, seat)


def actions_left(s: HorrorTable, seat: i64) -> i64:
    """§2.2 Actions not yet taken; §13.11 one fewer with tremors."""
    if has_weakness(s, seat, CRANE):
        return max(0, s.actions - s.box.tremors)
    return s.actions


def is_hysterical(s: HorrorTable, seat: i64) -> bool:
    """§13.3 Must somebody else take the next action? Turning a room or trying to break free is
    always possible.
    """
    return s.helped == 0 and s.actions > 0 and has_weakness(s, seat, BETTY)


def may_have_bonus(s: HorrorTable, seat: i64) -> bool:
    """§2.4 Could there be a bonus action left, by what everybody knows?"""
    if s.trap == seat:
        return False
    if not is_idiot(s, seat) and (s.hand[seat].count() > 0 or s.weapons[seat].count() > 0):
        return True
    if is_coward(s, seat):
        return False
    if s.beaten == 0 and unbeaten(s, s.place[seat]) > 0:
        return True
    return DUELLING.targets(s, seat) != 0


def go_on_in_the_portal(s: HorrorTable, seat: i64) -> None:
    """§12.2 An empty Portal is the way out; §12.3 otherwise the next monster must be fought."""
    if unbeaten(s, PORTAL) == 0:
        s.escaped = seat
        ESCAPED.note(s, seat)
        s.finish()
    else:
        s.push(PORTAL_FIGHT[seat])


# The answers of a turn


def possible_actions(s: HorrorTable, seat: i64, out: Ints, own: bool) -> Ints:
    """§2.2 The actions that are possible, added to the codes in `out`: first what others know
    about, then what needs cards.

    §8.7 The Ritual Dagger allows few of them, §13.3 and a player who acts for Betty takes none that
    only she can take.
    """
    free = s.dagger != seat
    out = TURN_ROOM.offer(s, seat, GO.offer(s, seat, out))
    if free:
        out = SEARCH_DRAWER.offer(s, seat, SEARCH_BOOKCASE.offer(s, seat, out))
        if own:
            out = SEARCH_BOTH.offer(s, seat, out)
        out = LOOK_INTO_MIRROR.offer(s, seat, LOOK_AT_PICTURE.offer(s, seat, out))
    if own:
        out = STAB.offer(s, seat, out)
        if free:
            out = EXCHANGE.offer(s, seat, out)
        out = PICK_LOCK.offer(s, seat, out)
    return out


def bonus_actions(s: HorrorTable, seat: i64, out: Ints) -> Ints:
    """§2.3 The bonus actions, §8.3 cards among them, added to the codes in `out`; §8.10 none in the
    trap.
    """
    if s.trap == seat:
        return out
    if s.hand[seat].count() > 0:
        out = USE_MYSTERIOUS_MIRROR.offer(s, seat, DRINK_TINCTURE.offer(s, seat, out))
    if s.weapons[seat].count() > 0:
        for weapon in WEAPONS:
            out = weapon.offer(s, seat, out)
    return ATTACK_MONSTER.offer(s, seat, DUELLING.offer(s, seat, out))
