"""How the Lone Librarian answers: every question by the solved turn, and what comes after it by
what was learned.
"""

from __future__ import annotations

import base64
import binascii
import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from emberstacks.bots.minds.fire.lone import (
    BOOK,
    BOOKS_MASK,
    BUCKETS,
    BURNED,
    CLOAKS,
    DIGGING,
    FILLED,
    GLOVED,
    PAIRS,
    PUT_OUT,
    SHOVELS,
    SLINGS,
    TOOLS,
    TORCHES,
    WIDTH,
    Future,
    LoneTurn,
    more,
)
from emberstacks.games import game_by_id
from emberstacks.games.fire import state as table
from emberstacks.games.fire.components import (
    BUCKET,
    CARDS,
    CLOAK,
    COLLECTORS_EDITION,
    FIRE,
    GLOVES,
    KNAPSACK,
    LOCKBOX,
    MAP,
    SECTIONS,
    SHOVEL,
    SLINGSHOT,
    SPACES,
)
from emberstacks.games.fire.state import FireTable
from emberstacks.games.fire.steps.fire import ChooseBook, FireWindow
from emberstacks.games.fire.steps.order import AmuletWindow, TakeCard
from emberstacks.games.fire.steps.rounds import KEEP, SwapTool
from emberstacks.games.fire.steps.saving import (
    DIG,
    DRAW_ONE,
    NO_MORE,
    STOP,
    KeepOne,
    PlaceOne,
    SaveBooks,
)
from emberstacks.games.fire.steps.scoring import DONE, AfterScoring, ChooseColour
from emberstacks.games.fire.steps.tools import FROM_DECK, NO_TOOL, TakeTool
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.ints import Floats, Ints
from emberstacks.kernel.notation import Choice
from emberstacks.kernel.view import resample

FILE: Final = Path(__file__).with_name("lone.json")
SECOND: Final = 2  # the first turn with weights: nothing before it is the end of a turn
LONE: Final = {"solo": "lone-librarian", "tools": True, "variant": "standard", "technology": False}


def to_json(learned: Mapping[int, Sequence[float]], provenance: Mapping[str, Any]) -> str:
    """The weights of every turn in a file, as 32-bit floats with the lowest byte first."""
    weights = array("f", [one for turn in sorted(learned) for one in learned[turn]])
    if sys.byteorder == "big":
        weights.byteswap()
    data = {
        "game": "fire",
        "provenance": dict(provenance),
        "weights": base64.b64encode(weights.tobytes()).decode("ascii"),
    }
    return json.dumps(data, indent=1) + "\n"


@cache
def weights() -> list[Floats]:
    """The weights of each turn, from the second on; BadBot if the file is damaged."""
    try:
        numbers = array("f")
        numbers.frombytes(
            base64.b64decode(json.loads(FILE.read_text(encoding="utf-8"))["weights"], validate=True)
        )
    except (OSError, ValueError, KeyError, TypeError, binascii.Error):
        raise BadBot(
            f"{FILE} is damaged. Install Emberstacks again, or make the file again with"
            " tools/lone.py."
        ) from None
    if sys.byteorder == "big":
        numbers.byteswap()
    if len(numbers) == 0 or len(numbers) % WIDTH != 0:
        raise BadBot(f"{FILE} is for another version. Make it again with tools/lone.py.")
    return [Floats(numbers[k : k + WIDTH].tolist()) for k in range(0, len(numbers), WIDTH)]


def worths(view: Mapping[str, Any], choices: Sequence[Choice]) -> list[float] | None:
    """What each choice brings with all that follows, in points; None in other variants, with new
    tools, for the Amulet.
    """
    if view["players"] != 1 or any(view["options"][name] != value for name, value in LONE.items()):
        return None
    s = resample(game_by_id("fire"), view, Dealer(1))
    assert isinstance(s, FireTable)
    if s.variant.kinds > TOOLS:
        return None
    rate = RATES.get(type(s.step))
    position = Position(s)
    return None if rate is None else [rate(position, choice.code) for choice in choices]


