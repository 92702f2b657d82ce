"""Two processes that share a database and never hear of each other: the laws of a table hold all
the same.

NOTIFY is only a hint, and it is fast, so with two real servers nobody could tell whether a law
holds or was lucky.
"""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.server.services import Services
from emberstacks.server.tables import reading
from emberstacks.server.tables.access import find
from emberstacks.server.tables.live import DAY, Connection, LiveTable
from tests.every_game.table import some_options
from tests.server.house import house, read, running_table
from tests.server.people import Message

PLAYERS = 3
MANY = 120  # random games in which we look for questions to several seats


def with_two(
    path: Path, shared: bool, check: Callable[[Services, Services], Awaitable[None]]
) -> None:
    async def done() -> None:
        async with house(path) as one, house(path) as two:
            for process in (one, two):
                process.store.shared = shared
            await check(one, two)

    asyncio.run(done())


async def play(process: Services, moves: int) -> int:
    """The version after some moves."""
    live = process.hub.tables["t"]
    for _ in range(moves):
        assert live.match is not None
        seat = live.match.waiting[0]
        assert (
            await process.play.move(live, seat, live.version, live.match.legal(seat)[-1].text)
            is None
        )
    return live.version


@pytest.mark.parametrize("shared", [True, False])
def test_nobody_who_changes_over_sees_the_past(tmp_path: Path, shared: bool) -> None:
    """A page that names the last version it was told gets at least that, with all events."""

    async def check(one: Services, two: Services) -> None:
        await running_table(one, clock=0)
        there = await two.hub.table("t")
        assert there is not None
        seen = await play(one, 3)
        assert there.version < seen
        await two.hub.catch_up(there, seen)
        heard: list[Message] = []
        await two.hub.join(there, Connection("p0", 0, lambda frame: heard.append(read(frame))))
        assert heard[-1]["version"] == seen
        assert len(heard[-1]["events"]) == len(one.hub.tables["t"].update(0, 0).events)

    with_two(tmp_path, shared, check)


def test_what_somebody_was_told_is_found_by_every_page(tmp_path: Path) -> None:
    async def check(one: Services, two: Services) -> None:
        await running_table(one, clock=0)
        state: Any = two
        await find(state, "t")
        seen = await play(one, 2)
        assert (await find(state, "t")).version == seen
        await one.store.change_seat("t", 1, stand_in=True)
        assert (await find(state, "t")).chairs[1].stand_in

    with_two(tmp_path, True, check)


def test_a_move_that_answers_the_past_is_refused_and_read_on(tmp_path: Path) -> None:
    async def check(one: Services, two: Services) -> None:
        await running_table(one, clock=0)
        there = await two.hub.table("t")
        assert there is not None
        assert there.match is not None
        version, seat = there.version, there.match.waiting[0]
        choice = there.match.legal(seat)[-1].text
        seen = await play(one, 1)
        refused = await two.play.move(there, seat, version, choice)
        assert refused is not None
        assert (refused.code, there.version) == ("stale", seen)
        assert [row.version for row in await one.store.log("t", 0)] == list(range(1, seen + 1))

    with_two(tmp_path, True, check)


def test_the_last_of_several_answers_opens_them_all(tmp_path: Path) -> None:
    async def check(one: Services, two: Services) -> None:
        match = es.new("alexandria", players=2, seed=1)
        while len(match.waiting) < 2:
            match.push(match.legal()[0])
        here = await running_table(one, 0, match, people=2)
        there = await two.hub.table("t")
        assert there is not None
        assert here.match is not None
        version = here.version
        first, last = (here.match.legal(seat)[0].text for seat in (0, 1))
        assert await one.play.move(here, 0, version, first) is None
        assert here.version == version
        assert await two.play.move(there, 1, version, last) is None
        assert there.version > version
        assert {row.seat for row in await one.store.log("t", version)} >= {0, 1}

    with_two(tmp_path, True, check)


def asked_together(game: str, players: int, seed: int, **options: Any) -> list[es.Match]:
    """Each kind of question to several seats that comes up in a random game, with as many seats as
    it was ever put to.
    """
    rng, match = random.Random(seed), es.new(game, players=players, seed=seed, **options)
    found: dict[str, es.Match] = {}
    while not match.over:
        if match.together and not match.sealed():
            known = found.get(match.step)
            if known is None or len(known.waiting) < len(match.waiting):
                found[match.step] = match.copy()
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.legal(seat)), seat)
    return [match for match in found.values() if len(match.waiting) > 1]


