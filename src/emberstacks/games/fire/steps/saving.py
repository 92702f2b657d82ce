"""Chapters 3 and 10: saving books, and the Gloves, the Shovel and the Torch."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.fire.components import FIRE, GLOVES, SHOVEL, SPACES, TOKENS, TOOLS, TORCH
from emberstacks.games.fire.effects import put, total, triggers, use
from emberstacks.games.fire.state import NONE, SPREAD_OUT, FireTable
from emberstacks.games.fire.steps.bag import TokenDraw
from emberstacks.games.fire.steps.fire import spread_words, trigger_fire
from emberstacks.games.fire.steps.scoring import leaves_early, score
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has, lowest, members, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Step
from emberstacks.kernel.versions import V1_1

DRAW_ONE: Final = TOOLS  # the answer codes after those of the tools
DIG: Final = TOOLS + 1
STOP: Final = TOOLS + 2
NO_MORE: Final = TOKENS  # with a Torch: the answer code after those of the tokens
BY_SHOVEL: Final = 2  # tokens drawn at once
BY_TORCH: Final = 3
DIGS: Final = 2  # draws of a Shovel


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


class SaveBooks(Step[FireTable]):
    """§3.2 Draw, §3.9 play a tool, or stop and score."""

    clause: ClassVar[str] = "3.2"
    size: ClassVar[int] = TOOLS + 3

    def choices(self, s: FireTable) -> Ints:
        codes = Ints([])
        kinds = s.in_hand(self.seat)
        left = total(s.bag) > 0
        if left:
            codes = append(codes, DRAW_ONE)
            if s.digs > 0:
                codes = append(codes, DIG)
        if may_stop(s):
            codes = append(codes, STOP)
        if has(kinds, GLOVES) and s.gloves == 0:
            codes = append(codes, GLOVES)
        if has(kinds, SHOVEL) and left:
            codes = append(codes, SHOVEL)
        if has(kinds, TORCH) and left:
            codes = append(codes, TORCH)
        return codes

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice == STOP:
            score(s)
            return
        s.push(SAVING)
        if choice == DRAW_ONE:
            s.push(DRAW)
        elif choice == DIG:
            s.digs -= 1  # §10.7 one Shovel for one draw
            s.push(DRAW_SEVERAL[BY_SHOVEL])
        else:
            use(s, self.seat, choice)
            if choice == GLOVES:
                s.gloves = 1  # §10.1
            elif choice == SHOVEL:
                s.digs += DIGS  # §10.3
            else:
                s.push(DRAW_SEVERAL[BY_TORCH])  # §10.5

    def default(self, s: FireTable, seat: i64) -> i64:
        return STOP if may_stop(s) else self.choices(s)[0]

    def text(self, s: FireTable, choice: i64) -> str:
        if choice == DRAW_ONE:
            return "draw"
        if choice == DIG:
            return "dig"
        return "stop" if choice == STOP else s.box.tools[choice]

    def label(self, s: FireTable, choice: i64) -> str:
        if choice == DRAW_ONE:
            return "Draw a token"
        if choice == DIG:
            return f"Draw two tokens with the Shovel and keep one ({s.digs} left)"
        if choice == STOP:
            knowledge, bravery = s.knowledge_points(), s.bravery_points()
            extra = ", and take a tool for leaving early" if leaves_early(s, bravery) else ""
            return f"Stop and score {knowledge + bravery}: {knowledge} + bravery {bravery}{extra}"
        return f"Play the {s.box.titles[choice]}: {s.box.texts[choice]}"

    def brings(self, s: FireTable, choice: i64) -> str:
        return draw_brings(s) if choice == DRAW_ONE else ""

    def question(self, s: FireTable) -> str:
        space = s.empty_space(s.card)
        danger = triggers(s, s.card, space, s.fires_on(s.card))
        return f"{mark(self.seat)}, do you draw a token? A fire now would " + ("spread." if danger else "do no harm yet.")

    def rule(self, s: FireTable, choice: i64) -> str:
        if choice == GLOVES:
            return "10.1"
        if choice in (DIG, SHOVEL):
            return "10.3"
        return "10.5" if choice == TORCH else "5.1" if choice == STOP else "3.1"

    def why_not(self, s: FireTable, text: str) -> str:
        if text == "stop":
            return "your card is empty, so you must draw." if s.rules >= V1_1 else "every turn begins with a draw."
        if text == "dig":
            return "you can only draw two after playing a Shovel, and twice at most."
        if text == s.box.tools[GLOVES] and s.gloves == 1:
            return "you are wearing Gloves already."
        if text in s.box.tools and s.box.timings[s.box.tools.index(text)] == "saving":
            return "you do not have that tool."
        return ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        if choice in (DRAW_ONE, DIG):
            return ["bag", f"space-{s.card}-{s.empty_space(s.card)}"]
        return [f"card-{s.card}"] if choice == STOP else [f"tool-{s.box.tools[choice]}"]


def may_stop(s: FireTable) -> bool:
    """§3.2 With a token on the card or after a draw, §3.8 or when the bag is empty; until 1.0 never before the first draw."""
    return s.draws > 0 or (s.rules >= V1_1 and s.empty_spaces(s.card) < SPACES) or total(s.bag) == 0


class Draw(TokenDraw):
    """§3.1 A token is drawn from the bag and put on the card."""

    clause: ClassVar[str] = "3.1"

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.draws += 1
        s.note("draw", s.active(), choice)
        put_down(s, choice)


def put_down(s: FireTable, token: i64) -> None:
    """§3.3 A book or a first fire on a safe space is no danger; §3.4 any other fire triggers."""
    fires = s.fires_on(s.card)
    space = put(s, s.card, token)
    if token == FIRE:
        if triggers(s, s.card, space, fires):
            trigger_fire(s, space)
        else:
            s.note("warning", s.active())


# 10 The Shovel and the Torch


class DrawSeveral(TokenDraw):
    """§10.3 §10.5 Tokens are drawn one by one to choose from; §3.8 as far as there are any."""

    clause: ClassVar[str] = "10.3"

    tokens: i64

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.looked[choice] += 1
        s.note("draw", s.active(), choice)
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

    def label(self, s: FireTable, choice: i64) -> str:
        return token_label(s, choice)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which of the two do you put on your card?"

    def why_not(self, s: FireTable, text: str) -> str:
        return "you have not drawn that." if text in s.box.tokens else ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [f"looked-{s.box.tokens[choice]}"]


class PlaceOne(Step[FireTable]):
    """§10.5 With a Torch: which token goes onto the card next? §10.6 Or is that all?"""

    clause: ClassVar[str] = "10.5"
    size: ClassVar[int] = TOKENS + 1

    placed: i64  # 1: one has been put down, so that may be all

    def choices(self, s: FireTable) -> Ints:
        codes = members(looked_kinds(s))
        return append(codes, NO_MORE) if self.placed == 1 else codes

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice == NO_MORE:
            leave_rest(s)
            return
        s.looked[choice] -= 1
        s.note("place", self.seat, choice)
        put_down(s, choice)
        if s.trigger == NONE:
            place_next(s, True)
        else:
            leave_rest(s)

    def default(self, s: FireTable, seat: i64) -> i64:
        codes = self.choices(s)
        return NO_MORE if self.placed == 1 else codes[0]

    def text(self, s: FireTable, choice: i64) -> str:
        return "enough" if choice == NO_MORE else s.box.tokens[choice]

    def label(self, s: FireTable, choice: i64) -> str:
        return "That is enough" if choice == NO_MORE else token_label(s, choice)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which token do you put on your card {'next' if self.placed == 1 else 'first'}?"

    def rule(self, s: FireTable, choice: i64) -> str:
        return "10.6" if choice == NO_MORE else "10.5"

    def why_not(self, s: FireTable, text: str) -> str:
        if text == "enough":
            return "at least one token must be put on the card."
        return "you have not drawn that." if text in s.box.tokens else ""

    def pieces(self, s: FireTable, choice: i64) -> list[str]:
        return [] if choice == NO_MORE else [f"looked-{s.box.tokens[choice]}"]


def draw_brings(s: FireTable) -> str:
    """How likely a fire is, and what it would do on the next space."""
    size, fires = total(s.bag), s.bag[FIRE]
    odds = f"{fires} of {size} tokens in the bag are fires ({round(100 * int(fires) / int(size))} %)."
    if fires > 0 and triggers(s, s.card, s.empty_space(s.card), s.fires_on(s.card)):
        return f"{odds} If one spreads, {spread_words(s)}."
    return odds


def token_label(s: FireTable, token: i64) -> str:
    """A token to choose, with what it would mean on the next space."""
    if token == FIRE:
        danger = triggers(s, s.card, s.empty_space(s.card), s.fires_on(s.card))
        return "The fire, which would " + ("spread" if danger else "do no harm yet")
    return f"The {s.box.tokens[token]} book ({s.value(token)})"


def looked_kinds(s: FireTable) -> i64:
    """The mask of the kinds of tokens to choose from."""
    mask: i64 = 0
    token: i64
    for token in range(TOKENS):
        if s.looked[token] > 0:
            mask |= 1 << token
    return mask


def keep(s: FireTable, token: i64) -> None:
    """§10.4 One token for the card; the other leaves first, so that tools against fire find the table in order."""
    s.looked[token] -= 1
    leave_rest(s)
    s.note("place", s.active(), token)
    put_down(s, token)


def place_next(s: FireTable, placed: bool) -> None:
    """§10.5 While there is a token and room for it."""
    if total(s.looked) > 0 and s.empty_space(s.card) < SPACES:
        s.push(PLACE_NEXT[s.active()] if placed else PLACE_FIRST[s.active()])
    else:
        leave_rest(s)


def leave_rest(s: FireTable) -> None:
    """§10.4 §10.6 Books that were not chosen go into the bag; such fires stay out of it until the turn ends."""
    token: i64
    for token in range(FIRE):
        s.bag[token] += s.looked[token]
        s.looked[token] = 0
    s.turn_tokens[FIRE] += s.looked[FIRE]
    s.looked[FIRE] = 0


SAVING: Final = Saving()
SAVE_BOOKS: Final = [SaveBooks(seat) for seat in range(MAX_SEATS)]
DRAW: Final = Draw()
DRAW_SEVERAL: Final = [DrawSeveral(tokens) for tokens in range(BY_TORCH + 1)]
KEEP_ONE: Final = [KeepOne(seat) for seat in range(MAX_SEATS)]
PLACE_FIRST: Final = [PlaceOne(seat, 0) for seat in range(MAX_SEATS)]
PLACE_NEXT: Final = [PlaceOne(seat, 1) for seat in range(MAX_SEATS)]
