"""Bad input and bad people: what is tried here, beside test_live and test_lobby, must do no harm.

Elsewhere: malformed and stale messages, floods of one socket and of requests, foreign pages, links
that cannot be guessed (test_live); tokens, cookies, headers, names (test_lobby); everything that
seats may not see (test_wire_secrecy).
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import ConnectionClosed

from tests.server import plain
from tests.server.browser import browser, come_in
from tests.server.conftest import Server, in_memory
from tests.server.people import Player

__all__ = ["browser"]

SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00\xff binary",
        "[" * 4000,
        "x" * 10_000,
        '{"type": "move", "version": 1e400, "choice": "draw"}',
        '{"type": "move", "version": 1, "choice": "draw", "seat": 1}',
        '{"type": "update", "version": 1}',
        '{"type": "say", "text": "\\ud800"}',
        "",
    ],
)
def test_junk_changes_nothing(server: Server, junk: str | bytes) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        socket = ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        before = ada.hear_turn()
        socket.send(junk)
        assert ada.hear(lambda m: m["type"] == "refused")["code"] == "malformed"
        ada.connect(table)
        after = ada.hear_turn()
        assert (after["version"], after["view"]) == (before["version"], before["view"])
        socket.send('{"type": "say", "text": "still here"}')
        assert ada.hear(lambda m: m["type"] == "chat")["text"] == "still here"


@pytest.mark.parametrize("cookie", ["", "emberstacks=forged", "emberstacks=" + "x" * 3000])
def test_without_a_session_one_only_watches(server: Server, cookie: str) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Eve") as eve:
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear_turn()
        eve.connect(table, Cookie=cookie)
        assert eve.hear(lambda m: m["type"] == "table")["you"] is None
        eve.move(update, update["choices"][0]["text"])
        assert eve.hear(lambda m: m["type"] == "refused")["code"] == "not-seated"


def test_the_seed_is_seen_at_the_end_and_not_before(database: str) -> None:
    server = in_memory(database)
    try:
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "random")
            ada.connect(table)
            ada.post(f"/api/tables/{table}/start")
            update = ada.hear_turn()
            with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as file:
                ((secret,),) = file.execute("SELECT secret FROM tables")
            paths = [f"/api/tables/{table}{rest}" for rest in ("", "/record", "/frames/3")]
            seen = "".join(
                [*[ada.get(path).text for path in [*paths, "/api/tables"]], *map(str, ada.received)]
            )
            assert secret not in seen
            ada.play_on(update)
            assert secret in ada.get(f"/api/tables/{table}/record").text
    finally:
        server.stop()


def test_one_address_cannot_hold_all_sockets(database: str) -> None:
    server = in_memory(database, sockets=3)
    try:
        with Player(server.base, "Ada") as ada:
            table = ada.open_table("me", "random")
            for _ in range(3):
                ada.connect(table)
                ada.hear(lambda m: m["type"] == "table")
            with pytest.raises(ConnectionClosed) as closed:
                ada.connect(table).recv(timeout=60)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
            ada.sockets[0].close()
            ada.connect(table)
            ada.hear(lambda m: m["type"] == "table")
    finally:
        server.stop()


def test_large_requests_are_refused(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        answer = ada.post("/api/session", {"name": "x" * 100_000})
        assert answer.status_code == 413
        assert ada.get("/api/session").json()["name"] == "Ada"


def test_behind_https_cookies_only_travel_encrypted(database: str) -> None:
    server = in_memory(database, secure=True)
    try:
        with plain.Client(base_url=server.base) as guest:
            cookie = guest.post("/api/session", json={"name": "Ada"}).headers["set-cookie"]
            assert "Secure" in cookie
    finally:
        server.stop()


def test_names_and_chat_are_shown_as_text_and_chat_can_be_hidden(
    browser: Browser, server: Server
) -> None:
    with Player(server.base, "<b>Eve</b>") as eve, browser.new_context() as context:
        table = eve.open_table("me", "open", title="<i>Tilted</i>")
        eve.connect(table)
        page = come_in(context, server, "Ada", f"/table/{table}")
        page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
        eve.say(type="say", text=SCRIPT)
        expect(page.get_by_text("<b>Eve</b>").first).to_be_visible()
        assert eve.post(f"/api/tables/{table}/start").is_success
        expect(page.get_by_text(SCRIPT)).to_have_count(1)
        assert page.locator("img[src=x]").count() == 0
        page.get_by_role("button", name="Hide the chat").click()
        expect(page.get_by_text(SCRIPT)).to_have_count(0)
