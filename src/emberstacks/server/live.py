"""Live tables: one lock a match; every change is committed first and told afterwards."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Row

from emberstacks.games import game_by_id
from emberstacks.kernel.begin import match_from_json, new_match
from emberstacks.kernel.chance import SealedDealer
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.match import Match, result_header
from emberstacks.kernel.notation import named
from emberstacks.kernel.step import CHANCE
from emberstacks.server.botpool import BotPool
from emberstacks.server.protocol import (
    ChatLine,
    ChoiceInfo,
    EventInfo,
    Outgoing,
    Refused,
    SeatInfo,
    Table,
    TableInfo,
    Update,
    exact,
)
from emberstacks.server.store import ANSWER, UNDO, Conflict, Store

log = logging.getLogger("emberstacks.live")

DAY = 86_400
QUIET = 300.0  # seconds


class Connection:
    """One open socket at a table: who holds it, and how much of the log it has been told."""

    def __init__(self, person: str, seat: int | None, send: Callable[[Outgoing], None]) -> None:
        self.person = person
        self.seat = seat
        self.send = send
        self.known_events = 0


class LiveTable:
    """A table in memory: a cache of what the database says, and the sockets that watch it."""

    def __init__(self, row: Row[Any], chairs: list[Row[Any]], reaction: float) -> None:
        self.row = row
        self.reaction = reaction  # seconds that a reaction window stays open
        self.chairs = chairs
        self.match: Match | None = None
        self.version = 0
        self.settled = 0  # the version that everybody has seen: behind it lies at most the draft of a turn
        self.changed: float = row.changed
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.held: dict[int, int] = {}  # answers to a reaction window, opened when its time is over
        self.wanted = time.monotonic()  # when somebody last asked for it
        self.talked = 0  # the last line of chat that everybody here has been told

    @property
    def playing(self) -> bool:
        return self.match is not None and not self.match.over

    def seat_of(self, person: str) -> int | None:
        """The chair of a person; None for somebody who only watches."""
        return next((chair.seat for chair in self.chairs if person and chair.person == person), None)

    def is_connected(self, seat: int) -> bool:
        return any(connection.seat == seat for connection in self.connections)

    def info(self) -> TableInfo:
        """The table as everybody may know it."""
        row = self.row
        dealer = SealedDealer(bytes.fromhex(row.secret))
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
            result=row.result,
            next=row.next,
        )

    def seat_info(self, chair: Row[Any]) -> SeatInfo:
        return SeatInfo(
            seat=chair.seat,
            kind=chair.kind,
            name=chair.name,
            bot=chair.bot,
            person=chair.person,
            connected=self.is_connected(chair.seat),
            stand_in=chair.stand_in,
        )

    def may_hint(self, seat: int) -> bool:
        """Only where the host allows it and no other person plays: nobody is to be beaten by a machine in somebody's hand."""
        return bool(self.row.help) and not any(chair.kind == "person" and chair.seat != seat for chair in self.chairs)

    def deadline(self) -> float:
        """When the clock decides for whoever is asked; 0 where there is none."""
        if self.timed:
            return self.changed + self.reaction
        return self.changed + self.row.clock if self.row.clock and self.playing else 0.0

    @property
    def timed(self) -> bool:
        """A reaction window among people stays open for a fixed time, so that no time tells who had something to play.

        One person among bots need not wait, and those who agreed to wait for days all answer by themselves.
        """
        people = sum(chair.kind == "person" for chair in self.chairs)
        return self.reaction > 0 and self.match is not None and self.match.window and people > 1 and self.row.clock < DAY

    def update(self, seat: int | None, known_events: int) -> Update:
        """The game as one seat may know it: the only way anything about a match leaves the server."""
        match = self.match
        assert match is not None
        since = min(known_events, match.event_count(seat))
        view = match.view(seat)
        return Update(
            version=self.settled if match.drafted(seat) else self.version,
            view=exact(view),
            question=named(view["question"], match.names),
            clause=view["clause"],
            choices=[choice_info(choice) for choice in match.legal(seat)] if seat is not None and seat not in self.held else [],
            events_from=since,
            events=[EventInfo(**event) for event in match.events(seat, since)],
            can_undo=seat is not None and match.can_undo == seat,
            can_hint=seat is not None and self.may_hint(seat),
            deadline=self.deadline(),
            result=match.result.summary if match.result else "",
        )

    def reached(self, version: int, at: float) -> None:
        """The log has come so far."""
        self.version = version
        self.changed = at
        if self.match is not None and not self.match.drafted(None):
            self.settled = version

    def bot_for(self, seat: int) -> str:
        """The bot that answers for a chair; empty where a person does."""
        chair = self.chairs[seat]
        if chair.kind == "bot":
            return str(chair.bot)
        return "greedy" if chair.stand_in else ""


