"""Where somebody is logged in: a list, logging out there or everywhere, and sockets that end with
their session.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from websockets.exceptions import ConnectionClosed

from emberstacks.server.people.accounts import sessions_ended
from emberstacks.server.services import Services
from emberstacks.server.store import Store
from emberstacks.server.tables.visitors import LOGGED_OUT, Visitors
from tests.server import plain
from tests.server.conftest import Server
from tests.server.house import in_house
from tests.server.people import Line, Message, Player
from tests.server.test_accounts import RIGHT, login, registered

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@contextmanager
def elsewhere(server: Server, owner: Player) -> Iterator[Player]:
    """The same account in another browser."""
    with Player(server.base, "Passer-by") as other:
        came = other.post("/api/session/login", {"name": owner.person["name"], "password": RIGHT})
        assert came.status_code == 201, came.text
        other.person = came.json()
        yield other


def listed(player: Player) -> list[Message]:
    return list(player.get("/api/session/all").json())


def known(player: Player) -> bool:
    return player.get("/api/session").json() is not None


def closed(socket: Line) -> int:
    """How a socket was closed; fails if it stays open."""
    try:
        while True:
            socket.recv(timeout=60)
    except ConnectionClosed as end:
        return int(end.rcvd.code) if end.rcvd is not None else 0


def still_open(player: Player) -> bool:
    player.say(type="ping")
    return bool(player.hear(lambda message: message["type"] == "pong"))


def test_the_list_names_browsers_and_this_one(server: Server) -> None:
    with registered(server, "Aspasia") as one:
        headers = {"user-agent": FIREFOX}
        plain.post(
            f"{server.base}/api/session/login",
            json={"name": "Aspasia", "password": RIGHT},
            headers=headers,
        )
        found = {session["browser"]: session for session in listed(one)}
        assert {name: session["this"] for name, session in found.items()} == {
            "A program": True,
            "Firefox on Linux": False,
        }
        assert all(0 < session["created"] <= session["seen"] for session in found.values())
        cookie = one.http.cookies["emberstacks"]
        assert cookie not in str(found)
        other = found["Firefox on Linux"]["id"]
        with Player(server.base, "Eve") as eve:
            assert eve.http.delete(f"/api/session/all/{other}").status_code == 404, "only one's own"
        assert one.http.delete(f"/api/session/all/{other}").status_code == 204
        assert one.http.delete(f"/api/session/all/{other}").status_code == 404
        assert [session["this"] for session in listed(one)] == [True]


def test_logging_out_closes_the_sockets_of_that_session_only(server: Server) -> None:
    with registered(server, "Ptolemy") as one, elsewhere(server, one) as other:
        table = one.open_table("me", "random")
        mine, theirs = one.connect(table), other.connect(table)
        other.http.delete("/api/session")
        assert closed(theirs) == LOGGED_OUT
        assert still_open(one)
        one.http.delete("/api/session")
        assert closed(mine) == LOGGED_OUT


def test_logging_out_everywhere(server: Server) -> None:
    with registered(server, "Berenice") as one, elsewhere(server, one) as other:
        code = one.post("/api/session/link", {}).json()["code"]
        table = one.open_table("me", "random")
        sockets = [one.connect(table), other.connect(table)]
        assert one.http.delete("/api/session/all").status_code == 204
        assert [closed(socket) for socket in sockets] == [LOGGED_OUT] * 2
        assert not known(one)
        assert not known(other)
        with Player(server.base, "Thief") as thief:
            assert thief.post("/api/session/device", {"code": code}).status_code == 403


def test_a_new_password_needs_the_old_one_and_ends_all_other_sessions(server: Server) -> None:
    with registered(server, "Callimachus") as one, elsewhere(server, one) as other:
        again = one.post("/api/session/account", {"password": "another one"})
        assert (again.status_code, again.json()["code"]) == (409, "has-account")
        code = other.post("/api/session/link", {}).json()["code"]
        table = one.open_table("me", "random")
        one.connect(table)
        theirs = other.connect(table)
        wrong = one.http.put(
            "/api/session/password", json={"old": "a guess", "new": "reeds and wax"}
        )
        assert (wrong.status_code, wrong.json()["code"]) == (403, "bad-password")
        assert known(other)
        short = one.http.put("/api/session/password", json={"old": RIGHT, "new": "short"})
        assert short.json()["code"] == "bad-password"
        assert (
            one.http.put(
                "/api/session/password", json={"old": RIGHT, "new": "reeds and wax"}
            ).status_code
            == 204
        )
        assert closed(theirs) == LOGGED_OUT
        assert not known(other)
        assert known(one)
        assert still_open(one)
        assert one.post("/api/session/device", {"code": code}).status_code == 403, (
            "the link is gone as well"
        )
        assert login(server, "Callimachus")["code"] == "bad-login"
        assert login(server, "Callimachus", "reeds and wax")["id"] == one.person["id"]
    with Player(server.base, "Guest") as guest:
        none = guest.http.put("/api/session/password", json={"old": "", "new": "reeds and wax"})
        assert none.json()["code"] == "no-account"


def test_deleting_an_account_asks_for_the_password_and_closes_its_sockets(server: Server) -> None:
    with registered(server, "Cleomedes") as one, elsewhere(server, one) as other:
        table = one.open_table("me", "random")
        theirs = other.connect(table)
        for password in ("", "a guess"):
            refused = one.post("/api/mine/delete", {"name": "Cleomedes", "password": password})
            assert (refused.status_code, refused.json()["message"]) == (
                403,
                "That is not your password.",
            )
        assert (
            one.post("/api/mine/delete", {"name": "Cleomedes", "password": RIGHT}).status_code
            == 204
        )
        assert closed(theirs) == LOGGED_OUT
        assert not known(one)
        assert login(server, "Cleomedes")["code"] == "bad-login"


def test_a_slow_look_finds_what_nobody_told(database: str) -> None:
    """A session may also end by a command of the host, or a message of another process may get
    lost.
    """
    closed_as: list[int] = []

    async def check() -> None:
        store = Store(database)
        await store.open()
        try:
            await store.add_person("ada", "Ada", 1.0)
            for session in ("here", "there"):
                await store.add_session(session, "ada", 1.0)
            visitors = Visitors(store)
            visitors.come("here", "ada", lambda code, _reason: closed_as.append(code))
            visitors.come("there", "ada", lambda code, _reason: closed_as.append(-code))
            await store.drop_session("there")
            await visitors.look_at_all()
        finally:
            await store.close()

    asyncio.run(check())
    assert closed_as == [-LOGGED_OUT]


def test_other_processes_hear_of_it_at_once(tmp_path: Path) -> None:
    closed_as: list[int] = []
    said: list[str] = []

    async def check(house: Services) -> None:
        await house.store.add_person("ada", "Ada", 1.0)
        await house.store.add_session("there", "ada", 1.0)
        house.visitors.come("there", "ada", lambda code, _reason: closed_as.append(code))
        elsewhere = SimpleNamespace(visitors=Visitors(house.store), announce=said.append)
        await house.store.drop_session("there")
        await sessions_ended(cast("Services", elsewhere), "ada")
        house.pubsub.on_notify(None, 0, "", f"another {said[0]}")
        await house.pubsub.catch_up()

    in_house(tmp_path, check)
    assert closed_as == [LOGGED_OUT]


@pytest.mark.process
def test_sockets_at_another_process_end_too(postgres: str) -> None:
    here, there = (Server(postgres).start() for _ in range(2))
    try:
        with registered(here, "Eudoxus") as one, elsewhere(there, one) as other:
            table = one.open_table("me", "random")
            theirs = other.connect(table)
            assert (
                one.http.put(
                    "/api/session/password", json={"old": RIGHT, "new": "reeds and wax"}
                ).status_code
                == 204
            )
            assert closed(theirs) == LOGGED_OUT
            assert not known(other)
            other.post("/api/session/login", {"name": "Eudoxus", "password": "reeds and wax"})
            theirs = other.connect(table)
            assert one.http.delete("/api/session/all").status_code == 204
            assert closed(theirs) == LOGGED_OUT
    finally:
        here.stop()
        there.stop()
