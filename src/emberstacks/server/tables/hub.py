"""The hub: all live tables of this process. Every change is written first and told afterwards,
under one lock per match.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.match import Match
from emberstacks.protocol import ChatLine, Refused, Table, TableInfo
from emberstacks.server import clock
from emberstacks.server.figures import Figures
from emberstacks.server.limits import Limits
from emberstacks.server.store import Store
from emberstacks.server.store.log import ANSWER, CLOCK, UNDO
from emberstacks.server.store.moves import Move
from emberstacks.server.store.outcomes import Conflict, Unavailable
from emberstacks.server.store.results import kept
from emberstacks.server.store.rows import ChairRow, TableRow
from emberstacks.server.tables.live import THINKING, Connection, LiveTable, chat_line, refused
from emberstacks.server.tables.reading import (
    event_rows,
    opened_match,
    read_on,
    take_news,
    with_sealed,
)
from emberstacks.server.tables.visitors import Visitors
from emberstacks.server.wire.encoding import framed

QUIET = 300.0  # seconds
AT_A_TIME = 100  # tables
AUDIENCE = 20  # spectators of one table; a larger audience is told in beats
BEAT = 0.05  # seconds: less than anybody can see
IDS = re.compile(r"[A-Za-z0-9_-]{1,32}")  # of tables
RECENT = 8.0  # seconds that a sign of life lasts; processes give one every two seconds
LAGS = (0.1, 0.4, 1.0)  # seconds that the database may need to show what another process wrote


class Hub:
    """All live tables of this process."""

    def __init__(
        self,
        store: Store,
        reaction: float,
        entropy: Callable[[int], bytes],
        notice: float = 60.0,
        limits: Limits = Limits(),  # noqa: B008 (it is frozen)
    ) -> None:
        self.store = store
        self.reaction = reaction  # seconds that a reaction window stays open
        self.notice = notice  # seconds after which people who are asked and away are told
        self.entropy = entropy  # deals the tables
        self.tables: dict[str, LiveTable] = {}
        self.visitors = Visitors(store)
        self.loading: dict[str, asyncio.Lock] = {}
        # tells other processes, if there are any
        self.announce: Callable[[str], None] = lambda _table: None
        # the game has moved on: bots and clocks take a look
        self.wake: Callable[[LiveTable], None] = lambda _live: None
        # tables whose game cannot continue, as far as this process knows
        self.set_aside: set[str] = set()
        self.moves = 0
        self.figures = Figures()
        self.limits = limits

    async def table(self, name: str) -> LiveTable | None:
        """A table by its id, or None."""
        if not IDS.fullmatch(name):
            return None
        if name in self.tables:
            self.tables[name].wanted = time.monotonic()
            return self.tables[name]
        try:
            async with self.loading.setdefault(name, asyncio.Lock()):
                if name not in self.tables:
                    await self.load(name)
        finally:
            self.loading.pop(name, None)  # keep nothing for ids that do not exist
        return self.tables.get(name)

    async def read(self, name: str) -> LiveTable | None:
        """A table as the database has it, not kept in memory."""
        found = await self.store.table(name)
        if found is None:
            return None
        live = LiveTable(*found, self.reaction, self.notice)
        live.elsewhere = set((await self.present([name])).get(name, ()))
        await read_on(self.store, live)
        return live

    async def present(self, names: list[str]) -> dict[str, list[int]]:
        """The seats of the people at some tables, by any process; nothing if this is the only one."""
        seats: dict[str, list[int]] = {}
        if self.store.shared:
            for table, seat in await self.store.signs_of_life(names, clock.now() - RECENT):
                seats.setdefault(table, []).append(seat)
        return seats

    async def load(self, name: str) -> None:
        """Read a table into memory, if there is one."""
        live = await self.read(name)
        if live is None:
            return
        await self.mark(live)
        if self.tables.setdefault(name, live) is live:
            self.wake(live)
            if live.unopened:
                await self.open_sealed(live)

    async def mark(self, live: LiveTable) -> None:
        """Write down whether a table is set aside or can be read again."""
        if live.aside or live.withheld:
            self.set_aside.add(live.id)
        else:
            self.set_aside.discard(live.id)
        if live.aside != live.row.aside and live.row.status != "open" and not live.withheld:
            now = clock.now()
            due = live.due(live.match, now) if live.match is not None else None
            with suppress(Unavailable):
                await self.store.change_table(live.id, aside=live.aside, due=due)

    async def listed(self, names: list[str]) -> list[TableInfo]:
        """Tables for a list, without reading their games."""
        present, found = await self.present(names), []
        for row, chairs in await self.store.tables(names):
            table = LiveTable(row, chairs, self.reaction, self.notice)
            table.elsewhere = set(present.get(row.id, ()))
            live = self.tables.get(row.id)
            if live is not None:
                table.connections, table.elsewhere, table.aside = (
                    live.connections,
                    live.elsewhere,
                    live.aside,
                )
            found.append(table.info())
        return found

    async def refresh(self, live: LiveTable) -> None:
        """Read a table and its chairs again, and tell everybody at it."""
        before = live.deadline()
        if await self.reread(live):
            self.tell_table(live)
        if live.deadline() != before:  # after a pause or a vacation
            self.tell_game(live)

    async def reread(self, live: LiveTable) -> bool:
        """The table and its chairs as the database has them now; true if anything has changed.

        One reading at a time: if there were two, the older one could come back last.
        """
        async with live.rereading:
            return self.take_seating(live, await self.store.table(live.id))

    def take_seating(self, live: LiveTable, found: tuple[TableRow, list[ChairRow]] | None) -> bool:
        """A table and its chairs as the database has them; true if people must be told of a change."""
        if found is None:
            live.ended = True  # somebody has removed it
            return False
        same = told_of(found[0]) == told_of(live.row) and found[1] == live.chairs
        live.row = found[0]
        if same:
            return False
        live.chairs = found[1]
        if live.match is not None:
            # somebody may have deleted their name
            live.match.names = [chair.name for chair in live.chairs]
        for connection in live.connections:
            connection.seat = live.seat_of(connection.person)
        return True

    def removed(self, live: LiveTable) -> None:
        """The table is not in the database any more: tell those who are still there, and forget it."""
        live.aside = "This table has been removed."
        self.tell_table(live)
        self.set_aside.discard(live.id)
        self.tables.pop(live.id, None)

    def behind(
        self, live: LiveTable, latest: tuple[int, int], row: TableRow, chairs: list[ChairRow]
    ) -> bool:
        """Does the database know more about a table than we do?"""
        version, line = latest
        gone_on = version > live.version and not live.aside
        return (
            gone_on
            or line > live.talked
            or told_of(row) != told_of(live.row)
            or chairs != live.chairs
        )

    async def look_again(self, live: LiveTable) -> None:
        """Another process may have changed this table: read the rest of the log, and tell what is
        new.
        """
        async with live.lock:
            async with live.rereading:
                news = await self.store.news(live.id, live.version, live.talked)
                before = live.deadline()
                changed = self.take_seating(live, news.table)
                wound = live.deadline() != before  # by a pause or a vacation
            held, known = dict(live.held), (live.match, live.settled)
            new = await take_news(self.store, live, news)
        if news.table is None:
            self.removed(live)
            return
        if (bool(live.aside) or live.withheld) != (live.id in self.set_aside):
            await self.mark(live)
            changed = True
        if changed:
            self.tell_table(live)
            self.wake(live)  # a bot may have taken a chair, or the host has put the game back
        for line in news.talk:
            if line.number > live.talked:
                self.tell_line(live, chat_line(line))
        if new or wound:
            self.tell_game(live, None if wound else concerned(live, *known))
            self.wake(live)
        else:
            # they have answered at another process
            for seat, _ in set(live.held.items()) ^ set(held.items()):
                self.tell_game(live, only=seat)
        if live.unopened:
            await self.open_sealed(live)

    # What people do

    async def start(self, live: LiveTable) -> None:
        """Start the game: chance answers first, then everybody is told."""
        async with live.lock:
            now = clock.now()
            match = opened_match(live)
            rows = event_rows(live.id, 0, match.answers(), now)

            def due(chairs: list[ChairRow]) -> float | None:
                live.chairs = chairs
                return live.due(match, now)

            match.names = [chair.name for chair in await self.store.start(live.id, rows, now, due)]
            live.match = match
            live.reached(len(rows), now)
        with suppress(Unavailable):  # the game has started anyway
            await self.refresh(live)
        self.tell_game(live)
        self.announce(live.id)
        self.wake(live)

    async def move(
        self, live: LiveTable, seat: int, version: int, choice: str, kind: str = ANSWER
    ) -> Refused | None:
        """A seat's answer, given by a person or the clock; returns None once it is written and
        told.
        """
        async with live.lock:
            if not live.playing or live.match is None:
                return refused(live, seat, "not-playing", live.idle)
            if live.paused:
                return refused(live, seat, "not-playing", "The game is paused. Resume it first.")
            if version != live.known_version(seat):
                return refused(live, seat, "stale", "The game has moved on. Look again and decide.")
            # nobody may see an answer before it is written
            after = live.match.known_to(seat).copy()
            try:
                after.push(choice, seat)
            except IllegalChoice as wrong:
                code = "illegal" if seat in after.waiting else "not-asked"
                return refused(live, seat, code, str(wrong), wrong.clause, wrong.legal)
            if live.timed or after.length == live.match.length:
                given = dict(after.sealed() or after.answers(live.match.length))[seat]
                return await self.seal(live, seat, given)
            answers = after.answers(live.match.length)
            only = seat if after.drafted(None) else None
            if kind == CLOCK:
                live.by_clock.add(live.match.event_count(TRUTH))
            rows = event_rows(live.id, live.version, answers, clock.now(), kind, live.absent)
            return await self.commit(live, seat, after, rows, only)

    async def seal(self, live: LiveTable, seat: int, code: int) -> Refused | None:
        """Keep an answer to a question for several seats. The process that writes the last one
        opens them all.
        """
        assert live.match is not None
        try:
            given = await self.store.seal(live.id, live.version, seat, code)
        except Conflict:
            return await self.too_late(live, seat)
        if not live.timed and with_sealed(live.match, given).length > live.match.length:
            return await self.open_answers(live, with_sealed)
        live.held = dict(given)
        self.tell_game(live, only=seat)
        return None

    async def open_sealed(self, live: LiveTable) -> None:
        """All answers to a question are here, but the process that wrote the last one has died:
        open them.
        """
        async with live.lock:
            live.unopened = False
            if live.match is not None and not live.timed:
                await self.open_answers(live, with_sealed)

    async def open_answers(
        self, live: LiveTable, opened: Callable[[Match, list[tuple[int, int]]], Match]
    ) -> Refused | None:
        """Read the answers to a question and write what follows, in one transaction, so that none
        can change in between.
        """
        assert live.match is not None
        before, version = live.match.copy(), live.version
        outcome: list[tuple[Match, Move]] = []

        def decide(given: list[tuple[int, int]]) -> Move | None:
            after = opened(before, given)
            if after.length == before.length:
                return None
            rows = event_rows(
                live.id, version, after.answers(before.length), clock.now(), absent=live.absent
            )
            outcome[:] = [(after, move_of(live, after, rows))]
            return outcome[0][1]

        try:
            await self.store.open_sealed(live.id, version, decide)
        except Conflict:
            return await self.too_late(live, None)
        if outcome:
            await self.committed(live, *outcome[0])
        return None

    async def too_late(self, live: LiveTable, seat: int | None) -> Refused:
        """Another process was faster: read the log, and let people decide again."""
        known = live.match, live.settled
        await read_on(self.store, live)
        self.tell_game(live, concerned(live, *known))
        self.wake(live)
        return refused(live, seat, "stale", "Somebody else was faster. Look again and decide.")

    async def undo(self, live: LiveTable, seat: int, version: int) -> Refused | None:
        """Take back the last answer of a seat, if nobody has learned anything since."""
        async with live.lock:
            if not live.playing or live.match is None:
                return refused(live, seat, "not-playing", live.idle)
            if live.paused:
                return refused(live, seat, "not-playing", "The game is paused. Resume it first.")
            if version != live.known_version(seat):
                return refused(live, seat, "stale", "The game has moved on. Look again.")
            if not live.can_undo(seat):
                return refused(
                    live,
                    seat,
                    "illegal",
                    "Nothing can be taken back: something has been revealed or answered since.",
                )
            after = live.match.copy()
            after.undo()
            live.by_clock = {
                number for number in live.by_clock if number < after.event_count(TRUTH)
            }
            row = {
                "table": live.id,
                "version": live.version + 1,
                "kind": UNDO,
                "seat": seat,
                "code": 0,
                "at": clock.now(),
            }
            return await self.commit(
                live, seat, after, [row], seat if live.match.drafted(None) else None
            )

    async def commit(
        self, live: LiveTable, seat: int, after: Match, rows: list[dict[str, Any]], only: int | None
    ) -> Refused | None:
        """Write first, then tell (a draft only to its owner). If another process was faster, read
        its move and decide again.
        """
        move = move_of(live, after, rows, only)
        try:
            await self.store.append(move)
        except Conflict:
            return await self.too_late(live, seat)
        await self.committed(live, after, move, only)
        return None

    async def committed(
        self, live: LiveTable, after: Match, move: Move, only: int | None = None
    ) -> None:
        """A move is durable: now it becomes the match, and everybody is told."""
        last = move[1][-1]
        live.match = after
        live.reached(int(last["version"]), float(last["at"]), only)
        self.moves += only is None  # a draft counts when everybody sees it
        self.tell_game(live, only)
        if after.over:
            with suppress(Unavailable):  # it is written anyway, and `wake` does the rest
                await self.refresh(live)
        self.wake(live)

    def took(self, live: LiveTable, seconds: float) -> None:
        """How long a move of a person took; drafts and sealed answers are counted when everybody
        sees them.
        """
        live.took.append(seconds)
        if live.drafter is None and not live.held:
            for one in live.took:
                self.figures.moves.observe(one)
            live.took.clear()

    async def close_window(self, live: LiveTable, version: int) -> None:
        """The time of a reaction window is up: open its answers. No answer means a pass."""
        async with live.lock:
            if not live.timed or live.version != version or live.match is None or live.paused:
                return
            await self.open_answers(live, with_passes)

    # Coming and going

    async def catch_up(self, live: LiveTable, seen: int) -> None:
        """Somebody comes in who may have seen more at another process: read the log at least that
        far.
        """
        for wait in LAGS:
            if self.store.shared or live.version < seen:
                await self.look_again(live)
            if live.version >= seen:
                return
            await asyncio.sleep(wait)

    async def join(self, live: LiveTable, connection: Connection) -> None:
        """A socket opens: tell it everything it may know at once, so that nothing gets lost or
        comes twice.
        """
        talk = await self.store.talk(live.id)
        if connection.seat is not None and live.chairs[connection.seat].stand_in:
            await self.store.change_seat(live.id, connection.seat, stand_in=False)
            await self.refresh(live)
        live.connections.add(connection)
        if connection.seat is None:  # nobody is told who is watching
            connection.send(Table(table=live.info(), you=None))
        else:
            self.tell_table(live)
        for line in talk:
            connection.send(chat_line(line))
            live.talked = max(live.talked, line.number)
        if live.match is not None:
            update = live.update(connection.seat, connection.known_events)
            connection.known_events = update.events_from + len(update.events)
            connection.send(update)

    def part(self, live: LiveTable, connection: Connection) -> None:
        """A socket closes. If others wait for this person, a bot stands in after a while (see
        clockwork.py).
        """
        live.connections.discard(connection)
        if connection.seat is not None:
            live.left[connection.seat] = clock.now()
            self.tell_table(live)

    async def stand_in(self, live: LiveTable, seat: int) -> None:
        """A bot plays for a person until they return."""
        await self.store.stand_in(live.id, seat, clock.now() + THINKING)
        with suppress(Unavailable):
            await self.refresh(live)
        self.announce(live.id)
        self.wake(live)

    async def answer_for(self, live: LiveTable, seat: int) -> None:
        """Answer a question to several for somebody who does not, as the clock would; nobody learns
        whether they had.
        """
        default = live.match.default(seat) if live.match is not None else None
        if default is not None and seat not in live.held:
            await self.move(live, seat, live.version, str(default), CLOCK)

    async def each(self) -> AsyncIterator[LiveTable]:
        """Every table in memory, a few at a time, so that nobody has to wait for all of them."""
        for number, live in enumerate(list(self.tables.values()), 1):
            yield live
            if number % AT_A_TIME == 0:
                await asyncio.sleep(0)

    def let_go(self, gone: Sequence[str]) -> None:
        """Forget removed tables and idle ones; those are read again when somebody needs them."""
        for name, live in list(self.tables.items()):
            quiet = (
                time.monotonic() - live.wanted > QUIET and not live.connections and not live.tasks
            )
            if quiet or (name in gone and not live.connections):
                del self.tables[name]

    # Telling

    def tell_table(self, live: LiveTable) -> None:
        info = live.info()
        frames: dict[int | None, bytes] = {}
        for connection in live.connections:
            if connection.seat not in frames:
                frames[connection.seat] = framed(Table(table=info, you=connection.seat))
            connection.write(frames[connection.seat])

    def tell_line(self, live: LiveTable, line: ChatLine) -> None:
        """Send a line of chat; its number shows if it comes twice."""
        live.talked = max(live.talked, line.number)
        frame = framed(line)
        for connection in live.connections:
            connection.write(frame)

    def tell_game(self, live: LiveTable, only: int | None = None) -> None:
        """Tell the game to everybody, players first, or to one seat."""
        if live.match is not None:
            self.tell_those(
                live,
                [
                    one
                    for one in live.connections
                    if one.seat is not None and only in (None, one.seat)
                ],
            )
            if only is None:
                self.tell_audience(live)

    def tell_audience(self, live: LiveTable) -> None:
        """Tell the game to spectators. A large audience gets everything new in one frame per beat."""
        watching = [one for one in live.connections if one.seat is None]
        if live.match is None or not watching:
            return
        if len(watching) > AUDIENCE and not live.match.over:
            count, loop = live.match.event_count(None), asyncio.get_running_loop()
            taken_back = any(one.known_events > count for one in watching)  # nobody may miss this
            if not taken_back and loop.time() < live.next_beat:
                if not live.beat_waits:
                    live.beat_waits = True
                    loop.call_at(live.next_beat, self.beat, live)
                return
            live.next_beat = loop.time() + BEAT
        live.beat_waits = False
        self.tell_those(live, watching)

    def beat(self, live: LiveTable) -> None:
        if live.beat_waits:
            self.tell_audience(live)

    def tell_those(self, live: LiveTable, those: list[Connection]) -> None:
        """Tell the game to some; made and encoded once for all who see the same and have seen the
        same.
        """
        told: dict[tuple[int | None, int], tuple[int, bytes]] = {}
        for connection in those:
            sees = connection.seat, connection.known_events
            if sees not in told:
                update = live.update(*sees)
                told[sees] = update.events_from + len(update.events), framed(update)
            connection.known_events, frame = told[sees]
            connection.write(frame)


def concerned(live: LiveTable, match: Match | None, settled: int) -> int | None:
    """Whom it concerns that the log went on since then: the owner if it was only a draft, else
    everybody (None).
    """
    return live.drafter if live.match is match and live.settled == settled else None


def move_of(
    live: LiveTable, after: Match, rows: list[dict[str, Any]], only: int | None = None
) -> Move:
    """What a move writes: the rows of the log, and the changes to the table."""
    now = float(rows[-1]["at"])
    due = live.due(after, now)
    # the order of the lobby must not tell the steps of a draft
    changed = now if only is None else live.since
    return {
        "table": live.id,
        "changed": changed,
        "result": kept(after.result),
        "ended": after.over,
        "due": due,
    }, rows


def with_passes(match: Match, given: list[tuple[int, int]]) -> Match:
    """The match after a reaction window with these answers. No answer means a pass."""
    after, answers = match.copy(), dict(given)
    for seat in match.waiting:
        default = match.default(seat)
        after.push(answers.get(seat, default.code if default is not None else 0), seat)
    return after


def told_of(row: TableRow) -> dict[str, Any]:
    """What people are told about a table, apart from what every move changes."""
    return {
        name: value
        for name, value in msgspec.structs.asdict(row).items()
        if name not in ("changed", "due")
    }
