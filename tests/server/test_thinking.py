"""The server's thinking with workers that the test moves: what is remembered, shared, tried again,
refused and ended.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import BrokenExecutor
from types import SimpleNamespace
from typing import Any

import pytest

import emberstacks as es
from emberstacks.protocol import Person
from emberstacks.server.errors import TableTrouble
from emberstacks.server.figures import Figures
from emberstacks.server.people import accounts
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables import thinking as thinking_module
from emberstacks.server.tables import workers
from emberstacks.server.tables.clockwork import Clockwork
from emberstacks.server.tables.lane import Asker, NotWanted, Piece
from emberstacks.server.tables.live import Connection
from emberstacks.server.tables.thinking import BOUNDS, TRIES, Question, Thinking, thinking_with
from emberstacks.server.tables.workers import Worker
from tests.server.test_lane import settled

MATCH = es.new("fire-prototype", players=2, seed=8)


class Fake:
    """A worker that answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.answer: asyncio.Future[Any] | None = None
        self.replaced = 0
        self.closed = False

    async def do(self, work: Callable[..., Any], *what: Any) -> tuple[Any, float]:
        assert self.answer is None, "one thing after the other"
        self.asked.append((work.__name__, *what))
        self.answer = asyncio.get_running_loop().create_future()
        try:
            return await self.answer, 1.0
        finally:
            self.answer = None

    def replace(self) -> None:
        self.replaced += 1

    async def close(self) -> None:
        self.closed = True

    async def give(self, result: Any) -> None:
        assert self.answer is not None
        if isinstance(result, Exception):
            self.answer.set_exception(result)
        else:
            self.answer.set_result(result)
        await settled()


class Room:
    """The thinking of a server with one fake worker for short and one for long work."""

    def __init__(self) -> None:
        self.quick, self.slow = Fake(), Fake()
        self.figures = Figures()
        self.thinking = Thinking([self.quick], [self.slow], self.figures, lambda: 0.0)

    async def hint(
        self, person: str = "Ada", version: int = 1, table: str = "table"
    ) -> asyncio.Task[Any]:
        piece = Piece("hints", Asker(person))
        question: Question = (table, version, 0, "hints")
        asking = self.thinking.hints(piece, question, {"version": version}, [], 1)
        task = asyncio.create_task(asking)
        await settled()
        return task

    async def answer(self, spec: str, person: str = "Ada", choices: int = 3) -> asyncio.Task[Any]:
        listed = (MATCH.legal() * 3)[:choices]
        question: Question = (spec, choices, 0, person)
        task = asyncio.create_task(
            self.thinking.choose(Piece("bots", Asker(person)), question, spec, {}, listed, 1)
        )
        await settled()
        return task


def played(test: Callable[[Room], Coroutine[Any, Any, None]]) -> None:
    async def play() -> None:
        await test(Room())

    asyncio.run(play())


def test_the_same_question_is_thought_about_once() -> None:
    async def test(room: Room) -> None:
        first, second = await room.hint(), await room.hint()
        assert len(room.slow.asked) == 1, "who asks meanwhile waits for the same answer"
        await room.slow.give(["a hint"])
        assert await first == await second == ["a hint"]
        assert await (await room.hint()) == ["a hint"], "and who asks later gets it at once"
        later = await room.hint(version=2)
        assert len(room.slow.asked) == 2, "another version is another question"
        await room.slow.give(["another"])
        assert await later == ["another"]

    played(test)


def test_only_so_many_answers_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking_module, "REMEMBERED", 2)

    async def test(room: Room) -> None:
        for version in (1, 2, 3):
            task = await room.hint(version=version)
            await room.slow.give([version])
            await task
        assert {question[1] for question in room.thinking.jobs} == {2, 3}

    played(test)


def test_short_work_never_waits_for_long_work() -> None:
    async def test(room: Room) -> None:
        await room.answer("expert", "greedy")
        await room.hint("Ada")
        novice = await room.answer("novice", "Ada")
        assert [work for work, *_ in room.slow.asked] == ["think"]
        assert [what[1] for what in room.quick.asked] == ["novice"]
        await room.quick.give("draw")
        assert await novice == "draw"
        forced = await room.answer("expert", "Ada", choices=1)
        await room.quick.give("stop")
        assert await forced == "stop", "where there is no choice, an expert is quick as well"
        await room.thinking.close()

    played(test)


