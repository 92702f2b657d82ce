"""Clocks and stand-ins, on the hub itself, so that nobody has to wait."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import emberstacks as es
from emberstacks import server
from emberstacks.games import GAMES
from emberstacks.server import clock
from emberstacks.server.assembly import tidy
from emberstacks.server.services import Services
from emberstacks.server.settings import Settings
from emberstacks.server.tables.hub import QUIET
from emberstacks.server.tables.live import DAY, Connection, LiveTable
from emberstacks.server.tables.scheduler import Scheduler
from emberstacks.server.tables.socket import handle
from tests.server.house import PATIENCE, happens, in_house, read, running_table
from tests.server.people import Message


def test_the_clock_decides_for_those_who_are_late(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, clock=60)
        assert live.match is not None
        assert abs(live.deadline() - time.time() - 60) < 30
        version, default = live.version, live.match.default()
        live.changed -= 61
        await house.scheduler.watch_clocks()
        await happens(lambda: live.version != version)
        assert str(default) == "score"
        assert live.match.answers()[version][0] >= 0
        late = [
            event.text
            for event in live.update(0, 0).events
            if event.text.endswith("(the time was up)")
        ]
        assert len(late) == 1
        # as after a restart
        again = await house.hub.read("t")
        assert again is not None
        assert late[0] in [event.text for event in again.update(1, 0).events]

    in_house(tmp_path, check)


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_clock_does_not_jump_with_the_clock_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Whoever has a minute has a minute, and not an hour less or more."""
    real = time.time

    async def check(house: Services) -> None:
        live = await running_table(house, clock=60)
        scheduler = house.scheduler
        version = live.version
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        await scheduler.watch_clocks()
        assert not live.tasks
        assert 0 < live.deadline() - clock.now() <= 60
        live.changed -= 61
        await scheduler.watch_clocks()
        await happens(lambda: live.version != version)

    in_house(tmp_path, check)


def test_the_server_asks_no_other_clock() -> None:
    """But where others go by theirs: the signature of a push, the dates of files, and when the
    process began.
    """
    for file in Path(server.__file__).parent.rglob("*.py"):
        if file.name not in ("clock.py", "push.py", "metrics.py", "copies.py"):
            assert "time.time(" not in file.read_text(encoding="utf-8"), file.name


def test_that_the_clock_of_the_system_was_set_is_said_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, watch = time.time, clock.Watch()
    for jump in (0, 3600, 3600, 3600):
        monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
        asyncio.run(watch.look())
    assert [record.args for record in caplog.records] == [(pytest.approx(3600, abs=5),)]


def test_bots_wait_for_the_slowest_player_here(tmp_path: Path) -> None:
    """And not for those who watch."""

    async def check(house: Services) -> None:
        live = await running_table(house, clock=0)
        assert live.pace() == 1.0, "nobody has said anything"
        players = [Connection(f"p{seat}", seat, lambda _frame: None) for seat in range(2)]
        watching = Connection("p2", None, lambda _frame: None)
        for connection in (*players, watching):
            await house.hub.join(live, connection)
        for connection, pace in zip(players, ("once", "fast"), strict=True):
            await handle(json.dumps({"type": "pace", "pace": pace}), live, connection, house)
        assert live.pace() == 0.5
        house.hub.part(live, players[1])
        assert live.pace() == 0.0
        await handle('{"type": "pace", "pace": "slow"}', live, players[0], house)
        assert live.pace() == 1.0

    in_house(tmp_path, check)


@pytest.mark.parametrize(("clock", "stands_in"), [(0, True), (86_400, False)])
def test_a_bot_stands_in_after_the_grace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: int, stands_in: bool
) -> None:
    """But not where people agreed to wait for days."""

    async def check(house: Services) -> None:
        live = await running_table(house, clock)
        heard: list[Message] = []
        connection = Connection("p0", 0, lambda frame: heard.append(read(frame)))
        await house.hub.join(live, connection)
        assert any(message["type"] == "update" for message in heard)
        house.hub.part(live, connection)
        scheduler = house.scheduler
        await look_twice(scheduler, monkeypatch)
        assert live.chairs[0].stand_in is False, "nobody is there to wait"
        await house.hub.join(live, Connection("p1", 1, lambda _frame: None))
        await look_twice(scheduler, monkeypatch)
        assert live.chairs[0].stand_in is stands_in
        await house.hub.join(live, connection)
        assert live.chairs[0].stand_in is False

    in_house(tmp_path, check, grace=GRACE)


GRACE = 20.0  # seconds, which no test waits for