def every_question(game: str, players: int) -> list[es.Match]:
    """The same for many games with random options: nearly every kind that there is."""
    found: dict[str, es.Match] = {}
    for seed in range(1, MANY + 1):
        for match in asked_together(
            game, players, seed, **some_options(GAMES[game], players, random.Random(seed))
        ):
            known = found.get(match.step)
            if known is None or len(known.waiting) < len(match.waiting):
                found[match.step] = match
    return list(found.values())


def shown(live: LiveTable, seat: int | None) -> Message:
    """All that a seat is told, but for the time of day."""
    told: Message = msgspec.json.decode(msgspec.json.encode(live.update(seat, 0)))
    return {key: value for key, value in told.items() if key != "now"}


async def same_as_read_afresh(process: Services, live: LiveTable) -> None:
    """What this process remembers is what a process that has just started reads."""
    fresh = await process.hub.read(live.id)
    assert fresh is not None
    assert live.match is not None, live.aside
    assert fresh.match is not None, fresh.aside
    assert live.match.to_json() == fresh.match.to_json()
    assert (live.version, live.held) == (fresh.version, fresh.held)
    for seat in [*range(live.match.players), None]:
        assert shown(live, seat) == shown(fresh, seat)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fire", "horror", "alexandria"])
def test_what_waits_does_not_change_how_the_log_is_followed(tmp_path: Path, game: str) -> None:
    """Every order of answers, each given at either process, in each kind of question to several
    seats.
    """

    async def check(one: Services, two: Services) -> None:
        questions = every_question(game, 3)
        assert questions
        for number, match in enumerate(questions):
            rng = random.Random(number)
            for order in itertools.permutations(match.waiting):
                for places in itertools.product((one, two), repeat=len(order)):
                    name = f"{number}-{''.join(map(str, order))}-{''.join('12'[process is two] for process in places)}"
                    await running_table(one, DAY, match, people=3, name=name)
                    tables = {process: await process.hub.table(name) for process in (one, two)}
                    for seat, process in zip(order, places, strict=True):
                        live = tables[process]
                        assert live is not None
                        before = live.version
                        assert (
                            await process.play.move(
                                live, seat, live.version, rng.choice(match.legal(seat)).text
                            )
                            is None
                        )
                        other = one if process is two else two
                        behind = tables[other]
                        assert behind is not None
                        # sometimes the news comes late
                        if rng.random() < 0.5 or live.version > before:
                            await other.hub.look_again(behind)
                    for process, live in tables.items():
                        assert live is not None
                        assert live.version > 0
                        await same_as_read_afresh(process, live)

    with_two(tmp_path, True, check)


def test_a_game_that_begins_in_the_middle_of_a_question_is_read_again(tmp_path: Path) -> None:
    """As a fork may: the last seat has answered already, and the log has all the answers."""

    async def check(one: Services, two: Services) -> None:
        match = asked_together("fire", 3, seed=1)[0]
        *others, last = match.waiting
        match.push(match.legal(last)[0], last)
        live = await running_table(one, DAY, match, people=3)
        there = await two.hub.table("t")
        assert there is not None
        before = live.version
        for seat in others:
            assert await one.play.move(live, seat, live.version, match.legal(seat)[0].text) is None
        assert live.version > before
        await two.hub.look_again(there)
        for process, table in ((one, live), (two, there)):
            await same_as_read_afresh(process, table)

    with_two(tmp_path, True, check)


def test_nobody_else_sees_who_has_answered(tmp_path: Path) -> None:
    """Not by coming back, not by reading the game anew, not by trying to take something back."""

    async def check(one: Services, two: Services) -> None:
        match = asked_together("fire", 3, seed=1)[0]
        live = await running_table(one, DAY, match, people=3)
        before = [shown(live, seat) for seat in (1, 2, None)]
        assert live.match is not None
        answer = live.match.legal(0)[0].text
        assert await one.play.move(live, 0, live.version, answer) is None
        for process in (one, two):
            there = await process.hub.table("t")
            assert there is not None
            assert [shown(there, seat) for seat in (1, 2, None)] == before
            assert there.match is not None
            assert 0 not in shown(there, 0)["view"]["waiting"], "its owner sees it"
            assert there.match.record(1) == live.match.record(1)
        assert live.asked() == [1, 2]

    with_two(tmp_path, True, check)


