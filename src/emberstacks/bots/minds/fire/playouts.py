"""Playouts of Fire in the Library: one draw ahead, tools where they help, and an eye on who wins if the library falls."""

from __future__ import annotations

from typing import Any, Final

from emberstacks.bots.ismcts import Policy
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.state import State

# All of these are ours.
TOOL: Final = 3.0  # points that the tool of a turn which burns is worth
FALL: Final = 40.0  # points that the fall of the library is worth to who leads, and costs others
IDLE: Final = 3  # it looks for a tool at one question in this many


class FireInsight(Policy):
    """Draws while the next token brings more than it risks, and goes first where it may.

    If players who are behind did not use choosing first, a leader did not try to end the game, and rivals did not fear it,
    every lead would look too safe.
    """

    def choose(self, s: State, seat: i64, codes: Ints, dealer: Dealer) -> i64:
        table: Any = s
        name = type(s.step).__name__
        if name == "SaveBooks":
            return save_books(table, seat, codes, dealer)
        if name == "SwapTool" or (name == "TakeCard" and s.seats > 1):  # to keep all tools, and to go first, come first
            return codes[0]
        if name == "FireWindow":  # to pass comes first
            return codes[0 if falls(table) and leads(table, seat) else len(codes) - 1]
        if name == "AfterScoring":  # to end the turn comes last
            return codes[0]
        return codes[dealer.below(len(codes))]


def save_books(table: Any, seat: i64, codes: Ints, dealer: Dealer) -> i64:
    """Now and then a tool, if one is found; else draw or stop."""
    if dealer.below(IDLE) == 0:
        code = codes[dealer.below(len(codes))]
        if table.step.text(table, code) not in ("draw", "stop"):
            return code
    wanted = "draw" if worth_drawing(table, seat) else "stop"
    for code in codes:
        if table.step.text(table, code) == wanted:
            return code
    return codes[0]


def worth_drawing(table: Any, seat: int) -> bool:
    """Does the next token bring more than it risks? A fire that brings the library down decides the game."""
    card = table.card
    space = table.empty_space(card)
    fire = len(table.bag) - 1
    points = table.knowledge_points() + table.bravery_points()
    gain = sum(table.bag[book] * table.value(book) for book in range(fire) if table.bag[book])
    spreads = table.fires_on(card) > 0 or (table.bravery_at(card, space) > 0 and table.gloves == 0)
    if not spreads:
        return bool(gain > 0)
    burned = TOOL
    if falls(table):
        burned = FALL if leads(table, seat) else -FALL
    return bool(gain > table.bag[fire] * (points - burned))


def falls(table: Any) -> bool:
    """Would the library fall if the books on the active card burned now?"""
    left = cards_left(table)
    places = len(table.spaces) // len(table.holder)
    for token in table.spaces[table.card * places : (table.card + 1) * places]:
        if 0 <= token < len(left):
            left[token] -= 1
    return min(left) <= 0


def cards_left(table: Any) -> list[int]:
    """How many cards of each section can burn until it falls."""
    return [int(most - burned) for most, burned in zip(table.box.collapse, table.burned, strict=True)]


def leads(table: Any, seat: int) -> bool:
    """Has a seat more points than everybody else?"""
    return all(table.score[seat] > points for who, points in enumerate(table.score) if who != seat)
