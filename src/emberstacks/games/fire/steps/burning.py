"""Burning library cards (§4.6) and the end of the game (chapter 7, §17.3 and §17.4)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import CARDS, FIRE, SECTIONS, SPACES, TEAL, TOKENS, TRACK
from emberstacks.games.fire.effects import Points, gain
from emberstacks.games.fire.state import EMPTY, NONE, FireTable
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import i64
from emberstacks.kernel.notation import mark


@final
class Burned(Happening):
    """§4.6 A card burns, and everybody reads why."""

    kind: ClassVar[str] = "burn"

    def __init__(self, why: str, because: str = "") -> None:
        self.why = why
        self.because = because

    def note(self, s: FireTable, section: i64, piece: i64) -> None:
        if s.log is not None:
            worth = f"{s.box.tokens[section]} is now worth {s.section_value(section)}"
            because = self.because if piece == NONE else s.because(piece)
            self.told(
                s,
                f"A card of {s.box.sections[section]} burns{self.why}: {worth}.",
                [section],
                because=because,
            )


@final
class Fed(Happening):
    """§4.7 A fire icon comes to light."""

    kind: ClassVar[str] = "icon"

    def note(self, s: FireTable, section: i64) -> None:
        if s.log is not None:
            text = (
                f"The next card of {s.box.sections[section]} shows a fire, which goes into the bag;"
                f" still aside: {s.spare}."
            )
            self.told(s, text, [s.spare], because=f"section-{section}")


@final
class Fallen(Happening):
    """§7.1 A destroyed card shows."""

    kind: ClassVar[str] = "collapse"

    def note(self, s: FireTable, section: i64) -> None:
        if s.log is not None:
            self.told(s, f"{s.box.sections[section]} has fallen. The game is over.", [section])


@final
class Lost(Happening):
    """§17.3 Turns that were not begun cost points."""

    kind: ClassVar[str] = "penalty"

    def note(self, s: FireTable, turns: i64, points: i64) -> None:
        if s.log is not None:
            what = "turn that was" if turns == 1 else "turns that were"
            text = (
                f"{mark(0)} loses {points} for {turns} {what} not begun and now has {s.score[0]}."
            )
            self.told(s, text, [0, points, s.score[0]])


FOR_A_BOOK: Final = Burned(" for a book on the card")
FOR_TECHNOLOGY: Final = Burned(", which shows the highest burn index, for a technology book")
ON_KNAPSACK: Final = Burned(" for the book on the Knapsack", "tool-knapsack")
THE_LOWEST: Final = Burned(", because its burn index is the lowest")
THE_NEXT_LOWEST: Final = Burned(", because its burn index is the second lowest")
ON_A_BANNER: Final = Burned(" for a banner of the robot's tool")
FED: Final = Fed()
FALLEN: Final = Fallen()
LOST: Final = Lost()
NOT_BEGUN: Final = Points("after the end, for the books on a card whose turn had not begun,")
GIVEN: Final = Points("after the end, for the books that it was given,", "tool-slingshot")
LOCKED_AWAY: Final = Points("after the end, for what is in a Lockbox,", "tool-lockbox")
CARDS_LEFT: Final = Points("after the end, for the cards that are left of the library,")


def burn(s: FireTable, section: i64, why: Burned, piece: i64 = NONE) -> bool:
    """§4.6 The top card of a section burns; §4.7 an icon below it feeds the bag. False: §7.1 the
    game is over.
    """
    s.burned[section] += 1
    s.lost += 1
    why.note(s, section, piece)
    if s.burned[section] == s.box.collapse[section]:
        FALLEN.note(s, section)
        end_game(s)
        return False
    if s.box.icons[section * TRACK + s.burned[section]] > 0 and s.spare > 0:
        s.spare -= 1
        s.bag[FIRE] += 1
        FED.note(s, section)
    return True


def burn_book(s: FireTable, book: i64, why: Burned) -> bool:
    """§4.4 A book burns a card of its section, §13.3 a technology book the highest burn index."""
    return burn(s, burn_index(s, True) if book == TEAL else book, why)


def burn_lowest(s: FireTable) -> bool:
    """§4.5 §6.2 The lowest burn index that shows burns."""
    return burn(s, burn_index(s, False), THE_LOWEST)


def burn_index(s: FireTable, highest: bool) -> i64:
    """The section whose top card has the lowest, or the highest, burn index."""
    best: i64 = 0
    section: i64
    for section in range(1, SECTIONS):
        one, other = shown_index(s, section), shown_index(s, best)
        if one > other if highest else one < other:
            best = section
    return best


def next_lowest(s: FireTable, first: i64) -> i64:
    """§14.4 The section with the second lowest burn index."""
    best: i64 = -1
    section: i64
    for section in range(SECTIONS):
        if section != first and (best < 0 or shown_index(s, section) < shown_index(s, best)):
            best = section
    return best


def shown_index(s: FireTable, section: i64) -> i64:
    return s.box.index[section * TRACK + s.burned[section]]


def end_game(s: FireTable) -> None:
    """§7.1 Nothing else is scored any more; then the game is over."""
    score_waiting_cards(s)
    score_lockboxes(s)
    if s.variant.solo and not s.variant.robot:
        end_lone_game(s)
    s.finish()


def score_waiting_cards(s: FireTable) -> None:
    """§7.2 Players who have not begun their turn score their books, §18.5 the robot too; §15.3
    cards nobody took do not.
    """
    card: i64
    for card in range(s.card + 1, CARDS):
        who = s.holder[card]
        if who >= 0:
            points: i64 = 0
            space: i64
            for space in range(SPACES):
                token = s.token(card, space)
                if token != EMPTY and token != FIRE:
                    points += s.value(token)
            if who == s.robot():
                points += given_points(s)
            if points > 0:
                gain(s, who, points, NOT_BEGUN)
    if s.variant.solo and s.variant.robot and s.card < CARDS and given_points(s) > 0:
        gain(s, s.robot(), given_points(s), GIVEN)  # §16.6 its next turn never comes


def given_points(s: FireTable) -> i64:
    """§16.6 §18.5 What the books are worth that Slingshots gave the robot."""
    points: i64 = 0
    book: i64
    for book in range(FIRE):
        points += s.given[book] * s.value(book)
    return points


def score_lockboxes(s: FireTable) -> None:
    """§7.3 Every book in a Lockbox scores again."""
    seat: i64
    for seat in range(s.seats):
        points: i64 = 0
        book: i64
        for book in range(FIRE):
            points += s.boxed[seat * TOKENS + book] * s.value(book)
        if points > 0:
            gain(s, seat, points, LOCKED_AWAY)


def end_lone_game(s: FireTable) -> None:
    """§17.3 Turns not begun cost points; §17.4 after twelve of them cards left are worth some."""
    if s.fallen():
        missed = s.box.turns - s.round
        if missed > 0:
            s.score[0] -= missed * s.box.lost_for_a_turn
            LOST.note(s, missed, missed * s.box.lost_for_a_turn)
    else:
        gain(s, 0, cards_left(s) * s.box.gained_for_a_card, CARDS_LEFT)


def cards_left(s: FireTable) -> i64:
    """The cards of the library that are not destroyed ones."""
    count: i64 = 0
    section: i64
    for section in range(SECTIONS):
        count += s.box.collapse[section] - s.burned[section]
    return count
