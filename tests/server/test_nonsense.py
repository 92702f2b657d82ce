"""Nonsense that strangers may ask and say: nothing of it gives a 500 or harms others. What only bytes
at a port can do is in test_strangers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from emberstacks.server.services import Services
from tests.server import plain
from tests.server.conftest import in_memory
from tests.server.house import in_house
from tests.server.memory import InMemory
from tests.server.people import Player

DEEP = "[" * 20_000 + "]" * 20_000


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[InMemory]:
    """Both databases, for each refuses other things."""
    if request.param == "sqlite":
        database = f"sqlite:///{tmp_path_factory.mktemp('nonsense') / 'tables.db'}"
    else:
        database = request.getfixturevalue("postgres")
    running = in_memory(database)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def eve(server: InMemory) -> Iterator[Player]:
    with Player(server.base, "Eve") as somebody:
        yield somebody


@pytest.mark.parametrize(
    "path",
    [
        "/assets/%00",
        "/assets/" + "a" * 3000,
        "/api/tables/%00",
        "/api/tables/" + "x" * 6000,
        "/assets/%ff",
        "/%00",
        "/assets/..%2f",
    ],
)
def test_paths_that_cannot_be_are_not_found(server: InMemory, path: str) -> None:
    assert plain.get(f"{server.base}{path}").status_code in (400, 404)


@pytest.mark.parametrize("seat", [-1, 99, 922_337_203_685, 2**70])
def test_seats_that_cannot_be_are_refused(eve: Player, seat: int) -> None:
    table = eve.open_table("me", "open")
    for what in ("sit", "stand"):
        assert eve.post(f"/api/tables/{table}/{what}", {"seat": seat}).status_code in (400, 409)
    assert eve.post(f"/api/tables/{table}/fork", {"answers": seat, "seat": 0}).status_code in (
        400,
        409,
    )
    assert eve.get(f"/api/tables/{table}/frames/{seat}").status_code in (400, 404, 409)


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        '{"name": ' + DEEP + "}",
        '{"name": "a", "x": ' + DEEP + "}",
        "\x00",
        "",
        '{"name": "\\u0000"}',
    ],
)
def test_json_that_makes_no_sense_is_refused(eve: Player, body: str) -> None:
    for path in ("/api/session", "/api/tables", "/api/session/login"):
        answer = eve.http.post(path, content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400, (path, answer.text)


def test_signs_that_no_database_takes_do_no_harm(eve: Player) -> None:
    table = eve.open_table("me", "open", title="A\x00table")
    assert eve.get(f"/api/tables/{table}").json()["title"].startswith("A table")
    assert (
        eve.post("/api/session/login", {"name": "E\x00ve", "password": "p\x00assword"}).json()[
            "code"
        ]
        == "bad-login"
    )
    eve.connect(table)
    eve.say(type="say", text="before\x00after")
    assert eve.hear(lambda m: m["type"] in ("chat", "refused"))["text"] == "before after"


def test_deep_messages_are_refused_and_the_socket_lives_on(eve: Player) -> None:
    eve.connect(eve.open_table("me", "random"))
    for text in (
        '{"type": "say", "text": ' + "[" * 1900 + "]" * 1900 + "}",
        '{"type": "say", "text": "a", "x": ' + "[" * 3000,
    ):
        eve.sockets[-1].send(text)
        assert eve.hear(lambda m: m["type"] == "refused")["code"] == "malformed"
    eve.say(type="say", text="still here")
    assert eve.hear(lambda m: m["type"] == "chat")["text"] == "still here"


def test_names_that_nobody_has_leave_nothing_behind(tmp_path: Path) -> None:
    async def ask(house: Services) -> None:
        for number in range(50):
            assert await house.hub.table(f"unknown{number}") is None
        assert await house.hub.table("x" * 6000) is None
        assert not house.hub.loading
        assert not house.hub.tables

    in_house(tmp_path, ask)
