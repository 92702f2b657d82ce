"""Several people at the same chairs at the same moment: every change of the seating happens at once
and alone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial

import httpx
import pytest

from tests.server.conftest import Server
from tests.server.people import Player

pytestmark = pytest.mark.process

TRIES = 8


@pytest.fixture(scope="module", params=["sqlite", "two processes"])
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Server]]:
    """One process on SQLite, or two that share PostgreSQL."""
    if request.param == "sqlite":
        running = [
            Server(f"sqlite:///{tmp_path_factory.mktemp('races') / 'tables.db'}").start()
        ] * 2
    else:
        database = request.getfixturevalue("postgres")
        running = [Server(database).start() for _ in range(2)]
    yield running
    for one in running:
        one.stop()


@pytest.fixture(scope="module")
def people(servers: list[Server]) -> Iterator[list[Player]]:
    """Ada at the first process; Ben at both of them, with the same cookies."""
    with ExitStack() as stack:
        ada, ben = (
            stack.enter_context(Player(servers[0].base, "Ada")),
            stack.enter_context(Player(servers[0].base, "Ben")),
        )
        twin = stack.enter_context(Player(servers[1].base, "Nobody"))
        twin.becomes(ben)
        yield [ada, ben, twin]


def at_once(*calls: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """All calls in the same moment, from threads of their own."""
    barrier = threading.Barrier(len(calls))
    answers: list[httpx.Response | None] = [None] * len(calls)

    def run(k: int) -> None:
        barrier.wait()
        answers[k] = calls[k]()

    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


def test_nobody_gets_two_chairs(people: list[Player]) -> None:
    ada, ben, twin = people
    for _ in range(TRIES):
        table = ada.open_table("me", "open", "open", "open")
        answers = at_once(
            partial(ben.post, f"/api/tables/{table}/sit", {"seat": 1}),
            partial(twin.post, f"/api/tables/{table}/sit", {"seat": 2}),
            partial(ben.post, f"/api/tables/{table}/sit", {"seat": 3}),
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
        chairs = ada.get(f"/api/tables/{table}").json()["seats"]
        assert [chair["person"] for chair in chairs].count(ben.person["id"]) == 1


def test_no_game_begins_with_an_empty_chair(people: list[Player]) -> None:
    ada, ben, twin = people
    for _ in range(TRIES):
        table = ada.open_table("me", "open")
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
        at_once(
            partial(ada.post, f"/api/tables/{table}/start"),
            partial(twin.post, f"/api/tables/{table}/stand", {"seat": 1}),
        )
        for person in people:
            info = person.get(f"/api/tables/{table}").json()
            assert (info["status"], info["seats"][1]["kind"]) in [
                ("playing", "person"),
                ("open", "open"),
            ]


def test_who_is_told_of_a_chair_has_it(people: list[Player]) -> None:
    ada, ben, twin = people
    for _ in range(TRIES):
        table = ada.open_table("me", "open", "open")
        sat, filled = at_once(
            partial(twin.post, f"/api/tables/{table}/sit", {"seat": 2}),
            partial(ada.post, f"/api/tables/{table}/fill", {"bot": "random"}),
        )
        assert filled.status_code == 200
        mine = ben.get(f"/api/tables/{table}").json()["seats"][2]["person"] == ben.person["id"]
        assert mine == (sat.status_code == 200), sat.text


def test_two_who_ask_for_a_rematch_get_the_same(people: list[Player]) -> None:
    ada, ben, twin = people
    table = ada.open_table("me", "open", "random")
    assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
    ada.connect(table)
    assert ada.post(f"/api/tables/{table}/start").is_success
    ada.say(type="leave")
    twin.connect(table)
    twin.play_on(twin.hear_turn())
    answers = at_once(
        lambda: ada.post(f"/api/tables/{table}/rematch"),
        lambda: twin.post(f"/api/tables/{table}/rematch"),
        lambda: ben.post(f"/api/tables/{table}/rematch"),
    )
    assert len({answer.json()["id"] for answer in answers}) == 1