def choice_info(choice: Any) -> ChoiceInfo:
    return ChoiceInfo(text=choice.text, label=choice.label, clause=choice.clause, pieces=choice.pieces)


class Hub:
    """All live tables of this process."""

    def __init__(
        self, store: Store, pool: BotPool, pace: float, grace: float, reaction: float, entropy: Callable[[int], bytes]
    ) -> None:
        self.store = store
        self.pool = pool
        self.pace = pace  # seconds a bot lets pass, so that people can follow
        self.grace = grace  # seconds after which a bot stands in for somebody who has gone
        self.reaction = reaction  # seconds that a reaction window stays open
        self.entropy = entropy  # what tables are dealt from
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.announce: Callable[[str], None] = lambda _table: None  # tells other processes, where there are any
        self.moves = 0

    async def table(self, name: str) -> LiveTable | None:
        """A table by its id; None where there is none."""
        if name in self.tables:
            self.tables[name].wanted = time.monotonic()
            return self.tables[name]
        async with self.loading.setdefault(name, asyncio.Lock()):
            if name not in self.tables:
                found = await self.store.table(name)
                if found is None:
                    return None
                live = LiveTable(*found, self.reaction)
                await self.read_on(live)
                self.tables[name] = live
                self.wake_bots(live)
        self.loading.pop(name, None)
        return self.tables[name]

    async def refresh(self, live: LiveTable) -> None:
        """Read a table and its chairs again, and tell everybody at it."""
        found = await self.store.table(live.row.id)
        if found is None:
            return
        live.row, live.chairs = found
        for connection in live.connections:
            connection.seat = live.seat_of(connection.person)
        self.tell_table(live)

    async def read_on(self, live: LiveTable) -> bool:
        """Follow the log from the last version known; true if there was anything new."""
        if live.row.status == "open":
            return False
        if live.match is None:
            live.match = opened_match(live)
        rows = await self.store.log(live.row.id, live.version)
        for row in rows:
            self.follow(live, row)
        for seat, code in await self.store.sealed(live.row.id, live.version):
            if live.timed:
                live.held[seat] = code
            else:
                live.match.push(code, seat)
        return bool(rows)

    def follow(self, live: LiveTable, row: Row[Any]) -> None:
        """One event of the log; what chance answers follows from the secret and is only compared."""
        match = live.match
        assert match is not None
        if row.kind == UNDO:
            match.undo()
            for connection in live.connections:
                connection.known_events = 0
        elif row.seat != CHANCE:
            match.push(row.code, row.seat)
        live.reached(row.version, row.at)
        live.held = {}

    async def look_again(self, live: LiveTable) -> None:
        """Another process may have changed this table: read on, and tell what is new."""
        async with live.lock:
            before = live.row, live.chairs
            found = await self.store.table(live.row.id)
            if found is None:
                return
            live.row, live.chairs = found
            new = await self.read_on(live)
        if (live.row, live.chairs) != before:
            for connection in live.connections:
                connection.seat = live.seat_of(connection.person)
            self.tell_table(live)
        for line in await self.store.talk(live.row.id, live.talked):
            self.tell_line(live, chat_line(line))
        if new:
            self.tell_game(live)
            self.wake_bots(live)

    # What people do

    async def start(self, live: LiveTable, names: list[str]) -> None:
        """Begin the game: chance answers first, and then everybody is told."""
        async with live.lock:
            now = time.time()
            match = opened_match(live)
            match.names = names
            rows = event_rows(live.row.id, 0, match.answers(), now)
            await self.store.start(live.row.id, names, rows, now)
            live.match = match
            live.reached(len(rows), now)
        await self.refresh(live)
        self.tell_game(live)
        self.announce(live.row.id)
        self.wake_bots(live)

    async def move(self, live: LiveTable, seat: int, version: int, choice: str) -> Refused | None:
        """An answer of a seat; None when it is committed and told."""
        async with live.lock:
            if not live.playing or live.match is None:
                return refused(live, "not-playing", "This game is not being played now.")
            if version != live.version:
                return refused(live, "stale", "The game has gone on since; look again and decide anew.")
            after = live.match.copy()  # nobody may see an answer before it is written
            try:
                after.push(choice, seat)
            except IllegalChoice as wrong:
                code = "illegal" if seat in after.waiting else "not-asked"
                return refused(live, code, str(wrong), wrong.clause, wrong.legal)
            if live.timed or after.length == live.match.length:
                given = dict(after.sealed() or after.answers(live.match.length))[seat]
                await self.store.seal(live.row.id, live.version, seat, given)
                if live.timed:
                    live.held[seat] = given
                else:
                    live.match = after
                self.tell_game(live, only=seat)
                return None
            answers = after.answers(live.match.length)
            only = seat if after.drafted(None) else None
            return await self.commit(live, after, event_rows(live.row.id, live.version, answers, time.time()), only)

    async def undo(self, live: LiveTable, seat: int, version: int) -> Refused | None:
        """Take back the last answer of a seat, where nobody has learned anything since."""
        async with live.lock:
            if not live.playing or live.match is None:
                return refused(live, "not-playing", "This game is not being played now.")
            if version != live.version:
                return refused(live, "stale", "The game has gone on since; look again.")
            if live.match.can_undo != seat:
                return refused(live, "illegal", "Nothing can be taken back: something has been revealed or answered since.")
            after = live.match.copy()
            after.undo()
            row = {"table": live.row.id, "version": live.version + 1, "kind": UNDO, "seat": seat, "code": 0, "at": time.time()}
            return await self.commit(live, after, [row], seat if live.match.drafted(None) else None)

    async def commit(
        self, live: LiveTable, after: Match, rows: list[dict[str, Any]], only: int | None = None
    ) -> Refused | None:
        """Write first, tell afterwards (a draft only its owner); whoever lost a race reads on and decides again."""
        now = float(rows[-1]["at"])
        result = result_header(after.result) if after.result is not None else ""
        try:
            await self.store.append(live.row.id, rows, now, result, after.over)
        except Conflict:
            await self.read_on(live)
            self.tell_game(live)
            self.wake_bots(live)
            return refused(live, "stale", "Somebody else was faster; look again and decide anew.")
        live.match = after
        live.reached(int(rows[-1]["version"]), now)
        live.held = {}
        self.moves += 1
        self.tell_game(live, only)
        self.announce(live.row.id)
        if after.over:
            await self.refresh(live)
        else:
            self.wake_bots(live)
        return None

    async def close_window(self, live: LiveTable, version: int) -> None:
        """The time of a reaction window is over: its answers are opened, and whoever gave none has passed."""
        async with live.lock:
            if not live.timed or live.version != version or live.match is None:
                return
            given = dict(await self.store.sealed(live.row.id, version))  # the other servers' as well
            after = live.match.copy()
            for seat in live.match.waiting:
                default = live.match.default(seat)
                after.push(given.get(seat, default.code if default is not None else 0), seat)
            rows = event_rows(live.row.id, version, after.answers(live.match.length), time.time())
            await self.commit(live, after, rows)

    async def close_window_later(self, live: LiveTable, version: int) -> None:
        await asyncio.sleep(max(0.0, live.deadline() - time.time()))
        await self.close_window(live, version)

    # Coming and going

    async def join(self, live: LiveTable, connection: Connection) -> None:
        """A socket opens: it is told everything it may know, at once, so that nothing comes between or twice."""
        talk = await self.store.talk(live.row.id, 0)
        if connection.seat is not None and live.chairs[connection.seat].stand_in:
            await self.store.change_seat(live.row.id, connection.seat, stand_in=False)
            await self.refresh(live)
        live.connections.add(connection)
        self.tell_table(live)
        for line in talk:
            connection.send(chat_line(line))
            live.talked = max(live.talked, line.number)
        if live.match is not None:
            self.tell(connection, live.update(connection.seat, connection.known_events))

    def part(self, live: LiveTable, connection: Connection) -> None:
        """A socket closes; if a person has gone from a running game, a bot stands in after a while."""
        live.connections.discard(connection)
        self.tell_table(live)
        seat = connection.seat
        if seat is not None and live.playing and not live.is_connected(seat) and self.may_stand_in(live, seat):
            self.run(live, self.stand_in_later(live, seat))

    def may_stand_in(self, live: LiveTable, seat: int) -> bool:
        """Only where others would wait, and not where they agreed to wait for days."""
        others = [chair for chair in live.chairs if chair.kind == "person" and chair.seat != seat]
        return bool(others) and live.row.clock < DAY

    async def stand_in_later(self, live: LiveTable, seat: int) -> None:
        await asyncio.sleep(self.grace)
        if live.playing and not live.is_connected(seat):
            await self.stand_in(live, seat)

    async def stand_in(self, live: LiveTable, seat: int) -> None:
        """A bot plays for a person until they return."""
        await self.store.change_seat(live.row.id, seat, stand_in=True)
        await self.refresh(live)
        self.wake_bots(live)

    # Bots and clocks

    def wake_bots(self, live: LiveTable) -> None:
        """Let every bot that is asked think."""
        if live.match is not None and live.playing:
            if live.timed:
                self.run(live, self.close_window_later(live, live.version))
            for seat in live.match.waiting:
                if live.bot_for(seat) and seat not in live.held:
                    self.run(live, self.bot_move(live, seat, live.version))

    async def bot_move(self, live: LiveTable, seat: int, version: int) -> None:
        match = live.match
        if match is None:
            return
        began = time.monotonic()
        view, choices = match.view(seat), match.legal(seat)
        answer = await self.pool.choose(live.bot_for(seat) or "random", view, choices, luck_of(live, seat))
        if not match.drafted(None):  # in a draft there is nothing for people to follow
            await asyncio.sleep(max(0.0, self.pace - (time.monotonic() - began)))
        if live.version == version:
            await self.move(live, seat, version, answer)

    async def watch_clocks(self) -> None:
        """Decide for those whose time is up, once a second, for ever."""
        while True:
            await asyncio.sleep(1.0)
            for live in list(self.tables.values()):
                if live.deadline() and time.time() > live.deadline() and live.match is not None and not live.timed:
                    await self.decide_for_late(live)

    async def decide_for_late(self, live: LiveTable) -> None:
        version = live.version
        assert live.match is not None
        for seat in live.match.waiting:
            default = live.match.default(seat)
            if default is not None and live.version == version:
                await self.move(live, seat, version, str(default))

    async def revive(self) -> None:
        """After a start: tables with a game under way, so that bots and clocks go on."""
        for name in await self.store.running_tables():
            await self.table(name)

    def let_go(self, gone: Sequence[str]) -> None:
        """Forget removed tables, and those that nobody looks at and no clock or bot waits for; they can be read again."""
        for name, live in list(self.tables.items()):
            quiet = time.monotonic() - live.wanted > QUIET and not live.connections and not live.tasks and not live.deadline()
            if quiet or (name in gone and not live.connections):
                del self.tables[name]

    def run(self, live: LiveTable, work: Any) -> None:
        """Something that goes on beside the table; its failure is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        live.tasks.add(task)
        task.add_done_callback(live.tasks.discard)
        task.add_done_callback(report)

    async def close(self) -> None:
        """Nobody thinks or waits any more."""
        for live in self.tables.values():
            for task in live.tasks:
                task.cancel()
        await self.pool.close()

    # Telling

    def tell_table(self, live: LiveTable) -> None:
        info = live.info()
        for connection in live.connections:
            connection.send(Table(table=info, you=connection.seat))

    def tell_line(self, live: LiveTable, line: ChatLine) -> None:
        """A line of chat; a line that comes twice is known by its number."""
        live.talked = max(live.talked, line.number)
        for connection in live.connections:
            connection.send(line)

    def tell_game(self, live: LiveTable, only: int | None = None) -> None:
        """The game to everybody, or to one seat; made once for all who see and have seen the same."""
        updates: dict[tuple[int | None, int], Update] = {}
        for connection in live.connections:
            if only is None or connection.seat == only:
                sees = connection.seat, connection.known_events
                if sees not in updates:
                    updates[sees] = live.update(*sees)
                self.tell(connection, updates[sees])

    def tell(self, connection: Connection, update: Update) -> None:
        connection.known_events = update.events_from + len(update.events)
        connection.send(update)


def luck_of(live: LiveTable, seat: int) -> int:
    """What a bot thinks with: of one table at one version always the same, and nobody knows it before the end."""
    return int.from_bytes(hashlib.sha256(f"{live.row.secret} {live.version} {seat}".encode()).digest()[:7])


def report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("a task of a table failed", exc_info=task.exception())


def opened_match(live: LiveTable) -> Match:
    """The match of a table at its beginning."""
    row = live.row
    game = game_by_id(row.game)
    dealer = SealedDealer(bytes.fromhex(row.secret))
    if row.position is not None:
        match = match_from_json(game, json.loads(row.position), dealer, None)
    else:
        match = new_match(game, row.players, json.loads(row.options), dealer, None)
    match.names = [chair.name for chair in live.chairs]
    return match


def event_rows(table: str, version: int, answers: list[tuple[int, int]], now: float) -> list[dict[str, Any]]:
    """Answers as rows of the log."""
    return [
        {"table": table, "version": version + k, "kind": ANSWER, "seat": seat, "code": code, "at": now}
        for k, (seat, code) in enumerate(answers, 1)
    ]


def refused(live: LiveTable, code: Any, message: str, clause: str = "", legal: list[str] | None = None) -> Refused:
    return Refused(code=code, message=message, clause=clause, legal=legal or [], version=live.version)


def chat_line(row: Any) -> ChatLine:
    return ChatLine(number=row.number, name=row.name, seat=row.seat, text=row.text, at=row.at)
