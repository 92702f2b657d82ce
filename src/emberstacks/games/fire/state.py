"""The table of Fire in the Library: data and what can be read off it, no rules."""

from __future__ import annotations

from typing import Final

from emberstacks.games.fire.components import (
    CARDS,
    COPIES,
    FIRE,
    SECTIONS,
    SPACES,
    TEAL,
    TOKENS,
    TRACK,
    Components,
    Variant,
)
from emberstacks.kernel.domains import ANY, COUNT, FLAG, each, mask, one, up_to, within
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import OUT, OVER, State
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slots, new_deck, no_slots

EMPTY: Final = -1  # a space without a token
FREE: Final = -1  # a turn order card in the middle of the table
UNUSED: Final = -2  # a turn order card in the box
SET_ASIDE: Final = -3  # a turn order card that a solo player has used
NONE: Final = -1
SPREAD_OUT: Final = 1  # the fire has spread in this turn
PUT_OUT: Final = 2  # solo: it was triggered in this turn, and put out
MOMENTS: Final = {
    "choosing": "before the turn order cards are chosen",
    "saving": "while you save books",
    "spreading": "when a fire is about to spread",
    "scored": "after you have scored",
}
ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")

PIECES: Final = lambda s: s.variant.kinds * s.variant.copies  # noqa: E731 of tools, in the game


WHO: Final = within(0, lambda s: s.players() - 1)
CARD: Final = within(0, CARDS - 1)
TOOL: Final = within(0, lambda s: s.variant.kinds - 1)