def test_whoever_leaves_takes_the_question_along_unless_others_wait_for_it() -> None:
    async def test(room: Room) -> None:
        running = await room.answer("expert", "greedy")
        first, second = await room.hint(), await room.hint()
        first.cancel()
        await settled()
        assert len(room.thinking.slow.waiting) == 1
        second.cancel()
        await settled()
        assert not room.thinking.slow.waiting
        again = await room.hint()
        await room.slow.give("draw")
        assert await running == "draw"
        await room.slow.give(["a hint"])
        assert await again == ["a hint"]

    played(test)


def test_what_is_under_way_is_finished_and_remembered() -> None:
    async def test(room: Room) -> None:
        left = await room.hint()
        left.cancel()
        await settled()
        other = await room.hint("Ben", table="other")
        assert len(room.slow.asked) == 1, "its worker is busy until it is done"
        await room.slow.give(["a hint"])
        assert await (await room.hint()) == ["a hint"]
        await room.slow.give(["Ben's"])
        assert await other == ["Ben's"]

    played(test)


def test_work_is_tried_again_when_its_process_dies() -> None:
    async def test(room: Room) -> None:
        asking = await room.hint()
        await room.slow.give(BrokenExecutor("it died"))
        assert room.slow.replaced == 1
        await room.slow.give(["a hint"])
        assert await asking == ["a hint"]
        deadly = await room.hint(version=2)
        for _ in range(TRIES):
            await room.slow.give(BrokenExecutor("it died"))
        with pytest.raises(BrokenExecutor):
            await deadly
        assert room.slow.replaced == 1 + TRIES
        again = await room.hint(version=2)
        await room.slow.give(["at last"])
        assert await again == ["at last"], "a failure is not remembered"

    played(test)


def test_what_takes_for_ever_is_given_up_and_its_worker_replaced() -> None:
    async def test(room: Room) -> None:
        asking = await room.hint()
        await room.slow.give(TimeoutError())
        with pytest.raises(TimeoutError):
            await asking
        assert room.slow.replaced == 1
        await room.hint(version=2)
        assert len(room.slow.asked) == 2, "the others go on"
        await room.thinking.close()

    played(test)


def test_too_many_waiting_hints_are_refused_in_words() -> None:
    async def test(room: Room) -> None:
        for version in range(1 + BOUNDS["hints"].person):  # one is under way
            await room.hint(version=version)
        refused = await room.hint(version=100)
        with pytest.raises(TableTrouble) as wrong:
            await refused
        assert (wrong.value.status, wrong.value.code) == (429, "busy")
        assert (
            str(wrong.value)
            == "You are waiting for answers about several games already. Try again in 5 seconds."
        )
        assert wrong.value.headers == {"Retry-After": "5"}
        assert not (await room.hint("Ben", table="another")).done(), "Ben may still ask"
        assert not (await room.hint(version=1)).done(), "and so may Ada, what she asked before"
        assert (
            room.figures.registry.get_sample_value("emberstacks_limited_total", {"limit": "hints"})
            == 1
        )
        await room.thinking.close()

    played(test)


def test_many_guests_of_one_address_may_not_wait_for_ever_more_reviews() -> None:
    async def test(room: Room) -> None:
        room.thinking.met("last", "192.0.2.1")
        turns = []
        for number in range(1 + BOUNDS["reviews"].address):
            room.thinking.met(f"guest {number}", "192.0.2.1")
            piece = Piece("reviews", room.thinking.asker(f"guest {number}"))
            room.thinking.admit(room.thinking.reviewing, piece)
            turns.append(asyncio.create_task(room.thinking.reviewing.turn(piece)))
            await settled()
        with pytest.raises(TableTrouble):
            room.thinking.admit(
                room.thinking.reviewing, Piece("reviews", room.thinking.asker("last"))
            )
        room.thinking.admit(room.thinking.reviewing, Piece("reviews", Asker("Ada", "192.0.2.2")))
        for turn in turns:
            turn.cancel()
        await asyncio.gather(*turns, return_exceptions=True)

    played(test)


