"""Rescue cards: drawing, keeping, recovering, taking, swapping and losing them (§4.4 to §4.7)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria.components import PER_CATEGORY, RESCUE_CARDS
from emberstacks.games.alexandria.news import PORTENT_WORKS, News
from emberstacks.games.alexandria.state import SOME, Alexandria
from emberstacks.games.alexandria.vocabulary import ANY, CATEGORIES, RESCUE_DRAW
from emberstacks.kernel.domains import SEAT, mask, one, within
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import bit, flags, how_many, lowest, members, several, single
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import Chance, Step
from emberstacks.kernel.versions import V1_3
from emberstacks.kernel.words import Label, Refusal


@final
class Shown(News):
    """§4.4 A Rescue card is drawn for all to see."""

    kind: ClassVar[str] = "show"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} draws {s.box.rescue_names[card]}.", [seat, card])


@final
class CardKept(News):
    """§4.5 A Rescue card is kept."""

    kind: ClassVar[str] = "keep"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} keeps {s.box.rescue_names[card]}.", [seat, card])


@final
class CardThrown(News):
    """§4.5 A Rescue card is not kept."""

    kind: ClassVar[str] = "throw"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} discards {s.box.rescue_names[card]}.", [seat, card])


@final
class Recovered(News):
    """§4.6 A Rescue card comes from the discards."""

    kind: ClassVar[str] = "recover"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} takes {s.box.rescue_names[card]} from the discards.", [seat, card]
            )


@final
class HandedOver(News):
    """§4.7 A Rescue card goes from one Hero to another."""

    kind: ClassVar[str] = "hand-over"

    def note(self, s: Alexandria, seat: i64, card: i64, taker: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} gives {s.box.rescue_names[card]} to {mark(taker)}.",
                [seat, card, taker],
            )


@final
class CardLost(News):
    """§4.7 A Rescue card is lost."""

    kind: ClassVar[str] = "lose-rescue"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} loses {s.box.rescue_names[card]}.", [seat, card])


@final
class RescueDeckRenewed(News):
    """§4.18 Discarded Rescue cards become a deck."""

    kind: ClassVar[str] = "renew-rescue"

    def note(self, s: Alexandria, category: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"The discarded {CATEGORIES[category].capitalize()}s are shuffled to form a new"
                " deck.",
                [category],
            )


SHOWN: Final = Shown()
CARD_KEPT: Final = CardKept()
CARD_THROWN: Final = CardThrown()
RECOVERED: Final = Recovered()
HANDED_OVER: Final = HandedOver()
CARD_LOST: Final = CardLost()
RESCUE_DECK_RENEWED: Final = RescueDeckRenewed()


class ChooseDeck(Step[Alexandria]):
    """§4.4 From which of these decks do you draw?"""

    clause: ClassVar[str] = "4.4"
    size: ClassVar[int] = 3

    decks: i64 = one(mask(len(CATEGORIES), 1))
    draw: i64 = one(SOME)
    keep: i64 = one(SOME)

    def choices(self, s: Alexandria) -> Ints:
        return members(self.decks)

    def answer(self, s: Alexandria, choice: i64) -> None:
        draw_rescue(s, self.seat, choice, self.draw, self.keep)

    def text(self, s: Alexandria, choice: i64) -> str:
        return CATEGORIES[choice]

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Draw {CATEGORIES[choice].capitalize()}s"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, from which deck do you draw?"

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("rescue-deck", choice)]


class DrawRescue(Chance[Alexandria]):
    """§4.4 A Rescue card is drawn and shown to all."""

    clause: ClassVar[str] = "4.4"
    size: ClassVar[int] = PER_CATEGORY

    drawer: i64 = one(SEAT)
    category: i64 = one(within(0, len(CATEGORIES) - 1))
    left: i64 = one(SOME)
    keep: i64 = one(SOME)

    def actor(self, s: Alexandria) -> i64:
        return self.drawer

    def weights(self, s: Alexandria) -> Ints:
        return flags(s.in_decks >> self.category * PER_CATEGORY, PER_CATEGORY)

    def answer(self, s: Alexandria, choice: i64) -> None:
        card = self.category * PER_CATEGORY + choice
        s.in_decks &= ~bit(card)
        s.drawn |= bit(card)
        SHOWN.note(s, self.drawer, card)
        if s.rules >= V1_3 and s.in_decks & s.box.category_masks[self.category] == 0:
            renew_rescue(s, self.category)  # §4.18
        draw_rescue(s, self.drawer, self.category, self.left - 1, self.keep)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.rescue_slugs[self.category * PER_CATEGORY + choice]


class CardQuestion(Step[Alexandria]):
    """Which of these Rescue cards?"""

    size: ClassVar[int] = RESCUE_CARDS
    block: ClassVar[int] = 64
    verb: ClassVar[str] = ""

    def gained(self) -> i64:
        """1 if the player gets the chosen card, -1 if it goes away."""
        return 1

    def cards(self, s: Alexandria) -> i64:
        """The mask of the cards to choose from."""
        raise NotImplementedError

    def choices(self, s: Alexandria) -> Ints:
        return members(self.cards(s))

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.rescue_slugs[choice]

    def label(self, s: Alexandria, choice: i64) -> Label:
        return described(s, self.verb, choice)

    def brings(self, s: Alexandria, choice: i64) -> str:
        return collection_brings(s, self.seat, choice, self.gained())

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return no_such_card(s, text)

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("rescue", choice)]


class RescueCard(Kind[Alexandria]):
    """A Rescue card; the varieties are all of them."""

    def cards(self, s: Alexandria, seat: i64) -> i64:
        """The mask of the cards to choose from."""
        raise NotImplementedError

    def offer(self, s: Alexandria, seat: i64, out: Ints) -> Ints:
        for card in members(self.cards(s, seat)):
            out = append(out, self.codes[card])
        return out

    def text(self, s: Alexandria, seat: i64, which: i64) -> str:
        return f"{self.word} {s.box.rescue_slugs[which]}"

    def label(self, s: Alexandria, seat: i64, which: i64) -> Label:
        return described(s, self.word.capitalize(), which)

    def pieces(self, s: Alexandria, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("rescue", which)]


@final
class KeepCard(RescueCard):
    """§4.5 Keep a card that is on show."""

    word: ClassVar[str] = "keep"

    def cards(self, s: Alexandria, seat: i64) -> i64:
        return s.drawn

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        s.drawn &= ~bit(which)
        s.rescued[seat] |= bit(which)
        s.kept |= bit(which)
        CARD_KEPT.note(s, seat, which)

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        return collection_brings(s, seat, which, 1)


@final
class KeepNoMore(Kind[Alexandria]):
    """§4.5 What is still on show is discarded."""

    word: ClassVar[str] = "enough"

    def do(self, s: Alexandria, seat: i64, which: i64) -> None:
        pass

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "Keep no more" if s.kept != 0 else "Keep none of them"


KEEP_NO_MORE: Final = KeepNoMore()
KEEPING: Final[Menu[Alexandria]] = Menu({KeepCard(): [*range(45)], KEEP_NO_MORE: [45]})


class Keep(Step[Alexandria]):
    """§4.5 Keep one of the cards drawn, or none."""

    clause: ClassVar[str] = "4.5"
    size: ClassVar[int] = KEEPING.size
    block: ClassVar[int] = 64

    left: i64 = one(SOME)

    def menu(self) -> Menu[Alexandria]:
        return KEEPING

    def answer(self, s: Alexandria, choice: i64) -> None:
        KEEPING.do(s, self.seat, choice)
        if choice != KEEP_NO_MORE.code and self.left > 1 and s.drawn != 0:
            s.push(Keep(self.seat, self.left - 1))
            return
        for card in members(s.drawn):
            CARD_THROWN.note(s, self.seat, card)
        s.pile |= s.drawn
        s.thrown = s.drawn
        s.drawn = 0

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Rescue card do you keep? You may keep {self.left}."

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return no_such_card(s, text)


class Recover(CardQuestion):
    """§4.6 Take a card of your choice from a discard pile."""

    clause: ClassVar[str] = "4.6"
    verb: ClassVar[str] = "Take"

    found: i64 = one(mask(RESCUE_CARDS, 1))

    def cards(self, s: Alexandria) -> i64:
        return self.found

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.pile &= ~bit(choice)
        s.thrown &= ~bit(choice)
        s.rescued[self.seat] |= bit(choice)
        RECOVERED.note(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which discarded Rescue card do you take?"


class GiveUp(CardQuestion):
    """§4.7 Which card goes from one Hero to another? The chooser decides."""

    clause: ClassVar[str] = "4.7"
    victim: i64 = one(SEAT)
    taker: i64 = one(SEAT)

    def gained(self) -> i64:
        return 1 if self.seat == self.taker else -1

    def cards(self, s: Alexandria) -> i64:
        return s.rescued[self.victim]

    def answer(self, s: Alexandria, choice: i64) -> None:
        hand_over(s, choice, self.victim, self.taker)

    def label(self, s: Alexandria, choice: i64) -> Label:
        return described(s, "Take" if self.seat == self.taker else "Hand over", choice)

    def question(self, s: Alexandria) -> str:
        return (
            f"{mark(self.seat)}, which Rescue card goes from {mark(self.victim)} to"
            f" {mark(self.taker)}?"
        )


@final
class GiveCard(RescueCard):
    """§4.7 Offer one of your cards."""

    word: ClassVar[str] = "give"

    def cards(self, s: Alexandria, seat: i64) -> i64:
        step = s.step
        assert isinstance(step, SwapGive)
        return swappable(s, seat, step.other)

    def brings(self, s: Alexandria, seat: i64, which: i64) -> str:
        return collection_brings(s, seat, which, -1)


@final
class NoSwap(Kind[Alexandria]):
    """§4.7 A swap is a choice."""

    word: ClassVar[str] = "no swap"

    def label(self, s: Alexandria, seat: i64, which: i64) -> str:
        return "Do not swap"


NO_SWAP: Final = NoSwap()
SWAPPING: Final[Menu[Alexandria]] = Menu({GiveCard(): [*range(45)], NO_SWAP: [45]})


class SwapGive(Step[Alexandria]):
    """§4.7 Offer one of your cards for one of theirs of the same category, or do not swap."""

    clause: ClassVar[str] = "4.7"
    size: ClassVar[int] = SWAPPING.size
    block: ClassVar[int] = 64

    other: i64 = one(SEAT)

    def menu(self) -> Menu[Alexandria]:
        return SWAPPING

    def answer(self, s: Alexandria, choice: i64) -> None:
        if choice != NO_SWAP.code:
            ask_card(s, SwapTake(self.seat, self.other, SWAPPING.which[choice]))

    def default(self, s: Alexandria, seat: i64) -> i64:
        return NO_SWAP.code

    def question(self, s: Alexandria) -> str:
        return (
            f"{mark(self.seat)}, which card do you give to {mark(self.other)} for one of the same"
            " category?"
        )

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return no_such_card(s, text)


class SwapTake(CardQuestion):
    """§4.7 Which card of theirs do you take for yours?"""

    clause: ClassVar[str] = "4.7"
    verb: ClassVar[str] = "Take"

    other: i64 = one(SEAT)
    given: i64 = one(within(0, RESCUE_CARDS - 1))

    def cards(self, s: Alexandria) -> i64:
        return s.rescued[self.other] & s.box.category_masks[self.given // PER_CATEGORY]

    def answer(self, s: Alexandria, choice: i64) -> None:
        hand_over(s, self.given, self.seat, self.other)
        hand_over(s, choice, self.other, self.seat)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which card of {mark(self.other)} do you take in exchange?"


class LoseRescue(CardQuestion):
    """§4.7 Which of your Rescue cards do you lose?"""

    clause: ClassVar[str] = "4.7"
    verb: ClassVar[str] = "Lose"

    category: i64 = one(within(0, ANY))

    def gained(self) -> i64:
        return -1

    def cards(self, s: Alexandria) -> i64:
        return s.rescued[self.seat] & s.box.category_masks[self.category]

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.rescued[self.seat] &= ~bit(choice)
        s.pile |= bit(choice)
        CARD_LOST.note(s, self.seat, choice)

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which Rescue card do you lose?"


# Consequences


def ask_card(s: Alexandria, question: CardQuestion) -> None:
    """§4.1 Nobody is asked which card if there is only one."""
    cards = question.cards(s)
    if s.rules >= V1_3 and single(cards):
        question.answer(s, lowest(cards))
    else:
        s.push(question)


def no_such_card(s: Alexandria, text: str) -> Refusal | None:
    """Why a card cannot be chosen."""
    return Refusal(
        "that card is not one of those you can choose."
        if text in s.box.rescue_slugs
        else "first choose a Rescue card."
    )


def begin_rescue(s: Alexandria, seat: i64, decks: i64, draw: i64, keep: i64) -> None:
    """§4.4 Draw from one of these decks; a Portent may make it fewer cards, but never fewer than
    may be kept.
    """
    s.drawn = 0
    s.kept = 0
    s.thrown = 0
    count = max(draw + s.standing[RESCUE_DRAW], keep)
    if count != draw:
        PORTENT_WORKS.note(s, RESCUE_DRAW)
    if several(decks):
        s.push(ChooseDeck(seat, decks, count, keep))
    else:
        # the masks 1, 2 and 4 are the categories 0, 1 and 2
        draw_rescue(s, seat, decks >> 1, count, keep)


def draw_rescue(s: Alexandria, seat: i64, category: i64, left: i64, keep: i64) -> None:
    """§4.4 Draw the cards one by one; then §4.5 choose among them."""
    if left > 0 and s.in_decks & s.box.category_masks[category] == 0:
        renew_rescue(s, category)
    if left > 0 and s.in_decks & s.box.category_masks[category] != 0:
        s.push(DrawRescue(seat, category, left, keep))
    elif s.drawn != 0:
        s.push(Keep(seat, keep))


def renew_rescue(s: Alexandria, category: i64) -> None:
    """§4.18 The discards of a category are shuffled to form its new deck."""
    cards = s.pile & s.box.category_masks[category]
    if cards != 0:
        s.in_decks |= cards
        s.pile &= ~cards
        RESCUE_DECK_RENEWED.note(s, category)


def swappable(s: Alexandria, seat: i64, other: i64) -> i64:
    """§4.7 The cards of a seat in categories that the other has too."""
    cards: i64 = 0
    category: i64
    for category in range(3):
        mask = s.box.category_masks[category]
        if s.rescued[other] & mask != 0:
            cards |= s.rescued[seat] & mask
    return cards


def hand_over(s: Alexandria, card: i64, giver: i64, taker: i64) -> None:
    s.rescued[giver] &= ~bit(card)
    s.rescued[taker] |= bit(card)
    HANDED_OVER.note(s, giver, card, taker)


def described(s: Alexandria, verb: str, card: i64) -> Label:
    """What is done with a card: its name, and its traits and collection."""
    traits = ", ".join(s.box.rescue_traits[card])
    collection = s.box.collection_of[card]
    counts = f"{traits}; {s.box.collections[collection]}" if collection >= 0 else traits
    return Label(f"{verb} {s.box.rescue_names[card]}", counts)


def collection_brings(s: Alexandria, seat: i64, card: i64, gained: i64) -> str:
    """§10.3 What the collection of a card is worth to a player who gets or loses it."""
    collection = s.box.collection_of[card]
    if collection < 0:
        return "It belongs to no collection."
    held = how_many(s.rescued[seat] & s.box.collection_masks[collection]) + gained
    points = s.box.collection_points
    worth = (
        f"worth {points[held]} points at the end (2 are worth {points[2]}, 3 are worth {points[3]})"
    )
    return f"{s.box.collections[collection]}: you would hold {held} of 3, {worth}."