class Position:
    """A position as numbers, and what each answer leads to: one method per question."""

    def __init__(self, s: FireTable) -> None:
        self.s = s
        self.at = sum(int(burned) << BURNED * k for k, burned in enumerate(s.burned))
        self.hand = 0
        for piece in s.hands[0].face:
            self.hand = more(self.hand, s.kind(piece))
        self.market = 0
        for piece in s.market:
            self.market = more(self.market, s.kind(piece))
        counts = list(s.deck.weights())
        self.deck = counts if sum(counts) > 0 else list(s.discards)
        self.free = sum(1 << card for card in range(CARDS) if s.holder[card] == table.FREE)
        # the answers to a question share them
        self.turns: dict[tuple[tuple[int, ...], tuple[int, ...]], LoneTurn] = {}

    def future(self, free: int) -> Future:
        """What comes after this turn."""
        turn = int(self.s.round)
        own = Floats([]) if turn == self.s.box.turns else weights()[turn + 1 - SECOND]
        return Future(self.s.box, turn, free or (1 << CARDS) - 1, own, Ints(self.deck))

    def on(
        self, card: int, free: int, gone: Sequence[int] = (), extra: Sequence[int] = ()
    ) -> LoneTurn:
        """A turn on a card, without the tokens on some spaces, and with some tokens back in the
        bag.
        """
        spaces = [
            -1 if k in gone else int(token)
            for k, token in enumerate(self.s.spaces[card * SPACES : (card + 1) * SPACES])
        ]
        bag = [int(count) for count in self.s.bag]
        for token in extra:
            bag[token] += 1
        return LoneTurn(
            self.future(free), card, self.at, Ints(bag), Ints(spaces), self.hand, self.market
        )

    def here(self, gone: Sequence[int] = (), extra: Sequence[int] = ()) -> LoneTurn:
        """The turn as it is."""
        key = tuple(gone), tuple(extra)
        if key not in self.turns:
            self.turns[key] = self.on(int(self.s.card), self.free, gone, extra)
        return self.turns[key]

    def now(self, turn: LoneTurn) -> int:
        """The moment of the turn."""
        s = self.s
        now = turn.start + DIGGING * min(3, int(s.digs)) + (GLOVED if s.gloves else 0)
        return now + (PUT_OUT if s.spread == table.PUT_OUT else 0)

    def take_card(self, code: int) -> float:
        turn = self.on(code, self.free & ~(1 << code))
        return turn.decide(turn.start)

    def save_books(self, code: int) -> float:
        turn = self.here()
        now = self.now(turn)
        if code == DRAW_ONE:
            return turn.draw(now)
        if code == STOP:
            return turn.stop(now)
        if code == DIG:
            return turn.dig(now)
        if code == GLOVES:
            return turn.decide(now - PAIRS + GLOVED)
        if code == SHOVEL:
            return turn.dig(now - SHOVELS + (2 - min(1, int(self.s.digs))) * DIGGING)
        return turn.torch(now - TORCHES)

    def keep_one(self, code: int) -> float:
        """The other token goes back if it is a book; a fire stays out of the bag."""
        books = [token for token in range(SECTIONS) for _ in range(int(self.s.looked[token]))]
        turn = self.here(extra=[*books, FIRE] if code == FIRE else books)
        return turn.place(self.now(turn), SECTIONS if code == FIRE else code)

    def place_one(self, code: int) -> float:
        books = [token for token in range(SECTIONS) for _ in range(int(self.s.looked[token]))]
        turn = self.here(extra=[*books, FIRE] if code == FIRE else books)
        now = self.now(turn)
        if code == NO_MORE:
            return turn.decide(now)
        if code == FIRE:
            return turn.place(now, SECTIONS)
        books.remove(code)
        rest = [*books, SECTIONS, SECTIONS][:2]
        return turn.some_of(now + (1 << BOOK * code) + FILLED, rest[0], rest[1], SECTIONS, True)

    def burning(self) -> list[int]:
        """The spaces that the solver must not see: the fire that was triggered, and books that a
        Cloak has scored.
        """
        return [int(self.s.trigger), *(k for k in range(SPACES) if int(self.s.cloaked) >> k & 1)]

    def fire_window(self, code: int) -> float:
        turn = self.here(self.burning())
        now = self.now(turn)
        if code == 0:
            return turn.bust(now)
        kind = code - 1
        if kind == BUCKET:
            return turn.decide((now | PUT_OUT) - BUCKETS)
        books = [
            k for k in range(SPACES) if k not in self.burning() and 0 <= self.token(k) < SECTIONS
        ]
        if kind == CLOAK:
            return max(self.saved_by_cloak(turn, now - CLOAKS, space) for space in books)
        best = max((self.s.value(self.token(k)) for k in books), default=0)
        ways = [k for k in books if self.s.value(self.token(k)) == best]
        return (
            max(self.slung(space, SLINGS) for space in ways)
            if ways
            else turn.decide((now | PUT_OUT) - SLINGS)
        )

    def token(self, space: int) -> int:
        return int(self.s.token(self.s.card, space))

    def saved_by_cloak(self, turn: LoneTurn, now: int, space: int) -> float:
        """The book and its bravery, and what burns without it."""
        book = self.token(space)
        points = self.s.value(book) + self.s.bravery_at(self.s.card, space)
        return float(points) + turn.bust(now - (1 << BOOK * book))

    def slung(self, space: int, tool: int = 0) -> float:
        """The turn continues without this book."""
        turn = self.here([*self.burning(), space])
        return turn.decide((self.now(turn) | PUT_OUT) - tool)

    def choose_book(self, code: int) -> float:
        step = self.s.step
        assert isinstance(step, ChooseBook)
        if step.kind == SLINGSHOT:
            return self.slung(code)
        turn = self.here(self.burning())
        return self.saved_by_cloak(turn, self.now(turn), code)

    def take_tool(self, code: int) -> float:
        turn = self.here()
        if self.s.spread == table.SPREAD_OUT:
            return (
                turn.unseen(self.at, self.hand)
                if code == FROM_DECK
                else turn.taken(self.at, self.hand, code)
            )
        books, spared = turn.on_card & BOOKS_MASK, self.s.spread != 0
        if code == FROM_DECK:
            return turn.after_unseen(books, self.hand, self.at, 0, spared)
        if code == NO_TOOL:
            return turn.after(books, self.hand, self.at, 0, spared)
        return turn.after(books, more(self.hand, code), self.at, 0, spared) + turn.replaced(code)

    def after_scoring(self, code: int) -> float:
        turn = self.here()
        books, spared, bravery = turn.on_card & BOOKS_MASK, self.s.spread != 0, int(self.s.bravery)
        if code == DONE:
            return turn.end(self.at, self.hand, spared)
        if code == MAP:
            return turn.mapped(books, self.hand, self.at, bravery, spared)
        return max(
            self.used(turn, code, book, self.hand)
            for book in range(SECTIONS)
            if books >> BOOK * book & 7
        )

    def used(self, turn: LoneTurn, kind: int, book: int, hand: int) -> float:
        """A tool after scoring that takes a book from the card; the hand still has the tool."""
        books, spared, bravery = turn.on_card & BOOKS_MASK, self.s.spread != 0, int(self.s.bravery)
        if kind == KNAPSACK:
            return turn.packed(books, hand, self.at, bravery, spared, book)
        if kind == LOCKBOX:
            return turn.locked(books, hand, self.at, bravery, spared, book)
        if kind != COLLECTORS_EDITION:
            return turn.end(self.at, hand, spared) - 1.0
        # another tool has moved these
        more_saved = int(self.s.saved[book]) - (books >> BOOK * book & 7)
        extra = float(more_saved * self.s.box.collectors_edition)
        return turn.collected(books, hand, self.at, bravery, spared, book) + extra

    def choose_colour(self, code: int) -> float:
        step = self.s.step
        assert isinstance(step, ChooseColour)
        return self.used(self.here(), int(step.kind), code, more(self.hand, int(step.kind)))

    def swap_tool(self, code: int) -> float:
        future = self.future(self.free)
        return (
            future.plain(self.at, self.hand)
            if code == KEEP
            else future.swapped(self.at, self.hand, code - 1)
        )

    def amulet(self, code: int) -> float:
        """It takes books out of the bag and leaves the fires: it is only good for an exchange."""
        return -float(code)


RATES: Final = {
    TakeCard: Position.take_card,
    SaveBooks: Position.save_books,
    KeepOne: Position.keep_one,
    PlaceOne: Position.place_one,
    FireWindow: Position.fire_window,
    ChooseBook: Position.choose_book,
    TakeTool: Position.take_tool,
    AfterScoring: Position.after_scoring,
    ChooseColour: Position.choose_colour,
    SwapTool: Position.swap_tool,
    AmuletWindow: Position.amulet,
}