class FireTable(State):
    """A position: everything about it is public except the tools in the hands."""

    box: Components
    variant: Variant
    bag: Ints = each(TOKENS, COUNT)  # how many of each token
    spare: i64 = one(COUNT)  # fires set aside
    burned: Ints = each(SECTIONS, COUNT)  # cards burned in each section
    # per seat, and last the robot's if there is one
    score: Ints = each(lambda s: s.seats + s.variant.robot, ANY)
    # when each arrived at that score
    arrived: Ints = each(lambda s: s.seats + s.variant.robot, COUNT)
    arrivals: i64 = one(COUNT)  # how many scores have changed so far
    hands: list[Slots]
    # pieces, open
    market: Ints = up_to(8, within(0, lambda s: s.variant.kinds * s.variant.copies - 1))
    deck: Deck
    discards: Ints = each(PIECES, COUNT)  # how many of each piece, open
    # used tools that stay on the table until the turn ends, how many of each piece
    turn_tools: Ints = each(PIECES, COUNT)
    round_tools: Ints = each(PIECES, COUNT)  # until the round ends
    game_tools: Ints = each(PIECES, COUNT)  # until the game ends: Lockboxes
    # tokens that stay out of the bag until the turn ends, how many of each
    turn_tokens: Ints = each(TOKENS, COUNT)
    round_tokens: Ints = each(TOKENS, COUNT)  # until the round ends
    # books in Lockboxes: how many of each token, per seat
    boxed: Ints = each(lambda s: TOKENS * s.seats, COUNT)
    given: Ints = each(TOKENS, COUNT)  # tokens that Slingshots gave the robot
    looked: Ints = each(TOKENS, COUNT)  # tokens drawn with a Shovel or a Torch and not yet put down
    # the token on each space of each turn order card
    spaces: Ints = each(CARDS * SPACES, within(EMPTY, FIRE))
    # the seat (or robot) that holds each turn order card, FREE, UNUSED or SET_ASIDE
    holder: Ints = each(CARDS, within(SET_ASIDE, lambda s: s.seats + s.variant.robot - 1))
    card: i64 = one(
        within(NONE, CARDS)
    )  # the active card; turns of lower cards are over, those of higher ones are still to come
    round: i64 = one(COUNT)
    draws: i64 = one(COUNT)  # of the active player in this turn
    gloves: i64 = one(FLAG)  # 1: all spaces of the active card are safe
    digs: i64 = one(COUNT)  # draws with a Shovel that are left this turn
    # the space of the fire that triggers the spreading, or NONE
    trigger: i64 = one(within(NONE, SPACES - 1))
    cloaked: i64 = one(mask(SPACES))  # the spaces whose book a Cloak has scored
    saved: Ints = each(TOKENS, COUNT)  # books scored this turn, how many of each token
    bravery: i64 = one(COUNT)  # points of bravery scored this turn
    lost: i64 = one(COUNT)  # library cards that burned since the turn began
    # SPREAD_OUT, PUT_OUT, or 0 if no fire was triggered in this turn
    spread: i64 = one(within(0, PUT_OUT))

    def zones(self) -> list[Slots]:
        return self.hands

    def decks(self) -> list[Deck]:
        return [self.deck]

    # Who.

    def active(self) -> i64:
        """The seat whose turn it is."""
        return self.holder[self.card]

    def robot(self) -> i64:
        """The robot's number in `score` and `holder`: the one after the last seat."""
        return self.seats

    def players(self) -> i64:
        """People and robot."""
        return len(self.score)

    # The library.

    def section_value(self, section: i64) -> i64:
        return self.box.values[section * TRACK + self.burned[section]]

    def top_value(self) -> i64:
        """What the most valuable section is worth."""
        best: i64 = 0
        section: i64
        for section in range(SECTIONS):
            best = max(best, self.section_value(section))
        return best

    def value(self, book: i64) -> i64:
        """What a book is worth now; §13.2 a technology book as much as the best section."""
        return self.top_value() if book == TEAL else self.section_value(book)

    def fallen(self) -> bool:
        """A destroyed card shows."""
        down = False
        section: i64
        for section in range(SECTIONS):
            down = down or self.burned[section] == self.box.collapse[section]
        return down

    # Turn order cards.

    def token(self, card: i64, space: i64) -> i64:
        return self.spaces[card * SPACES + space]

    def empty_space(self, card: i64) -> i64:
        """The leftmost empty space; SPACES if the card is full."""
        space: i64 = 0
        while space < SPACES and self.spaces[card * SPACES + space] != EMPTY:
            space += 1
        return space

    def empty_spaces(self, card: i64) -> i64:
        count: i64 = 0
        space: i64
        for space in range(SPACES):
            if self.spaces[card * SPACES + space] == EMPTY:
                count += 1
        return count

    def fires_on(self, card: i64) -> i64:
        count: i64 = 0
        space: i64
        for space in range(SPACES):
            if self.spaces[card * SPACES + space] == FIRE:
                count += 1
        return count

    def bravery_at(self, card: i64, space: i64) -> i64:
        """The number under a space; 0 if it is safe."""
        return self.box.bravery[card * SPACES + space]

    def knowledge_points(self) -> i64:
        """§5.1 What the books on the active card are worth, §9.4 no matter who drew them."""
        points: i64 = 0
        space: i64
        for space in range(SPACES):
            token = self.token(self.card, space)
            if token != EMPTY and token != FIRE:
                points += self.value(token)
        return points

    def bravery_points(self) -> i64:
        """§5.2 The number under the rightmost token of the active card on a risky space."""
        space: i64
        for space in range(SPACES - 1, -1, -1):
            if self.token(self.card, space) != EMPTY and self.bravery_at(self.card, space) > 0:
                return self.bravery_at(self.card, space)
        return 0

    # Tools.

    def kind(self, piece: i64) -> i64:
        """The tool that a piece is."""
        return piece // self.variant.copies

    def banners(self, piece: i64) -> i64:
        """The mask of the sections that a robot burns with this piece."""
        return self.box.burns[piece * self.variant.same]

    def pieces_of(self, kind: i64) -> i64:
        """The mask of all pieces of a tool."""
        copies = self.variant.copies
        return ((1 << copies) - 1) << kind * copies

    def pieces_among(self, kinds: i64) -> i64:
        """The mask of all pieces of these tools (a mask)."""
        if self.variant.copies == 1:
            return kinds
        pieces: i64 = 0
        kind: i64 = 0
        while kinds >> kind != 0:
            if has(kinds, kind):
                pieces |= self.pieces_of(kind)
            kind += 1
        return pieces

    def in_hand(self, seat: i64) -> i64:
        """The mask of the kinds of tools that a seat holds."""
        kinds: i64 = 0
        for piece in self.hands[seat].face:
            kinds |= 1 << self.kind(piece)
        return kinds

    def tool_text(self, piece: i64) -> str:
        """How a record names a piece; copies only if they differ."""
        name = self.box.tools[self.kind(piece)]
        return name if self.variant.copies == 1 else f"{name} {'abc'[piece % COPIES]}"

    # Words.

    def name(self, who: i64) -> str:
        return "The robot" if who == self.robot() else mark(who)

    def article(self, token: i64) -> str:
        return "fire" if token == FIRE else f"a {self.box.tokens[token]} book"

    def load(self, book: i64) -> str:
        """What a Slingshot moves."""
        return "a fire" if book == NONE else f"a fire and {self.article(book)}"

    def tool(self, piece: i64) -> str:
        return "a tool" if piece < 0 else f"the {self.box.titles[self.kind(piece)]}"

    def not_now(self, text: str) -> Refusal | None:
        box = self.box
        if text in [f"take {card + 1}" for card in range(CARDS)]:
            return Refusal("turn order cards are chosen at the beginning of a round.", "2.2")
        if text in ("draw", "dig", "stop"):
            return Refusal("you draw and stop while you save books, in your own turn.", "3.1")
        if text.startswith("market "):
            return Refusal(
                "you take a tool when your fire has spread, or for leaving early unless the variant"
                " forbids it.",
                "5.3",
            )
        if text in box.tools:
            kind = box.tools.index(text)
            return Refusal(f"the {box.titles[kind]} is played {MOMENTS[box.timings[kind]]}.", "8.1")
        return None

    def because(self, piece: i64) -> str:
        """A tool as the id of what caused something."""
        return f"tool-{self.box.tools[self.kind(piece)]}"

    def section_names(self, sections: i64) -> str:
        return " and ".join(
            self.box.sections[section] for section in range(SECTIONS) if has(sections, section)
        )


