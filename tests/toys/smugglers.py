"""A toy of hidden hands: private draws, looks at the deck, secret gifts, face-down traps,
reshuffles.
"""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.kernel.domains import ANY, COUNT, FLAG, SEAT, each, one, per_seat, within
from emberstacks.kernel.errors import BadPosition
from emberstacks.kernel.events import Happening
from emberstacks.kernel.game import Game, GameInfo, Option, Options
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import OUT, State
from emberstacks.kernel.step import EVERYBODY, Auto, Chance, Step
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import (
    Deck,
    Slots,
    counted,
    learn,
    new_deck,
    no_slots,
    reshuffle,
    rule_out,
    secret_pick,
    shown,
    shuffle_in,
)

RULES: Final = """# Smugglers

Rules version 1.0.

## 1 Setting up

- **1.1** Two to four people play with a deck of twelve cards: six kinds, two of each.
- **1.2** Each is dealt a hand, one card after the other.

## 2 A turn

- **2.1** On your turn you do one thing; after it the next seat has its turn.
- **2.2** You may draw a card.
- **2.3** You may look at the top card of the deck and put it back.
- **2.4** You may have all hands passed on to the left.
- **2.5** You may play a card openly, for as many points as its kind is worth.
- **2.6** You may give your left neighbour a card that nobody else sees.
- **2.7** You may show everybody a card and keep it.
- **2.8** You may put a card that nobody sees under the deck.
- **2.9** You may shuffle a card that nobody sees into the deck.
- **2.10** When the deck is empty, the discards are shuffled and become the deck.

## 3 Traps

- **3.1** You may lay an ash, a bone or a coin face down as a trap, one at a time.
- **3.2** Whoever plays a card springs every trap of the others that it fits, and loses two points to each of their owners.

## 4 The end

- **4.1** After six turns for each, all cards are turned up and a hand counts for its owner. The most points win.
"""

NAMES: Final = ("ash", "bone", "coin", "dice", "ember", "flint")
KINDS: Final = 6
COPIES: Final = 2
TRAPS: Final = 3  # the kinds below this one can be traps
TRAP_MASK: Final = (1 << TRAPS) - 1
TURNS: Final = 6

DRAW, PEEK, PASS_ON = 0, 1, 2
PLAY, GIVE, LAY, SHOW, BURY, STIR = (3 + k * KINDS for k in range(6))
DEEDS: Final = ("play", "give", "lay", "show", "bury", "stir")
LABELS: Final = (
    "Play {}",
    "Give {} away",
    "Lay {} as a trap",
    "Show {}",
    "Put {} under the deck",
    "Shuffle {} into the deck",
)
CLAUSES: Final = ("2.5", "2.6", "3.1", "2.7", "2.8", "2.9")


class Smugglers(State):
    """A position."""

    deck: Deck
    hands: list[Slots]
    traps: list[Slots]  # per seat, none or one
    discard: Ints = each(KINDS, COUNT)  # open: how many of each kind
    points: Ints = per_seat(ANY)
    size: i64 = one(COUNT)  # of a hand at the beginning
    turns: i64 = one(COUNT)  # taken so far

    def zones(self) -> list[Slots]:
        return self.hands + self.traps

    def decks(self) -> list[Deck]:
        return [self.deck]


class OfCard(Happening):
    """What a seat does with a card; those outside `seen_by` read "a card"."""

    sentence: ClassVar[str] = ""

    def note(self, s: Smugglers, seen_by: i64, card: i64, seat: i64, other: i64 = -1) -> None:
        if s.log is not None:
            who = {"seat": mark(seat), "other": mark(max(other, 0)), "points": card}
            text, veiled = (
                self.sentence.format(card=name, **who) for name in (f"the {NAMES[card]}", "a card")
            )
            self.told(s, text, [card, seat, other], seen_by=seen_by, veiled=veiled)


class Drawn(OfCard):
    kind: ClassVar[str] = "draw"
    sentence: ClassVar[str] = "{seat} draws {card}."


class Peeked(OfCard):
    kind: ClassVar[str] = "peek"
    sentence: ClassVar[str] = "{seat} looks at the top card: {card}."


class Played(OfCard):
    kind: ClassVar[str] = "play"
    sentence: ClassVar[str] = "{seat} plays {card} for {points} points."


