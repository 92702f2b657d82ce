"""Rounds: their phases (§2.1), Cleanup (chapter 8), Dramatic Ends (chapter 9) and the end of the
game (chapter 10).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import COLLECTION_COUNT, DRAMATIC_END, NUMBERS
from emberstacks.games.alexandria.news import News
from emberstacks.games.alexandria.state import NONE, Alexandria
from emberstacks.games.alexandria.steps.burning import BURNING_PHASE, last_round
from emberstacks.games.alexandria.steps.effect import start_effect
from emberstacks.games.alexandria.steps.effects import set_off_ongoing
from emberstacks.games.alexandria.steps.hand import discard, over_limit
from emberstacks.games.alexandria.steps.turn import NEXT_TURN, tidy_up
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.loop import together
from emberstacks.kernel.masks import EMPTY, flags, how_many, members
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import EVERYBODY, MAX_SEATS, Auto, Chance, Together
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import learn


@final
class RoundBegins(News):
    """§2.1 A round begins."""

    kind: ClassVar[str] = "round"

    def note(self, s: Alexandria, number: i64) -> None:
        if s.log is not None:
            self.tell(s, f"Round {number} begins.", [number])


@final
class RoundOver(News):
    """§2.1 A round is over."""

    kind: ClassVar[str] = "round-over"

    def note(self, s: Alexandria, number: i64) -> None:
        if s.log is not None:
            self.tell(s, f"Round {number} is over.", [number])


@final
class TieBroken(News):
    """§10.5 Who wins among those who have the most points."""

    kind: ClassVar[str] = "tie"

    def note(self, s: Alexandria) -> None:
        if s.log is None:
            return
        seats = range(s.seats)
        tied = [seat for seat in seats if s.points[seat] == max(s.points)]
        cards = [
            seat
            for seat in tied
            if how_many(s.rescued[seat]) == max([how_many(s.rescued[other]) for other in tied])
        ]
        hands = [
            seat
            for seat in cards
            if s.hands[seat].count() == max([s.hands[other].count() for other in cards])
        ]
        if len(tied) == 1:
            return
        if len(cards) == 1:
            decided = f"{mark(cards[0])} has the most Rescue cards"
        elif len(hands) == 1:
            decided = (
                f"they have as many Rescue cards, and {mark(hands[0])} has the most cards in hand"
            )
        else:
            decided = "they have as many Rescue cards and cards in hand, and share the win"
        text = (
            f"{' and '.join([mark(seat) for seat in tied])} are tied with {s.points[tied[0]]}"
            f" points: {decided}."
        )
        self.tell(s, text, [len(tied), hands[0]])


@final
class CleanedUp(News):
    """§8.1 Tokens and cards are put away."""

    kind: ClassVar[str] = "cleanup"

    def note(self, s: Alexandria, number: i64) -> None:
        if s.log is not None:
            self.tell(
                s, f"Cleanup of round {number}: tokens and played cards are put away.", [number]
            )


@final
class EndRevealed(News):
    """§9.2 A Dramatic End is open."""

    kind: ClassVar[str] = "reveal-end"

    def note(self, s: Alexandria, seat: i64, end: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"The Dramatic End of {mark(seat)} is revealed: {s.box.names[DRAMATIC_END + end]}.",
                [seat, end],
                DRAMATIC_END + end,
            )


@final
class PortentBegins(News):
    """§9.4 A Portent holds from now on."""

    kind: ClassVar[str] = "portent"

    def note(self, s: Alexandria, end: i64) -> None:
        if s.log is not None:
            self.tell(s, f"Ominous Portent: {s.box.portent_texts[end]}", [end], DRAMATIC_END + end)


@final
class CollectionCounted(News):
    """§10.3 A collection brings points."""

    kind: ClassVar[str] = "collection"

    def note(self, s: Alexandria, seat: i64, collection: i64, points: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} gains {points} points for {s.box.collections[collection]}.",
                [seat, collection, points],
            )


@final
class GameOver(News):
    """§10.1 The game is over."""

    kind: ClassVar[str] = "over"

    def note(self, s: Alexandria) -> None:
        if s.log is not None:
            self.tell(s, "The Library is no more.", [])


ROUND_BEGINS: Final = RoundBegins()
ROUND_OVER: Final = RoundOver()
TIE_BROKEN: Final = TieBroken()
CLEANED_UP: Final = CleanedUp()
END_REVEALED: Final = EndRevealed()
PORTENT_BEGINS: Final = PortentBegins()
COLLECTION_COUNTED: Final = CollectionCounted()
GAME_OVER: Final = GameOver()


class PlayRound(Auto[Alexandria]):
    """§2.1 A round: §9.1 perhaps a Dramatic End, the Action phase, the Burning phase, Cleanup;
    §10.1 after five, the end.
    """

    clause: ClassVar[str] = "2.1"

    def answer(self, s: Alexandria, choice: i64) -> None:
        if s.round > 0:
            ROUND_OVER.note(s, s.round)
        if last_round(s):
            end_game(s)
            return
        s.round += 1
        ROUND_BEGINS.note(s, s.round)
        s.push(PLAY_ROUND)
        if not last_round(s):  # §8.3
            s.push(CLEANUP)
        s.push(BURNING_PHASE)
        s.push(NEXT_TURN)
        if int(s.round) in s.box.reveals[int(s.seats)]:
            s.push(REVEAL_END)


# 8 Cleanup


class Cleanup(Auto[Alexandria]):
    """§8.1 Tokens leave rooms and boards, §8.2 played cards go, §8.3 ongoing Cleanup effects; §8.4
    the rest stays.
    """

    clause: ClassVar[str] = "8.1"

    def answer(self, s: Alexandria, choice: i64) -> None:
        s.fire = 0
        s.water = NONE
        s.spent = 0
        seat: i64
        for seat in range(s.seats):
            s.guard[seat] = 0
            s.toll[seat] = 0
            s.used[seat] = 0
            s.discards[seat] |= s.played[seat]
            s.played[seat] = 0
        CLEANED_UP.note(s, s.round)
        tidy_up(s)
        order = s.by_height()
        k: i64
        for k in range(len(order) - 1, -1, -1):
            if s.slot[order[k]] != NONE:
                set_off_ongoing(s, v.CLEANUP, order[k], NONE, NONE, -1)


# 9 Dramatic Ends


class RevealEnd(Chance[Alexandria]):
    """§9.2 The top card of the Dramatic End deck is revealed: whose is it? §9.3 Before the last
    round its Portent begins.
    """

    clause: ClassVar[str] = "9.2"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: Alexandria) -> Ints:
        hidden: i64 = (1 << s.seats) - 1
        for seat in s.revealed:
            hidden &= ~(1 << seat)
        return flags(hidden, MAX_SEATS)

    def answer(self, s: Alexandria, choice: i64) -> None:
        learn(s, s.chosen[choice], 0, EVERYBODY)
        s.revealed = append(s.revealed, choice)
        END_REVEALED.note(s, choice, s.end_of(choice))
        if not last_round(s) or s.common_fate:  # §9.3 §11.1
            begin_portent(s, s.end_of(choice))

    def text(self, s: Alexandria, choice: i64) -> str:
        return s.box.hero_ids[s.hero[choice]]


class DiscardDown(Together[Alexandria]):
    """§9.5 A Portent lowers the hand limit: everybody above it discards at once, a card at a time."""

    clause: ClassVar[str] = "9.5"
    size: ClassVar[int] = NUMBERS

    def choices_of(self, s: Alexandria, seat: i64) -> Ints:
        codes = EMPTY[:]
        for face in members(s.hand_mask(seat)):
            codes = append(codes, s.card(seat, face))
        return codes

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] >= 0:
                discard(s, seat, s.box.face_of[s.sealed[seat]])
        discard_down(s)

    def text(self, s: Alexandria, choice: i64) -> str:
        return f"discard {s.box.slugs[choice]}"

    def label(self, s: Alexandria, choice: i64) -> str:
        return f"Discard {s.box.names[choice]}"

    def question(self, s: Alexandria) -> str:
        return (
            f"You may hold only {s.standing[v.HAND_LIMIT]} cards from now on: which one do you"
            " discard?"
        )

    def why_not(self, s: Alexandria, text: str) -> Refusal | None:
        return Refusal("that card is not in your hand.") if text.startswith("discard") else None

    def pieces(self, s: Alexandria, choice: i64) -> list[tuple[str, int]]:
        return [("card", choice)]


def begin_portent(s: Alexandria, end: i64) -> None:
    """§9.4 From now on an Ominous Portent holds; a later one about the same thing replaces an
    earlier one.
    """
    rule = s.box.portent[end]
    before = s.standing[rule]
    s.standing[rule] = s.box.portent_value[end]
    PORTENT_BEGINS.note(s, end)
    if rule == v.START_TIME:
        seat: i64
        for seat in range(s.seats):
            # §9.6: all at once, so the pile stays as it is
            s.time[seat] = max(s.time[seat] + s.standing[rule] - before, 0)
    elif rule == v.HAND_LIMIT:
        discard_down(s)


def discard_down(s: Alexandria) -> None:
    """§9.5 Everybody who holds too many cards is asked; the number of cards in a hand is public."""
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if over_limit(s, seat):
            seats |= 1 << seat
    if seats != 0:
        together(s, DISCARD_DOWN, seats)


# 10 The end


class CountCollections(Auto[Alexandria]):
    """§10.3 Two cards of a collection bring 4 points, three bring 8; then the game is over."""

    clause: ClassVar[str] = "10.3"

    def answer(self, s: Alexandria, choice: i64) -> None:
        seat: i64
        k: i64
        for seat in range(s.seats):
            for k in range(COLLECTION_COUNT):
                points = s.box.collection_points[
                    how_many(s.rescued[seat] & s.box.collection_masks[k])
                ]
                if points > 0:
                    COLLECTION_COUNTED.note(s, seat, k, points)
                    s.points[seat] += points
        if s.hidden_totals:
            s.learners |= EVERYBODY  # §1.12: the screens fall
        TIE_BROKEN.note(s)
        GAME_OVER.note(s)
        s.finish()


PLAY_ROUND: Final = PlayRound()
CLEANUP: Final = Cleanup()
REVEAL_END: Final = RevealEnd()
DISCARD_DOWN: Final = DiscardDown()
COUNT_COLLECTIONS: Final = CountCollections()


def end_game(s: Alexandria) -> None:
    """§10.2 The last Dramatic End, §11.1 with a common fate every one of them in turn, then the
    collections.
    """
    s.push(COUNT_COLLECTIONS)
    k: i64
    for k in range(len(s.revealed) - 1, -1, -1):
        if s.common_fate or k == len(s.revealed) - 1:
            end = s.end_of(s.revealed[k])
            start_effect(
                s, DRAMATIC_END + end, s.box.start[DRAMATIC_END + end], NONE, NONE, NONE, NONE, NONE
            )