def new_table(box: Components, variant: Variant, people: int) -> FireTable:
    """§1.2 §1.3 §1.4 The position before anything is dealt; §1.9 everybody begins at 0 points."""
    robot = int(variant.robot)
    among_people = variant.robot and not variant.solo
    in_play = people + 1 if among_people else box.cards[people]  # §1.7 §15.1 §18.1
    fires = box.fires + (box.technology_fires if variant.technology else 0)  # §13.1
    teal = box.technology_books if variant.technology else 0
    pieces = int(variant.kinds * variant.copies)
    tools = [0] * pieces
    if variant.tools or variant.robot:  # §14.1
        for kind in range(variant.kinds):
            if not (box.needs_four[kind] and people <= box.fewer_up_to):  # §1.5
                for copy in range(int(variant.copies)):
                    tools[kind * int(variant.copies) + copy] = int(variant.same)
    return FireTable(
        seats=people,
        step=OVER,
        below=[],
        sealed=Ints([OUT] * people),
        box=box,
        variant=variant,
        bag=Ints([*box.books, teal, fires]),
        spare=box.spare_fires,
        burned=Ints([0] * SECTIONS),
        score=Ints([0] * (people + robot)),
        arrived=Ints([0] * (people + robot)),
        arrivals=0,
        hands=[no_slots() for _ in range(people)],
        market=Ints([]),
        deck=new_deck(Ints(tools), 0),
        discards=Ints([0] * pieces),
        turn_tools=Ints([0] * pieces),
        round_tools=Ints([0] * pieces),
        game_tools=Ints([0] * pieces),
        turn_tokens=Ints([0] * TOKENS),
        round_tokens=Ints([0] * TOKENS),
        boxed=Ints([0] * TOKENS * people),
        given=Ints([0] * TOKENS),
        looked=Ints([0] * TOKENS),
        spaces=Ints([EMPTY] * CARDS * SPACES),
        holder=Ints([FREE if card < in_play else UNUSED for card in range(CARDS)]),
        card=CARDS,
        round=0,
        draws=0,
        gloves=0,
        digs=0,
        trigger=NONE,
        cloaked=0,
        saved=Ints([0] * TOKENS),
        bravery=0,
        lost=0,
        spread=0,
    )