class Given(OfCard):
    kind: ClassVar[str] = "give"
    sentence: ClassVar[str] = "{seat} gives {other} {card}."


class Laid(OfCard):
    kind: ClassVar[str] = "lay"
    sentence: ClassVar[str] = "{seat} lays {card} face down."


class Shown(OfCard):
    kind: ClassVar[str] = "show"
    sentence: ClassVar[str] = "{seat} shows {card}."


class Buried(OfCard):
    kind: ClassVar[str] = "bury"
    sentence: ClassVar[str] = "{seat} puts {card} under the deck."


class Stirred(OfCard):
    kind: ClassVar[str] = "stir"
    sentence: ClassVar[str] = "{seat} shuffles {card} into the deck."


class Sprung(OfCard):
    kind: ClassVar[str] = "sprung"
    sentence: ClassVar[str] = "{seat} springs the trap of {other}: {card}."


PEEKED, DRAWN = Peeked(), Drawn()


class Reshuffled(Happening):
    kind: ClassVar[str] = "reshuffle"

    def note(self, s: Smugglers) -> None:
        if s.log is not None:
            self.told(s, "The discards become the deck.", [])


class PassedOn(Happening):
    kind: ClassVar[str] = "pass on"

    def note(self, s: Smugglers, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} has all hands passed on to the left.", [seat])


class Ended(Happening):
    kind: ClassVar[str] = "end"

    def note(self, s: Smugglers) -> None:
        if s.log is not None:
            self.told(s, "All cards are turned up.", [])


class Deal(Auto[Smugglers]):
    """§1.2 Deal the next card, until all hands are full; §2.1 then the first turn begins."""

    clause: ClassVar[str] = "1.2"

    dealt: i64 = one(within(0, lambda s: s.seats * s.size))

    def answer(self, s: Smugglers, choice: i64) -> None:
        if self.dealt < s.seats * s.size:
            s.push(Deal(self.dealt + 1))
            draw(s, self.dealt % s.seats, 0)
        else:
            s.push(Act(0))


class TopCard(Chance[Smugglers]):
    """§2.2 Which card is on top, for the one who draws it or §2.3 only looks at it; nobody else
    sees it.
    """

    clause: ClassVar[str] = "2.2"
    size: ClassVar[int] = KINDS

    drawer: i64 = one(SEAT)
    stays: i64 = one(FLAG)  # 1: it is only looked at

    def actor(self, s: Smugglers) -> i64:
        return self.drawer

    def weights(self, s: Smugglers) -> Ints:
        return s.deck.weights()

    def witnesses(self, s: Smugglers, seat: i64, choice: i64) -> i64:
        return 1 << self.drawer

    def answer(self, s: Smugglers, choice: i64) -> None:
        see_top(s, self.drawer, self.stays, choice)

    def text(self, s: Smugglers, choice: i64) -> str:
        return NAMES[choice]


