"""What people, bots and clocks do at a table: every change is written first and told afterwards,
under one lock per match.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.errors import IllegalChoice
from emberstacks.kernel.match import Match
from emberstacks.protocol import Refused
from emberstacks.server import clock
from emberstacks.server.figures import Figures
from emberstacks.server.store import Store
from emberstacks.server.store.log import ANSWER, CLOCK, UNDO
from emberstacks.server.store.moves import Move
from emberstacks.server.store.outcomes import Conflict, Unavailable
from emberstacks.server.store.results import kept
from emberstacks.server.store.rows import ChairRow
from emberstacks.server.tables import telling
from emberstacks.server.tables.live import THINKING, LiveTable, refused
from emberstacks.server.tables.reading import (
    event_rows,
    opened_match,
    read_on,
    reread,
    with_sealed,
)

Wake = Callable[[LiveTable], None]
Announce = Callable[[str], None]


def nobody(_what: object) -> None:
    """There are no bots and clocks, or no other processes."""


class Play:
    """Changes tables in memory."""

    def __init__(
        self, store: Store, figures: Figures, wake: Wake = nobody, announce: Announce = nobody
    ) -> None:
        self.store = store
        self.figures = figures
        self.wake = wake  # the game has moved on: bots and clocks take a look
        self.announce = announce  # tells other processes that a table has changed
        self.moves = 0

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
        telling.game(live)
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
        telling.game(live, only=seat)
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
        telling.game(live, concerned(live, *known))
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
        telling.game(live, only)
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

    async def changed(self, live: LiveTable) -> None:
        """Something about a table or its seats was written: everybody hears of it, at all
        processes.
        """
        await self.refresh(live)
        self.announce(live.id)

    async def refresh(self, live: LiveTable) -> None:
        """Read a table and its seats again, and tell everybody at it."""
        before = live.deadline()
        if await reread(self.store, live):
            telling.table(live)
        if live.deadline() != before:  # after a pause or a vacation
            telling.game(live)


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
