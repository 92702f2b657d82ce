"""The rules of Librarians, a file for each chapter of RULES.md and each colour, and here all their
questions.

Their order numbers the actions of learners, so new ones are added at the end.
"""

from __future__ import annotations

from typing import Final

from emberstacks.games.librarians.effects import DrawCard
from emberstacks.games.librarians.steps.black import (
    InsertWhere,
    InsertWhich,
    ShiftColumn,
    TurnShelf,
)
from emberstacks.games.librarians.steps.blue import (
    MoveBook,
    MoveTo,
    Replace,
    SwapFirst,
    SwapSecond,
    TakeBook,
    TravelRemove,
)
from emberstacks.games.librarians.steps.completing import GiveCard, KeepBook, KeepOfLine, WhichFirst
from emberstacks.games.librarians.steps.green import DrawShelf, LeaveDeck, PlaceShelf
from emberstacks.games.librarians.steps.playing import Where
from emberstacks.games.librarians.steps.red import RemoveShelf
from emberstacks.games.librarians.steps.setup import DealHands, FirstPlayer, LayShelf, MixIn
from emberstacks.games.librarians.steps.thrills import (
    BorrowPower,
    ChooseRevealer,
    ClearBook,
    NameColour,
    NameLetter,
)
from emberstacks.games.librarians.steps.turn import NextTurn, SetMarker, Settle, Turn
from emberstacks.games.librarians.steps.yellow import AnswerTap, OrderDeck, RevealDeck, Tap

STEPS: Final = (
    MixIn,
    LayShelf,
    DealHands,
    FirstPlayer,
    DrawCard,
    Turn,
    Where,
    Settle,
    WhichFirst,
    GiveCard,
    RemoveShelf,
    LeaveDeck,
    DrawShelf,
    PlaceShelf,
    MoveBook,
    MoveTo,
    SwapFirst,
    SwapSecond,
    TravelRemove,
    Replace,
    TakeBook,
    Tap,
    RevealDeck,
    OrderDeck,
    TurnShelf,
    InsertWhich,
    InsertWhere,
    ShiftColumn,
    NextTurn,
    SetMarker,
    KeepBook,
    NameColour,
    NameLetter,
    ChooseRevealer,
    ClearBook,
    BorrowPower,
    AnswerTap,
    KeepOfLine,
)
