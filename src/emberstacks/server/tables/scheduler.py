"""What happens at a table by itself: bots think, clocks run out, windows close, bots stand in for
people.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from functools import partial

from emberstacks.bots.talk import may_talk, overheard, placed
from emberstacks.kernel.match import Match
from emberstacks.server import clock
from emberstacks.server.store.outcomes import Unavailable
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables import telling
from emberstacks.server.tables.hub import RECENT, Hub
from emberstacks.server.tables.live import DAY, THINKING, LiveTable, earliest
from emberstacks.server.tables.queue import Job, NotWanted
from emberstacks.server.tables.snapshots import taken, wanted
from emberstacks.server.tables.thinking import Thinking

log = logging.getLogger("emberstacks.scheduler")

A_FEW = 20  # unattended tables to look at in one second
AT_A_GLANCE = "greedy"  # the bot that answers in a window if another would think for too long
# seconds that a window stays open for bots, also for people who want no pauses
SHORTEST_BEAT = 0.25
SIGNS = 2.0  # seconds after which a process says again who is at its tables


Tell = Callable[[LiveTable], Awaitable[float | None]]


async def nobody(_live: LiveTable) -> float | None:
    """Nobody is told anything outside the page."""
    return None


class Scheduler:
    """Answers when no person does."""

    def __init__(
        self,
        hub: Hub,
        thinking: Thinking,
        supervisor: Supervisor,
        pace: float,
        grace: float,
        tell: Tell = nobody,
    ) -> None:
        self.hub = hub
        self.play = hub.play
        self.thinking = thinking
        self.supervisor = supervisor
        self.pace = pace  # seconds a bot waits, so that people can follow
        self.grace = grace  # seconds after which a bot stands in for somebody who is gone
        # the last sign of life, by table and seat, where this process gave it
        self.signed: dict[tuple[str, int], float] = {}
        self.swept = False  # has looked once for what earlier processes left behind
        self.tell = tell  # tells people that it is their turn

    def wake(self, live: LiveTable) -> None:
        """Let every bot that is asked think, and close a window when its time is up."""
        if live.match is not None and live.playing and not live.paused:
            version = live.version
            if live.timed:
                self.run(live, "windows", -1, partial(self.close_window_later, live, version))
            for seat in live.match.waiting:
                if live.bot_for(seat) and seat not in live.held:
                    self.run(live, "bots", seat, partial(self.bot_move, live, seat, version))
        # the table could not be read again
        if live.match is not None and live.match.over and live.row.status != "over":
            self.run(live, "tables", -1, partial(self.play.refresh, live), wanted=lambda: True)

    async def bot_move(self, live: LiveTable, seat: int, version: int) -> None:
        match = live.match
        if match is None or not live.bot_for(seat):
            return
        began = time.monotonic()
        beat = self.pace * live.pace()
        try:
            if match.window and self.pace and not live.timed:  # a timed one tells nothing anyway
                beat = max(beat, SHORTEST_BEAT)
                answer = await self.answer_in_window(live, match, seat, beat)
            else:
                answer = await self.answer_of_bot(live, match, seat, live.bot_for(seat))
        except NotWanted:
            return
        if not match.drafted(None):  # in a draft there is nothing for people to follow
            await asyncio.sleep(max(0.0, beat - (time.monotonic() - began)))
        if live.version == version and live.bot_for(seat):  # or a person has taken the chair back
            await self.play.move(live, seat, version, answer)
            await self.set_marker(live, seat)

    async def set_marker(self, live: LiveTable, seat: int) -> None:
        """After its turn, a bot that talks puts its marker where it needs a place; a stand-in
        leaves that of its person.
        """
        match = live.match
        if (
            match is None
            or not may_talk(match)
            or seat in match.waiting
            or live.chairs[seat].kind != "bot"
        ):
            return
        try:
            question = (live.id, live.version, seat, "marker")
            wish = await self.thinking.mark(
                self.job(live, "markers"), question, live.bot_for(seat), match.view(seat)
            )
            piece = placed(match, seat, wish)
        except NotWanted:
            return
        except BrokenExecutor:
            raise
        except Exception:  # a game goes on without a marker
            self.supervisor.failures["bots"] += 1
            log.exception(
                "the bot %s could not set its marker at table %s", live.bot_for(seat), live.id
            )
            return
        if piece != live.chairs[seat].marker:
            await self.hub.store.change_seat(live.id, seat, marker=piece)
            await self.play.changed(live)

    async def answer_in_window(self, live: LiveTable, match: Match, seat: int, beat: float) -> str:
        """What a bot answers in a reaction window, within one beat: how long it takes must not tell
        whether it can react.

        It looks once, and then thinks as long as there is time; what it has found by then counts.
        """
        answer = str(match.default(seat))
        if len(match.legal(seat)) > 1:
            with suppress(TimeoutError):
                async with asyncio.timeout(beat):
                    for spec in (AT_A_GLANCE, live.bot_for(seat)):
                        answer = await self.answer_of_bot(live, match, seat, spec)
        return answer

    async def answer_of_bot(self, live: LiveTable, match: Match, seat: int, spec: str) -> str:
        """What a bot chooses for a seat; if it fails, the answer for late players, so that nobody
        waits.
        """
        try:
            view = overheard(
                match.view(seat), seat, {chair.seat: chair.marker for chair in live.chairs}
            )
            question = (live.id, live.version, seat, f"answer of {spec}")
            job, luck = self.job(live, "bots"), luck_of(live, seat)
            return await self.thinking.choose(
                job, question, spec, dict(view), match.legal(seat), luck
            )
        except (NotWanted, BrokenExecutor):
            # nobody waits for it any more; or processes die again and again
            raise
        except Exception:
            self.supervisor.failures["bots"] += 1
            log.exception("the bot %s failed at table %s, version %d", spec, live.id, live.version)
            return str(match.default(seat))

    def job(self, live: LiveTable, kind: str) -> Job:
        """A bot's work in the queue: for a person who sits there and waits, else for the host."""
        # a marker is still of use after the next move
        version = live.version if kind == "bots" else None

        def here() -> list[str]:
            return [
                connection.person for connection in live.connections if connection.seat is not None
            ]

        asker = self.thinking.asker(
            min(here(), default=live.row.host or live.id), lambda: bool(here())
        )
        return Job(kind, asker, lambda: live.playing and version in (None, live.version))

    async def watch_clocks(self) -> None:
        """Decide for those whose time is up."""
        now = clock.now()
        async for live in self.hub.each():
            if (
                live.clock
                and live.match is not None
                and not live.timed
                and 0 < live.deadline() < now
            ):
                self.run(live, "clocks", -1, partial(self.decide_for_late, live, live.version))

    async def decide_for_late(self, live: LiveTable, version: int) -> None:
        match = live.match
        for seat in match.waiting if match is not None else ():
            if live.version == version:
                await self.play.answer_for(live, seat)

    async def close_window_later(self, live: LiveTable, version: int) -> None:
        # a pause may have put it off
        while live.version == version and (left := live.deadline() - clock.now()) > 0:
            await asyncio.sleep(left)
        await self.play.close_window(live, version)

    async def sweep(self) -> None:
        """Look at tables that are due and that no process looks after: after a start, or when
        another process has died.

        A few at a time, so that people who come back at once do not wait for the tables of those
        who do not.
        """
        now = clock.now()
        first, self.swept = not self.swept, True
        # after a start, nobody else does
        ahead = THINKING if first and not self.hub.store.shared else 0.0
        names = await self.hub.store.claim_due(now + ahead, now + ahead + THINKING, A_FEW)
        for name in names:
            try:
                await self.mind(name, now + ahead + THINKING)
            except Unavailable:
                raise
            except Exception:  # one broken table must not hold up the others
                log.exception("table %s could not be looked at", name)
        if first and len(names) == A_FEW:
            self.swept = False  # there are more

    async def mind(self, name: str, until: float) -> None:
        """Make sure that bots and clocks carry on at a table."""
        known = name in self.hub.tables
        live = await self.hub.table(name)
        if live is None:
            return
        if known and self.hub.store.shared:
            await self.hub.look_again(live)
        self.wake(live)
        work = (
            live.work_due(live.match, live.changed)
            if live.match is not None and live.playing
            else None
        )
        told = await self.tell(live)  # and when to look again
        if work is None or work > until:
            await self.hub.store.change_table(name, due=earliest(work, told))

    def absent(self, live: LiveTable) -> list[int]:
        """The people that others at the table are waiting for; nobody if the table agreed to wait
        for days.
        """
        if not live.playing or live.paused or live.clock >= DAY:
            return []
        here = {connection.seat for connection in live.connections}
        away = [seat for seat in live.people if seat not in here and not live.chairs[seat].stand_in]
        return away if away and not here.isdisjoint(live.people) else []

    async def watch_absences(self) -> None:
        """A bot stands in for a player who is away while others wait, judged by the last sign of
        life in any process.
        """
        now = time.monotonic()
        async for live in self.hub.each():
            away = self.absent(live)
            live.waited = {seat: live.waited.get(seat, now) for seat in away} if away else {}
            for seat in away:
                if now - live.waited[seat] >= self.grace:
                    silent = clock.now() - await self.hub.store.seen(live.id, seat)
                    if silent >= self.grace:
                        await self.play.stand_in(live, seat)
                    else:  # connected to another process
                        live.waited[seat] = now - silent

    async def exchange_signs(self) -> None:
        """Tell other processes who is here, and hear from them who is there, if there are any."""
        hub, now = self.hub, clock.now()
        if not hub.store.shared:
            return
        here = {
            (live.id, one.seat)
            for live in hub.tables.values()
            for one in live.connections
            if one.seat is not None
        }
        if here:
            await hub.store.sign_of_life(list(here), now)
            self.signed.update(dict.fromkeys(here, now))
        signs = await hub.store.signs_of_life(list(hub.tables), now - RECENT)
        self.signed = {place: at for place, at in self.signed.items() if signs.get(place) == at}
        for live in list(hub.tables.values()):
            elsewhere = {
                seat
                for seat in live.people
                if (live.id, seat) in signs and (live.id, seat) not in self.signed
            }
            if elsewhere != live.elsewhere:
                live.elsewhere = elsewhere
                telling.table(live)

    async def keep_snapshots(self) -> None:
        """Take snapshots of long games, one after the other, so that nobody waits for it."""
        async for live in self.hub.each():
            if wanted(live):
                version, text = live.version, taken(live)
                await self.hub.store.keep_snapshot(live.id, version, text)
                live.kept = version

    def start(self) -> None:
        """Everything that runs for as long as the server does."""
        self.supervisor.start("clocks", self.watch_clocks, every=1.0)
        self.supervisor.start("revival", self.sweep, every=1.0)
        self.supervisor.start("absences", self.watch_absences, every=min(1.0, self.grace / 4))
        self.supervisor.start("the system's clock", clock.Watch().look, every=5.0)
        self.supervisor.start("snapshots", self.keep_snapshots, every=5.0)
        self.supervisor.start(
            "signs of life", self.exchange_signs, every=min(SIGNS, self.grace / 3)
        )

    def run(
        self,
        live: LiveTable,
        name: str,
        seat: int,
        work: Callable[[], Awaitable[None]],
        wanted: Callable[[], bool] | None = None,
    ) -> None:
        """Run something beside the table, and try again until it is done or the game has moved on
        without it.
        """
        version = live.version
        key = (name, seat, version)
        if key not in live.tasks:
            wanted = wanted or (lambda: live.playing and live.version == version)
            task = asyncio.get_running_loop().create_task(
                self.supervisor.until_done(name, work, wanted)
            )
            live.tasks[key] = task
            task.add_done_callback(lambda _done: live.tasks.pop(key, None))

    async def close(self) -> None:
        """Stop all bots and clocks."""
        tasks = [task for live in self.hub.tables.values() for task in live.tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.thinking.close()


def luck_of(live: LiveTable, seat: int) -> int:
    """A bot's random numbers: always the same for one table and version, and secret until the game
    is over.
    """
    return int.from_bytes(
        hashlib.sha256(f"{live.row.secret} {live.version} {seat}".encode()).digest()[:7]
    )
