"""Clocks and stand-ins, on the hub itself, so that nobody has to wait."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import emberstacks as es
from emberstacks import server
from emberstacks.games import GAMES
from emberstacks.server import clock
from emberstacks.server.app import tidy
from emberstacks.server.settings import Settings
from emberstacks.server.store import Store
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables.clockwork import Clockwork
from emberstacks.server.tables.hub import QUIET, Hub
from emberstacks.server.tables.live import DAY, Connection, LiveTable
from emberstacks.server.tables.socket import heed
from emberstacks.server.tables.thinking import thinking_with
from tests.server.people import Message, unframed


async def running_table(
    hub: Hub, clock: int, position: es.Match | None = None, people: int = 2, name: str = "t"
) -> LiveTable:
    """A game of two people, just begun; or one from a position, with bots for all but some."""
    game, players = (
        ("fire-prototype", 2) if position is None else (position.game.info.id, position.players)
    )
    start = None if position is None else json.dumps(position.to_json())
    options = "{}" if position is None else json.dumps(position.options)
    row = {
        "id": name,
        "game": game,
        "players": players,
        "options": options,
        "title": "",
        "public": False,
        "clock": clock,
    }
    row |= {
        "silent": False,
        "help": True,
        "status": "open",
        "host": "p0",
        "secret": "00" * 32,
        "position": start,
        "created": 0.0,
    }
    chairs: list[dict[str, Any]] = [
        {
            "table": name,
            "seat": seat,
            "kind": "person",
            "person": f"p{seat}",
            "bot": "",
            "name": f"P{seat}",
            "stand_in": False,
        }
        for seat in range(players)
    ]
    for chair in chairs[people:]:
        chair |= {"kind": "bot", "person": "", "bot": "random"}
    await hub.store.add_table({**row, "changed": 0.0, "result": "", "next": ""}, chairs)
    live = await hub.table(name)
    assert live is not None
    await hub.start(live)
    return live


async def with_hub(path: Path, check: object, grace: float = 60) -> None:
    store = Store(f"sqlite:///{path / 'tables.db'}")
    await store.open()
    hub = Hub(store, reaction=1.5, entropy=os.urandom)
    Clockwork(hub, thinking_with(0, hub.figures), Supervisor(), pace=0, grace=grace)
    try:
        await check(hub)  # type: ignore[operator]
    finally:
        await store.close()


def test_the_clock_decides_for_those_who_are_late(tmp_path: Path) -> None:
    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=60)
        assert live.match is not None
        assert abs(live.deadline() - time.time() - 60) < 30
        version, default = live.version, live.match.default()
        live.changed -= 61
        await Clockwork(
            hub, thinking_with(0, hub.figures), Supervisor(), pace=0, grace=60
        ).watch_clocks()
        async with asyncio.timeout(20):
            while live.version == version:
                await asyncio.sleep(0.05)
        assert str(default) == "score"
        assert live.match.answers()[version][0] >= 0
        late = [
            event.text
            for event in live.update(0, 0).events
            if event.text.endswith("(the time was up)")
        ]
        assert len(late) == 1
        # as after a restart
        again = await Hub(hub.store, reaction=1.5, entropy=os.urandom).table("t")
        assert again is not None
        assert late[0] in [event.text for event in again.update(1, 0).events]

    asyncio.run(with_hub(tmp_path, check))


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_clock_does_not_jump_with_the_clock_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """Whoever has a minute has a minute, and not an hour less or more."""
    real = time.time

    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=60)
        clockwork = Clockwork(hub, thinking_with(0, hub.figures), Supervisor(), pace=0, grace=60)
        version = live.version
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        await clockwork.watch_clocks()
        assert not live.tasks
        assert 0 < live.deadline() - clock.now() <= 60
        live.changed -= 61
        await clockwork.watch_clocks()
        async with asyncio.timeout(20):
            while live.version == version:
                await asyncio.sleep(0.05)

    asyncio.run(with_hub(tmp_path, check))


def test_the_server_asks_no_other_clock() -> None:
    """But where others go by theirs: the signature of a push, the dates of files, and when the
    process began.
    """
    for file in Path(server.__file__).parent.rglob("*.py"):
        if file.name not in ("clock.py", "push.py", "figures.py", "copies.py"):
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

    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=0)
        assert live.pace() == 1.0, "nobody has said anything"
        players = [Connection(f"p{seat}", seat, lambda _frame: None) for seat in range(2)]
        watching = Connection("p2", None, lambda _frame: None)
        for connection in (*players, watching):
            await hub.join(live, connection)
        for connection, pace in zip(players, ("once", "fast"), strict=True):
            await heed(json.dumps({"type": "pace", "pace": pace}), live, connection, hub)
        assert live.pace() == 0.5
        hub.part(live, players[1])
        assert live.pace() == 0.0
        await heed('{"type": "pace", "pace": "slow"}', live, players[0], hub)
        assert live.pace() == 1.0

    asyncio.run(with_hub(tmp_path, check))


@pytest.mark.parametrize(("clock", "stands_in"), [(0, True), (86_400, False)])
def test_a_bot_stands_in_after_the_grace(tmp_path: Path, clock: int, stands_in: bool) -> None:
    """But not where people agreed to wait for days."""

    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock)
        heard: list[Message] = []
        connection = Connection("p0", 0, lambda frame: heard.append(unframed(frame)))
        await hub.join(live, connection)
        assert any(message["type"] == "update" for message in heard)
        hub.part(live, connection)
        clockwork = Clockwork(hub, thinking_with(0, hub.figures), Supervisor(), pace=0, grace=0.05)
        await wait_twice(clockwork)
        assert live.chairs[0].stand_in is False, "nobody is there to wait"
        await hub.join(live, Connection("p1", 1, lambda _frame: None))
        await wait_twice(clockwork)
        assert live.chairs[0].stand_in is stands_in
        await hub.join(live, connection)
        assert live.chairs[0].stand_in is False

    asyncio.run(with_hub(tmp_path, check, grace=0.05))


async def wait_twice(clockwork: Clockwork) -> None:
    """Longer than the grace."""
    await clockwork.watch_absences()
    await asyncio.sleep(0.1)
    await clockwork.watch_absences()


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


def test_a_reaction_window_takes_as_long_whoever_holds_something(tmp_path: Path) -> None:
    """Nobody is told that another has answered, and it closes when its time is over, not before."""

    async def check(hub: Hub) -> None:
        opened = time.monotonic()
        live = await running_table(hub, 0, open_window(), people=3)
        assert live.match is not None
        version = live.version
        heard: dict[int, list[bytes]] = {seat: [] for seat in range(3)}
        for seat in range(3):
            await hub.join(live, Connection(f"p{seat}", seat, heard[seat].append))
        for seat in range(3):
            before = [len(heard[other]) for other in range(3)]
            assert await hub.move(live, seat, version, "pass") is None
            assert [len(heard[other]) - before[other] for other in range(3)] == [
                int(other == seat) for other in range(3)
            ]
            own = unframed(heard[seat][-1])
            assert own["type"] == "update"
            assert own["choices"] == []
            assert own["view"]["waiting"] == [0, 1, 2]
        assert live.version == version
        async with asyncio.timeout(20):
            while live.version == version:
                await asyncio.sleep(0.02)
        assert time.monotonic() - opened >= hub.reaction

    asyncio.run(with_hub(tmp_path, check))


def test_nobody_is_asked_who_can_only_pass_where_time_does_not_tell(tmp_path: Path) -> None:
    async def check(hub: Hub) -> None:
        live = await running_table(hub, 0, open_window(), people=3)
        assert live.match is not None
        able = [len(live.match.legal(seat)) > 1 for seat in range(3)]
        assert set(able) == {True, False}
        assert [bool(live.update(seat, 0).choices) for seat in range(3)] == able
        views = [
            msgspec.json.decode(msgspec.json.encode(live.update(seat, 0)))["view"]
            for seat in (0, 1, 2, None)
        ]
        assert all(view["waiting"] == [0, 1, 2] for view in views)  # so nobody can tell who it is
        version = live.version
        async with asyncio.timeout(20):
            while live.version == version:  # it goes on without them
                await asyncio.sleep(0.02)

    asyncio.run(with_hub(tmp_path, check))


def test_everybody_is_asked_where_all_answers_are_waited_for(tmp_path: Path) -> None:
    """There, an answer at once would tell everybody that you hold nothing."""

    async def check(hub: Hub) -> None:
        live = await running_table(hub, DAY, open_window(), people=3)
        assert all(live.update(seat, 0).choices for seat in range(3))

    asyncio.run(with_hub(tmp_path, check))


def test_answers_to_a_window_outlive_the_server(tmp_path: Path) -> None:
    async def answer(hub: Hub) -> None:
        live = await running_table(hub, 0, open_window(), people=3)
        assert await hub.move(live, 1, live.version, "pass") is None

    async def look(hub: Hub) -> None:
        live = await hub.table("t")
        assert live is not None
        assert list(live.held) == [1]

    asyncio.run(with_hub(tmp_path, answer))
    asyncio.run(with_hub(tmp_path, look))


def test_somebody_among_bots_need_not_wait(tmp_path: Path) -> None:
    async def check(hub: Hub) -> None:
        live = await running_table(hub, 0, open_window(), people=1)
        assert live.match is not None
        assert not live.timed
        version = live.version
        async with asyncio.timeout(20):
            while live.version == version:
                if 0 in live.match.waiting:
                    await hub.move(live, 0, version, "pass")
                await asyncio.sleep(0.01)

    asyncio.run(with_hub(tmp_path, check))


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
    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=0)
        settings = Settings(hub.store.url, keep_open=0.0, keep_unfinished=1.0)
        await tidy(hub, settings)
        assert await hub.store.table("t") is not None
        await hub.store.change_table("t", changed=time.time() - 2 * DAY)
        await tidy(hub, Settings(hub.store.url, keep_unfinished=0.0))
        assert await hub.store.table("t") is not None
        await tidy(hub, settings)
        assert await hub.store.table("t") is None
        assert await hub.store.log("t", 0) == []
        assert hub.tables == {}
        await running_table(hub, clock=0)
        await hub.store.change_table("t", status="over", changed=0.0)
        await tidy(hub, settings)
        assert await hub.store.table("t") is not None, "a finished game is kept"
        assert live.row.id == "t"

    asyncio.run(with_hub(tmp_path, check))


def test_tables_that_nobody_looks_at_leave_the_memory(tmp_path: Path) -> None:
    async def check(hub: Hub) -> None:
        live = await running_table(hub, clock=0)
        hub.let_go([])
        assert "t" in hub.tables
        live.wanted -= QUIET + 1
        hub.let_go([])
        assert hub.tables == {}
        again = await hub.table("t")
        assert again is not None
        assert again.version == live.version

    asyncio.run(with_hub(tmp_path, check))
