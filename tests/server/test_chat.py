"""Chat: as much as people like to say, a page at a time."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from playwright.sync_api import Browser, expect

from emberstacks.server.store.log import AT_ONCE
from tests.server.browser import browser, come_in
from tests.server.conftest import Server
from tests.server.people import Player

__all__ = ["browser"]

SAID = 600  # far more than a socket's queue holds


def talkative(server: Server, host: Player) -> str:
    """A table at which much has been said."""
    table = host.open_table("me", "random")
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"), timeout=30)) as file:
        rows = [(table, number, 0, "Ada", f"line {number}", 0.0) for number in range(1, SAID + 1)]
        file.executemany("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?)", rows)
        file.commit()
    return table


def test_joining_does_not_depend_on_how_much_was_said(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = talkative(server, ada)
        assert ada.post(f"/api/tables/{table}/start").is_success
        ada.connect(table)
        ada.hear_turn()
        told = [message["number"] for message in ada.received if message["type"] == "chat"]
        assert told == list(range(SAID - AT_ONCE + 1, SAID + 1))


def test_earlier_lines_come_page_by_page(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = talkative(server, ada)
        lines = ada.get(f"/api/tables/{table}/chat").json()
        assert [line["number"] for line in lines] == list(range(SAID - AT_ONCE + 1, SAID + 1))
        while lines[0]["number"] > 1:
            lines = ada.get(f"/api/tables/{table}/chat?before={lines[0]['number']}").json() + lines
        assert [line["text"] for line in lines] == [
            f"line {number}" for number in range(1, SAID + 1)
        ]
        assert ada.get(f"/api/tables/{table}/chat?before=1").json() == []
        for wrong in ("0", "-1", "x", "9" * 30):
            assert ada.get(f"/api/tables/{table}/chat?before={wrong}").status_code == 400


def test_what_somebody_has_read_is_kept_with_them_and_not_with_a_browser(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = talkative(server, ada)

        def unread() -> int:
            (game,) = ada.get("/api/mine/games").json()
            return int(game["unread"])

        path = f"/api/mine/games/{table}/read"
        assert unread() == SAID
        assert ada.http.put(path, json={"line": SAID - 2}).status_code == 204
        assert unread() == 2
        assert ada.http.put(path, json={"line": 5}).status_code == 204
        assert unread() == 2, "what was read stays read"
        assert ben.http.put(path, json={"line": SAID}).status_code == 204
        assert unread() == 2, "Ben does not sit there, and reads for himself"
        for wrong in (-1, "x", 10**30):
            assert ada.http.put(path, json={"line": wrong}).status_code == 400


def test_the_page_shows_the_newest_lines_and_loads_earlier_ones(
    browser: Browser, server: Server
) -> None:
    with browser.new_context() as context, Player(server.base, "Ada") as ada:
        table = talkative(server, ada)
        assert ada.post(f"/api/tables/{table}/start").is_success
        page = come_in(context, server, "Ben")
        page.goto(f"{server.base}/table/{table}")
        lines = page.get_by_role("log", name="Chat").get_by_role("paragraph")
        expect(lines).to_have_count(AT_ONCE)
        expect(lines.last).to_have_text(f"Ada line {SAID}")
        page.get_by_role("button", name="Show earlier lines").click()
        expect(lines).to_have_count(2 * AT_ONCE)
        expect(lines.first).to_have_text(f"Ada line {SAID - 2 * AT_ONCE + 1}")
