"""Chapters 1, 2 and 9: setting up, choosing turn order, and the Amulet."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import AMULET, CARDS, FIRE, SPACES, TOKENS
from emberstacks.games.fire.effects import furthest_behind, put, total, triggers
from emberstacks.games.fire.state import CARD, FREE, ORDINALS, SET_ASIDE, WHO, FireTable
from emberstacks.games.fire.steps.bag import DRAWN
from emberstacks.games.fire.steps.tool import FireKind, Tool, ToolMenu
from emberstacks.games.fire.steps.tools import draw_tool, fill_market, is_asked
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import has, lowest, several
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Chance, Step, Together
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal

SUBSETS: Final = [Ints([k for k in range(CARDS) if has(mask, k)]) for mask in range(1 << CARDS)]
FLAGS: Final = [Ints([mask >> k & 1 for k in range(CARDS)]) for mask in range(1 << CARDS)]
NOTHING: Final = 6
PASS: Final = 0


@final
class Dealt(Happening):
    """§1.8 §14.5 A turn order card by chance."""

    kind: ClassVar[str] = "deal"

    def note(self, s: FireTable, who: i64, card: i64) -> None:
        if s.log is not None:
            self.told(s, f"{s.name(who)} is dealt the {ORDINALS[card]} card.", [who, card])


@final
class TookCard(Happening):
    """§2.2 A turn order card by choice."""

    kind: ClassVar[str] = "take"

    def note(self, s: FireTable, who: i64, card: i64) -> None:
        if s.log is not None:
            self.told(s, f"{s.name(who)} takes the {ORDINALS[card]} card.", [who, card])


@final
class Charmed(Happening):
    """§9.2 A token of the Amulet on a card."""

    kind: ClassVar[str] = "charm"

    def note(self, s: FireTable, card: i64, token: i64) -> None:
        if s.log is not None:
            text = f"The Amulet puts {s.article(token)} on the {ORDINALS[card]} card."
            self.told(s, text, [card, token], because="tool-amulet")


@final
class Parked(Happening):
    """§9.3 A fire that fits on no card."""

    kind: ClassVar[str] = "parked"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(
                s,
                "A fire that fits on no card stays on the Amulet until the round ends.",
                [],
                because="tool-amulet",
            )


DEALT: Final = Dealt()
TOOK_CARD: Final = TookCard()
CHARMED: Final = Charmed()
PARKED: Final = Parked()


# 1 Setting up


class SetUp(Auto[FireTable]):
    """§1.6 The market and the hands, §1.8 then the cards of the first round."""

    clause: ClassVar[str] = "1.6"

    def answer(self, s: FireTable, choice: i64) -> None:
        s.push(SET_UP)
        if not deals_something(s):
            s.pop()


class DealCard(Chance[FireTable]):
    """§1.8 §14.5 §18.2 A turn order card is dealt at random."""

    clause: ClassVar[str] = "1.8"
    size: ClassVar[int] = CARDS

    who: i64 = one(WHO)

    def weights(self, s: FireTable) -> Ints:
        return FLAGS[free_cards(s)]

    def answer(self, s: FireTable, choice: i64) -> None:
        s.holder[choice] = self.who
        DEALT.note(s, self.who, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return ORDINALS[choice]


def deals_something(s: FireTable) -> bool:
    """§1.6 Three tools for the market, two for each player, §1.8 a turn order card each; False when
    all is done.
    """
    if s.variant.tools and len(s.market) < s.box.market:
        fill_market(s)
        return True
    seat: i64
    for seat in range(s.seats):
        if s.variant.tools and s.hands[seat].count() < s.box.hand:
            draw_tool(s, seat)
            return True
    if s.variant.solo or without_card(s) == 0:  # §15.1 solo, you choose from the first turn on
        return False
    s.push(DEAL_CARD[lowest(without_card(s))])
    return True


# 2 Choosing turn order


class ChooseCards(Auto[FireTable]):
    """§2.2 The lowest score takes a card, then the next, until everybody has one; §14.5 §14.6 in an
    Inferno they are dealt.
    """

    clause: ClassVar[str] = "2.2"

    def answer(self, s: FireTable, choice: i64) -> None:
        waiting = without_card(s)
        while waiting != 0:
            free = free_cards(s)
            if s.variant.dealt:
                s.push(CHOOSE_CARDS)
                s.push(DEAL_CARD[lowest(waiting)])
                return
            who = furthest_behind(s, waiting)
            if who < s.seats and several(free):
                s.push(CHOOSE_CARDS)
                s.push(TAKE_CARD[who])
                return
            take_card(s, who, lowest(free))  # §2.4 the last card, or §18.2 the robot's choice
            waiting = without_card(s)


class TakeCard(Step[FireTable]):
    """§2.2 Take one of the turn order cards that are left; §15.1 solo, one that is not set aside."""

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = CARDS

    def choices(self, s: FireTable) -> Ints:
        return SUBSETS[free_cards(s)]

    def answer(self, s: FireTable, choice: i64) -> None:
        take_card(s, self.seat, choice)

    def text(self, s: FireTable, choice: i64) -> str:
        return f"take {choice + 1}"

    def label(self, s: FireTable, choice: i64) -> Label:
        tokens = [s.token(choice, space) for space in range(SPACES) if s.token(choice, space) >= 0]
        lying = f"; on it: {', '.join(s.box.tokens[token] for token in tokens)}" if tokens else ""
        return Label(f"Take the {ORDINALS[choice]} card", detail=f"{card_words(s, choice)}{lying}")

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which turn order card do you take?"

    def asked_by(self, s: FireTable) -> str:
        return "15.1" if s.variant.solo else "2.2"

    def rule(self, s: FireTable, choice: i64) -> str:
        return self.asked_by(s)

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        for card in range(CARDS):
            if text == f"take {card + 1}":
                holder = s.holder[card]
                if holder == SET_ASIDE:
                    return Refusal("you have used that card; it comes back when all six are used.")
                if holder >= 0:
                    return Refusal(f"{s.name(holder)} has that card.")
                return Refusal("that card is not used with this number of players.")
        return None

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [("card", choice)]


def card_words(s: FireTable, card: i64) -> str:
    """A turn order card in words: its safe spaces and what the others pay."""
    risky = [
        str(s.bravery_at(card, space)) for space in range(SPACES) if s.bravery_at(card, space) > 0
    ]
    return f"{SPACES - len(risky)} safe, then bravery {', '.join(risky)}"


def take_card(s: FireTable, who: i64, card: i64) -> None:
    s.holder[card] = who
    TOOK_CARD.note(s, who, card)


def without_card(s: FireTable) -> i64:
    """The mask of those who hold no card, including the robot among several people."""
    players = s.seats if s.variant.solo else s.players()
    mask: i64 = (1 << players) - 1
    card: i64
    for card in range(CARDS):
        if s.holder[card] >= 0:
            mask &= ~(1 << s.holder[card])
    return mask


def free_cards(s: FireTable) -> i64:
    """The mask of the cards in the middle."""
    mask: i64 = 0
    card: i64
    for card in range(CARDS):
        if s.holder[card] == FREE:
            mask |= 1 << card
    return mask


# 9 The Amulet


@final
class NotYet(FireKind):
    """§9.1 Play nothing before the cards are chosen."""

    word: ClassVar[str] = "pass"

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Pass"


@final
class Amulet(Tool):
    """§9.2 A token for each turn order card in play."""

    clause: ClassVar[str] = "9.1"

    def play(self, s: FireTable, seat: i64) -> None:
        if s.rules < V1_1:
            charm_cards(s, 0)
        else:
            draw_for_amulet(s, seat)

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you have no Amulet.")


AMULET_MENU: Final = ToolMenu({NotYet(): [PASS], Amulet(AMULET): [1]})


class AmuletWindow(Together[FireTable]):
    """§9.1 Before the first card is chosen everybody who could hold an Amulet may play it; §4.2 one
    at a time.
    """

    clause: ClassVar[str] = "9.1"
    window: ClassVar[bool] = True
    size: ClassVar[int] = AMULET_MENU.size
    block: ClassVar[int] = 8

    def menu(self) -> ToolMenu:
        return AMULET_MENU

    def choices_of(self, s: FireTable, seat: i64) -> Ints:
        """As the menu would offer them; a test compares the two."""
        codes = Ints([PASS])
        return AMULET_MENU.offer_tools(s, seat, codes)

    def witnesses(self, s: FireTable, seat: i64, choice: i64) -> i64:
        return EVERYBODY if seat == first_to_play(s) else 1 << seat

    def answer(self, s: FireTable, choice: i64) -> None:
        seat = first_to_play(s)
        if seat >= 0:
            AMULET_MENU.do(s, seat, s.sealed[seat])

    def question(self, s: FireTable) -> str:
        return "Before the cards are chosen: does anybody play an Amulet?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        meant = (
            Refusal("only an Amulet can be played before the cards are chosen.")
            if text in s.box.tools
            else None
        )
        return super().why_not(s, text) or meant


class AmuletDraw(Chance[FireTable]):
    """§9.2 Until 1.0: a token for a turn order card; a fire that would spread there stays on the
    Amulet.
    """

    clause: ClassVar[str] = "9.2"
    size: ClassVar[int] = TOKENS

    card: i64 = one(CARD)

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        if choice == FIRE and triggers(
            s, self.card, s.empty_space(self.card), s.fires_on(self.card)
        ):
            s.round_tokens[FIRE] += 1
            PARKED.note(s)
        else:
            put(s, self.card, choice)  # §9.4 from now on it is a token of this card like any other
            CHARMED.note(s, self.card, choice)
        charm_cards(s, self.card + 1)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]


def open_amulet_window(s: FireTable) -> None:
    """§9.1 Not in the first round; §8.1 everybody may play it."""
    seats: i64 = 0
    seat: i64
    if s.variant.tools and s.round > 1:
        for seat in range(s.seats):
            if is_asked(s, seat, AMULET_MENU):
                seats |= 1 << seat
    if seats != 0:
        together(s, AMULET_WINDOW, seats)


def charm_cards(s: FireTable, card: i64) -> None:
    """§9.2 Until 1.0: the next card in play gets a token, one after the other; then the window
    opens again.
    """
    while card < CARDS and (s.holder[card] != FREE or s.empty_space(card) == SPACES):
        card += 1
    if card < CARDS and total(s.bag) > 0:
        s.push(AMULET_DRAW[card])
    else:
        open_amulet_window(s)


class AmuletTokens(Chance[FireTable]):
    """§9.2 The tokens of an Amulet are drawn one after the other, and all of them before the first
    is placed.
    """

    clause: ClassVar[str] = "9.2"
    size: ClassVar[int] = TOKENS

    user: i64 = one(SEAT)

    def actor(self, s: FireTable) -> i64:
        return self.user

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.looked[choice] += 1
        DRAWN.note(s, self.user, choice)
        draw_for_amulet(s, self.user)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]


@final
class OnCard(FireKind):
    """§9.2 A token that was drawn goes onto the card."""

    clause: ClassVar[str] = "9.2"

    def __init__(self, card: i64) -> None:
        super().__init__()
        self.card = card

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        for token in placeable(s, self.card):
            if token != NOTHING:
                out = append(out, self.codes[token])
        return out

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        charm(s, self.card, which)
        place_tokens(s, seat, self.card + 1)

    def text(self, s: FireTable, seat: i64, which: i64) -> str:
        return s.box.tokens[which]

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return (
            f"The {s.box.tokens[which]}{'' if which == FIRE else ' book'} on the"
            f" {ORDINALS[self.card]} card"
        )

    def rule(self, s: FireTable, seat: i64, which: i64) -> str:
        return "9.3" if which == FIRE else "9.2"

    def means(self, s: FireTable, text: str) -> bool:
        return text in s.box.tokens

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        if rest == s.box.tokens[FIRE] and s.looked[FIRE] > 0:
            return Refusal("a fire would spread there.")
        return MUST_FIND_A_CARD

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", self.card), ("looked", which)]


@final
class LeaveEmpty(FireKind):
    """§9.2 No token for this card, if the others find one elsewhere."""

    word: ClassVar[str] = "nothing"
    clause: ClassVar[str] = "9.3"

    def __init__(self, card: i64) -> None:
        super().__init__()
        self.card = card

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        codes = placeable(s, self.card)
        return append(out, self.code) if codes[len(codes) - 1] == NOTHING else out

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        place_tokens(s, seat, self.card + 1)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return f"Nothing on the {ORDINALS[self.card]} card"

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return MUST_FIND_A_CARD

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("card", self.card)]


MUST_FIND_A_CARD: Final = Refusal("every token that was drawn and can be placed must find a card.")
PLACE_MENUS: Final = [
    ToolMenu({OnCard(card): [0, 1, 2, 3, 4, 5], LeaveEmpty(card): [NOTHING]})
    for card in range(CARDS)
]


class AmuletPlace(Step[FireTable]):
    """§9.2 Which of the tokens drawn goes onto this card? §9.3 No fire that would spread; as many
    as possible must fit.
    """

    clause: ClassVar[str] = "9.2"
    size: ClassVar[int] = 7
    block: ClassVar[int] = 8

    card: i64 = one(CARD)

    def menu(self) -> ToolMenu:
        return PLACE_MENUS[self.card]

    def choices(self, s: FireTable) -> Ints:
        """As the menu would offer them; a test compares the two."""
        return placeable(s, self.card)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, what does the Amulet put on the {ORDINALS[self.card]} card?"


def draw_for_amulet(s: FireTable, seat: i64) -> None:
    """§9.2 One token for each card with room for one, §3.8 or all that are left; §15.3 solo, not
    for cards set aside.
    """
    if total(s.looked) < cards_with_room(s, 0, False) and total(s.bag) > 0:
        s.push(AMULET_TOKENS[seat])
    else:
        place_tokens(s, seat, 0)


def place_tokens(s: FireTable, seat: i64, card: i64) -> None:
    """§9.2 Card by card, the user chooses if there is a choice; §9.3 fires that fit nowhere stay on
    the Amulet.
    """
    while card < CARDS:
        if s.holder[card] == FREE and s.empty_space(card) < SPACES:
            codes = placeable(s, card)
            if len(codes) > 1:
                s.push(AmuletPlace(seat, card))
                return
            charm(s, card, codes[0])
        card += 1
    fires: i64
    for fires in range(s.looked[FIRE]):
        PARKED.note(s)
    s.round_tokens[FIRE] += s.looked[FIRE]
    s.looked[FIRE] = 0
    open_amulet_window(s)


def placeable(s: FireTable, card: i64) -> Ints:
    """§9.2 The tokens for this card that leave room for as many of the others as before."""
    after = cards_with_room(s, card + 1, False)
    safe_after = cards_with_room(s, card + 1, True)
    fires = s.looked[FIRE]
    books = total(s.looked) - fires
    most = most_placed(
        fires, books, after + 1, safe_after + (1 if takes_first_fire(s, card) else 0)
    )
    codes = Ints([])
    token: i64
    for token in range(FIRE):
        if s.looked[token] > 0 and 1 + most_placed(fires, books - 1, after, safe_after) == most:
            codes = append(codes, token)
    if (
        fires > 0
        and takes_first_fire(s, card)
        and 1 + most_placed(fires - 1, books, after, safe_after) == most
    ):
        codes = append(codes, FIRE)
    if most_placed(fires, books, after, safe_after) == most:
        codes = append(codes, NOTHING)
    return codes


def most_placed(fires: i64, books: i64, cards: i64, safe: i64) -> i64:
    """How many of these tokens find a card, if only some cards are safe for a fire."""
    laid = min(fires, safe)
    return laid + min(books, cards - laid)


def cards_with_room(s: FireTable, first: i64, for_fire: bool) -> i64:
    """How many cards in the middle, from this number on, have room for a token, or for a fire that
    does not spread.
    """
    count: i64 = 0
    card: i64
    for card in range(first, CARDS):
        if (
            s.holder[card] == FREE
            and s.empty_space(card) < SPACES
            and (not for_fire or takes_first_fire(s, card))
        ):
            count += 1
    return count


def takes_first_fire(s: FireTable, card: i64) -> bool:
    """§9.3 Could a fire go on the next space of this card without spreading?"""
    return not triggers(s, card, s.empty_space(card), s.fires_on(card))


def charm(s: FireTable, card: i64, token: i64) -> None:
    """§9.4 From now on it is a token of this card like any other."""
    if token != NOTHING:
        s.looked[token] -= 1
        put(s, card, token)
        CHARMED.note(s, card, token)


def first_to_play(s: FireTable) -> i64:
    """§4.2 The lowest score among those who answered with a tool; -1 if everybody passed."""
    players: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if s.sealed[seat] > 0:
            players |= 1 << seat
    return furthest_behind(s, players)


SET_UP: Final = SetUp()
DEAL_CARD: Final = [DealCard(who) for who in range(MAX_SEATS)]
CHOOSE_CARDS: Final = ChooseCards()
TAKE_CARD: Final = [TakeCard(seat) for seat in range(MAX_SEATS)]
AMULET_WINDOW: Final = AmuletWindow()
AMULET_DRAW: Final = [AmuletDraw(card) for card in range(CARDS)]
AMULET_TOKENS: Final = [AmuletTokens(seat) for seat in range(MAX_SEATS)]
