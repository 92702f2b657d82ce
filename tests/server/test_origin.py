"""Other sites' pages write nothing in anybody's name; people's own browsers and programs are never
locked out.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.server import plain
from tests.server.conftest import Server, in_memory
from tests.server.people import Player

OWN = "http://{host}"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),  # curl, or a program
        ({"x-csrftoken": "of an earlier version's page"}, 201),
        ({"sec-fetch-site": "same-origin", "origin": OWN}, 201),
        ({"sec-fetch-site": "same-origin", "origin": "http://behind.a.proxy"}, 201),
        ({"sec-fetch-site": "none"}, 201),
        ({"origin": OWN}, 201),
        ({"origin": "http://table.example", "x-forwarded-host": "Table.example:80"}, 201),
        ({"sec-fetch-site": "cross-site", "origin": OWN}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1"}, 403),  # another port is another site
        ({"origin": "null"}, 403),
        ({"origin": "nonsense://"}, 403),
    ],
)
def test_whose_page_may_write(server: Server, headers: dict[str, str], status: int) -> None:
    host = server.base.removeprefix("http://")
    sent = {name: value.replace("{host}", host) for name, value in headers.items()}
    answer = plain.post(f"{server.base}/api/session", json={"name": "Ada"}, headers=sent)
    assert answer.status_code == status, answer.text
    assert status == 201 or answer.json()["code"] == "foreign-page"


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None],
)
def test_what_a_form_can_send_is_not_taken(server: Server, kind: str | None) -> None:
    headers = {} if kind is None else {"content-type": kind}
    answer = plain.post(f"{server.base}/api/session", content=b'{"name": "Ada"}', headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "not-json")


def test_a_form_without_anything_in_it_begins_no_game(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        path = f"/api/tables/{ada.open_table('me', 'random')}/start"
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert ada.http.post(path, content=b"", headers=form).status_code == 415
        assert ada.http.post(path).status_code == 200


def test_no_cookie_is_set_for_those_who_only_look(server: Server) -> None:
    assert "set-cookie" not in plain.get(f"{server.base}/api/session").headers


def test_behind_https_a_page_without_it_is_another_site(database: str) -> None:
    server = in_memory(database, secure=True, name=["table.example"])
    try:
        host = {"host": "table.example"}
        for scheme, status in (("https", 201), ("http", 403)):
            headers = {**host, "origin": f"{scheme}://table.example"}
            assert (
                plain.post(
                    f"{server.base}/api/session", json={"name": "Ada"}, headers=headers
                ).status_code
                == status
            )
        for path in ("/", "/api/games", "/api/tables/none"):
            headers = dict(plain.get(f"{server.base}{path}").headers)
            assert int(headers["strict-transport-security"].removeprefix("max-age=")) >= 31_536_000
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert headers["x-frame-options"] == "DENY"
    finally:
        server.stop()


@pytest.fixture
def named(database: str) -> Iterator[Server]:
    running = Server(database, address="https://games.example.org", name=["Pi.fritz.box"]).start()
    yield running
    running.stop()


OURS = [
    "localhost",
    "table.localhost:99",
    "127.0.0.1",
    "[::1]:8080",
    "192.168.1.20:8080",
    "[fd00::7]",
    "GAMES.example.org.",
]
OURS += [
    "games.example.org:443",
    "pi.fritz.box:8080",
    socket.gethostname(),
    f"{socket.gethostname().partition('.')[0]}.local",
]
THEIRS = [
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "games.example.org.evil.example",
    "box",
    "x.local",
]
ODD = ["localhost@evil.example", "", "evil.example:localhost"]  # no browser sends these
THEIRS += ODD


@pytest.mark.process
def test_a_name_that_another_site_gives_us_opens_no_door(named: Server) -> None:
    """A page under such a name is its own page for a browser, and could read all that we answer
    (DNS rebinding).
    """
    with Player(named.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        for host in (*OURS, *THEIRS):
            status = 403 if host in THEIRS else 200
            own = {"host": host, "sec-fetch-site": "same-origin", "x-forwarded-host": "localhost"}
            for path in ("/metrics", "/api/games", "/"):
                headers = {"host": host} if path == "/metrics" else own
                answer = plain.get(f"{named.base}{path}", headers=headers)
                assert answer.status_code == status, (host, path)
                assert status == 200 or (
                    answer.json()["code"] == "unknown-name" and "--name" in answer.json()["message"]
                )
            written = plain.post(f"{named.base}/api/session", json={"name": "Eve"}, headers=own)
            assert written.status_code == (403 if host in THEIRS else 201), host
            if host not in ODD:
                assert watched(named, table, host) is (host not in THEIRS), host
            assert plain.get(f"{named.base}/health", headers={"host": host}).status_code == 200


def watched(server: Server, table: str, host: str) -> bool:
    """Can a page under this name look at a table?"""
    with (
        socket.create_connection(("127.0.0.1", server.port)) as wire,
        connect(f"ws://{host}/ws/{table}", sock=wire) as told,
    ):
        try:
            return bool(told.recv(timeout=60))
        except ConnectionClosed as closed:
            return closed.rcvd is None or closed.rcvd.code != 4403
