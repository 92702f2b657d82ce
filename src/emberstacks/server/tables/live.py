"""A live table: a cache of what the database says about it, and everything about its match that may
leave the server.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import msgspec

from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice
from emberstacks.protocol import (
    ChatLine,
    Outgoing,
    PieceOf,
    Refused,
    ResultInfo,
    SeatInfo,
    TableInfo,
    Update,
)
from emberstacks.server import clock
from emberstacks.server.names import is_called
from emberstacks.server.store.results import outcome_of
from emberstacks.server.store.rows import ChairRow, ChatRow, TableRow
from emberstacks.told import updates

DAY = 86_400
SLACK = 3.0  # seconds after which any process may take over a clock
THINKING = 30.0  # and a bot

encoder = msgspec.json.Encoder()


def encoded(message: Outgoing) -> bytes:
    """A message as it travels."""
    return encoder.encode(message)


class Connection:
    """One open socket at a table: whose it is, and how much of the log it has been told."""

    __slots__ = ("known_events", "pace", "person", "seat", "write")

    def __init__(self, person: str, seat: int | None, write: Callable[[bytes], None]) -> None:
        self.person = person
        self.seat = seat
        self.write = write  # sends a message; everybody who may see the same gets the same bytes
        self.known_events = 0
        self.pace = 1.0  # how long bots wait for this person, as a share of the usual time

    def send(self, message: Outgoing) -> None:
        """Send something to this socket only."""
        self.write(encoded(message))


class LiveTable:
    """A table in memory: a cache of what the database says, and the sockets that watch it."""

    def __init__(
        self, row: TableRow, chairs: list[ChairRow], reaction: float, notice: float
    ) -> None:
        self.row = row
        self.reaction = reaction  # seconds that a reaction window stays open
        self.notice = notice  # seconds after which people who are asked and away are told
        self.chairs = chairs
        self.match: Match | None = None
        self.aside = ""  # why the log cannot be followed, if it cannot
        self.so_far: Match | None = None  # and how far it could be
        # people who are away, and since when others wait for them
        self.waited: dict[int, float] = {}
        self.version = 0
        self.kept = 0  # the version of the last snapshot
        # the version that everybody has seen; only a draft, or one taken back, can come after it
        self.settled = 0
        self.drafter: int | None = None  # whose draft that is
        self.took: list[float] = []  # seconds that moves took which everybody has yet to see
        self.changed: float = row.changed
        # when the game last moved on for everybody; drafts do not count
        self.since: float = row.changed
        self.by_clock: set[int] = set()  # the first events of answers that the clock gave
        self.lock = asyncio.Lock()
        self.rereading = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.left: dict[int, float] = {}  # when a player's socket was last closed
        # background tasks, by kind, seat and version
        self.tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        # answers that wait for others or for a window to close; never part of the match
        self.held: dict[int, int] = {}
        # all answers to a question are here, but the process with the last one could not open them
        self.unopened = False
        self.wanted = time.monotonic()  # when somebody last asked for it
        self.next_beat = 0.0  # when a large audience may be told again, by the event loop's clock
        self.beat_waits = False  # something is new since the last beat
        self.talked = 0  # the last line of chat that everybody here has been told
        # the seats of people who gave another process a sign of life just now
        self.elsewhere: set[int] = set()

    def forget(self) -> None:
        """Remember nothing of the game, so that it is read from the start of its log, and told from
        its start.
        """
        self.match = None
        self.version = self.settled = self.kept = 0
        self.drafter = None
        self.by_clock = set()
        self.held = {}
        for connection in self.connections:
            connection.known_events = 0

    @property
    def row(self) -> TableRow:
        """The table as the database has it. What every move needs is copied, because reading a row
        is slow.
        """
        return self._row

    @row.setter
    def row(self, row: TableRow) -> None:
        self._row = row
        self.id: str = row.id
        self.clock: int = row.clock
        self.helps: bool = bool(row.help)
        self.ended: bool = row.status == "over"
        self.withheld: bool = bool(row.withheld)
        self.paused: bool = bool(row.paused) or self.withheld
        self.resumed: float = row.resumed

    @property
    def chairs(self) -> list[ChairRow]:
        return self._chairs

    @chairs.setter
    def chairs(self, chairs: list[ChairRow]) -> None:
        self._chairs = chairs
        # the seats with a person
        self.people = [int(chair.seat) for chair in chairs if chair.kind == "person"]
        self.bots = {int(chair.seat): str(chair.bot) for chair in chairs if chair.kind == "bot"}
        # a bot plays for them
        self.absent = {
            int(chair.seat) for chair in chairs if chair.kind != "bot" and chair.stand_in
        }
        self.bots |= dict.fromkeys(self.absent, "greedy")
        self.vacations = {int(chair.seat): float(chair.away) for chair in chairs if chair.away}
        self.reachable = {int(chair.seat) for chair in chairs if chair.reachable}

    @property
    def playing(self) -> bool:
        return (
            self.match is not None and not self.match.over and not self.ended and not self.withheld
        )

    @property
    def idle(self) -> str:
        """Why nobody can move at a table that is not playing."""
        return self.aside or self.row.aside or "This game is not being played now."

    def seat_of(self, person: str) -> int | None:
        """The seat of a person; None for a spectator."""
        return next(
            (chair.seat for chair in self.chairs if person and chair.person == person), None
        )

    def is_connected(self, seat: int) -> bool:
        """Is the person in this seat at the table, at this process or at another?"""
        return seat in self.elsewhere or any(
            connection.seat == seat for connection in self.connections
        )

    def pace(self) -> float:
        """How long bots wait so that the slowest player here can follow, as a share of the usual
        time.
        """
        return max(
            (connection.pace for connection in self.connections if connection.seat is not None),
            default=1.0,
        )

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        row = self.row
        dealer = SealedDealer(bytes.fromhex(row.secret))
        outcome = outcome_of(row.result)
        return TableInfo(
            id=row.id,
            game=row.game,
            title=row.title,
            options=json.loads(row.options),
            public=row.public,
            clock=row.clock,
            silent=row.silent,
            help=row.help,
            status=row.status,
            host=row.host,
            seats=[self.seat_info(chair) for chair in self.chairs],
            created=row.created,
            commitment=dealer.commitment(),
            result=(
                None
                if outcome is None
                else ResultInfo(scores=outcome.scores, winners=outcome.winners)
            ),
            next=row.next,
            aside=self.aside or row.aside,
            paused=row.paused,
        )

    def seat_info(self, chair: ChairRow) -> SeatInfo:
        return SeatInfo(
            seat=chair.seat,
            kind=chair.kind,
            name=chair.name,
            bot=chair.bot,
            person=chair.person,
            connected=self.is_connected(chair.seat),
            stand_in=chair.stand_in,
            wants_end=chair.wants_end,
            wants_pause=chair.wants_pause,
            away=chair.away,
            account=chair.account and is_called(chair.called or "", chair.name),
            marker=marked(chair.marker),
        )

    def may_hint(self, seat: int) -> bool:
        """Hints are for those who play with bots only, if the host allows it; nobody should lose to
        somebody else's hints.
        """
        return self.helps and all(person == seat for person in self.people)

    def deadline(self, seat: int | None = TRUTH) -> float:
        """When the clock will answer for the seats that are asked, as far as a seat may know; 0 if
        there is no clock.

        The steps of a draft wind the clock again, but others do not see them: for them it runs
        since the draft began.
        """
        match = self.match
        if match is None or not self.playing or self.paused:
            return 0.0
        if self.timed:
            return max(self.changed, self.resumed) + self.reaction
        began = self.changed if seat == TRUTH or self.sees_all(seat) else self.since
        return self.wound(match, began) + self.clock if self.clock else 0.0

    def wound(self, match: Match, since: float) -> float:
        """When the clock began to run: after a pause again, and at tables that wait for days after
        a vacation.
        """
        back = (
            [self.vacations.get(seat, 0.0) for seat in match.waiting] if self.clock >= DAY else []
        )
        return max(since, self.resumed, *back)

    @property
    def timed(self) -> bool:
        """Does a window stay open for a fixed time? Among people it does, so that no timing tells
        who had something to play.

        One person among bots does not have to wait, and at tables that agreed to wait for days
        everybody answers.
        """
        return self.match is not None and self.times(self.match)

    def times(self, match: Match) -> bool:
        return match.window and self.reaction > 0 and len(self.people) > 1 and self.clock < DAY

    def due(self, match: Match, since: float) -> float | None:
        """When a process must look at this table if nobody has by then; None if it waits for people
        only.
        """
        work = self.work_due(match, since)
        telling = (
            self.reachable and not self.paused and not self.reachable.isdisjoint(match.waiting)
        )
        return (
            earliest(work, since + self.notice)
            if telling and not match.over and not self.times(match)
            else work
        )

    def work_due(self, match: Match, since: float) -> float | None:
        """The same for bots, clocks and windows alone, not for telling people."""
        given = self.held if match is self.match else {}
        if match.over or self.paused:
            return None
        if self.times(match):
            return max(since, self.resumed) + self.reaction + SLACK
        if any(self.bot_for(seat) and seat not in given for seat in match.waiting):
            return max(since, self.resumed) + THINKING
        return self.wound(match, since) + self.clock + SLACK if self.clock else None

    def asked(self) -> list[int]:
        """The people who have to answer now, and have not."""
        if self.match is None or not self.playing or self.paused or self.timed:
            return []
        return [
            seat
            for seat in self.match.waiting
            if seat in self.people and not self.bot_for(seat) and seat not in self.held
        ]

    def sees_all(self, seat: int | None) -> bool:
        """Has a seat seen every entry of the log, in its way? Somebody else's draft it has not, nor
        that it was taken back.
        """
        return self.drafter in (None, seat)

    def known_version(self, seat: int | None) -> int:
        """The version that a seat knows."""
        return self.version if self.sees_all(seat) else self.settled

    def can_undo(self, seat: int | None) -> bool:
        """May a seat take back its last answer? Not when others were asked together since: they may
        have answered, and nobody may learn whether they have.
        """
        match = self.match
        if match is None or seat is None or match.can_undo != seat:
            return False
        return not match.together or all(asked == seat for asked in match.waiting)

    def with_own(self, seat: int | None) -> Match:
        """The match for a seat whose answer waits for others: with that answer, and nobody else's."""
        match = self.match
        assert match is not None
        if seat is None or seat not in self.held or self.timed:
            return match
        twin = match.copy()
        twin.push(self.held[seat], seat)
        return twin if twin.length == match.length else match

    def update(self, seat: int | None, known_events: int) -> Update:
        """The game as one seat may know it: the only way anything about a match leaves the server."""
        match = self.with_own(seat)
        return updates.update(
            match,
            seat,
            known_events,
            version=self.known_version(seat),
            offered=self.offered(match, seat),
            late=self.by_clock,
            can_undo=self.can_undo(seat),
            can_hint=seat is not None and self.may_hint(seat),
            deadline=self.deadline(seat),
            since=self.since,
            now=clock.now(),
        )

    def offered(self, match: Match, seat: int | None) -> list[Choice]:
        """What a seat can choose now.

        In a timed window, a seat that can only pass is not asked. The window closes on time and
        counts silence as a pass, so nobody can tell. If the table waits for all answers, the timing
        would tell; then everybody answers.
        """
        if seat is None or (self.timed and seat in self.held):
            return []
        legal = match.legal(seat)
        return [] if len(legal) == 1 and self.timed else legal

    def reached(self, version: int, at: float, drafter: int | None = None) -> None:
        """Take note of how far the log has come, and whose draft it is that only they have seen."""
        self.version = version
        self.changed = at
        self.held = {}
        self.drafter = drafter
        if drafter is None:
            self.settled = version
            self.since = at

    def bot_for(self, seat: int) -> str:
        """The bot that answers for a seat; empty if a person does."""
        return self.bots.get(seat, "")


def earliest(*moments: float | None) -> float | None:
    """
    >>> earliest(3.0, None, 2.0), earliest(None)
    (2.0, None)
    """
    return min((moment for moment in moments if moment is not None), default=None)


def marked(piece: str) -> PieceOf | None:
    """A marker as the database keeps it.

    >>> marked("cell-7"), marked("")
    (PieceOf(kind='cell', number=7), None)
    """
    kind, _, number = piece.rpartition("-")
    return PieceOf(kind=kind, number=int(number)) if kind else None


def refused(
    live: LiveTable,
    seat: int | None,
    code: Any,
    message: str,
    clause: str = "",
    legal: list[str] | None = None,
) -> Refused:
    return Refused(
        code=code,
        message=message,
        clause=clause,
        legal=legal or [],
        version=live.known_version(seat),
    )


def chat_line(row: ChatRow) -> ChatLine:
    return ChatLine(number=row.number, name=row.name, seat=row.seat, text=row.text, at=row.at)
