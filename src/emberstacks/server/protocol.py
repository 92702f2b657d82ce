"""Everything that goes over the wire, as types: the client's types are generated from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

MAX_TEXT = 500  # characters in a line of chat
MAX_NAME = 24
MAX_TITLE = 60
MOST_EXACT = 2**53 - 1  # browsers round larger numbers

Value = str | int | bool
Small = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # as a database counts


def exact(data: Any) -> Any:
    """The same data for a browser: a number that it would round, such as a mask of sixty pages, becomes a text.

    >>> exact({"loose": [3, 2**59 + 1]})
    {'loose': [3, '576460752303423489']}
    """
    if isinstance(data, dict):
        return {name: exact(part) for name, part in data.items()}
    if isinstance(data, list):
        return [exact(part) for part in data]
    return str(data) if isinstance(data, int) and not -MOST_EXACT <= data <= MOST_EXACT else data


class Wire(Struct, forbid_unknown_fields=True, kw_only=True):
    """A plain part of messages."""


# What HTTP answers and takes


class OptionInfo(Wire):
    """One thing that players may agree on before a game."""

    name: str
    title: str
    choices: list[Value]
    words: list[str]  # what each of the choices means
    default: Value
    help: str
    more: bool  # only shown on request


class PresetInfo(Wire):
    """Options that go together under one name; those it does not name stay at their default."""

    name: str
    options: dict[str, Value]
    words: str
    measured: str
    least: int  # players that it needs


class LessonCard(Wire):
    """A lesson as a list shows it."""

    number: int
    title: str
    minutes: int


class GameCard(Wire):
    """A game as the lobby shows it."""

    id: str
    title: str
    summary: str
    min_players: int
    max_players: int
    rules_version: str
    designers: str
    publisher: str
    cooperative: bool
    minutes: int  # how long a game takes, roughly; 0: nobody has said
    weight: str  # light, medium or heavy, or ""
    usual_bot: str  # the opponent or partner for a first game
    options: list[OptionInfo]
    presets: list[PresetInfo]
    lessons: list[LessonCard]
    puzzles: int  # how many it has


class HintInfo(Wire):
    """A hint for one choice."""

    text: str  # the choice's notation
    best: bool
    reason: str


class CoachWords(Wire):
    """What a coach says about the question that you are asked now."""

    version: int  # of the table when it was asked
    matters: str  # before the decision
    regrets: dict[str, str]  # what it says about a costly choice, by notation


class CoachBook(Wire):
    """The rules of a game as a coach tells them, and when it says less."""

    lines: list[Clause]
    talks: int  # good decisions until it only speaks when asked, or about a costly choice
    leaves: int  # good decisions until it leaves
    most: int  # decisions after which it leaves in any case
    setback: int  # good decisions that a costly one takes back


class BotCard(Wire):
    """A bot as the lobby shows it."""

    spec: str
    help: str
    group: Literal["level", "style", ""]  # empty: for programmers


class Catalogue(Wire):
    """Everything a table can be made of."""

    games: list[GameCard]
    bots: list[BotCard]
    docs: bool = False  # this server has the documentation, under /docs


class Clause(Wire):
    """One clause of the rules."""

    number: str
    text: str


class Rulebook(Wire):
    """The rules of a game: as a text, and clause by clause."""

    game: str
    version: str
    text: str
    clauses: list[Clause]


class Person(Wire):
    """Who somebody is. An account has a password; a guest has only the browser's session."""

    id: str
    name: str
    account: bool


class NewGuest(Wire):
    name: str


class Credentials(Wire):
    name: str
    password: str


class Password(Wire):
    password: str


class DeviceLink(Wire):
    """What brings me to another device, once, for some minutes: `/device#CODE` on this server."""

    code: str
    seconds: int  # for which it can be used


class DeviceCode(Wire):
    code: str


class AddressInfo(Wire):
    """Where a person is told that it is their turn."""

    id: str
    kind: Literal["push", "email", "ntfy", "webhook"]
    target: str
    confirmed: bool


class Addresses(Wire):
    """All such addresses of a person, and what this server can do."""

    addresses: list[AddressInfo]
    push_key: str  # what a browser needs to subscribe
    mail: bool  # this server can send e-mail


