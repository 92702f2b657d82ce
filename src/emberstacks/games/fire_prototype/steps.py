"""The rules of the early prototype, in the order of RULES.md: a class for each question, a function
for each consequence.
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire_prototype.components import CARDS, FIRE, TRACK
from emberstacks.games.fire_prototype.state import EMPTY, FREE, ORDINALS, FireTable
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.step import MAX_SEATS, Chance, Step
from emberstacks.kernel.words import Label, Refusal

BOTH: Final = Ints([0, 1])
SUBSETS: Final = [Ints([k for k in range(CARDS) if has(mask, k)]) for mask in range(1 << CARDS)]
FLAGS: Final = [Ints([mask >> k & 1 for k in range(MAX_SEATS)]) for mask in range(1 << MAX_SEATS)]


# What happened. Where it happens often, the log is looked for before the call: this game's speed is
# compared with C.


@final
class SetAside(Happening):
    """§1.4 A book burns before the game."""

    kind: ClassVar[str] = "set-aside"

    def note(self, s: FireTable, shelf: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"A {s.box.colours[shelf]} book burns before the game: {s.worth(shelf)}.",
                [shelf],
            )


@final
class Dealt(Happening):
    """§1.7 A card by chance."""

    kind: ClassVar[str] = "deal"

    def note(self, s: FireTable, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} is dealt the {ORDINALS[card]} card.", [seat, card])


@final
class TookCard(Happening):
    """§2.1 A card by choice."""

    kind: ClassVar[str] = "take"

    def note(self, s: FireTable, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} takes the {ORDINALS[card]} card.", [seat, card])


@final
class RoundBegins(Happening):
    """§2.5 The cards are chosen again."""

    kind: ClassVar[str] = "round"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round} begins.", [s.round])


@final
class RoundOver(Happening):
    """§2.5 Everybody has had a turn."""

    kind: ClassVar[str] = "round-over"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, f"Round {s.round} is over.", [s.round])


@final
class TurnBegins(Happening):
    """§2.4 The turn that belongs to a card."""

    kind: ClassVar[str] = "turn"

    def note(self, s: FireTable, seat: i64, card: i64) -> None:
        if s.log is not None:
            self.told(
                s, f"{mark(seat)}'s turn with the {ORDINALS[card]} card begins.", [seat, card]
            )


@final
class TurnOver(Happening):
    """§2.4 The next card is due."""

    kind: ClassVar[str] = "turn-over"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)}'s turn is over.", [seat])


@final
class Drawn(Happening):
    """§3.1 A token comes out of the bag."""

    kind: ClassVar[str] = "draw"

    def note(self, s: FireTable, seat: i64, token: i64) -> None:
        if s.log is not None:
            what = "fire" if token == FIRE else f"a {s.box.colours[token]} book"
            self.told(s, f"{mark(seat)} draws {what}.", [seat, token])


@final
class Warned(Happening):
    """§3.4 A first fire is harmless."""

    kind: ClassVar[str] = "warning"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(
                s, f"The first fire on a safe space is only a warning for {mark(seat)}.", [seat]
            )


@final
class Doused(Happening):
    """§5.2 A bucket is spent."""

    kind: ClassVar[str] = "douse"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} spends a bucket: the fire is out.", [seat])


@final
class Bust(Happening):
    """§3.5 The fire ends the turn."""

    kind: ClassVar[str] = "bust"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"The fire spreads and ends {mark(seat)}'s turn.", [seat])


@final
class Burned(Happening):
    """§4.1 A book burns."""

    kind: ClassVar[str] = "burn"

    def note(self, s: FireTable, shelf: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"A {s.box.colours[shelf]} book burns: {s.worth(shelf)}.",
                [shelf],
                because=f"shelf-{shelf}",
            )


@final
class GotBucket(Happening):
    """§5.1 Who has burned takes a bucket."""

    kind: ClassVar[str] = "bucket"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} takes a bucket, for the fire has ended the turn.", [seat])


@final
class Scored(Happening):
    """§3.8 Knowledge for the books, and the bravery of the card."""

    kind: ClassVar[str] = "score"

    def note(self, s: FireTable, seat: i64, points: i64, bravery: i64) -> None:
        if s.log is not None:
            text = (
                f"{mark(seat)} scores {points}, {points - bravery} for books and {bravery} for"
                " bravery,"
            )
            self.told(
                s, f"{text} and now has {s.knowledge[seat]}.", [seat, points, s.knowledge[seat]]
            )


@final
class Collapsed(Happening):
    """§6.1 A shelf is at its X."""

    kind: ClassVar[str] = "collapse"

    def note(self, s: FireTable, shelf: i64) -> None:
        if s.log is not None:
            self.told(s, f"The {s.box.colours[shelf]} wing collapses. The game is over.", [shelf])


@final
class Passed(Happening):
    """§6.2 Somebody has enough."""

    kind: ClassVar[str] = "passed"

    def note(self, s: FireTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} has passed {s.box.knowledge}. The game is over.", [seat])


@final
class LastRound(Happening):
    """§6.4 Nobody has ended the game."""

    kind: ClassVar[str] = "rounds"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, "The last round is over, and with it the game.", [])


SET_ASIDE: Final = SetAside()
DEALT: Final = Dealt()
TOOK_CARD: Final = TookCard()
ROUND_BEGINS: Final = RoundBegins()
ROUND_OVER: Final = RoundOver()
TURN_BEGINS: Final = TurnBegins()
TURN_OVER: Final = TurnOver()
DRAWN: Final = Drawn()
WARNED: Final = Warned()
DOUSED: Final = Doused()
BUST: Final = Bust()
BURNED: Final = Burned()
GOT_BUCKET: Final = GotBucket()
SCORED: Final = Scored()
COLLAPSED: Final = Collapsed()
PASSED: Final = Passed()
LAST_ROUND: Final = LastRound()


# 1 Setting up


@final
class BurnBeforeTheGame(Chance[FireTable]):
    """§1.4 Five books burn before the game and are set aside."""

    clause: ClassVar[str] = "1.4"
    size: ClassVar[int] = FIRE + 1

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.aside[choice] += 1
        s.burned[choice] += 1
        SET_ASIDE.note(s, choice)
        if total(s.aside) < s.box.burned_books:
            s.push(BURN_BEFORE_THE_GAME)
        else:
            s.bag[FIRE] = s.box.fires  # §1.5
            s.push(DEAL_CARD)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]


@final
class DealCard(Chance[FireTable]):
    """§1.7 The cards of the first round are dealt at random: who gets the next one?"""

    clause: ClassVar[str] = "1.7"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: FireTable) -> Ints:
        return FLAGS[without_card(s)]

    def answer(self, s: FireTable, choice: i64) -> None:
        card = lowest_free_card(s)
        s.holder[card] = choice
        DEALT.note(s, choice, card)
        if without_card(s) != 0:
            s.push(DEAL_CARD)
        else:
            begin_turns(s)

    def text(self, s: FireTable, choice: i64) -> str:
        return LETTERS[choice]


# 2 A round


@final
class BreakTie(Chance[FireTable]):
    """§2.2 Chance says who chooses next among those tied for the least knowledge."""

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = MAX_SEATS

    def weights(self, s: FireTable) -> Ints:
        return FLAGS[with_least_knowledge(s, without_card(s))]

    def answer(self, s: FireTable, choice: i64) -> None:
        s.push(TAKE_CARD[choice])

    def text(self, s: FireTable, choice: i64) -> str:
        return LETTERS[choice]


@final
class TakeCard(Step[FireTable]):
    """§2.1 Take one of the turn order cards that are left."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = CARDS

    def choices(self, s: FireTable) -> Ints:
        return SUBSETS[free_cards(s)]

    def answer(self, s: FireTable, choice: i64) -> None:
        s.holder[choice] = self.seat
        if s.log is not None:
            TOOK_CARD.note(s, self.seat, choice)
        choose_cards(s)

    def text(self, s: FireTable, choice: i64) -> str:
        return f"take {choice + 1}"

    def label(self, s: FireTable, choice: i64) -> Label:
        safe = sum(1 for k in range(s.box.spaces[choice]) if is_safe(s, choice, k))
        return Label(
            f"Take the {ORDINALS[choice]} card", f"{safe} safe, bravery {s.box.bravery[choice]}"
        )

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, which turn order card do you take?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        for card in range(CARDS):
            if text == f"take {card + 1}":
                holder = s.holder[card]
                return Refusal(
                    f"{mark(holder)} has that card."
                    if holder >= 0
                    else "that card is not used with this number of players."
                )
        return None

    def pieces(self, s: FireTable, choice: i64) -> list[tuple[str, int]]:
        return [("card", choice)]


