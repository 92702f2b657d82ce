"""Hero cards: drawing, discarding and the hand limit (§3.4 to §3.7), and the verbs that do the same
(§4.9, §4.10).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria.components import MOST_FACES
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import SOME, Alexandria
from emberstacks.games.alexandria.vocabulary import HAND_LIMIT
from emberstacks.kernel.domains import SEAT, one
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import flags, lowest, members, single
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, Auto, Chance, Step
from emberstacks.kernel.versions import V1_3
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Slot, reshuffle, shown


@final
class CardDrawn(News):
    """§3.4 A card is drawn; only its player sees which."""

    kind: ClassVar[str] = "draw"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None and s.round > 0:  # the set-up is told as a whole
            self.tell(
                s,
                f"{mark(seat)} draws {s.box.names[card]}.",
                [card, seat],
                seen_by=1 << seat,
                veiled=f"{mark(seat)} draws a card.",
            )


@final
class DeckRenewed(News):
    """§3.5 A discard pile becomes a deck."""

    kind: ClassVar[str] = "renew"

    def note(self, s: Alexandria, seat: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} shuffles the discard pile to form a new deck.", [seat])


@final
class Discarded(News):
    """§3.5 A card goes to the open discard pile."""

    kind: ClassVar[str] = "discard"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(s, f"{mark(seat)} discards {s.box.names[card]}.", [seat, card])


@final
class TakenBack(News):
    """§4.9 A card comes back from the discard pile."""

    kind: ClassVar[str] = "take-back"

    def note(self, s: Alexandria, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"{mark(seat)} takes {s.box.names[card]} from the discard pile.", [seat, card]
            )


CARD_DRAWN: Final = CardDrawn()
DECK_RENEWED: Final = DeckRenewed()
DISCARDED: Final = Discarded()
TAKEN_BACK: Final = TakenBack()


class DrawCard(Chance[Alexandria]):
    """§3.4 A card is drawn from the top of a deck; only its player sees it."""

    clause: ClassVar[str] = "3.4"
    size: ClassVar[int] = MOST_FACES

    drawer: i64 = one(SEAT)
    left: i64 = one(SOME)

    def actor(self, s: Alexandria) -> i64:
        return self.drawer

    def weights(self, s: Alexandria) -> Ints:
        return s.draws[self.drawer].weights()

    def witnesses(self, s: Alexandria, seat: i64, choice: i64) -> i64:
        return 1 << self.drawer

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.drawer
        s.hands[seat].add(shown(s, s.draws[seat].draw(choice), 1 << seat))
        CARD_DRAWN.note(s, seat, s.card(seat, choice))
        renew_if_empty(s, seat)
        if over_limit(s, seat):
            if self.left > 1:
                s.push(DrawMore(seat, self.left - 1))
            s.push(KeepHandLimit(seat))
        else:
            draw_cards(s, seat, self.left - 1)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.slugs[s.card(self.drawer, choice)]


class DrawMore(Auto[Alexandria]):
    """§3.4 The cards still to be drawn, after the hand limit was kept."""

    clause: ClassVar[str] = "3.4"

    drawer: i64 = one(SEAT)
    left: i64 = one(SOME)

    def answer(self, s: Alexandria, choice: i64) -> None:
        draw_cards(s, self.drawer, self.left)


class CardFromHand(Step[Alexandria]):
    """Which card of your hand goes to your discard pile?"""

    clause: ClassVar[str] = "3.6"
    size: ClassVar[int] = MOST_FACES

    def choices(self, s: Alexandria) -> Ints:
        return members(s.hand_mask(self.seat))

    def answer(self, s: Alexandria, choice: i64) -> None:
        discard(s, self.seat, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return f"discard {s.box.slugs[s.card(self.seat, choice)]}"

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Discard {s.box.names[s.card(self.seat, choice)]}"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal(
            "that card is not in your hand."
            if text.startswith("discard")
            else "first a card must be discarded."
        )

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("card", s.card(self.seat, choice))]


class KeepHandLimit(CardFromHand):
    """§3.6 A hand above the limit: discard a card at once, on your turn or not."""

    clause: ClassVar[str] = "3.6"

    def question(self, s: Alexandria) -> str:
        return (
            f"{mark(self.seat)}, you may hold {s.standing[HAND_LIMIT]} cards: which one do you"
            " discard?"
        )


class DiscardCard(CardFromHand):
    """§4.10 An effect makes you discard a card of your choice."""

    clause: ClassVar[str] = "4.10"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which card do you discard?"


class DiscardAtRandom(Chance[Alexandria]):
    """§4.10 A card of a hand, taken at random, is discarded for all to see."""

    clause: ClassVar[str] = "4.10"
    size: ClassVar[int] = MOST_FACES

    victim: i64 = one(SEAT)

    def weights(self, s: Alexandria) -> Ints:
        return flags(s.hand_mask(self.victim), s.box.deck)

    def answer(self, s: Alexandria, choice: i64) -> None:
        discard(s, self.victim, choice)

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.slugs[s.card(self.victim, choice)]


class TakeFromDiscard(Step[Alexandria]):
    """§4.9 Take a card of your choice from your own discard pile, for all to see."""

    clause: ClassVar[str] = "4.9"
    size: ClassVar[int] = MOST_FACES

    def choices(self, s: Alexandria) -> Ints:
        return members(s.discards[self.seat])

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat = self.seat
        s.discards[seat] &= ~(1 << choice)
        s.hands[seat].add((choice, EVERYBODY, s.draws[seat].lot, -1))
        TAKEN_BACK.note(s, seat, s.card(seat, choice))
        if over_limit(s, seat):
            s.push(KeepHandLimit(seat))

    def text(self, s: Alexandria, choice: i64) -> str:
        return f"take {s.box.slugs[s.card(self.seat, choice)]}"

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Take {s.box.names[s.card(self.seat, choice)]} from your discard pile"

    def question(self, s: Alexandria) -> str:
        return f"{mark(self.seat)}, which card do you take from your discard pile?"

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return (
            Refusal("that card is not in your discard pile.") if text.startswith("take") else None
        )

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("card", s.card(self.seat, choice))]


def draw_cards(s: Alexandria, seat: i64, count: i64) -> None:
    """§3.4 Draw this many cards, one at a time; §3.5 an empty deck is made again, §3.7 if there are
    discards.
    """
    if count <= 0:
        return
    if s.draws[seat].count() == 0:
        renew_deck(s, seat)
    if s.draws[seat].count() > 0:
        s.push(DrawCard(seat, count))


def renew_deck(s: Alexandria, seat: i64) -> None:
    """§3.5 The discard pile is shuffled to form a new deck."""
    if s.discards[seat] != 0:
        reshuffle(s, s.draws[seat], flags(s.discards[seat], s.box.deck))
        s.discards[seat] = 0
        DECK_RENEWED.note(s, seat)


def renew_if_empty(s: Alexandria, seat: i64) -> None:
    """§3.5 At any point; until rules 1.2 later."""
    if s.rules >= V1_3 and s.draws[seat].count() == 0:
        renew_deck(s, seat)


def take_from_discard(s: Alexandria, seat: i64) -> None:
    """§4.9 Which card is only asked if there are several (§4.1)."""
    faces = s.discards[seat]
    if s.rules >= V1_3 and single(faces):
        TakeFromDiscard(seat).answer(s, lowest(faces))
    elif faces != 0:
        s.push(TakeFromDiscard(seat))


def discard_one(s: Alexandria, seat: i64) -> None:
    """§4.10 Which card is only asked if there are several (§4.1)."""
    if s.rules >= V1_3 and s.hands[seat].count() == 1:
        discard(s, seat, s.hands[seat].face[0])
    elif s.hands[seat].count() > 0:
        s.push(DiscardCard(seat))


def over_limit(s: Alexandria, seat: i64) -> bool:
    """§3.6 Does a hand hold too many cards?"""
    return s.hands[seat].count() > s.standing[HAND_LIMIT]


def leave_hand(s: Alexandria, seat: i64, face: i64) -> Slot:
    """Take a card out of a hand, for all to see."""
    hand = s.hands[seat]
    return shown(s, hand.take(hand.find(face)), EVERYBODY)


def discard(s: Alexandria, seat: i64, face: i64) -> None:
    """§3.5 Discard piles are open."""
    leave_hand(s, seat, face)
    s.discards[seat] |= 1 << face
    DISCARDED.note(s, seat, s.card(seat, face))
    renew_if_empty(s, seat)
