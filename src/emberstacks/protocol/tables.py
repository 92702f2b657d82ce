"""Tables and their seats."""

from __future__ import annotations

from typing import Literal

from emberstacks.protocol.base import PieceOf, Small, Value, Wire


class SeatPlan(Wire):
    """Who should sit on a chair: the host, a bot, or anyone."""

    kind: Literal["host", "open", "bot"]
    bot: str = ""


class NewTable(Wire):
    """A table to open."""

    game: str
    seats: list[SeatPlan]
    options: dict[str, Value] = {}
    title: str = ""
    public: bool = False
    clock: int = 0  # seconds for a decision; 0: none
    silent: bool = False  # no chat
    help: bool = True  # hints for anyone who plays only with bots
    # made up by the page for each new table; if it is sent twice, only one table opens
    key: str = ""


class SeatInfo(Wire):
    """A chair and who sits on it."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    bot: str
    person: str  # the id of the person, or ""
    connected: bool
    stand_in: bool  # a bot plays here until the person returns
    wants_end: bool  # agrees to end the game early
    wants_pause: bool = False  # agrees to pause
    away: float = 0.0  # on vacation until then, in seconds since 1970
    account: bool = False  # the person has an account of this name; a guest may have any name
    marker: PieceOf | None = None  # the piece with the player's marker, in games that have markers


class ResultInfo(Wire):
    """How a game ended."""

    scores: list[int]  # of each seat
    winners: list[int]  # the seats that have won


class TableInfo(Wire):
    """A table as everybody may know it."""

    id: str
    game: str
    title: str
    options: dict[str, Value]
    public: bool
    clock: int
    silent: bool
    help: bool  # the host allows hints
    status: Literal["open", "playing", "over"]
    host: str
    seats: list[SeatInfo]
    created: float
    commitment: str
    result: ResultInfo | None  # of a game that was played to its end
    next: str  # the table of the rematch, or ""
    aside: str  # why the game cannot continue, or ""
    paused: bool = False  # all players agreed to pause; any of them can resume


class ChatRead(Wire):
    """How far somebody has read the chat of a table."""

    line: Small


class MyGame(Wire):
    """One of a person's own games: whose turn, since when, or how it ended."""

    table: TableInfo
    seat: int
    waiting: list[int]  # the seats that are asked
    since: float  # when the game last moved on, in seconds since 1970
    deadline: float  # when the clock decides; 0: never
    unread: int  # lines of chat
    winners: list[int]
    outcome: str  # in names; empty before the end


class SeatNumber(Wire):
    seat: Small


class Fill(Wire):
    """Bots for all empty chairs."""

    bot: str = "greedy"


class Fork(Wire):
    """A new table that continues from a point of this one, against bots."""

    answers: Small
    seat: Small
    bot: str = "greedy"