# 3 A turn


@final
class Draw(Chance[FireTable]):
    """§3.1 A token is drawn from the bag onto the leftmost free space of the card, §3.3 where a
    book stays.
    """

    clause: ClassVar[str] = "3.1"
    size: ClassVar[int] = FIRE + 1

    def actor(self, s: FireTable) -> i64:
        return s.active()

    def weights(self, s: FireTable) -> Ints:
        return s.bag

    def answer(self, s: FireTable, choice: i64) -> None:
        s.bag[choice] -= 1
        s.spaces[s.drawn] = choice
        s.drawn += 1
        seat = s.active()
        if s.log is not None:
            DRAWN.note(s, seat, choice)
        if choice != FIRE:
            go_on(s, seat)
        elif s.buckets[seat] > 0:
            s.push(USE_BUCKET[seat])
        else:
            fire_counts(s, seat)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.box.tokens[choice]


@final
class Dousing(Kind[FireTable]):
    """§5.2 Spend a bucket, so that §5.3 the fire does not count."""

    word: ClassVar[str] = "douse"
    clause: ClassVar[str] = "5.2"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.buckets[seat] -= 1
        s.doused |= 1 << (s.drawn - 1)
        DOUSED.note(s, seat)
        go_on(s, seat)

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return Label("Spend a bucket", detail="this fire does not count")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("bucket", seat)]