class Act(Step[Smugglers]):
    """§2.1 The one thing that a seat does on its turn."""

    clause: ClassVar[str] = "2.1"
    size: ClassVar[int] = 3 + 6 * KINDS

    def choices(self, s: Smugglers) -> Ints:
        codes = [PASS_ON]
        if s.deck.count() + total(s.discard) > 0:
            codes += [DRAW, PEEK]
        hand = s.hands[self.seat]
        for kind in range(KINDS):
            k = hand.find(kind)
            if k >= 0:
                codes += [PLAY + kind, GIVE + kind, BURY + kind, STIR + kind]
                if hand.seen[k] != EVERYBODY:
                    codes.append(SHOW + kind)
                if kind < TRAPS and s.traps[self.seat].count() == 0:
                    codes.append(LAY + kind)
        return Ints(sorted(codes))

    def answer(self, s: Smugglers, choice: i64) -> None:
        s.push(EndTurn(self.seat))
        seat = self.seat
        if choice in (DRAW, PEEK):
            draw(s, seat, int(choice == PEEK))
        elif choice == PASS_ON:
            pass_on(s, seat)
        elif choice < GIVE:
            play(s, seat, choice - PLAY)
        elif choice < LAY:
            give_away(s, seat, choice - GIVE)
        elif choice < SHOW:
            lay(s, seat, choice - LAY)
        elif choice < BURY:
            show(s, seat, choice - SHOW)
        elif choice < STIR:
            bury(s, seat, choice - BURY)
        else:
            stir(s, seat, choice - STIR)

    def witnesses(self, s: Smugglers, seat: i64, choice: i64) -> i64:
        if GIVE <= choice < LAY:
            return 1 << seat | 1 << left_of(s, seat)
        if LAY <= choice < SHOW or choice >= BURY:
            return 1 << seat
        return EVERYBODY

    def text(self, s: Smugglers, choice: i64) -> str:
        if choice < PLAY:
            return ("draw", "peek", "pass on")[choice]
        return f"{self.public_text(s, choice)} {NAMES[(choice - PLAY) % KINDS]}"

    def public_text(self, s: Smugglers, choice: i64) -> str:
        return DEEDS[(choice - PLAY) // KINDS]

    def label(self, s: Smugglers, choice: i64) -> str:
        if choice < PLAY:
            return ("Draw a card", "Look at the top card", "Pass all hands on")[choice]
        return LABELS[(choice - PLAY) // KINDS].format(NAMES[(choice - PLAY) % KINDS])

    def question(self, s: Smugglers) -> str:
        return f"{mark(self.seat)}, what do you do?"

    def rule(self, s: Smugglers, choice: i64) -> str:
        return ("2.2", "2.3", "2.4")[choice] if choice < PLAY else CLAUSES[(choice - PLAY) // KINDS]

    def why_not(self, s: Smugglers, text: str) -> Refusal | None:
        held = [NAMES[face] for face in s.hands[self.seat].face]
        return Refusal("you have no such card.") if text.split(" ")[-1] not in held else None

    def pieces(self, s: Smugglers, choice: i64) -> list[tuple[str, int]]:
        return (
            [("deck", 0)]
            if choice < PASS_ON
            else []
            if choice < PLAY
            else [(NAMES[(choice - PLAY) % KINDS], 0)]
        )


class EndTurn(Auto[Smugglers]):
    """§2.1 The next seat has its turn, §4.1 or all cards are turned up and the game is over."""

    clause: ClassVar[str] = "2.1"

    actor: i64 = one(SEAT)

    def answer(self, s: Smugglers, choice: i64) -> None:
        s.turns += 1
        if s.turns < TURNS * s.seats:
            s.push(Act(left_of(s, self.actor)))
            return
        for slots in s.zones():
            for k in range(slots.count()):
                learn(s, slots, k, EVERYBODY)
        Ended().note(s)
        s.finish()


def left_of(s: Smugglers, seat: i64) -> i64:
    return (seat + 1) % s.seats


def total(counts: Ints) -> int:
    return sum(counts)


def refill(s: Smugglers) -> None:
    """§2.10 An empty deck is made again from the discards."""
    if s.deck.count() == 0:
        reshuffle(s, s.deck, s.discard)
        Reshuffled().note(s)


def draw(s: Smugglers, seat: i64, stays: i64) -> None:
    """§2.2 Chance says which card is on top, unless that is decided already."""
    refill(s)
    if s.deck.fixed():
        see_top(s, seat, stays, -1)
    else:
        s.push(TopCard(seat, stays))


def see_top(s: Smugglers, seat: i64, stays: i64, outcome: i64) -> None:
    """§2.2 The card comes to the hand, §2.3 or goes back."""
    slot = shown(s, s.deck.draw(outcome), 1 << seat)
    if stays:
        s.deck.top.put_first(slot)
    else:
        s.hands[seat].add(slot)
    (PEEKED if stays else DRAWN).note(s, 1 << seat, slot[0], seat)


def pass_on(s: Smugglers, seat: i64) -> None:
    """§2.4 Every hand goes to the left; its old owner still knows it."""
    s.hands = [s.hands[owner - 1] for owner in range(s.seats)]
    for owner in range(s.seats):
        for k in range(s.hands[owner].count()):
            learn(s, s.hands[owner], k, 1 << owner)
    PassedOn().note(s, seat)


def play(s: Smugglers, seat: i64, kind: i64) -> None:
    """§2.5 A card is played openly, §3.2 and may spring traps; a trap that is not sprung is shown
    to be no such card.
    """
    shown(s, s.hands[seat].take(s.hands[seat].find(kind)), EVERYBODY)
    s.discard[kind] += 1
    s.points[seat] += kind
    Played().note(s, EVERYBODY, kind, seat)
    for owner in range(s.seats):
        trap = s.traps[owner]
        if owner != seat and trap.count() > 0:
            if trap.face[0] == kind % TRAPS:
                shown(s, trap.take(0), EVERYBODY)
                s.discard[kind % TRAPS] += 1
                s.points[seat] -= 2
                s.points[owner] += 2
                Sprung().note(s, EVERYBODY, kind % TRAPS, seat, owner)
            else:
                rule_out(s, trap, 0, 1 << kind % TRAPS)


def pick(s: Smugglers, seat: i64, kind: i64, who: i64) -> tuple[i64, i64, i64, i64]:
    hand = s.hands[seat]
    return secret_pick(s, hand, hand.find(kind), who)


def give_away(s: Smugglers, seat: i64, kind: i64) -> None:
    """§2.6 A card that only giver and receiver see."""
    receiver = left_of(s, seat)
    both = 1 << seat | 1 << receiver
    s.hands[receiver].add(shown(s, pick(s, seat, kind, both), 1 << receiver))
    Given().note(s, both, kind, seat, receiver)


def lay(s: Smugglers, seat: i64, kind: i64) -> None:
    """§3.1 A face-down card that everybody knows to be a trap."""
    s.traps[seat].add(pick(s, seat, kind, 1 << seat))
    rule_out(s, s.traps[seat], 0, ~TRAP_MASK)
    Laid().note(s, 1 << seat, kind, seat)


def show(s: Smugglers, seat: i64, kind: i64) -> None:
    """§2.7 A card is shown and kept."""
    learn(s, s.hands[seat], s.hands[seat].find(kind), EVERYBODY)
    Shown().note(s, EVERYBODY, kind, seat)


def bury(s: Smugglers, seat: i64, kind: i64) -> None:
    """§2.8 A card goes under the deck."""
    s.deck.bottom.add(pick(s, seat, kind, 1 << seat))
    Buried().note(s, 1 << seat, kind, seat)


def stir(s: Smugglers, seat: i64, kind: i64) -> None:
    """§2.9 A card goes into the deck."""
    shuffle_in(s, s.deck, pick(s, seat, kind, 1 << seat))
    Stirred().note(s, 1 << seat, kind, seat)


class SmugglersGame(Game):
    """The game."""

    def __init__(self) -> None:
        self.steps = (Deal, TopCard, Act, EndTurn)
        self.info = GameInfo(
            id="toy-smugglers",
            title="Smugglers",
            summary="A toy of hidden hands.",
            min_players=2,
            max_players=4,
            rules_version="1.0",
            designers="the tests",
            publisher="the tests",
            options=[Option("hand", (1, 2, 3), 2, "how many cards each is dealt")],
        )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        """§1.1 The deck, before anything is dealt."""
        return Smugglers(
            seats=players,
            step=TopCard(0, 0),
            below=[Deal(1)],
            sealed=Ints([OUT] * players),
            deck=new_deck(Ints([COPIES] * KINDS), 0),
            hands=[no_slots() for _ in range(players)],
            traps=[no_slots() for _ in range(players)],
            discard=Ints([0] * KINDS),
            points=Ints([0] * players),
            size=int(options["hand"]),
            turns=0,
        )

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, Smugglers)
        return [int(s.points[seat]) + sum(s.hands[seat].face) for seat in range(s.seats)]

    def scores_seen(self, s: State, who: i64) -> list[int | None]:
        """A score is known to those who know the whole hand."""
        assert isinstance(s, Smugglers)
        known = [all(seen & who for seen in hand.seen) for hand in s.hands]
        return [
            points if sure else None for points, sure in zip(self.scores(s), known, strict=True)
        ]

    def summary(self, s: State) -> str:
        return f"{' and '.join(mark(seat) for seat in self.winners(s))} made the most of it."

    def max_answers(self, players: int) -> int:
        return 3 * players + 2 * TURNS * players

    def census(self, s: State) -> list[int]:
        assert isinstance(s, Smugglers)
        return [
            in_zones + int(discarded)
            for in_zones, discarded in zip(counted(s), s.discard, strict=True)
        ]

    def check(self, s: State) -> None:
        assert isinstance(s, Smugglers)
        if any(trap.count() > 1 or any(face >= TRAPS for face in trap.face) for trap in s.traps):
            raise BadPosition("a trap is one ash, bone or coin.")

    def rules(self) -> str:
        return RULES


SMUGGLERS: Final = SmugglersGame()
