"""Vacations and pauses: clocks wait, others see why, and everything is still so after a restart."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import cast

import pytest

from emberstacks.server.tables.live import DAY
from tests.server.conftest import Running, Server, serving
from tests.server.memory import InMemory
from tests.server.people import Message, Player
from tests.server.test_own_games import games, two


@pytest.fixture
def server(request: pytest.FixtureRequest, database: str) -> Iterator[Running]:
    running = serving(request.node, database)
    yield running
    running.stop()


@pytest.fixture
def people(server: Server) -> Iterator[tuple[Player, Player]]:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        yield ada, ben


def asked(players: tuple[Player, Player], table: str) -> tuple[Player, Player, int]:
    """The player who is asked, the other one, and the seat that is asked."""
    (seat,) = cast(list[int], games(players[0])[table]["waiting"])
    return players[seat], players[1 - seat], seat


def on_vacation(player: Player, until: float) -> Message:
    return dict(player.http.put("/api/mine/vacation", json={"until": until}).json())


def deadline(player: Player) -> float:
    return float(player.hear(lambda message: message["type"] == "update")["deadline"])


def test_a_clock_of_a_day_waits_for_a_vacation(people: tuple[Player, Player]) -> None:
    table = two(*people, clock=DAY)
    first, other, seat = asked(people, table)
    back = time.time() + 9 * DAY
    with other.connect(table):
        assert abs(deadline(other) - time.time() - DAY) < 120
        on_vacation(first, back)
        told = other.hear(lambda message: message["type"] == "table")
        assert abs(told["table"]["seats"][seat]["away"] - back) < 1  # the others see it
        assert abs(deadline(other) - back - DAY) < 1  # and have a whole day after it
        assert (
            other.post(f"/api/tables/{table}/absent", {"seat": seat}).json()["code"] == "too-early"
        )
        on_vacation(first, 0.0)
        assert abs(deadline(other) - time.time() - DAY) < 120
    assert first.get("/api/mine/vacation").json() == {"until": 0.0}


def test_short_clocks_do_not_wait_for_a_vacation(people: tuple[Player, Player]) -> None:
    table = two(*people, clock=300)
    first, other, _ = asked(people, table)
    on_vacation(first, time.time() + 9 * DAY)
    with other.connect(table):
        assert deadline(other) < time.time() + 301


def test_a_vacation_has_an_end(people: tuple[Player, Player]) -> None:
    assert on_vacation(people[0], time.time() + 61 * DAY)["code"] == "too-long"
    assert on_vacation(people[0], time.time() - 5) == {"until": 0.0}


@pytest.mark.process
def test_a_game_pauses_when_all_agree_and_anyone_resumes_it(
    people: tuple[Player, Player], server: Server
) -> None:
    ada, ben = people
    table = two(ada, ben, clock=120)
    first, other, _ = asked(people, table)
    info = ada.post(f"/api/tables/{table}/pause").json()
    assert (info["paused"], [seat["wants_pause"] for seat in info["seats"]]) == (
        False,
        [True, False],
    )
    # taken back
    assert ada.post(f"/api/tables/{table}/resume").json()["seats"][0]["wants_pause"] is False
    ada.post(f"/api/tables/{table}/pause")
    assert ben.post(f"/api/tables/{table}/pause").json()["paused"] is True
    server.kill()
    server.start()  # a pause outlives the server
    with first.connect(table):
        update = first.hear_turn()
        assert update["deadline"] == 0
        first.move(update, update["choices"][0]["text"])
        refused = first.hear(lambda message: message["type"] == "refused")
        assert refused["message"] == "The game is paused. Resume it first."
        resumed = time.time()
        assert other.post(f"/api/tables/{table}/resume").json()["paused"] is False
        update = first.hear_turn()
        assert resumed + 119 < update["deadline"]  # the clock begins again
        first.move(update, update["choices"][0]["text"])
        first.hear_version(update["version"] + 1)


def test_bots_stand_still_in_a_pause(people: tuple[Player, Player], server: InMemory) -> None:
    ada, ben = people
    table = two(ada, ben)
    first, other, seat = asked(people, table)
    ada.post(f"/api/tables/{table}/pause")
    ben.post(f"/api/tables/{table}/pause")
    first.post(f"/api/tables/{table}/leave")  # a bot plays for the one who is asked, but not now
    with other.connect(table):
        update = other.hear(lambda message: message["type"] == "update")
        server.passes(3600)
        assert not server.services.hub.tables[table].tasks  # no bot thinks
        assert games(other)[table]["waiting"] == [seat]
        other.post(f"/api/tables/{table}/resume")
        other.hear_version(update["version"] + 1)


def test_only_players_pause(people: tuple[Player, Player], server: Server) -> None:
    table = two(*people)
    with Player(server.base, "Eve") as eve:
        assert eve.post(f"/api/tables/{table}/pause").json()["code"] == "not-seated"
        assert eve.post(f"/api/tables/{table}/resume").json()["code"] == "not-seated"