@final
class Keeping(Kind[FireTable]):
    """§3.4 §3.5 Keep the bucket: the fire counts."""

    word: ClassVar[str] = "keep"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        fire_counts(s, seat)

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return Label(
            "Keep the bucket",
            detail="the fire is only a warning" if is_warning(s) else "the fire burns your books",
        )

    def rule(self, s: FireTable, seat: i64, which: i64) -> str:
        return "3.4" if is_warning(s) else "3.5"

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("space", s.drawn - 1)]


@final
class DrawingOn(Kind[FireTable]):
    """§3.6 Search for more books."""

    word: ClassVar[str] = "draw"
    clause: ClassVar[str] = "3.6"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        s.push(DRAW)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return "Draw another token"

    def brings(self, s: FireTable, seat: i64, which: i64) -> str:
        size, fires = total(s.bag), s.bag[FIRE]
        harm = (
            "only a warning"
            if s.fires == 0 and is_safe(s, s.card, s.drawn)
            else "the end of your turn: all books on your card burn"
        )
        return (
            f"{fires} of {size} tokens in the bag are fires ({round(100 * int(fires) / int(size))}"
            f" %). A fire now is {harm}."
        )

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("bag", 0), ("space", s.drawn)]


@final
class Scoring(Kind[FireTable]):
    """§3.8 Score the books on the card."""

    word: ClassVar[str] = "score"
    clause: ClassVar[str] = "3.8"

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        score(s, seat)

    def label(self, s: FireTable, seat: i64, which: i64) -> str:
        return f"Score {s.points()} points"

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("space", k) for k in range(s.drawn)]


DOUSING: Final = Dousing()
KEEPING: Final = Keeping()
DRAWING_ON: Final = DrawingOn()
SCORING: Final = Scoring()
DOUSE: Final = 0  # codes of answers are literal numbers, and stay
DRAW_ON: Final = 0
SCORE: Final = 1
BUCKET_MENU: Final = Menu[FireTable]({DOUSING: [DOUSE], KEEPING: [1]})
TURN_MENU: Final = Menu[FireTable]({DRAWING_ON: [DRAW_ON], SCORING: [SCORE]})


