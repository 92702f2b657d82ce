"""Playouts of Fire in the Library: one draw ahead, tools where they help, and an eye on who wins if
the library falls.
"""

from __future__ import annotations

from typing import Final

from emberstacks.bots.ismcts import Policy
from emberstacks.games.fire.components import FIRE, SECTIONS, SPACES
from emberstacks.games.fire.state import FireTable
from emberstacks.games.fire.steps.fire import FireWindow
from emberstacks.games.fire.steps.order import TakeCard
from emberstacks.games.fire.steps.rounds import SwapTool
from emberstacks.games.fire.steps.saving import DRAW_ONE, STOP, SaveBooks
from emberstacks.games.fire.steps.scoring import AfterScoring
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

COMPILED: Final = True  # tools/compile/copy.py

# All of these are ours.
TOOL: Final = 3  # points that the tool from a burned turn is worth
FALL: Final = 40  # points that the fall of the library is worth to the leader, and costs the others
IDLE: Final = 3  # it looks for a tool at one in this many questions


class FireInsight(Policy):
    """Draws while the next token brings more than it risks, and goes first if it may.

    If players who are behind did not use choosing first, a leader did not try to end the game, and
    rivals did not fear it, every lead would look too safe.
    """

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        assert isinstance(s, FireTable)
        step = s.step
        if isinstance(step, SaveBooks):
            return save_books(s, seat, codes, dealer)
        if isinstance(step, SwapTool) or (isinstance(step, TakeCard) and s.seats > 1):
            return codes[0]  # keeping all tools and going first are the first answers
        if isinstance(step, FireWindow):  # passing is the first answer
            return codes[0 if falls(s) and leads(s, seat) else len(codes) - 1]
        if isinstance(step, AfterScoring):  # ending the turn is the last answer
            return codes[0]
        return codes[dealer.below(len(codes))]


def save_books(s: FireTable, seat: i64, codes: Ints, dealer: Dealer) -> i64:
    """Now and then a tool, if one is found; otherwise draw or stop."""
    if dealer.below(IDLE) == 0:
        code = codes[dealer.below(len(codes))]
        if code not in (DRAW_ONE, STOP):
            return code
    wanted: i64 = DRAW_ONE if worth_drawing(s, seat) else STOP
    for code in codes:
        if code == wanted:
            return code
    return codes[0]


def worth_drawing(s: FireTable, seat: i64) -> bool:
    """Does the next token bring more than it risks? A fire that brings the library down decides the
    game.
    """
    card = s.card
    gain: i64 = 0
    book: i64
    for book in range(FIRE):
        if s.bag[book] > 0:
            gain += s.bag[book] * s.value(book)
    spreads = s.fires_on(card) > 0 or (
        s.bravery_at(card, s.empty_space(card)) > 0 and s.gloves == 0
    )
    if not spreads:
        return gain > 0
    burned: i64 = TOOL
    if falls(s):
        burned = FALL if leads(s, seat) else -FALL
    return gain > s.bag[FIRE] * (s.knowledge_points() + s.bravery_points() - burned)


def falls(s: FireTable) -> bool:
    """Would the library fall if the books on the active card burned now?"""
    section: i64
    for section in range(SECTIONS):
        left = s.box.collapse[section] - s.burned[section]
        space: i64
        for space in range(SPACES):
            if s.token(s.card, space) == section:
                left -= 1
        if left <= 0:
            return True
    return False


def leads(s: FireTable, seat: i64) -> bool:
    """Does a seat have more points than everybody else?"""
    ahead = True
    other: i64
    for other in range(len(s.score)):
        ahead = ahead and (other == seat or s.score[seat] > s.score[other])
    return ahead
