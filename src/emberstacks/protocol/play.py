"""What client and server say to each other over the socket of a table."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from emberstacks.protocol.base import PieceOf, Wire
from emberstacks.protocol.neutral import NeutralBoard
from emberstacks.protocol.tables import TableInfo


class LabelInfo(Wire):
    """The label of a choice in parts, as a button has room for them."""

    text: str
    price: str  # in a few words: what it costs, brings or counts for
    detail: str  # which one, what happens then, or what the piece says


class ChoiceInfo(Wire):
    """One thing a seat may answer."""

    code: int  # its number: the same in every game that begins under these rules
    text: str  # its notation, with which it is answered
    label: str  # for people, as a sentence
    parts: LabelInfo
    clause: str
    pieces: list[PieceOf]  # that it is about
    brings: str  # what it would bring, if the label does not say it


class EventInfo(Wire):
    """One thing that happened, as far as the receiver may know."""

    kind: str
    args: list[int]
    text: str
    because: str = ""  # the id of the piece that caused it, if it was not the player's own choice


class ClientMessage(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Anything a client may say at a table."""


class Move(ClientMessage, tag="move"):
    """An answer to the question asked at this version."""

    version: int
    choice: str


class Why(ClientMessage, tag="why"):
    """Why can this not be answered now? Asking changes nothing."""

    choice: str


class Undo(ClientMessage, tag="undo"):
    version: int


class Say(ClientMessage, tag="say"):
    text: str


class Mark(ClientMessage, tag="mark"):
    """Put your marker on a piece, at any time, no matter who is asked; without a piece, take it
    back.
    """

    piece: str


class Leave(ClientMessage, tag="leave"):
    """A bot takes your seat until you come back."""


class Ping(ClientMessage, tag="ping"):
    """Is the server still there? The page asks when it has heard nothing for a while."""


class Pace(ClientMessage, tag="pace"):
    """How quickly you want to see the moves of bots. At a table with others, bots wait for the
    slowest.
    """

    pace: Literal["slow", "normal", "fast", "once"]


Incoming = Move | Why | Undo | Say | Mark | Leave | Ping | Pace


class ServerMessage(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="type"):
    """Anything the server may say at a table."""


class Table(ServerMessage, tag="table"):
    """Who sits where, and whether the game has begun."""

    table: TableInfo
    you: int | None


class Update(ServerMessage, tag="update"):
    """The game as the receiver may know it: everything, and the new lines of the log."""

    version: int
    view: dict[str, Any]
    question: str
    clause: str
    choices: list[ChoiceInfo]
    events_from: int  # keep this many lines of the log, then add `events`
    events: list[EventInfo]
    can_undo: bool
    can_hint: bool
    window: bool  # a reaction window: asks everybody who could react, as far as the public knows
    deadline: float  # when the clock decides, in seconds since 1970; 0: never
    since: float  # when the game last moved on for everybody
    result: str
    # what the server's clock says, which the other times here go by; 0: it says nothing
    now: float = 0.0
    board: NeutralBoard | None = None  # of a game that nobody has drawn


class Refused(ServerMessage, tag="refused"):
    """Why a request was refused."""

    code: Literal[
        "illegal",
        "stale",
        "not-asked",
        "not-seated",
        "too-fast",
        "malformed",
        "silent",
        "not-playing",
        "unavailable",
    ]
    message: str
    clause: str
    legal: list[str]
    version: int


class Reason(ServerMessage, tag="reason"):
    """Why something cannot be answered now, and the clause that says so; no message if it can."""

    choice: str
    message: str
    clause: str


class ChatLine(ServerMessage, tag="chat"):
    number: int
    name: str
    seat: int | None
    text: str
    at: float


class Pong(ServerMessage, tag="pong"):
    """The answer to a ping."""


Outgoing = Table | Update | Refused | Reason | ChatLine | Pong