@final
class UseBucket(Step[FireTable]):
    """§5.2 Spend a bucket on the fire just drawn, so that §5.3 it does not count, or keep the
    bucket.
    """

    clause: ClassVar[str] = "5.2"
    size: ClassVar[int] = 2

    def menu(self) -> Menu[FireTable]:
        return BUCKET_MENU

    def choices(self, s: FireTable) -> Ints:
        return BOTH

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice == DOUSE:
            DOUSING.do(s, self.seat, 0)
        else:
            KEEPING.do(s, self.seat, 0)

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, you have drawn fire. Do you spend a bucket on it?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        return (
            Refusal("first decide whether to spend a bucket on the fire you have drawn.")
            if text in ("draw", "score")
            else None
        )


@final
class DrawOrScore(Step[FireTable]):
    """§3.6 Search for more books, or score those on the card."""

    clause: ClassVar[str] = "3.6"
    size: ClassVar[int] = 2

    def menu(self) -> Menu[FireTable]:
        return TURN_MENU

    def choices(self, s: FireTable) -> Ints:
        return BOTH

    def answer(self, s: FireTable, choice: i64) -> None:
        if choice == DRAW_ON:
            DRAWING_ON.do(s, self.seat, 0)
        else:
            SCORING.do(s, self.seat, 0)

    def default(self, s: FireTable, seat: i64) -> i64:
        return SCORE

    def question(self, s: FireTable) -> str:
        return f"{mark(self.seat)}, do you search for more books or score what you have?"

    def why_not(self, s: FireTable, text: str) -> Refusal | None:
        if text in ("douse", "keep"):
            return Refusal("a bucket can only be spent on a fire at the moment it is drawn.", "5.2")
        return None


BURN_BEFORE_THE_GAME: Final = BurnBeforeTheGame()
DEAL_CARD: Final = DealCard()
BREAK_TIE: Final = BreakTie()
TAKE_CARD: Final = [TakeCard(seat) for seat in range(MAX_SEATS)]
DRAW: Final = Draw()
USE_BUCKET: Final = [UseBucket(seat) for seat in range(MAX_SEATS)]
DRAW_OR_SCORE: Final = [DrawOrScore(seat) for seat in range(MAX_SEATS)]
STEPS: Final = (BurnBeforeTheGame, DealCard, BreakTie, TakeCard, Draw, UseBucket, DrawOrScore)


# 2 A round: its consequences


def choose_cards(s: FireTable) -> None:
    """§2.1 The least knowledge chooses first, §2.2 ties by chance, §2.3 the last card needs no
    choice.
    """
    waiting = without_card(s)
    choosers = with_least_knowledge(s, waiting)
    chooser: i64 = 0
    while not has(choosers, chooser):
        chooser += 1
    if waiting == 1 << chooser:
        card = lowest_free_card(s)
        s.holder[card] = chooser
        TOOK_CARD.note(s, chooser, card)
        begin_turns(s)
    elif choosers == 1 << chooser:
        s.push(TAKE_CARD[chooser])
    else:
        s.push(BREAK_TIE)


def begin_turns(s: FireTable) -> None:
    """§2.4 The lowest card takes the first turn."""
    if s.round == 1 and s.log is not None:
        ROUND_BEGINS.note(s)
    s.card = 0
    begin_turn(s)


def begin_turn(s: FireTable) -> None:
    """§2.4 The next card that somebody holds has its turn, which §3.1 starts with a draw; after the
    last, §2.5 a new round.
    """
    while s.card < CARDS and s.holder[s.card] < 0:
        s.card += 1
    if s.card < CARDS:
        if s.log is not None:
            TURN_BEGINS.note(s, s.active(), s.card)
        s.push(DRAW)
    else:
        if s.log is not None:
            ROUND_OVER.note(s)
        next_round(s)


def next_round(s: FireTable) -> None:
    """§2.5 All cards return to the middle and are chosen again; §6.4 but not forever."""
    s.card = 0
    card: i64
    for card in range(CARDS):
        if s.holder[card] >= 0:
            s.holder[card] = FREE
    if s.round == s.box.rounds:
        LAST_ROUND.note(s)
        s.finish()
        return
    s.round += 1
    if s.log is not None:
        ROUND_BEGINS.note(s)
    choose_cards(s)