def test_a_memory_that_cannot_follow_is_thrown_away_before_a_table_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(one: Services, two: Services) -> None:
        await running_table(one, clock=0)
        there = await two.hub.table("t")
        assert there is not None
        assert there.match is not None
        seat = there.match.waiting[0]
        there.match.push(there.match.legal(seat)[0], seat)  # something that is not in the log
        heard: list[Message] = []
        await two.hub.join(there, Connection("p1", 1, lambda frame: heard.append(read(frame))))
        await play(one, 3)
        await two.hub.look_again(there)
        assert there.aside == ""
        await same_as_read_afresh(two, there)
        assert heard[-1]["events_from"] == 0, "people are told the whole game again"

        def broken(*_: object) -> None:
            raise reading.Unreadable("entry 2 of its log cannot be replayed")

        await play(one, 1)
        monkeypatch.setattr(reading, "follow", broken)
        await two.hub.look_again(there)
        assert "entry 2" in there.aside

    with_two(tmp_path, True, check)


async def answer_somehow(process: Services, live: LiveTable, seat: int, rng: random.Random) -> None:
    """A random answer of a seat, if it is still asked at this process; being told to look again is
    fine.
    """
    assert live.match is not None, live.aside
    legal = live.match.legal(seat)
    if live.playing and legal:
        refused = await process.play.move(live, seat, live.version, rng.choice(legal).text)
        assert refused is None or refused.code in ("stale", "not-asked"), refused


# in these games several seats are asked at once
ASK_SEVERAL = ("fire", "horror", "alexandria")


def beginning(game: str) -> es.Match:
    """A new game; of Horror, where few games come to a question to several seats, one that has just
    come to it.
    """
    if game != "horror":
        return es.new(game, players=PLAYERS, seed=3)
    return next(
        match
        for seed in range(1, MANY)
        for match in asked_together(game, PLAYERS, seed, expansion=True, rounds=30)
    )


@pytest.mark.parametrize("clock", [0, DAY])
@pytest.mark.parametrize("game", list(GAMES))
def test_whole_games_between_two_processes(tmp_path: Path, game: str, clock: int) -> None:
    """Each person at a process of their own, answers in any order and at once: no game is declared
    broken.
    """

    async def check(one: Services, two: Services) -> None:
        rng = random.Random(7)
        answered = 0  # questions to several seats
        await running_table(one, clock, beginning(game), people=PLAYERS)
        tables = [(process, await process.hub.table("t")) for process in (one, two)]
        at = [tables[seat % 2] for seat in range(PLAYERS)]
        for _ in range(5000):
            lives = [live for _, live in tables if live is not None]
            assert [live.aside for live in lives] == ["", ""]
            here = lives[0].match
            assert here is not None
            if here.over:
                break
            asked = [seat for seat in here.waiting if seat not in lives[0].held]
            rng.shuffle(asked)
            answered += here.together and len(asked) > 1
            answers = []
            for seat in asked[: rng.randint(1, max(1, len(asked)))]:
                process, live = at[seat]
                assert live is not None
                answers.append(answer_somehow(process, live, seat, rng))
            await asyncio.gather(*answers)
            if lives[0].timed:
                process, live = rng.choice(tables)
                assert live is not None
                await process.play.close_window(live, live.version)
            for process, live in tables:
                assert live is not None
                await process.hub.look_again(live)
        for process, live in tables:
            assert live is not None
            await same_as_read_afresh(process, live)
            assert live.match is not None
            assert live.match.over
        assert answered or game not in ASK_SEVERAL

    with_two(tmp_path, True, check)


def test_people_at_the_other_process_are_there(tmp_path: Path) -> None:
    async def check(one: Services, two: Services) -> None:
        here = await running_table(one, clock=0)
        there = await two.hub.table("t")
        assert there is not None
        schedulers = [one.scheduler, two.scheduler]
        heard: list[Message] = []
        ada = Connection("p0", 0, lambda _frame: None)
        await one.hub.join(here, ada)
        await two.hub.join(there, Connection("p1", 1, lambda frame: heard.append(read(frame))))
        for scheduler in schedulers * 2:
            await scheduler.exchange_signs()
        for live in (here, there):
            assert [seat.connected for seat in live.info().seats] == [True, True]
        assert [seat.connected for seat in (await two.hub.listed(["t"]))[0].seats] == [True, True]
        told = [
            message["table"]["seats"][0]["connected"]
            for message in heard
            if message["type"] == "table"
        ]
        assert told[-1] is True, "people are told without asking"
        one.hub.part(here, ada)
        assert [seat.connected for seat in here.info().seats] == [False, True]
        await one.store.sign_of_life([("t", 0)], 1.0)  # as if some time had passed
        for scheduler in schedulers:
            await scheduler.exchange_signs()
        for live in (here, there):
            assert [seat.connected for seat in live.info().seats] == [False, True]

    with_two(tmp_path, True, check)
