"""Chapters 3 and 10: saving books, and the Gloves, the Shovel and the Torch."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import FIRE, GLOVES, SHOVEL, SPACES, TOKENS, TORCH
from emberstacks.games.fire.effects import put, total, triggers, use
from emberstacks.games.fire.state import NONE, SPREAD_OUT, FireTable
from emberstacks.games.fire.steps.bag import DRAWN, TokenDraw
from emberstacks.games.fire.steps.fire import spread_words, trigger_fire
from emberstacks.games.fire.steps.scoring import leaves_early, score
from emberstacks.games.fire.steps.tool import FireKind, Tool, ToolMenu
from emberstacks.kernel.domains import FLAG, one, within
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import lowest, members, several
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal

# codes of answers are literal numbers, and stay; what is new takes the next free one
DRAW_ONE: Final = 13
DIG: Final = 14
STOP: Final = 15
NO_MORE: Final = 6
BY_SHOVEL: Final = 2  # tokens drawn at once
BY_TORCH: Final = 3
DIGS: Final = 2  # draws of a Shovel


@final
class Warned(Happening):
    """§3.3 A first fire is harmless."""

    kind: ClassVar[str] = "warning"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"The first fire on a safe space does {mark(seat)} no harm.", [seat])


@final
class Placed(Happening):
    """§10.4 §10.5 A token that was chosen goes onto the card."""

    kind: ClassVar[str] = "place"

    def note(self, s: FireTable, seat: i64, token: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} puts {s.article(token)} on the card.", [seat, token])


@final
class Refused(Happening):
    """§10.4 §10.6 Fires that were not chosen stay on the tool."""

    kind: ClassVar[str] = "refused"

    def note(self, s: FireTable, seat: i64, fires: i64, tool: i64) -> None:
        if s.log is not None:
            what = (
                "A fire that was drawn stays"
                if fires == 1
                else f"{fires} fires that were drawn stay"
            )
            text = f"{what} on {mark(seat)}'s {s.box.titles[tool]} until the turn ends."
            self.told(s, text, [seat, fires], because=f"tool-{s.box.tools[tool]}")


WARNED: Final = Warned()
PLACED: Final = Placed()
REFUSED: Final = Refused()


# 3 Saving books


class Saving(Auto[FireTable]):
    """§3.2 The active player continues until a choice, §3.6 a full card or §4.4 the fire ends it."""

    clause: ClassVar[str] = "3.2"

    def answer(self, s: FireTable, choice: i64) -> None:
        if s.spread == SPREAD_OUT:
            return
        if s.empty_space(s.card) == SPACES:
            score(s)
        else:
            s.push(SAVE_BOOKS[s.active()])


@final
class Drawing(FireKind):
    """§3.1 Draw a token."""

    word: ClassVar[str] = "draw"
    clause: ClassVar[str] = "3.1"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return total(s.bag) > 0

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.push(SAVING)
        s.push(DRAW)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Draw a token"

    def brings(self, s: FireTable, seat: i64, which: i64) -> str:
        return draw_brings(s)

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return bag_and_space(s)


@final
class Digging(FireKind):
    """§10.3 Draw two tokens with a Shovel."""

    word: ClassVar[str] = "dig"
    clause: ClassVar[str] = "10.3"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return s.digs > 0 and total(s.bag) > 0

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.push(SAVING)
        s.digs -= 1  # §10.7 one Shovel for one draw
        s.push(DRAW_SEVERAL[BY_SHOVEL])

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return Label("Draw two tokens with the Shovel and keep one", f"{s.digs} left")

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you can only draw two after playing a Shovel, and twice at most.")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return bag_and_space(s)


@final
class Stopping(FireKind):
    """§3.2 With a token on the card or after a draw, §3.8 or when the bag is empty; until 1.0 never
    before the first draw.
    """

    word: ClassVar[str] = "stop"
    clause: ClassVar[str] = "5.1"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return (
            s.draws > 0
            or (s.rules >= V1_1 and s.empty_spaces(s.card) < SPACES)
            or total(s.bag) == 0
        )

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        score(s)

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        knowledge, bravery = s.knowledge_points(), s.bravery_points()
        extra = ", and take a tool for leaving early" if leaves_early(s, bravery) else ""
        return Label(
            f"Stop and score {knowledge + bravery}",
            detail=f"{knowledge} + bravery {bravery}{extra}",
        )

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal(
            "your card is empty, so you must draw."
            if s.rules >= V1_1
            else "every turn begins with a draw."
        )

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", s.card)]


class SavingTool(Tool):
    """§3.9 A tool with the book icon; after it the turn goes on."""

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.push(SAVING)  # below what the tool asks
        use(s, seat, self.number)
        self.play(s, seat)


@final
class Gloves(SavingTool):
    """§10.1 All spaces of the card are safe until the turn ends."""

    clause: ClassVar[str] = "10.1"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return s.gloves == 0

    def play(self, s: FireTable, seat: i64) -> None:
        s.gloves = 1

    def brings(self, s: FireTable, seat: i64, which: i64) -> str:
        return "" if s.variant.wild else "You take no tool for leaving early this turn."  # §10.2

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return (
            Refusal("you are wearing Gloves already.")
            if s.gloves == 1
            else super().why_not(s, seat, rest)
        )


@final
class Shovel(SavingTool):
    """§10.3 Two draws of two tokens each."""

    clause: ClassVar[str] = "10.3"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return total(s.bag) > 0

    def play(self, s: FireTable, seat: i64) -> None:
        s.digs += DIGS


@final
class Torch(SavingTool):
    """§10.5 Draw three tokens, and place one or more."""

    clause: ClassVar[str] = "10.5"

    def possible(self, s: FireTable, seat: i64) -> bool:
        return total(s.bag) > 0

    def play(self, s: FireTable, seat: i64) -> None:
        s.push(DRAW_SEVERAL[BY_TORCH])


def bag_and_space(s: FireTable) -> list[tuple[str, int]]:
    """The bag, and where the next token goes."""
    return [("bag", 0), ("space", s.card * SPACES + s.empty_space(s.card))]


DRAWING: Final = Drawing()
DIGGING: Final = Digging()
STOPPING: Final = Stopping()
SAVING_MENU: Final = ToolMenu(
    {
        DRAWING: [DRAW_ONE],
        DIGGING: [DIG],
        STOPPING: [STOP],
        Gloves(GLOVES): [5],
        Shovel(SHOVEL): [10],
        Torch(TORCH): [12],
    }
)


class SaveBooks(Step[FireTable]):
    """§3.2 Draw, §3.9 play a tool, or stop and score."""

    clause: ClassVar[str] = "3.2"
    size: ClassVar[int] = SAVING_MENU.size
    block: ClassVar[int] = 32

    def menu(self) -> ToolMenu:
        return SAVING_MENU

    def choices(self, s: FireTable) -> Ints:
        """As the menu would offer them; written out because this is asked most often, and a test
        compares the two.
        """
        codes = Ints([])
        if total(s.bag) > 0:
            codes = append(codes, DRAW_ONE)
            if s.digs > 0:
                codes = append(codes, DIG)
        if STOPPING.possible(s, self.seat):
            codes = append(codes, STOP)
        return SAVING_MENU.offer_tools(s, self.seat, codes)

    def answer(self, s: FireTable, choice: i64) -> None:
        """As the menu would do it; written out for the two that are answered most often."""
        if choice == DRAW_ONE:
            DRAWING.do(s, self.seat, 0)
        elif choice == STOP:
            STOPPING.do(s, self.seat, 0)
        else:
            SAVING_MENU.do(s, self.seat, choice)

    def default(self, s: FireTable, seat: i64) -> i64:
        return STOP if STOPPING.possible(s, seat) else self.choices(s)[0]

    def question(self, s: FireTable) -> str:
        space = s.empty_space(s.card)
        danger = triggers(s, s.card, space, s.fires_on(s.card))
        return f"{mark(self.seat)}, do you draw a token? A fire now would " + (
            "spread." if danger else "do no harm yet."
        )


class Draw(TokenDraw):
    """§3.1 A token is drawn from the bag and put on the card."""

    clause: ClassVar[str] = "3.1"

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.draws += 1
        DRAWN.note(s, s.active(), choice)
        put_down(s, choice)


def put_down(s: FireTable, token: i64) -> None:
    """§3.3 A book or a first fire on a safe space is no danger; §3.4 any other fire triggers."""
    fires = s.fires_on(s.card)
    space = put(s, s.card, token)
    if token == FIRE:
        if triggers(s, s.card, space, fires):
            trigger_fire(s, space)
        else:
            WARNED.note(s, s.active())


# 10 The Shovel and the Torch


class DrawSeveral(TokenDraw):
    """§10.3 §10.5 Tokens are drawn one by one to choose from; §3.8 as far as there are any."""

    clause: ClassVar[str] = "10.3"

    tokens: i64 = one(within(2, 3))

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.looked[choice] += 1
        DRAWN.note(s, s.active(), choice)
        if total(s.looked) < self.tokens and total(s.bag) > 0:
            s.push(self)
            return
        s.draws += 1
        kinds = looked_kinds(s)
        if self.tokens == BY_TORCH:
            place_next(s, False)
        elif several(kinds):
            s.push(KEEP_ONE[s.active()])
        else:
            keep(s, lowest(kinds))


class KeepOne(Step[FireTable]):
    """§10.4 Which of the two tokens goes onto the card?"""

    clause: ClassVar[str] = "10.4"
    size: ClassVar[int] = TOKENS

    def choices(self, s: FireTable) -> Ints:
        return members(looked_kinds(s))

    def answer(self, s: FireTable, choice: i64) -> None:
        keep(s, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]

    def label(self, s: FireTable, choice: i64) -> Label:
        return token_label(s, choice)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which of the two do you put on your card?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        return Refusal("you have not drawn that.") if text in s.box.tokens else None

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [("looked", choice)]


@final
class PutDown(FireKind):
    """§10.5 A token that was drawn goes onto the card."""

    clause: ClassVar[str] = "10.5"

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        for token in members(looked_kinds(s)):
            out = append(out, self.codes[token])
        return out

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.looked[which] -= 1
        PLACED.note(s, seat, which)
        put_down(s, which)
        if s.trigger == NONE:
            place_next(s, True)
        else:
            leave_rest(s, TORCH)

    def text(self, s: FireTable, seat: i64, which: i64) -> str:
        return s.box.tokens[which]

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return token_label(s, which)

    def means(self, s: FireTable, text: str) -> bool:
        return text in s.box.tokens

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you have not drawn that.")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("looked", which)]


@final
class Enough(FireKind):
    """§10.6 The rest is not put down, once one has been."""

    word: ClassVar[str] = "enough"
    clause: ClassVar[str] = "10.6"

    def __init__(self, placed: bool) -> None:
        super().__init__()
        self.placed = placed

    def possible(self, s: FireTable, seat: i64) -> bool:
        return self.placed

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        leave_rest(s, TORCH)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "That is enough"

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("at least one token must be put on the card.")


PLACING_MENUS: Final = [
    Menu[FireTable]({PutDown(): [0, 1, 2, 3, 4, 5], Enough(False): [NO_MORE]}),
    Menu[FireTable]({PutDown(): [0, 1, 2, 3, 4, 5], Enough(True): [NO_MORE]}),
]


class PlaceOne(Step[FireTable]):
    """§10.5 With a Torch: which token goes onto the card next? §10.6 Or is that all?"""

    clause: ClassVar[str] = "10.5"
    size: ClassVar[int] = 7
    block: ClassVar[int] = 8

    placed: i64 = one(FLAG)  # 1: one has been put down, so that may be all

    def menu(self) -> Menu[FireTable]:
        return PLACING_MENUS[self.placed]

    def default(self, s: FireTable, seat: i64) -> i64:
        return NO_MORE if self.placed == 1 else self.choices(s)[0]

    def question(self, s: FireTable) -> str:
        return (
            f"{mark(self.seat)}, which token do you put on your card"
            f" {'next' if self.placed == 1 else 'first'}?"
        )


def draw_brings(s: FireTable) -> str:
    """How likely a fire is, and what it would do on the next space."""
    size, fires = total(s.bag), s.bag[FIRE]
    odds = (
        f"{fires} of {size} tokens in the bag are fires ({round(100 * int(fires) / int(size))} %)."
    )
    if fires > 0 and triggers(s, s.card, s.empty_space(s.card), s.fires_on(s.card)):
        return f"{odds} If one spreads, {spread_words(s)}."
    return odds


def token_label(s: FireTable, token: i64) -> Label:
    """A token to choose, with what it would mean on the next space."""
    if token == FIRE:
        danger = triggers(s, s.card, s.empty_space(s.card), s.fires_on(s.card))
        return Label("The fire, which would " + ("spread" if danger else "do no harm yet"))
    return Label(f"The {s.box.tokens[token]} book", str(s.value(token)))


def looked_kinds(s: FireTable) -> i64:
    """The mask of the kinds of tokens to choose from."""
    mask: i64 = 0
    token: i64
    for token in range(TOKENS):
        if s.looked[token] > 0:
            mask |= 1 << token
    return mask


def keep(s: FireTable, token: i64) -> None:
    """§10.4 One token for the card; the other leaves first, so that tools against fire find the
    table in order.
    """
    s.looked[token] -= 1
    leave_rest(s, SHOVEL)
    PLACED.note(s, s.active(), token)
    put_down(s, token)


def place_next(s: FireTable, placed: bool) -> None:
    """§10.5 While there is a token and room for it."""
    if total(s.looked) > 0 and s.empty_space(s.card) < SPACES:
        s.push(PLACE_NEXT[s.active()] if placed else PLACE_FIRST[s.active()])
    else:
        leave_rest(s, TORCH)


def leave_rest(s: FireTable, tool: i64) -> None:
    """§10.4 §10.6 Books that were not chosen go into the bag; such fires stay out of it until the
    turn ends.
    """
    token: i64
    for token in range(FIRE):
        s.bag[token] += s.looked[token]
        s.looked[token] = 0
    if s.looked[FIRE] > 0:
        REFUSED.note(s, s.active(), s.looked[FIRE], tool)
        s.turn_tokens[FIRE] += s.looked[FIRE]
        s.looked[FIRE] = 0


SAVING: Final = Saving()
SAVE_BOOKS: Final = [SaveBooks(seat) for seat in range(MAX_SEATS)]
DRAW: Final = Draw()
DRAW_SEVERAL: Final = [DrawSeveral(tokens) for tokens in range(BY_TORCH + 1)]
KEEP_ONE: Final = [KeepOne(seat) for seat in range(MAX_SEATS)]
PLACE_FIRST: Final = [PlaceOne(seat, 0) for seat in range(MAX_SEATS)]
PLACE_NEXT: Final = [PlaceOne(seat, 1) for seat in range(MAX_SEATS)]