def with_least_knowledge(s: FireTable, seats: i64) -> i64:
    """§2.1 The mask of those with the least knowledge among the seats in a mask."""
    least: i64 = 1 << 60
    mask: i64 = 0
    seat: i64
    for seat in range(s.seats):
        if has(seats, seat) and s.knowledge[seat] <= least:
            if s.knowledge[seat] < least:
                least = s.knowledge[seat]
                mask = 0
            mask |= 1 << seat
    return mask


def without_card(s: FireTable) -> i64:
    """The mask of the seats that hold no card."""
    mask: i64 = (1 << s.seats) - 1
    for holder in s.holder:
        if holder >= 0:
            mask &= ~(1 << holder)
    return mask


def free_cards(s: FireTable) -> i64:
    """The mask of the cards in the middle."""
    mask: i64 = 0
    card: i64
    for card in range(CARDS):
        if s.holder[card] == FREE:
            mask |= 1 << card
    return mask


def lowest_free_card(s: FireTable) -> i64:
    card: i64 = 0
    while s.holder[card] != FREE:
        card += 1
    return card


# 3 A turn: its consequences


def is_safe(s: FireTable, card: i64, space: i64) -> bool:
    """§3.2 Is this space of the card a safe one?"""
    return s.box.safe[card * TRACK + space] == 1


def is_warning(s: FireTable) -> bool:
    """§3.4 Would the fire just drawn only be a warning: on a safe space, and the first that counts?"""
    return s.fires == 0 and is_safe(s, s.card, s.drawn - 1)


def fire_counts(s: FireTable, seat: i64) -> None:
    """§3.4 The first fire on a safe space is a warning; §3.5 any other fire ends the turn."""
    if is_warning(s):
        s.fires += 1
        if s.log is not None:
            WARNED.note(s, seat)
        go_on(s, seat)
    else:
        bust(s, seat)


def go_on(s: FireTable, seat: i64) -> None:
    """§3.6 Draw or score while a space is free; §3.7 a full card must be scored."""
    if s.drawn == s.box.spaces[s.card]:
        score(s, seat)
    else:
        s.push(DRAW_OR_SCORE[seat])


def score(s: FireTable, seat: i64) -> None:
    """§3.8 The books at their values and the bravery of the card; §6.2 passing 100 ends the game at
    once.
    """
    points = s.points()
    s.knowledge[seat] += points
    if s.log is not None:
        SCORED.note(s, seat, points, s.box.bravery[s.card])
    return_tokens(s)
    if s.knowledge[seat] > s.box.knowledge:
        PASSED.note(s, seat)
        s.finish()
    else:
        end_turn(s)


def end_turn(s: FireTable) -> None:
    """§2.4 The next card takes its turn."""
    if s.log is not None:
        TURN_OVER.note(s, s.active())
    s.card += 1
    begin_turn(s)


def return_tokens(s: FireTable) -> None:
    """§3.9 Every token of the turn, doused fires included, goes back into the bag."""
    k: i64
    for k in range(s.drawn):
        s.bag[s.spaces[k]] += 1
        s.spaces[k] = EMPTY
    s.drawn = 0
    s.fires = 0
    s.doused = 0


# 4 Burning


def bust(s: FireTable, seat: i64) -> None:
    """§3.5 The books on the card, §4.3 if any, burn §4.2 from left to right; §6.1 an X ends the
    game; §5.1 take a bucket.
    """
    if s.log is not None:
        BUST.note(s, seat)
    k: i64
    for k in range(s.drawn):
        book = s.spaces[k]
        if book != FIRE:
            s.burned[book] += 1  # §4.1
            if s.log is not None:
                BURNED.note(s, book)
            if s.burned[book] == s.box.collapse[book]:
                COLLAPSED.note(s, book)
                return_tokens(s)
                s.finish()
                return
    return_tokens(s)
    if s.buckets[seat] < s.box.most_buckets:
        s.buckets[seat] += 1
        GOT_BUCKET.note(s, seat)
    end_turn(s)


def total(counts: Ints) -> i64:
    amount: i64 = 0
    for n in counts:
        amount += n
    return amount