async def look_twice(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    """At who is absent, now and when the grace is over by all clocks."""
    await scheduler.watch_absences()
    for place, name in ((server.clock, "now"), (time, "monotonic")):
        real: Callable[[], float] = getattr(place, name)
        monkeypatch.setattr(place, name, lambda real=real: real() + GRACE)
    await scheduler.watch_absences()


def open_window() -> es.Match:
    """A game in which all three are asked whether they react, and one of them could."""
    rng = random.Random(1)
    for seed in range(200):
        match = es.new("fire", players=3, seed=seed)
        while not match.over:
            if (
                match.window
                and len(match.waiting) == 3
                and sorted(len(match.legal(seat)) for seat in range(3))[-1] > 1
            ):
                return match
            seat = match.waiting[0]
            match.push(rng.choice(match.codes(seat)), seat)
    pytest.fail("there was no window in 200 games")


LONG = 1000.0  # seconds that a window stays open, for a test that may take its time


async def time_is_up(house: Services, live: LiveTable) -> None:
    """The seconds of a window have passed: it closes."""
    version = live.version
    live.changed -= LONG
    async with asyncio.timeout(60):
        await house.scheduler.close_window_later(live, version)
    assert live.version > version


def test_a_reaction_window_takes_as_long_whoever_holds_something(tmp_path: Path) -> None:
    """Nobody is told that another has answered, and it closes when its time is over, not before."""

    async def check(house: Services) -> None:
        live = await running_table(house, 0, open_window(), people=3)
        assert live.match is not None
        version = live.version
        heard: dict[int, list[bytes]] = {seat: [] for seat in range(3)}
        for seat in range(3):
            await house.hub.join(live, Connection(f"p{seat}", seat, heard[seat].append))
        for seat in range(3):
            before = [len(heard[other]) for other in range(3)]
            assert await house.play.move(live, seat, version, "pass") is None
            assert [len(heard[other]) - before[other] for other in range(3)] == [
                int(other == seat) for other in range(3)
            ]
            own = read(heard[seat][-1])
            assert own["type"] == "update"
            assert own["choices"] == []
            assert own["view"]["waiting"] == [0, 1, 2]
        assert live.version == version
        assert live.deadline() == live.changed + LONG
        await time_is_up(house, live)

    in_house(tmp_path, check, reaction=LONG, asleep=True)


def test_nobody_is_asked_who_can_only_pass_where_time_does_not_tell(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, 0, open_window(), people=3)
        assert live.match is not None
        able = [len(live.match.legal(seat)) > 1 for seat in range(3)]
        assert set(able) == {True, False}
        assert [bool(live.update(seat, 0).choices) for seat in range(3)] == able
        views = [
            msgspec.json.decode(msgspec.json.encode(live.update(seat, 0)))["view"]
            for seat in (0, 1, 2, None)
        ]
        assert all(view["waiting"] == [0, 1, 2] for view in views)  # so nobody can tell who it is
        await time_is_up(house, live)  # it goes on without them

    in_house(tmp_path, check, reaction=LONG, asleep=True)


def test_everybody_is_asked_where_all_answers_are_waited_for(tmp_path: Path) -> None:
    """There, an answer at once would tell everybody that you hold nothing."""

    async def check(house: Services) -> None:
        live = await running_table(house, DAY, open_window(), people=3)
        assert all(live.update(seat, 0).choices for seat in range(3))

    in_house(tmp_path, check)


def test_answers_to_a_window_outlive_the_server(tmp_path: Path) -> None:
    async def answer(house: Services) -> None:
        live = await running_table(house, 0, open_window(), people=3)
        assert await house.play.move(live, 1, live.version, "pass") is None

    async def look(house: Services) -> None:
        live = await house.hub.table("t")
        assert live is not None
        assert list(live.held) == [1]

    in_house(tmp_path, answer, reaction=LONG)
    in_house(tmp_path, look, reaction=LONG)


def test_somebody_among_bots_need_not_wait(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, 0, open_window(), people=1)
        assert live.match is not None
        assert not live.timed
        version = live.version
        async with asyncio.timeout(PATIENCE):
            while live.version == version:
                if 0 in live.match.waiting:
                    await house.play.move(live, 0, version, "pass")
                await asyncio.sleep(0.01)

    in_house(tmp_path, check)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_an_answer_for_those_who_are_late(name: str) -> None:
    """Clocks alone play every game to its end."""
    match = es.new(name, players=2, seed=5)
    for _ in range(5000):
        if match.over:
            return
        for seat in match.waiting:
            match.push(match.default(seat) or "", seat)
    pytest.fail("the game did not end")


def test_abandoned_tables_are_removed_and_played_ones_stay(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, clock=0)
        settings = Settings(house.store.url, keep_open=0.0, keep_unfinished=1)
        await tidy(house.hub, settings)
        assert await house.store.table("t") is not None
        await house.store.change_table("t", changed=time.time() - 2 * DAY)
        await tidy(house.hub, Settings(house.store.url, keep_unfinished=0))
        assert await house.store.table("t") is not None
        await tidy(house.hub, settings)
        assert await house.store.table("t") is None
        assert await house.store.log("t", 0) == []
        assert house.hub.tables == {}
        await running_table(house, clock=0)
        await house.store.change_table("t", status="over", changed=0.0)
        await tidy(house.hub, settings)
        assert await house.store.table("t") is not None, "a finished game is kept"
        assert live.row.id == "t"

    in_house(tmp_path, check)


def test_tables_that_nobody_looks_at_leave_the_memory(tmp_path: Path) -> None:
    async def check(house: Services) -> None:
        live = await running_table(house, clock=0)
        house.hub.let_go([])
        assert "t" in house.hub.tables
        live.wanted -= QUIET + 1
        house.hub.let_go([])
        assert house.hub.tables == {}
        again = await house.hub.table("t")
        assert again is not None
        assert again.version == live.version

    in_house(tmp_path, check)