def test_closing_ends_everything() -> None:
    async def test(room: Room) -> None:
        tasks = [
            await room.hint(version=1),
            await room.hint(version=2),
            await room.answer("novice"),
        ]
        room.thinking.stop()
        running, waiting, bot = await asyncio.gather(*tasks, return_exceptions=True)
        for one in (
            running,
            waiting,
            *await asyncio.gather(await room.hint(version=3), return_exceptions=True),
        ):
            assert isinstance(one, TableTrouble)
            assert (one.status, str(one)) == (
                503,
                "The server is being stopped. Try again in a moment.",
            )
            assert one.headers == {"Retry-After": "5"}
        assert isinstance(bot, NotWanted), "a bot makes no move now"
        await room.thinking.close()
        assert room.quick.closed
        assert room.slow.closed

    played(test)


def die_once(file: str) -> str:
    """In a worker: dies the first time."""
    if not os.path.exists(file):
        with open(file, "w"):
            os._exit(1)
    return "alive"


def test_a_real_process_that_dies_is_replaced(tmp_path: Any) -> None:
    async def test() -> None:
        thinking = thinking_with(1, Figures())
        try:
            piece = Piece("hints", Asker("Ada"))
            found = await thinking.ask(
                thinking.slow, piece, ("table", 1, 0, "hints"), die_once, str(tmp_path / "died")
            )
            assert found == "alive"
        finally:
            await thinking.close()

    asyncio.run(test())


def stuck() -> None:
    """In a worker: never ends."""
    while True:
        pass


def test_a_real_process_that_is_stuck_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        worker = Worker(process=True)
        await worker.do(os.getpid)  # it has started
        monkeypatch.setattr(workers, "LONGEST", 0.1)
        with pytest.raises(TimeoutError):
            await worker.do(stuck)
        old = worker.executor
        worker.replace()
        await asyncio.to_thread(old.shutdown)  # returns when the process is gone
        monkeypatch.setattr(workers, "LONGEST", 180.0)
        assert (await worker.do(len, "four"))[0] == 4
        await worker.close()

    asyncio.run(test())


def test_a_bots_work_belongs_to_whoever_waits_there_else_to_the_host() -> None:
    thinking = thinking_with(0, Figures())
    clockwork = Clockwork(SimpleNamespace(play=None), thinking, Supervisor(), pace=0, grace=60)  # type: ignore[arg-type]
    live: Any = SimpleNamespace(
        id="table", version=3, playing=True, connections=set(), row=SimpleNamespace(host="host")
    )
    alone = clockwork.piece(live, "bots")
    assert (alone.asker.person, alone.asker.waits()) == ("host", False)
    live.connections = {Connection("spectator", None, lambda _: None)}
    assert not alone.asker.waits(), "who only watches does not wait"
    live.connections |= {Connection("guest", 1, lambda _: None)}
    assert alone.asker.waits(), "it is looked at again when its turn may have come"
    assert clockwork.piece(live, "bots").asker.person == "guest"
    marker = clockwork.piece(live, "markers")
    assert (alone.wanted(), marker.wanted()) == (True, True)
    live.version = 4
    assert (alone.wanted(), marker.wanted()) == (False, True)
    live.playing = False
    assert not marker.wanted()


def test_where_people_come_from_is_known_from_their_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinking = thinking_with(0, Figures())

    async def known(*_: object) -> Person:
        return Person(id="ada", name="Ada", account=False)

    monkeypatch.setattr(accounts, "person_of", known)
    app = SimpleNamespace(
        state=SimpleNamespace(services=SimpleNamespace(store=None, thinking=thinking))
    )
    request: Any = SimpleNamespace(app=app, client=SimpleNamespace(host="192.0.2.7"))
    asyncio.run(accounts.provide_person(request))
    assert thinking.asker("ada").keys == ("at 192.0.2.7", "ada")
    assert thinking.asker("ben").keys == ("at ben", "ben")
