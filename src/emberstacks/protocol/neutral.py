"""The neutral board: what a seat sees of a game that nobody has drawn, as cards, piles and numbers."""

from __future__ import annotations

from typing import Literal

from emberstacks.protocol.base import Wire

HIDDEN = -1  # as the kind of a card: it is face down
EMPTY = -2  # there is none


class CardInfo(Wire):
    """A piece, or several of the same kind together."""

    kind: int  # tells kinds apart; HIDDEN or EMPTY
    name: str  # empty if it is face down
    sign: str  # its number, if that tells it apart
    written: str  # as a draw writes it, and as somebody would answer it; empty if unknown
    count: int
    # everybody has seen it; where in a deck it is known to be
    note: Literal["", "open", "top", "bottom"]
    choices: list[str]  # what you can answer with it, as the choices are written


class PartInfo(Wire):
    """A hand, deck, row or heap: all that is together in one place."""

    field: str
    form: Literal["deck", "hand", "row", "heap"]
    name: str
    seat: int | None  # whose it is
    count: int  # of its pieces
    kinds: int  # of how many kinds they can be
    cards: list[CardInfo]  # of a deck only those whose place somebody knows and you may see
    choices: list[str]  # what you can answer with the whole of it


class NumberInfo(Wire):
    """A number on the table, or several in a row."""

    name: str
    value: str
    seat: int | None  # whose it is
    player: int | None  # the seat that it names


class NeutralBoard(Wire):
    """A whole table."""

    parts: list[PartInfo]
    numbers: list[NumberInfo]
    text: str  # the same as a terminal shows it
