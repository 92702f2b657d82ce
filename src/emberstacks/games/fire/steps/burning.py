"""Burning library cards (§4.6) and the end of the game (chapter 7, §17.3 and §17.4)."""

from __future__ import annotations

from emberstacks.games.fire.components import CARDS, FIRE, SECTIONS, SPACES, TEAL, TOKENS, TRACK
from emberstacks.games.fire.effects import gain
from emberstacks.games.fire.state import EMPTY, FireTable
from emberstacks.kernel.ints import i64


def burn(s: FireTable, section: i64) -> bool:
    """§4.6 The top card of a section burns; §4.7 an icon below it feeds the bag. False: §7.1 the game is over."""
    s.burned[section] += 1
    s.lost += 1
    s.note("burn", section)
    if s.burned[section] == s.box.collapse[section]:
        s.note("collapse", section)
        end_game(s)
        return False
    if s.box.icons[section * TRACK + s.burned[section]] > 0 and s.spare > 0:
        s.spare -= 1
        s.bag[FIRE] += 1
        s.note("icon", s.spare)
    return True


def burn_book(s: FireTable, book: i64) -> bool:
    """§4.4 A book burns a card of its section, §13.3 a technology book the highest burn index."""
    return burn(s, burn_index(s, True) if book == TEAL else book)


def burn_lowest(s: FireTable) -> bool:
    """§4.5 §6.2 The lowest burn index that shows burns."""
    return burn(s, burn_index(s, False))


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
    """§7.2 Players who have not begun their turn score their books, §18.5 the robot too; §15.3 cards nobody took do not."""
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
                gain(s, who, points)
    if s.variant.solo and s.variant.robot and s.card < CARDS and given_points(s) > 0:
        gain(s, s.robot(), given_points(s))  # §16.6 its next turn never comes


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
            gain(s, seat, points)


def end_lone_game(s: FireTable) -> None:
    """§17.3 Turns not begun cost points; §17.4 after twelve of them cards left are worth some."""
    if s.fallen():
        missed = s.box.turns - s.round
        if missed > 0:
            s.score[0] -= missed * s.box.lost_for_a_turn
            s.note("penalty", 0, missed * s.box.lost_for_a_turn, s.score[0])
    else:
        gain(s, 0, cards_left(s) * s.box.gained_for_a_card)


def cards_left(s: FireTable) -> i64:
    """The cards of the library that are not destroyed ones."""
    count: i64 = 0
    section: i64
    for section in range(SECTIONS):
        count += s.box.collapse[section] - s.burned[section]
    return count