class PushAddress(Wire):
    """A browser's subscription, as its Push API gives it."""

    endpoint: Annotated[str, Meta(max_length=500)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class WebAddress(Wire):
    """An address that takes a POST: of a topic on an ntfy server, or of a program of one's own."""

    kind: Literal["ntfy", "webhook"]
    url: Annotated[str, Meta(max_length=500)]


class MailAddress(Wire):
    address: Annotated[str, Meta(max_length=254)]


class Code(Wire):
    """What a link in an e-mail brings."""

    code: Annotated[str, Meta(max_length=100)]


class Vacation(Wire):
    """Clocks of a day or more wait until then, in seconds since 1970; 0: not on vacation."""

    until: Annotated[float, Meta(ge=0, le=1e11)]


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
    key: str = ""  # made up by the page for each new table; if it is sent twice, only one table opens


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
    marker: str = ""  # the piece with the player's marker, in games that have markers


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
    result: str
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


class GamePlayed(Wire):
    """How often somebody has played a game, and won it."""

    game: str
    played: int
    won: int


class Month(Wire):
    """The games that ended in a month, such as 2026-11."""

    month: str
    played: int
    won: int


class OpponentPlayed(Wire):
    """Somebody met at tables: a person by name, or a kind of bot."""

    together: bool  # on the same side
    name: str
    bot: str
    played: int
    won: int  # by the person whose profile it is


class PlayedInfo(Wire):
    """A finished game."""

    table: str
    game: str
    at: float
    won: bool
    points: int
    others: list[str]


class SoloScore(Wire):
    """A finished solo game."""

    table: str
    game: str
    at: float
    won: bool
    points: int


class RatedBot(Wire):
    bot: str
    rating: int
    games: int


class Rating(Wire):
    """How well somebody plays a game: a new player has 1500, and the true value is probably within `doubt` of it."""

    game: str
    rating: int
    doubt: int
    games: int
    bots: list[RatedBot]  # what the bots have on the same scale, weakest first


class Profile(Wire):
    """What somebody has played. Games that ended without a result do not count."""

    name: str
    account: bool
    since: float
    games: list[GamePlayed]
    months: list[Month]  # oldest first
    opponents: list[OpponentPlayed]
    solo: list[SoloScore]  # the best, by game
    latest: list[PlayedInfo]
    ratings: list[Rating]


class Source(Wire):
    """Where points came from."""

    name: str
    points: int


class Place(Wire):
    """A seat in the ranking of a finished game."""

    rank: int
    seat: int
    winner: bool
    points: int
    sources: list[Source]


class Ending(Wire):
    """The final score of a game, in detail."""

    cooperative: bool
    summary: str
    places: list[Place]


class DrawInfo(Wire):
    """One draw: how often each outcome was in the bag, and which one came."""

    weights: list[int]
    outcome: int
    text: str


class Proof(Wire):
    """Everything you need to check the draws of a finished game."""

    commitment: str
    secret: str
    draws: list[DrawInfo]


class SignInfo(Wire):
    """A symbol, by the name that the page draws it under, and what it means."""

    symbol: str
    meaning: str


class AidInfo(Wire):
    """A part of a player aid."""

    title: str
    lines: list[str]
    signs: list[SignInfo]


class PieceInfo(Wire):
    """One piece of a game's box, and what it does."""

    group: str
    name: str
    text: str
    count: int
    id: str  # its kind and which one, for a screen that draws it
    clause: str  # where the rules introduce it, or ""


class MeaningInfo(Wire):
    """What everything on the table whose name begins so means; `#` stands for a number, and `*` for any words."""

    name: str
    text: str
    clause: str  # or ""


class Preferences(Wire):
    """What a person prefers; the page knows what it means."""

    settings: dict[str, Value]


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


class ChoiceInfo(Wire):
    """One thing a seat may answer."""

    text: str
    label: str
    clause: str
    pieces: list[str]
    brings: str  # what it would bring, if the label does not say it


class EventInfo(Wire):
    """One thing that happened, as far as the receiver may know."""

    kind: str
    args: list[int]
    text: str


class Frame(Wire):
    """A finished or running game as one seat saw it after a number of answers."""

    answers: int
    of: int
    view: dict[str, Any]
    events: list[EventInfo]
    question: str
    clause: str
    result: str


class DecisionInfo(Wire):
    """One decision of a finished game and how good it was; chances are from 0 to 1."""

    at: int  # answers before it
    seat: int
    question: str
    choice: str
    label: str
    better: str  # empty if no better choice was found
    better_label: str
    before: float  # what the best choice found was worth
    after: float  # what the choice made was worth
    error: float  # the standard error of that
    loss: float
    loss_error: float  # zero if the turn was solved
    games: int
    reason: str


class SwingInfo(Wire):
    """A turning point of a finished game."""

    side: int
    seat: int
    since: int  # answers before it
    at: int  # answers after it
    before: float
    after: float
    own: bool  # caused by a decision; otherwise by chance and the others
    text: str


class SideInfo(Wire):
    """A seat or a team, and how its chances changed."""

    seats: list[int]
    name: str
    start: float
    decided: float
    luck: float
    end: float
    decisions: list[DecisionInfo]


class ReviewInfo(Wire):
    """The review of a finished game."""

    game: str
    measure: Literal["chance", "points"]
    answers: int
    sides: list[SideInfo]
    turning: list[SwingInfo]
    costliest: list[DecisionInfo]
    decisions: int
    judged: int
    games: int
    playouts: int
    seed: int
    late: bool


class ReviewState(Wire):
    """The review of a finished game, or how far along it is."""

    progress: float  # from 0 to 1
    review: ReviewInfo | None


class Trouble(Wire):
    """What is wrong with a request, in a sentence."""

    code: str
    message: str
    clause: str = ""


# What the client says over the socket


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
    """Put your marker on a piece, at any time, no matter who is asked; without a piece, take it back."""

    piece: str


class Leave(ClientMessage, tag="leave"):
    """A bot takes your seat until you come back."""


class Ping(ClientMessage, tag="ping"):
    """Is the server still there? The page asks when it has heard nothing for a while."""


Incoming = Move | Why | Undo | Say | Mark | Leave | Ping


# What the server says over the socket


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


class Refused(ServerMessage, tag="refused"):
    """Why a request was refused."""

    code: Literal[
        "illegal", "stale", "not-asked", "not-seated", "too-fast", "malformed", "silent", "not-playing", "unavailable"
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


# Lessons, over HTTP


class LessonPlace(Wire):
    """A place in a lesson: one of its stops, and what the learner has tried from there off the script."""

    stop: Small = 0
    tried: list[Annotated[str, Meta(max_length=MAX_TEXT)]] = []


class LessonQuestion(LessonPlace, kw_only=True):
    """Why can this not be answered here?"""

    choice: Annotated[str, Meta(max_length=MAX_TEXT)]


class LessonScene(Wire):
    """A moment of a lesson: what it says, and the game since the moment before."""

    title: str
    stop: int
    stops: int
    words: str
    clause: str
    glow: list[str]  # the names of pieces that the words point at
    moves: bool  # the learner has to answer; otherwise only to read on
    wanted: str  # the answer that the lesson continues with, or ""
    points: bool  # does the lesson point at it?
    otherwise: str  # what the lesson says about any other answer
    others: dict[str, str]  # the same for answers with their own words
    you: int
    seats: list[SeatInfo]
    options: dict[str, Value]
    updates: list[Update]
    events: list[EventInfo]  # all of them


# Puzzles, over HTTP


class PuzzleAnswer(Wire):
    """An answer to a puzzle, by its notation."""

    choice: Annotated[str, Meta(max_length=MAX_TEXT)]


class PuzzleProgress(Wire):
    """How somebody does with the puzzles of a game."""

    rating: int
    streak: int  # days in a row
    tried: int  # puzzles
    kept: bool  # somebody known; otherwise the server forgets it


class PuzzleScene(Wire):
    """A puzzle as its seat sees it."""

    game: str
    number: int
    count: int  # of all puzzles of the game, or of all mistakes in it
    daily: bool  # is it the puzzle of the day?
    rating: int  # how hard it is
    you: int
    seats: list[SeatInfo]
    options: dict[str, Value]
    update: Update
    progress: PuzzleProgress | None  # none if it is a decision of one's own game


class PuzzleChoice(Wire):
    """What a choice would have lost."""

    text: str
    label: str
    best: bool
    words: str


class PuzzleGrade(Wire):
    """How good an answer to a puzzle was, and why."""

    grade: str  # best, good, fair, mistake or blunder
    solved: bool
    words: str
    why: str
    choices: list[PuzzleChoice]  # the best first
    progress: PuzzleProgress | None
    another: int  # the number of a puzzle to go on with; 0: none


# The challenge of a day


class ChallengeResult(Wire):
    """A line of the table of results."""

    rank: int
    name: str
    points: int
    won: bool
    you: bool


class ChallengeDay(Wire):
    """The challenge of today or of another day: where you play it, and who has finished it."""

    game: str
    name: str
    title: str
    words: str
    day: str  # as 2026-11-17
    table: str  # yours; empty before you begin
    over: bool  # have you finished it?
    results: list[ChallengeResult]


Outgoing = Table | Update | Refused | Reason | ChatLine | Pong
